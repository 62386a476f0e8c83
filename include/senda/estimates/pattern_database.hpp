// SPDX-License-Identifier: MIT
// Pattern databases: estimates that are exact distances in a smaller space, from a table.
#pragma once

#include <senda/detail/estimates/tables/abstract_space.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/scale/layers/layer_search.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// What a `layer_search` knows of each number, beside a table of entries. The table is written once
/// a number, while the bits, a fourth or half of its size, are looked at once an edge.
template <class A, entry_bits Bits>
class layer_entries : public layer_bits {
public:
    layer_entries(memory_budget& budget, const A& abstraction, packed_span<Bits> table) noexcept
        : layer_bits(budget), abstraction_(&abstraction), table_(table) {}

    [[nodiscard]] bool see(std::size_t number, std::size_t depth, bool alone) {
        if (!layer_bits::see(number, depth, alone)) return false;
        table_.set(number, entry_code<A, Bits>::entry(*abstraction_, number, depth), alone);
        return true;
    }

    /// Gives an entry to the numbers that were not seen.
    void set_unseen(unsigned entry) const noexcept {
        for (std::size_t at = 0; at < words(); ++at) {
            for (word unseen = this->unseen(at); unseen != 0; unseen &= unseen - 1) {
                const std::size_t number = at * bit_pairs::pairs_in_word +
                                           static_cast<std::size_t>(std::countr_zero(unseen)) / 2;
                if (number < table_.size()) table_.set(number, entry, true);
            }
        }
    }

private:
    const A* abstraction_;
    packed_span<Bits> table_;
};

}  // namespace senda::detail

namespace senda {

/// The bits of an entry of a `pattern_database`.
using detail::entry_bits;
/// The entries of a `pattern_database`, by number.
using detail::packed_view;

/// What makes a node small, and numbers what comes of it. Valid expressions, for a node `n`:
///   `a(n)`             the small state of `n`;
///   `a.index(small)`   its number, below `a.index_bound()`.
/// A `pattern_database` that is built from a graph adds `a.node(i)`, the small state of a number
/// that `index` gave. An abstraction may say more, which saves memory or time:
///   `a.floor(small)`          a lower bound known without a table, which then holds the rest;
///   `A::step`                 that rest is counted in steps of so much, rounded down;
///   `A::reaches_all`          every number has a finite distance: no entry is kept for others;
///   `a.concerns(n, action)`   false if `action`, which led to `n`, left the small state as it was;
///   `a.fill(table, options)`  makes the table, faster than a graph can; returns a `status`.
template <class A, class Node>
concept Abstraction = requires(const A& a, const Node& n) {
    { a.index(a(n)) } -> std::convertible_to<std::uint64_t>;
    { a.index_bound() } -> std::convertible_to<std::uint64_t>;
};

namespace detail {

/// An abstraction that makes its own table.
template <class A, entry_bits Bits>
concept FillsTable = requires(const A& a, packed_span<Bits> table, const options& o) {
    { a.fill(table, o) } -> std::same_as<status>;
};

template <entry_bits Bits>
struct entries_of {};

/// A table made in memory; large ones are on huge pages.
struct pattern_memory {
    explicit pattern_memory(std::uint64_t limit) noexcept : budget(limit) {}
    memory_budget budget;
    buffer<unsigned char> bytes{budget};
};

/// A word for the distances of a search by cost: two bytes, if entries do not reach farther.
template <class A, entry_bits Bits>
using distance_word =
    std::conditional_t <
    entry_code<A, Bits>::step() * packed_view<Bits>::most<16'384, std::uint16_t, std::uint32_t>;

/// A table that was made before.
struct stored_table {
    std::shared_ptr<const void> owner;
    const unsigned char* bytes = nullptr;
    std::uint64_t beyond = 0;
    senda::status status = status::running;
};

}  // namespace detail

/// Asks for entries of four bits: half the memory, distances above 14 steps are capped.
inline constexpr detail::entries_of<detail::entry_bits::four> four_bits{};

/// An estimate from a table: the exact distance from the small state of a node to that of the
/// nearest goal. It is admissible and consistent if each edge of the whole problem has one between
/// the small states that costs no more (`check_estimate` looks for one that has not). Copies share
/// the table, and threads may ask it at once.
///
/// `A`     the abstraction.
/// `Bits`  the bits of an entry: distances that do not fit are capped.
/// `C`     the type of an estimate.
template <class A, detail::entry_bits Bits = detail::entry_bits::eight, Cost C = steps>
class pattern_database : public prepared {
    using code = detail::entry_code<A, Bits>;

public:
    /// Builds the table, within the limits of `o`, on as many threads as it asks for.
    ///
    /// `g`            a graph on the small states, often the one that searches the large ones. It
    ///                is walked backwards by its `predecessors`; where it has none, every edge must
    ///                lead both ways at the same cost. Costs are whole numbers, which may be 0.
    /// `goal`         the goal of the whole problem: a node, or `any_of` several.
    /// `abstraction`  what makes nodes small; it has `node(i)`.
    /// `o`            limits, of which `cost` is the greatest distance; a stop token, threads,
    ///                where to note the progress: small states that are done, of all numbers. What
    ///                a limit left out is known to be farther than the rest: the estimate is weaker
    ///                then, but still admissible and consistent.
    template <class G, class Goal, detail::SearchOptions Options = serial_options>
        requires Abstraction<A, detail::goal_node<Goal>>
    pattern_database(const G& g, const Goal& goal, A abstraction, const Options& o = {})
        : abstraction_(std::move(abstraction)) {
        build<detail::may_share<Options>>(g, goal, o);
    }
    /// A table with entries of four bits, else as above.
    template <class G, class Goal, detail::SearchOptions Options = serial_options>
        requires Abstraction<A, detail::goal_node<Goal>>
    pattern_database(detail::entries_of<Bits>, const G& g, const Goal& goal, A abstraction,
                     const Options& o = {})
        : pattern_database(g, goal, std::move(abstraction), o) {}
    /// Has an abstraction make its own table, within the limits of `o`.
    explicit pattern_database(A abstraction, const options& o = {})
        requires detail::FillsTable<A, Bits>
        : abstraction_(std::move(abstraction)) {
        fill(o);
    }
    /// A table with entries of four bits, which the abstraction makes by itself.
    explicit pattern_database(detail::entries_of<Bits>, A abstraction, const options& o = {})
        requires detail::FillsTable<A, Bits>
        : pattern_database(std::move(abstraction), o) {}

    /// The estimate of a node; `infinite` if no goal can be reached from its small state.
    template <class Node>
    [[nodiscard]] C operator()(const Node& n) const {
        return estimate(abstraction_(n));
    }
    /// What is kept of a node: its estimate.
    template <class Node>
    [[nodiscard]] C parts(const Node& n) const {
        return (*this)(n);
    }
    /// The estimate of `n`, to which the action `a` led from a node with the estimate `before`.
    template <class Node>
    [[nodiscard]] SENDA_ALWAYS_INLINE C after(const Node& n, int a, C before) const {
        if constexpr (requires { abstraction_.concerns(n, a); }) {
            if (!abstraction_.concerns(n, a)) return before;
        }
        return (*this)(n);
    }

    /// The bytes of the table.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return detail::packed_bytes<Bits>(count_);
    }
    /// The entries, for estimates that number small states by themselves; none without a table.
    [[nodiscard]] detail::packed_view<Bits> table() const noexcept { return view_; }
    /// What makes nodes small.
    [[nodiscard]] const A& abstraction() const noexcept { return abstraction_; }

    /// How many small states have each estimate, those that were not reached left off: the larger
    /// their mean, the better the pattern.
    [[nodiscard]] std::vector<std::uint64_t> counts() const {
        std::vector<std::uint64_t> counts;
        for (std::uint64_t i = 0; i < count_; ++i) {
            if (is_unreached((*view_)[i])) continue;
            std::uint64_t value = (*view_)[i] * code::step();
            if constexpr (requires { abstraction_.floor(abstraction_.node(i)); })
                value += code::floor(abstraction_, abstraction_.node(i));
            if (value >= counts.size()) counts.resize(static_cast<std::size_t>(value) + 1);
            ++counts[static_cast<std::size_t>(value)];
        }
        return counts;
    }

private:
    friend struct detail::file_of<pattern_database>;
    pattern_database(detail::stored_table stored, A abstraction)
        : prepared(stored.status),
          abstraction_(std::move(abstraction)),
          owner_(std::move(stored.owner)),
          view_(detail::packed_view<Bits>(stored.bytes)),
          count_(static_cast<std::uint64_t>(abstraction_.index_bound())),
          unreached_estimate_(as_estimate<C>(stored.beyond)) {}

    [[nodiscard]] static constexpr bool is_unreached(unsigned entry) noexcept {
        return !code::reaches_all && entry == code::most;
    }

    template <class Small>
    [[nodiscard]] SENDA_ALWAYS_INLINE C estimate(const Small& abstracted) const {
        const auto number = static_cast<std::uint64_t>(abstraction_.index(abstracted));
        const std::uint64_t floor = code::floor(abstraction_, abstracted);
        if (number >= count_) [[unlikely]]  // there is no table
            return as_estimate<C>(floor);
        const unsigned entry = (*view_)[number];
        if (is_unreached(entry)) [[unlikely]]
            return estimate_beyond(floor);
        return as_estimate<C>(floor + entry * code::step());
    }
    /// What was not reached is capped as the rest is, or the rest would not be consistent with it.
    [[nodiscard]] C estimate_beyond(std::uint64_t floor) const noexcept {
        if (unreached_estimate_ == infinite<C>) return unreached_estimate_;
        const C least = std::max(as_estimate<C>(floor), unreached_estimate_);
        return std::min(least, as_estimate<C>(floor + code::largest * code::step()));
    }

    /// Takes memory for a table that `make(options, table)` writes, with what that leaves of the
    /// options, and keeps it if it says anything.
    template <class Make>
    void make_table(options o, const Make& make) {
        const auto bound = static_cast<std::uint64_t>(abstraction_.index_bound());
        const std::uint64_t bytes = detail::packed_bytes<Bits>(bound);
        const auto memory = std::make_shared<detail::pattern_memory>(o.limits.bytes);
        if (bytes > std::numeric_limits<std::size_t>::max() / 2 ||
            !memory->bytes.assign_zeros(static_cast<std::size_t>(bytes))) {
            status_ = status::memory_limit;
            return;
        }
        o.limits.bytes -= memory->budget.used();
        make(o, detail::packed_span<Bits>(memory->bytes.data(), bound));
        statistics_.bytes += memory->budget.used();
        if (unreached_estimate_ == 0) return;
        owner_ = memory;
        view_ = detail::packed_view<Bits>(memory->bytes.data());
        count_ = bound;
    }

    template <bool MayShare, class G, class Goal>
    void build(const G& g, const Goal& goal, const options& o) {
        using node = detail::goal_node<Goal>;
        using space_type = detail::abstract_space<G, A, detail::small_of<A, node>>;
        make_table(o, [&](const options& left, detail::packed_span<Bits> table) {
            const space_type space(g, abstraction_);
            const auto abstracted = detail::small_goals(abstraction_, goal);
            if constexpr (space_type::is_weighted) {
                by_cost<MayShare>(space, abstracted, left, table);
            } else {
                by_layers<MayShare>(space, abstracted, left, table);
            }
        });
    }

    template <bool MayShare, class Space, class Goals>
    void by_layers(const Space& space, const Goals& goals, const options& o,
                   detail::packed_span<Bits> table) {
        using node = typename Space::node_type;
        detail::layer_search<const Space&, node, detail::layer_entries<A, Bits>> search(
            space, goals, o, 0, abstraction_, table);
        search.template run_layers<MayShare>();
        end(search, search.counts().size());
        if (status_ == status::complete || !code::reaches_all) search.bits().set_unseen(code::most);
    }

    template <bool MayShare, class Space, class Goals>
    void by_cost(const Space& space, const Goals& goals, const options& o,
                 detail::packed_span<Bits> table) {
        detail::cost_passes<Space, detail::distance_word<A, Bits>, MayShare> search(space, goals,
                                                                                    o);
        end(search, search.reached());
        const bool marks = status_ == status::complete || !code::reaches_all;
        search.for_each(
            [&](std::size_t i, std::uint64_t distance) {
                table.set(i, code::entry(abstraction_, i, distance), true);
            },
            [&](std::size_t i) {
                if (marks) table.set(i, code::most, true);
            });
    }

    /// Notes how a search ended, which knows all that is nearer than `known`.
    template <class Search>
    void end(const Search& search, std::uint64_t known) {
        status_ = search.status();
        statistics_ = search.statistics();
        unreached_estimate_ = status_ == status::complete        ? infinite<C>
                              : status_ == status::negative_cost ? C{0}
                                                                 : as_estimate<C>(known);
    }

    void fill(const options& o)
        requires detail::FillsTable<A, Bits>
    {
        make_table(o, [&](const options& left, detail::packed_span<Bits> table) {
            const double began = detail::now_in_seconds();
            status_ = abstraction_.fill(table, left);
            statistics_.seconds = detail::now_in_seconds() - began;
            if (status_ != status::complete) unreached_estimate_ = C{0};  // nothing is known
        });
    }

    SENDA_NO_UNIQUE_ADDRESS A abstraction_;
    std::shared_ptr<const void> owner_;  // of the table: memory, or a file
    detail::emptied<detail::packed_view<Bits>> view_;
    detail::emptied<std::uint64_t> count_;  // of the entries; 0 if there is no table
    C unreached_estimate_ = infinite<C>;    // the estimate of what was not reached
};

namespace detail {

template <class G, class Goal, class A>
using pattern_cost = cost_of<const G, small_of<A, goal_node<Goal>>>;

}  // namespace detail

template <class G, class Goal, class A, detail::SearchOptions Options = serial_options>
pattern_database(const G&, const Goal&, A, const Options& = {})
    -> pattern_database<A, detail::entry_bits::eight, detail::pattern_cost<G, Goal, A>>;
template <detail::entry_bits Bits, class G, class Goal, class A,
          detail::SearchOptions Options = serial_options>
pattern_database(detail::entries_of<Bits>, const G&, const Goal&, A, const Options& = {})
    -> pattern_database<A, Bits, detail::pattern_cost<G, Goal, A>>;
template <class A>
pattern_database(A, const options& = {}) -> pattern_database<A>;
template <detail::entry_bits Bits, class A>
pattern_database(detail::entries_of<Bits>, A, const options& = {}) -> pattern_database<A, Bits>;

}  // namespace senda
