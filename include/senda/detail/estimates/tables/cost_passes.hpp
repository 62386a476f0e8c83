// SPDX-License-Identifier: MIT
// Dijkstra's algorithm on numbered nodes with whole costs, also of 0, in an array of distances:
// Dial's buckets are passes over the blocks of the array that have nodes at the distance in turn.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// Distances from some nodes over the edges that `Space` walks. Each number has a `Word`: 0 if it
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
