// SPDX-License-Identifier: MIT
// What a table of distances needs: small numbers in a row, an abstraction, the graph of its small
// states, and where edges have costs Dijkstra's algorithm in an array of distances.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// How many bits an entry of a table has.
enum class entry_bits : unsigned char { four = 4, eight = 8 };

/// The bytes of `count` entries.
template <entry_bits Bits>
[[nodiscard]] constexpr std::uint64_t packed_bytes(std::uint64_t count) noexcept {
    return Bits == entry_bits::four ? count / 2 + count % 2 : count;
}

/// Reads entries from bytes that belong to somebody else: a table that was made, or one in a file.
template <entry_bits Bits>
class packed_view {
public:
    /// The largest entry.
    static constexpr unsigned most = Bits == entry_bits::four ? 15 : 255;

    constexpr packed_view() = default;
    constexpr explicit packed_view(const unsigned char* bytes) noexcept : bytes_(bytes) {}

    [[nodiscard]] constexpr const unsigned char* data() const noexcept { return bytes_; }
    [[nodiscard]] constexpr unsigned operator[](std::uint64_t number) const noexcept {
        if constexpr (Bits == entry_bits::eight) {
            return bytes_[number];
        } else {
            return static_cast<unsigned>(bytes_[number / 2] >> (4 * (number % 2))) & 15;
        }
    }
    void touch(std::uint64_t number) const noexcept {
        prefetch(bytes_ + (Bits == entry_bits::four ? number / 2 : number));
    }

private:
    const unsigned char* bytes_ = nullptr;
};

/// Writes entries that are 0 until then, into bytes that belong to somebody else.
template <entry_bits Bits>
class packed_span {
public:
    /// The largest entry.
    static constexpr unsigned most = packed_view<Bits>::most;
    static constexpr entry_bits bits = Bits;

    constexpr packed_span() = default;
    constexpr packed_span(unsigned char* bytes, std::uint64_t count) noexcept
        : bytes_(bytes), count_(count) {}

    [[nodiscard]] constexpr unsigned char* data() const noexcept { return bytes_; }
    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return count_; }

    /// Makes an entry of 0 another, one thread each; `alone` if others write to none meanwhile.
    void set(std::uint64_t number, unsigned entry, bool alone) const noexcept {
        if constexpr (Bits == entry_bits::eight) {
            bytes_[number] = static_cast<unsigned char>(entry);
        } else {
            const unsigned shifted = entry << (4 * (number % 2));
            (void)fetch_or(bytes_[number / 2], static_cast<unsigned char>(shifted), alone);
        }
    }

private:
    unsigned char* bytes_ = nullptr;
    std::uint64_t count_ = 0;
};

/// The small state of a node.
template <class A, class Node>
using small_of =
    std::remove_cvref_t<decltype(std::declval<const A&>()(std::declval<const Node&>()))>;

/// The node of a goal, one or `any_of` several.
template <class Goal>
struct node_of_goal {
    using type = std::decay_t<const Goal&>;
};
template <class Node>
struct node_of_goal<any_of<Node>> {
    using type = Node;
};
template <class Goal>
using goal_node = typename node_of_goal<Goal>::type;

/// The small states of a goal.
template <class A, class Goal>
[[nodiscard]] auto small_goals(const A& abstraction, const Goal& goal) {
    using small_type = small_of<A, goal_node<Goal>>;
    std::vector<small_type> abstracted;
    if constexpr (is_any_of<Goal>) {
        for (const auto& n : goal) abstracted.push_back(abstraction(n));
    } else {
        abstracted.push_back(abstraction(goal));
    }
    return any_of<small_type>(abstracted);
}

/// How a distance becomes an entry of a table and an entry an estimate. The largest entry stands
/// for what was not reached, unless the abstraction says that all is.
template <class A, entry_bits Bits>
struct entry_code {
    static constexpr unsigned most = packed_view<Bits>::most;
    static constexpr bool reaches_all = requires { requires A::reaches_all; };
    static constexpr unsigned largest = reaches_all ? most : most - 1;

    [[nodiscard]] static constexpr std::uint64_t step() noexcept {
        if constexpr (requires { A::step; }) {
            static_assert(A::step > 0, "pattern_database: a step is above 0");
            return static_cast<std::uint64_t>(A::step);
        } else {
            return 1;
        }
    }
    template <class Small>
    [[nodiscard]] static constexpr std::uint64_t floor(const A& a, const Small& abstracted) {
        if constexpr (requires { a.floor(abstracted); }) {
            return static_cast<std::uint64_t>(a.floor(abstracted));
        } else {
            return 0;
        }
    }
    /// The entry of a number that was reached: rounded down, and capped.
    [[nodiscard]] static constexpr unsigned entry(const A& a, std::uint64_t number,
                                                  std::uint64_t distance) {
        std::uint64_t known = 0;
        if constexpr (requires { a.floor(a.node(number)); }) known = floor(a, a.node(number));
        const std::uint64_t above = distance < known ? 0 : (distance - known) / step();
        return static_cast<unsigned>(std::min<std::uint64_t>(above, largest));
    }
};

/// A graph of small states, numbered by the abstraction, whose edges are walked backwards: by
/// `predecessors`, or as they are, if it has none; then each must lead both ways.
template <class G, class A, class Small>
class abstract_space {
    using types = graph_types<const G, Small>;

public:
    using node_type = Small;
    using cost = typename types::cost;
    static constexpr bool is_weighted = types::weighted;
    static_assert(Graph<const G, Small>, "pattern_database: a graph of the small states");
    static_assert(std::is_integral_v<cost>, "pattern_database: costs are whole numbers");
    static_assert(
        requires(const A& a) { a.node(a.index_bound()); },
        "pattern_database: an abstraction finds small states by number, node(i)");

    abstract_space(const G& g, const A& abstraction) noexcept
        : graph_(g), abstraction_(abstraction) {}

    [[nodiscard]] std::size_t index(const Small& n) const {
        return static_cast<std::size_t>(abstraction_.index(n));
    }
    [[nodiscard]] std::size_t index_bound() const {
        return static_cast<std::size_t>(abstraction_.index_bound());
    }
    [[nodiscard]] Small node(std::size_t number) const {
        using index = std::remove_cvref_t<decltype(abstraction_.index(std::declval<Small>()))>;
        return static_cast<Small>(abstraction_.node(static_cast<index>(number)));
    }

    /// Calls `take(node, cost)` for each edge that leads to a node.
    template <class Take>
    void for_each_edge_to(const Small& n, Take&& take) const {
        const auto edge = [&](const Small& from, cost c, auto&&) { take(from, c); };
        if constexpr (has_predecessors<const G, Small>) {
            for_each_predecessor<types>(graph_, n, edge);
        } else {
            for_each_successor<types>(graph_, n, edge);
        }
    }
    /// Emits the nodes from which an edge leads to a node, without costs.
    template <class Emit>
    void successors(const Small& n, Emit&& emit) const {
        for_each_edge_to(n, [&](const Small& from, cost) { emit(from); });
    }

private:
    const G& graph_;
    const A& abstraction_;
};

/// Distances from some nodes over the edges that `Space` walks, with whole costs, also of 0: Dial's
/// buckets are passes over the blocks of the array that have nodes at the distance in turn. Each
/// number has a `Word`: 0 if it
/// is unseen, else the larger the nearer, so that a better distance is a maximum; the upper bit
/// says that it is settled. What is too far for a word has the last distance, which is closed under
/// all edges: it is still known to be reached.
template <class Space, std::unsigned_integral Word, bool MayShare>
class cost_passes {
    using node = typename Space::node_type;
    using cost = typename Space::cost;
    static constexpr Word settled = Word{1} << (std::numeric_limits<Word>::digits - 1);
    static constexpr Word nearest = settled - 1;
    static constexpr std::size_t block_size = 1024;

public:
    template <class Start>
    cost_passes(const Space& space, const Start& start, const options& o)
        : space_(space), control_(o), words_(control_.budget()), most_(control_.budget()) {
        bound_ = space.index_bound();
        const std::size_t blocks = bound_ / block_size + 1;
        if (!control_.fits(words_.assign_zeros(bound_) && most_.assign_zeros(blocks))) return;
        for_each_start<node>(space, start, [&](const node& n) {
            const std::size_t number = space.index(n);
            words_[number] = nearest;
            most_[number / block_size] = nearest;
        });
        while (control_.running()) settle_nearest();
    }

    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }
    /// What is not settled is at least so far away.
    [[nodiscard]] std::uint64_t reached() const noexcept { return distance_of(now_); }

    /// Calls `take(number, distance)` for what is settled and `leave(number)` for the others.
    template <class Take, class Leave>
    void for_each(Take&& take, Leave&& leave) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if ((words_[i] & settled) != 0) {
                take(i, distance_of(words_[i] & nearest));
            } else {
                leave(i);
            }
        }
    }

private:
    [[nodiscard]] static constexpr std::uint64_t distance_of(Word word) noexcept {
        return static_cast<std::uint64_t>(nearest - word);
    }
    [[nodiscard]] static constexpr Word after(Word word, cost step) noexcept {
        const auto delta = static_cast<std::make_unsigned_t<cost>>(step);
        return delta < word ? static_cast<Word>(word - static_cast<Word>(delta)) : Word{1};
    }

    /// Edges that expansions met, looked at together, so that the processor waits for memory once.
    struct batch {
        static constexpr std::size_t most = 64;
        std::size_t number[most];
        Word word[most];
        std::size_t count = 0;
        std::uint64_t expanded = 0;
        std::uint64_t edges = 0;
        bool met_negative = false;
    };

    /// A pass over the blocks with nodes at the next distance. An edge that costs nothing may bring
    /// more of them: then the next pass is at the same distance.
    void settle_nearest() {
        now_ = 0;
        [[maybe_unused]] std::size_t count = 0;  // of blocks at this distance
        for (const Word most : most_) {
            count = most > now_ ? 1 : count + (most == now_ ? 1 : 0);
            now_ = std::max(now_, most);
        }
        if (now_ == 0) return control_.end(status::complete);
        if (distance_of(now_) > control_.limits().cost.template most<std::uint64_t>())
            return control_.end(status::cost_limit);
#if SENDA_HAS_THREADS
        if constexpr (MayShare) {
            if (count >= 32 && control_.options().threads > 1 &&
                control_.peek_expansion_batch(bound_) == bound_)
                return share_pass();
        }
#endif
        batch edges;
        for (std::size_t at = 0; at < most_.size() && control_.running(); ++at) {
            if (most_[at] != now_) continue;
            expand_block<true>(at, edges);
            most_[at] = most_waiting(at);
        }
        take_in(edges);
    }

    void take_in(const batch& edges) {
        control_.count_generated(edges.edges);
        if (edges.met_negative) control_.end(status::negative_cost);
        if (search_progress* const p = control_.options().progress)
            p->advance(control_.expanded(), bound_);
    }

    /// The nearest of a block that is not settled: as signed numbers, settled words are below 0.
    [[nodiscard]] Word most_waiting(std::size_t at) const noexcept {
        using number = std::make_signed_t<Word>;
        number most = 0;
        const std::size_t end = end_of(at);
        for (std::size_t i = at * block_size; i < end; ++i)
            most = std::max(most, static_cast<number>(words_[i]));
        return static_cast<Word>(most);
    }
    [[nodiscard]] std::size_t end_of(std::size_t at) const noexcept {
        return std::min(bound_, (at + 1) * block_size);
    }

    // Settles what is in a block at this distance. Others may raise words of the block meanwhile,
    // but none that this looks for: those are raised to this distance at most.
    template <bool Alone>
    SENDA_FLATTEN void expand_block(std::size_t at, batch& edges) {
        const std::size_t end = end_of(at);
        for (bool again = true; again;) {
            again = false;
            for (std::size_t i = at * block_size; i < end; ++i) {
                if (load_relaxed(words_[i]) != now_) continue;
                if constexpr (Alone) {
                    if (!control_.may_expand()) return serve<Alone>(edges);
                }
                store_relaxed(words_[i], static_cast<Word>(now_ | settled));
                again = true;
                ++edges.expanded;
                space_.for_each_edge_to(space_.node(i), [&](const node& from, cost step) {
                    meet<Alone>(space_.index(from), step, edges);
                });
            }
            serve<Alone>(edges);
        }
    }

    template <bool Alone>
    void meet(std::size_t number, cost step, batch& edges) {
        ++edges.edges;
        if (is_negative(step)) [[unlikely]] {
            edges.met_negative = true;
            return;
        }
        prefetch(&words_[number]);
        edges.number[edges.count] = number;
        edges.word[edges.count] = after(now_, step);
        if (++edges.count == batch::most) serve<Alone>(edges);
    }
    template <bool Alone>
    void serve(batch& edges) noexcept {
        for (std::size_t i = 0; i < edges.count; ++i) {
            const std::size_t number = edges.number[i];
            if (fetch_max(words_[number], edges.word[i], Alone) < edges.word[i])
                (void)fetch_max(most_[number / block_size], edges.word[i], Alone);
        }
        edges.count = 0;
    }

#if SENDA_HAS_THREADS
    // Which blocks have what next is found out when no thread writes any more.
    void share_pass() {
        team_.start(control_.options().threads);
        constexpr std::size_t piece = 8;
        const std::size_t pieces = (most_.size() + piece - 1) / piece;
        const auto for_each_block = [&](std::size_t i, auto&& work) {
            const std::size_t end = std::min((i + 1) * piece, most_.size());
            for (std::size_t at = i * piece; at < end; ++at)
                if (load_relaxed(most_[at]) == now_ && !work(at)) return false;
            return true;
        };
        std::vector<batch> edges(team_.size());
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        const bool is_done = team_.for_each(pieces, [&](std::size_t i, unsigned thread) {
            return for_each_block(i, [&](std::size_t at) {
                expand_block<false>(at, edges[thread]);
                return !(has_deadline_or_stop && control_.must_stop());
            });
        });
        team_.for_each(pieces, [&](std::size_t i, unsigned) {
            return for_each_block(i, [&](std::size_t at) {
                most_[at] = most_waiting(at);
                return true;
            });
        });
        for (const batch& b : edges) {
            control_.count_expanded(b.expanded);
            take_in(b);
        }
        control_.note_threads(std::max(control_.statistics().threads, team_.size()));
        if (!is_done && control_.poll()) control_.end(status::cancelled);
    }

    thread_team team_;
#endif

    const Space& space_;
    search_control control_;
    buffer<Word> words_;
    buffer<Word> most_;  // the nearest of each block that waits
    std::size_t bound_ = 0;
    Word now_ = nearest;  // the distance in turn
};

}  // namespace senda::detail
