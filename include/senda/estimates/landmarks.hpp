// SPDX-License-Identifier: MIT
// Landmarks: an estimate for any goal of a stored graph or a grid, from the distances of a few
// nodes.
#pragma once

#include <senda/detail/estimates/distances/cost_columns.hpp>
#include <senda/detail/estimates/distances/distance_rows.hpp>
#include <senda/detail/estimates/distances/landmark_builder.hpp>
#include <senda/detail/storage/erased_unique_ptr.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// While they are made, entries of a byte have two, so that doubling the step costs them little.
template <class Entry>
using wide_entry = std::conditional_t<std::same_as<Entry, std::uint8_t>, std::uint16_t, Entry>;

/// Rows of distances as somebody keeps them, in memory or in a file. By the triangle inequality
/// it costs at least d(L, t) - d(L, n) from n to t, and d(n, L) - d(t, L): in both kinds of lanes
/// the entry of t less that of n, or nothing if that is negative.
template <Cost C, class Entry>
struct difference_view {
    using entry = distance_entry<C, Entry>;
    using stored = typename entry::stored;
    using step_type = std::conditional_t<std::floating_point<C>, C, std::uint64_t>;
    static constexpr bool is_rounded_real = std::floating_point<C> && !entry::is_real;

    std::span<const stored> entries = {};  ///< all rows
    std::size_t stride = 0;  ///< how many entries a row has, those that only fill it up included
    step_type step = 1;      ///< what entries count; distances are known to less than that
    C rounding = 0;          ///< what additions of fractions may have been off by

    [[nodiscard]] const stored* row(std::size_t node) const noexcept {
        return entries.data() + node * stride;
    }

    /// The least that it costs if entries differ by so much. As both were rounded down, distances
    /// differ by more than all steps but one; whole ones thus by one at least.
    [[nodiscard]] SENDA_ALWAYS_INLINE C cost(stored difference) const noexcept {
        if constexpr (entry::is_real) {
            return difference;
        } else {
            if (difference == 0) return C{0};
            if (difference > entry::most) [[unlikely]]
                return infinite<C>;
            if constexpr (is_rounded_real) {
                const C least = static_cast<C>(difference - 1) * step - rounding;
                return least > 0 ? least : C{0};
            } else {
                return static_cast<C>((std::uint64_t{difference} - 1) * step + 1);
            }
        }
    }
};

/// Rows of distances from landmarks and, turned, of distances to them, made here.
template <Cost C, class Entry>
class difference_table {
    using entry = distance_entry<C, Entry>;
    using view_type = difference_view<C, Entry>;

public:
    using stored = typename entry::stored;
    using wide_rows = distance_rows<C, wide_entry<Entry>>;

    explicit difference_table(std::uint64_t most_bytes) noexcept : budget_(most_bytes) {}

    /// What it draws on.
    [[nodiscard]] memory_budget& budget() noexcept { return budget_; }

    /// Takes over rows that are complete; false if there is no memory for it.
    ///
    /// `lanes`      how many of their lanes are filled.
    /// `is_turned`  whether every second lane has the distances to a landmark.
    [[nodiscard]] bool take(wide_rows& wide, std::size_t lanes, bool is_turned) {
        using wide_form = distance_entry<C, wide_entry<Entry>>;
        std::uint64_t divisor = 1;
        if constexpr (std::same_as<typename wide_form::stored, stored>) {
            rows_ = std::move(wide);
        } else {
            if (!rows_.prepare(wide.nodes(), lanes)) return false;
            typename wide_form::stored largest = 0;
            for (std::size_t n = 0; n < wide.nodes(); ++n)
                for (std::size_t lane = 0; lane < lanes; ++lane)
                    if (const auto e = wide.row(n)[lane]; e != wide_form::unreached)
                        largest = std::max(largest, e);
            divisor += largest / (std::uint64_t{entry::most} + 1);
            for (std::size_t n = 0; n < wide.nodes(); ++n)
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    const auto e = wide.row(n)[lane];
                    rows_.row(n)[lane] = e == wide_form::unreached
                                             ? entry::unreached
                                             : static_cast<stored>(e / divisor);
                }
            rows_.set_halvings(wide.halvings());
        }
        if constexpr (view_type::is_rounded_real) {
            view_.step = std::ldexp(static_cast<C>(divisor), rows_.halvings());
            // Each of the additions along a path may have been off by half of this.
            view_.rounding = std::numeric_limits<C>::epsilon() * static_cast<C>(rows_.nodes()) *
                             (static_cast<C>(entry::most) + 1) * view_.step;
        } else if constexpr (!entry::is_real) {
            view_.step = divisor << rows_.halvings();
        }
        for (std::size_t n = 0; is_turned && n < rows_.nodes(); ++n)
            for (std::size_t lane = 1; lane < lanes; lane += 2)
                rows_.row(n)[lane] = entry::turned(rows_.row(n)[lane]);
        view_.entries = {std::as_const(rows_).row(0), rows_.nodes() * rows_.stride()};
        view_.stride = rows_.stride();
        return true;
    }

    /// What was taken over.
    [[nodiscard]] const view_type& view() const noexcept { return view_; }
    /// The bytes of the rows.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return rows_.bytes(); }

private:
    memory_budget budget_;
    distance_rows<C, Entry> rows_{budget_};
    view_type view_;
};

}  // namespace senda::detail

namespace senda {

/// How landmarks are chosen.
enum class landmark_selection : std::uint8_t {
    avoid,    ///< each where estimates by those before it are worst: at the end of such a region
    farthest  ///< each as far from those before it as a node can be
};

/// The name of a selection as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(landmark_selection s) noexcept {
    return detail::enum_name(s, {"avoid", "farthest"});
}

/// Which landmarks a graph gets.
struct landmark_options {
    /// How many; fewer if the graph has fewer nodes.
    std::size_t count = 8;
    /// How they are chosen.
    landmark_selection selection = landmark_selection::avoid;
    /// What is left to chance follows from this.
    std::uint64_t seed = 1;
};

namespace detail {

struct unmade_landmarks {};
struct landmark_file;

}  // namespace detail

/// An estimate of the cost to a goal by landmarks, made by `landmarks::to`, which must outlive it.
/// Asking changes nothing, so that threads may.
template <class G, class Entry>
class landmark_estimate;

/// The distances of all nodes of a graph from a few of them, the landmarks, and to them where edges
/// lead one way: `landmarks alt{roads};` and then `astar(roads, a, b, alt.to(b))` for any two
/// nodes (A. Goldberg, C. Harrelson, Computing the shortest path: A* search meets graph theory,
/// 2005). By the triangle inequality no path from n to t costs less than d(L, t) - d(L, n), nor
/// less than d(n, L) - d(t, L).
///
/// `G`      a `csr`, a `reversible_csr` or a `basic_grid` of any kind, which must outlive the
///          landmarks and stay as it is.
/// `Entry`  how a distance is stored: `std::uint8_t` or `std::uint16_t`, divided by a common step
///          and rounded down, or `exact_entry`.
///
/// Estimates are admissible. They are consistent if `is_exact()`, but for the rounding of doubles;
/// else off by less than `step()`, and a search may expand a few nodes twice.
template <class G, class Entry = std::uint16_t>
    requires detail::LandmarkGraph<G>
class landmarks : public prepared {
    using node = detail::declared_node_t<G>;
    using own_table = detail::difference_table<cost_of<G, node>, Entry>;
    using table = detail::difference_view<cost_of<G, node>, Entry>;
    using builder = detail::landmark_builder<G, node, cost_of<G, node>, detail::wide_entry<Entry>>;
    friend class landmark_estimate<G, Entry>;
    friend struct detail::landmark_file;

public:
    /// The costs of paths: those of the graph.
    using cost = cost_of<G, node>;

    /// Chooses landmarks and finds all distances.
    ///
    /// `g`    the graph.
    /// `how`  how many landmarks, and which.
    /// `o`    limits, but for that of cost; a stop token; threads, which search from several nodes
    ///        at a time if expansions are not limited; progress, in searches. Landmarks that were
    ///        done when a limit ended it remain.
    explicit landmarks(const G& g, const landmark_options& how = {}, const options& o = {})
        : landmarks(detail::unmade_landmarks{}, g) {
        const bool is_avoid = how.selection == landmark_selection::avoid;
        make(o, std::min(how.count, detail::index_bound_of(g)), is_avoid, [&](builder& make) {
            random_source random(how.seed);
            is_avoid ? make.take_avoided(random) : make.take_farthest(random);
        });
    }

    /// Landmarks that are given: `landmarks alt{roads, any_of{3, 14}};`. Those that
    /// are not in the graph are left out.
    template <class Nodes>
        requires detail::RangeOf<Nodes, node>
    landmarks(const G& g, const Nodes& nodes, const options& o = {})
        : landmarks(detail::unmade_landmarks{}, g) {
        std::vector<std::size_t> given;
        for (const node n : nodes)
            if (detail::is_in(g, n)) given.push_back(detail::index_in(g, n));
        make(o, given.size(), false, [&](builder& make) { make.take(given); });
    }

    /// The landmarks.
    [[nodiscard]] const std::vector<node>& nodes() const noexcept { return nodes_; }

    /// Distances are stored as multiples of this, rounded down.
    [[nodiscard]] auto step() const noexcept { return table_->step; }
    /// Whether distances are stored as they are.
    [[nodiscard]] bool is_exact() const noexcept {
        return step() == 1 && (std::integral<cost> || std::same_as<Entry, exact_entry>);
    }
    /// How many bytes the distances take.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    /// How many bytes the distances of a graph will take.
    ///
    /// `g`      the graph.
    /// `count`  how many landmarks it will have.
    [[nodiscard]] static std::uint64_t bytes_needed(const G& g, std::size_t count = 8) noexcept {
        const std::size_t ways = detail::two_ways<G>::is_symmetric(g) ? 1 : 2;
        const std::size_t nodes = detail::index_bound_of(g);
        return detail::distance_rows<cost, Entry>::bytes_for(nodes, std::min(count, nodes) * ways);
    }

    /// The estimate of the cost to a goal: a node, or `any_of` several, of which the nearest
    /// counts. It is admissible even where a limit ended the making.
    ///
    /// `goal`  where paths end.
    [[nodiscard]] landmark_estimate<G, Entry> to(const node& goal) const {
        return landmark_estimate<G, Entry>(*this, std::array{goal});
    }
    /// The estimate to the nearest of several goals.
    [[nodiscard]] landmark_estimate<G, Entry> to(const any_of<node>& goals) const {
        return landmark_estimate<G, Entry>(*this, goals);
    }

private:
    landmarks(detail::unmade_landmarks, const G& g) : graph_(&g) {}

    template <class Choose>
    void make(const options& o, std::size_t count, bool needs_trees, Choose choose) {
        if (detail::has_memory_for([&] {
                build(o, count, needs_trees, choose);
                return true;
            }))
            return;
        forget();
    }
    /// Without memory there are no landmarks.
    void forget() noexcept {
        status_ = status::memory_limit;
        nodes_.clear();
        lanes_ = 0;
    }
    template <class Choose>
    void build(const options& o, std::size_t count, bool needs_trees, Choose& choose) {
        auto* const own = new own_table(o.limits.bytes);
        owner_ = detail::erased_unique_ptr(own);
        builder make(*graph_, o, own->budget());
        if (make.prepare(count, needs_trees)) {
            choose(make);
            nodes_ = make.landmarks();
            lanes_ = nodes_.size() * make.ways();
            is_symmetric_ = make.ways() == 1;
        }
        status_ = make.status();
        if (lanes_ != 0 && own->take(make.rows(), lanes_, !is_symmetric_)) {
            table_ = own->view();
            bytes_ = own->bytes();
        } else if (lanes_ != 0) {
            forget();
        }
        statistics_ = make.used();
        statistics_.bytes = std::max(statistics_.bytes, own->budget().peak());
    }

    const G* graph_;
    detail::erased_unique_ptr owner_;  // of the table: memory or a file
    detail::emptied<table> table_;
    detail::emptied<std::uint64_t> bytes_;
    std::vector<node> nodes_;
    detail::emptied<std::size_t> lanes_;
    bool is_symmetric_ = true;
};

template <class G>
landmarks(const G&) -> landmarks<G>;
template <class G>
landmarks(const G&, const landmark_options&, const options& = {}) -> landmarks<G>;
template <class G, class Nodes>
landmarks(const G&, const Nodes&, const options& = {}) -> landmarks<G>;

template <class G, class Entry>
class landmark_estimate {
    using marks = landmarks<G, Entry>;
    using entry = detail::distance_entry<typename marks::cost, Entry>;
    using stored = typename entry::stored;

public:
    /// The least that it costs from a node of the graph to the nearest goal; `infinite` only if
    /// there is no path.
    [[nodiscard]] typename marks::cost operator()(const typename marks::node& n) const noexcept {
        const stored* const row = rows_ + detail::index_in(*graph_, n) * (eights_ * 8);
        stored most = entry::largest_difference(least_.data(), row, eights_, 0);
        if (is_symmetric_) most = entry::largest_difference(row, greatest_.data(), eights_, most);
        return table_.cost(most);
    }

private:
    friend marks;

    template <class Goals>
    landmark_estimate(const marks& by, const Goals& goals)
        : graph_(by.graph_),
          table_(by.table_),
          rows_(table_.row(0)),
          eights_(table_.stride / 8),
          is_symmetric_(by.is_symmetric_),
          least_(eights_ * 8, entry::unreached),
          greatest_(eights_ * 8) {
        // Of several goals the least entry counts: what it costs to the nearest is at least the
        // least of all differences.
        for (const auto& goal : goals) {
            if (!detail::is_in(*graph_, goal)) continue;
            const stored* const row = table_.row(detail::index_in(*graph_, goal));
            for (std::size_t i = 0; i < least_.size(); ++i) {
                least_[i] = std::min(least_[i], row[i]);
                greatest_[i] = std::max(greatest_[i], row[i]);
            }
        }
    }

    const G* graph_;
    typename marks::table table_;
    const stored* rows_;
    std::size_t eights_;  // of lanes in a row
    bool is_symmetric_;
    std::vector<stored> least_;     // entries of the goals in each lane
    std::vector<stored> greatest_;  // the same, for edges that lead both ways
};

}  // namespace senda
