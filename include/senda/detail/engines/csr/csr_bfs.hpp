// SPDX-License-Identifier: MIT
// Breadth-first search of a stored graph, where a layer is wide: all of it at once, from either
// side, by several threads.
#pragma once

#include <senda/detail/engines/csr/csr_graph.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Lets a `bfs_search` find the next layer at once, as a set of bits. Bottom-up, each node not
/// reached yet looks for one of the layer among its predecessors and stops at the first, which is
/// faster than to follow all edges if the layer has many of them (S. Beamer, K. Asanovic and D.
/// Patterson, *Direction-optimizing breadth-first search*, 2012). Top-down, the least node that
/// leads to another one becomes its parent. So nothing depends on the number of threads.
template <class Rows>
class csr_bfs {
    using id = std::uint32_t;
    using word = unsigned long long;
    static constexpr std::size_t words_at_once = 32;  // bits on cache lines of their own
    static constexpr std::size_t claims_at_once = 32;
    static constexpr std::size_t much = 15;    // a layer is left with its edges times this are
    static constexpr std::size_t few_of = 18;  // bottom-up ends below this part of all nodes
    static constexpr std::size_t edges_for_all = 16;  // a look at all nodes costs as much as these
    static constexpr std::size_t narrow = 4096;       // layers below this part are not looked at
    static constexpr std::size_t counted = 16'384;    // nodes from which on edges are guessed
    static constexpr std::size_t nodes_at_once = 4096;

    enum class direction { node_by_node, bottom_up, top_down };

    struct block {
        std::uint64_t edges;  // that were looked at
        std::size_t place;    // how many nodes were found, then where they begin in the list
    };

public:
    explicit csr_bfs(memory_budget& budget) noexcept
        : front_(budget), next_(budget), isolated_(budget), places_(budget), blocks_(budget) {}

    /// Starts again: the threads and the memory stay.
    void forget(search_control& control) noexcept {
        control.note_engine({engine_kind::general, fallback_reason::numbered});
        control.note_threads(1);
        front_at_ = no_index;
        is_bottom_up_ = is_clean_ = knows_isolated_ = false;
    }

    /// Finds the layer after the one that is due, if that is wide and may be expanded as a whole:
    /// 0. Else how many nodes to expand, up to `most`, before it is asked again.
    template <class Search>
    [[nodiscard]] std::uint64_t advance(Search& s, std::uint64_t most) {
        rows_ = s.graph_.edge_rows();
        back_ = s.graph_.reverse_rows();
        // Of the first nodes a few may have most of the edges: they are asked about layer by layer.
        const std::size_t many = std::max(tuning_.min_frontier, rows_.node_count / narrow);
        const std::size_t wide = s.next_ < many ? 1 : many;
        if (s.store_.size() - s.next_ < wide) return std::min<std::uint64_t>(most, wide);
        const std::size_t waiting = left_of_level(s);
        if (waiting < wide || most < waiting ||
            s.control_.peek_expansion_batch(waiting) < waiting) {
            return std::min<std::uint64_t>(most, waiting);
        }
        const direction how = choose(s, waiting);
        if (how == direction::node_by_node) return waiting;
        job<Search> work{*this, s, s.next_ + waiting, s.store_.words()};
        if (!prepare(work)) return waiting;
        expand(work, how);
        return 0;
    }

private:
    friend struct layer_tuner;
    template <class Search>
    struct job;
    static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

    template <class Search>
    [[nodiscard]] direction choose(const Search& s, std::size_t waiting) {
        const bool goes_on = is_bottom_up_ && front_at_ == s.next_;
        const std::size_t before = std::exchange(last_size_, waiting);
        if (goes_on && (waiting >= before || waiting > rows_.node_count / few_of)) {
            return direction::bottom_up;
        }
        std::size_t edges = 0;
        const std::size_t stride = waiting / counted + 1;
        const auto* const list = s.store_.list();
        for (std::size_t i = s.next_; i < s.next_ + waiting; i += stride) {
            const std::size_t node = list[i].node;
            edges += stride * (rows_.offsets[node + 1] - rows_.offsets[node]);
        }
        is_bottom_up_ = false;
        if (waiting < tuning_.min_frontier && edges < tuning_.min_edges)
            return direction::node_by_node;
        if (edges >= tuning_.min_edges_for_threads && !team_)
            start_team(s.control_.options().threads);
        const std::size_t all = rows_.offsets[rows_.node_count];
        const auto seen = static_cast<std::size_t>(
            std::min<std::uint64_t>(all, s.control_.statistics().generated));
        is_bottom_up_ = !goes_on && back_.offsets != nullptr && edges > (all - seen) / much;
        if (is_bottom_up_) return direction::bottom_up;
        // A goal is often met before the layer has been followed to its end.
        const bool has_many = has_no_goal<Search> && edges >= tuning_.min_edges &&
                              edges >= rows_.node_count / edges_for_all;
        return has_many ? direction::top_down : direction::node_by_node;
    }

    void release() noexcept {
        front_.release();
        next_.release();
        isolated_.release();
        places_.release();
        blocks_.release();
    }

    /// How much is left to expand of the layer of the next node.
    template <class Search>
    [[nodiscard]] static std::size_t left_of_level(Search& s) {
        const auto next = static_cast<id>(s.next_);
        (void)s.depth_of(next);
        const auto after = std::upper_bound(s.levels_.begin(), s.levels_.end(), next);
        return (after == s.levels_.end() ? s.store_.size() : *after) - s.next_;
    }

    template <class Search>
    static constexpr bool has_one_goal =
        std::same_as<decltype(Search::goal_), node_goal<typename Search::graph, id>>;
    template <class Search>
    static constexpr bool has_no_goal =
        std::same_as<decltype(Search::goal_), goal_test<typename Search::graph, id, no_goal>>;

    [[nodiscard]] std::size_t words() const noexcept { return rows_.node_count / 64 + 1; }

    /// Notes the layer as bits, and where its nodes are in the list; false if there is no room.
    template <class Search>
    [[nodiscard]] bool prepare(job<Search>& work) {
        const std::size_t first = work.search.next_;
        if (front_at_ == first) return true;
        if (places_.size() != rows_.node_count || front_.size() != words()) {
            const std::size_t blocks = (words() + words_at_once - 1) / words_at_once;
            if (!front_.assign_zeros(words()) || !next_.assign_zeros(words()) ||
                !isolated_.assign_zeros(words()) || !places_.assign_zeros(rows_.node_count) ||
                !blocks_.assign_zeros(blocks)) {
                release();
                return false;
            }
        } else {
            front_.set_zero();
            if (!is_clean_) {
                isolated_.set_zero();
                (void)share(&job<Search>::clear, work, blocks_.size());
            }
        }
        is_clean_ = true;
        (void)share(&job<Search>::note, work, (work.end - first - 1) / nodes_at_once + 1);
        front_at_ = first;
        return true;
    }

    /// Whether edges lead to less than seven eighths of the nodes, guessed from some of them.
    [[nodiscard]] bool are_many_isolated() const noexcept {
        const std::size_t stride = rows_.node_count / 1024 + 1;
        std::size_t isolated = 0;
        for (std::size_t node = 0; node < rows_.node_count; node += stride)
            isolated += back_.offsets[node] == back_.offsets[node + 1] ? 1 : 0;
        return isolated * stride > rows_.node_count / 8;
    }

    template <class Search>
    void expand(job<Search>& work, direction how) {
        Search& s = work.search;
        auto& control = s.control_;
        const std::size_t waiting = work.end - s.next_;
        control.note_engine(engine_kind::layers);
        if (team_) control.note_threads(team_->size());
        if (meets_goal(s)) return;
        bool must_stop = false;
        if (how == direction::bottom_up) {
            if (!knows_isolated_ && are_many_isolated())
                (void)share(&job<Search>::note_isolated, work, blocks_.size());
            knows_isolated_ = true;
            must_stop = !share(&job<Search>::look_back, work, blocks_.size(), &control);
        } else {
            must_stop = !share(&job<Search>::follow, work, blocks_.size(), &control) ||
                        !share(&job<Search>::collect, work, blocks_.size(), &control);
        }
        // What was found of a layer that is not finished is forgotten.
        if (must_stop) return control.end_by_limit();
        std::uint64_t edges = 0;
        const std::size_t known = s.store_.size();
        std::size_t place = known;
        for (block& b : blocks_) {
            edges += b.edges;
            place += std::exchange(b.place, place);
        }
        if (!s.store_.reserve(place) || !s.parents_.reserve(place))
            return control.end(status::memory_limit);
        work.list = s.store_.list();
        work.parents = s.parents_.data();
        (void)share(&job<Search>::append, work, blocks_.size());
        control.count_expanded(waiting);
        control.count_generated(edges);
        s.next_ = work.end;
        s.store_.set_size(place);
        s.parents_.set_size(place);
        std::swap(front_, next_);
        // Nodes of the new layer that were known before are not among its bits.
        front_at_ = known == work.end ? known : no_index;
        test_for_goal(s, known);
    }

    /// A goal that is one node, and has a predecessor in the layer, is found without the others.
    template <class Search>
    [[nodiscard]] bool meets_goal([[maybe_unused]] Search& s) {
        if constexpr (has_one_goal<Search>) {
            const id goal = *s.goal_.begin();
            if (back_.offsets == nullptr || goal >= rows_.node_count) return false;
            for (std::size_t e = back_.offsets[goal]; e < back_.offsets[std::size_t{goal} + 1];
                 ++e) {
                const id from = back_.edges[e].to;
                if (!is_in(front_.data(), from)) continue;
                s.control_.count_expanded(1);
                s.control_.count_generated(e + 1 - back_.offsets[goal]);
                s.discover(goal, places_[from], {});
                return true;
            }
        }
        return false;
    }

    template <class Search>
    void test_for_goal([[maybe_unused]] Search& s, [[maybe_unused]] std::size_t first) {
        if constexpr (has_one_goal<Search>) {
            const id goal = *s.goal_.begin();
            if (goal < rows_.node_count && is_in(front_.data(), goal)) s.found(places_[goal]);
        } else if constexpr (!has_no_goal<Search>) {
            for (std::size_t i = first; i < s.store_.size(); ++i) {
                if (s.goal_(s.graph_, s.store_.list()[i].node)) return s.found(static_cast<id>(i));
            }
        }
    }

    [[nodiscard]] static id first_in(word bits, std::size_t w) noexcept {
        return static_cast<id>(w * 64) + static_cast<id>(std::countr_zero(bits));
    }
    [[nodiscard]] static bool is_in(const word* set, id node) noexcept {
        return (set[node / 64] >> node % 64 & 1) != 0;
    }

    /// What threads share: each block is done by one of them.
    template <class Search>
    struct job {
        csr_bfs& own;
        Search& search;
        std::size_t end;  // of the layer in the list
        word* reached;
        decltype(std::declval<Search&>().store_.list()) list = search.store_.list();
        id* parents = nullptr;

        /// Forgets the nodes of a block.
        void clear(std::size_t b) {
            const auto [first, last] = own.words_of(b);
            const std::size_t past = std::min<std::size_t>(last * 64, own.rows_.node_count);
            std::fill(own.places_.data() + first * 64, own.places_.data() + past, id{0});
        }

        /// To which nodes of a block no edge leads: an unpredictable branch less to look back at.
        void note_isolated(std::size_t b) {
            const Rows back = own.back_;
            const auto [first, last] = own.words_of(b);
            for (std::size_t w = first; w < last; ++w) {
                word none = 0;
                const std::size_t nodes = std::min<std::size_t>(64, own.rows_.node_count - w * 64);
                const auto* const offsets = &back.offsets[w * 64];
                for (std::size_t i = 0; i < nodes; ++i)
                    none |= word{offsets[i] == offsets[i + 1] ? 1U : 0U} << i;
                own.isolated_[w] = none;
            }
        }

        /// Some nodes of the layer as bits, and where they are in the list.
        void note(std::size_t b) {
            const std::size_t first = search.next_ + b * nodes_at_once;
            const bool is_alone = !own.team_;
            for (std::size_t i = first; i < std::min(end, first + nodes_at_once); ++i) {
                const id node = list[i].node;
                own.places_[node] = static_cast<id>(i);
                (void)fetch_or(own.front_[node / 64], word{1} << node % 64, is_alone);
            }
        }

        /// Bottom-up: which nodes of a block are new, and from where.
        void look_back(std::size_t b) {
            const Rows back = own.back_;
            const word* const front = own.front_.data();
            id* const places = own.places_.data();
            const auto [first, last] = own.words_of(b);
            std::uint64_t seen = 0;
            std::size_t found = 0;
            for (std::size_t w = first; w < last; ++w) {
                word fresh = 0;
                const word unknown = ~reached[w] & ~own.isolated_[w] & own.within(w);
                for (word open = unknown; open != 0; open &= open - 1) {
                    const id node = first_in(open, w);
                    std::size_t e = back.offsets[node];
                    const std::size_t row_end = back.offsets[std::size_t{node} + 1];
                    for (; e < row_end; ++e) {
                        const id from = back.edges[e].to;
                        ++seen;
                        if (!is_in(front, from)) continue;
                        places[node] = from + 1;
                        fresh |= open & (~open + 1);
                        break;
                    }
                }
                own.next_[w] = fresh;
                found += static_cast<std::size_t>(std::popcount(fresh));
            }
            own.blocks_[b] = {seen, found};
        }

        /// Top-down: claims what the nodes of the layer in a block lead to. The least claim counts.
        void follow(std::size_t b) {
            const Rows rows = own.rows_;
            const auto [first, last] = own.words_of(b);
            std::uint64_t seen = 0;
            std::array<claim, claims_at_once> claims;
            std::size_t count = 0;
            for (std::size_t w = first; w < last; ++w) {
                for (word due = own.front_[w]; due != 0; due &= due - 1) {
                    const id from = first_in(due, w);
                    const std::size_t row_end = rows.offsets[std::size_t{from} + 1];
                    seen += row_end - rows.offsets[from];
                    for (std::size_t e = rows.offsets[from]; e < row_end; ++e) {
                        const id to = rows.edges[e].to;
                        claims[count] = {to, from + 1};
                        count += is_in(reached, to) ? 0 : 1;
                        if (count == claims_at_once) count = settle(claims.data(), count);
                    }
                }
            }
            (void)settle(claims.data(), count);
            own.blocks_[b].edges = seen;
        }
        struct claim {
            id to, from;
        };
        /// Waits for memory once for all of them.
        [[nodiscard]] std::size_t settle(const claim* claims, std::size_t count) {
            id* const places = own.places_.data();
            const bool is_alone = !own.team_;
            for (std::size_t i = 0; i < count; ++i) prefetch_to_write(&places[claims[i].to]);
            for (std::size_t i = 0; i < count; ++i)
                set_least(places[claims[i].to], claims[i].from, is_alone);
            return 0;
        }
        /// Which nodes of a block were claimed.
        void collect(std::size_t b) {
            const id* const places = own.places_.data();
            const auto [first, last] = own.words_of(b);
            std::size_t found = 0;
            for (std::size_t w = first; w < last; ++w) {
                word fresh = 0;
                const std::size_t nodes = std::min<std::size_t>(64, own.rows_.node_count - w * 64);
                for (std::size_t i = 0; i < nodes; ++i) {
                    fresh |= word{places[w * 64 + i] != 0 ? 1U : 0U} << i;
                }
                own.next_[w] = fresh & ~reached[w];
                found += static_cast<std::size_t>(std::popcount(own.next_[w]));
            }
            own.blocks_[b].place = found;
        }

        /// Takes the new nodes of a block into the list, by their numbers.
        void append(std::size_t b) {
            id* const places = own.places_.data();
            const auto [first, last] = own.words_of(b);
            std::size_t at = own.blocks_[b].place;
            for (std::size_t w = first; w < last; ++w) {
                reached[w] |= own.next_[w];
                for (word fresh = own.next_[w]; fresh != 0; fresh &= fresh - 1, ++at) {
                    const id node = first_in(fresh, w);
                    list[at].node = node;
                    parents[at] = places[places[node] - 1];
                    places[node] = static_cast<id>(at);
                }
            }
        }
    };

    struct word_range {
        std::size_t first, last;
    };
    [[nodiscard]] word_range words_of(std::size_t b) const noexcept {
        return {b * words_at_once, std::min(words(), (b + 1) * words_at_once)};
    }
    /// The bits of a word that are nodes.
    [[nodiscard]] word within(std::size_t w) const noexcept {
        const std::size_t left = rows_.node_count - w * 64;
        return left >= 64 ? ~word{0} : (word{1} << left) - 1;
    }

    /// Sees to it that all blocks are done; false if the search of `control` must stop.
    template <class Job>
    [[nodiscard]] bool share(void (Job::*task)(std::size_t), Job& work, std::size_t blocks,
                             const search_control* control = nullptr) {
        const auto call = [&](std::size_t b, unsigned) { (work.*task)(b); };
        return team_ ? team_->for_each(blocks, call, control)
                     : thread_team().for_each(blocks, call, control);
    }
    void start_team(unsigned threads) {
        if (!SENDA_HAS_THREADS || threads < 2) return;
        team_ = lasting(new (std::nothrow) thread_team);
        if (team_) team_->start(threads);
    }

    layer_tuning tuning_;
    Rows rows_, back_;
    buffer<word> front_;     // the layer that is due,
    buffer<word> next_;      // and the one after it
    buffer<word> isolated_;  // nodes without predecessors
    buffer<id> places_;  // of nodes of the layer: in the list; of new ones: the parent, plus one
    buffer<block> blocks_;
    std::size_t front_at_ = no_index;  // where the layer in `front_` begins in the list
    std::size_t last_size_ = 0;
    bool is_bottom_up_ = false;
    bool is_clean_ = false;  // `places_` has nothing of an earlier search
    bool knows_isolated_ = false;
    lasting<thread_team> team_;  // from the first wide layer on
};

/// The layers of a graph; nothing if its edges are not stored.
template <class G, bool IsStored>
struct layers_for {
    using type = no_layers;
};
template <class G>
struct layers_for<G, true> {
    using type = csr_bfs<decltype(std::declval<const G&>().edge_rows())>;
};
template <class G, bool IsStored>
using layers_of = typename layers_for<G, IsStored>::type;

}  // namespace senda::detail
