// SPDX-License-Identifier: MIT
// Label setting by threads, a cost at a time: words by which they agree on the best paths, and
// buckets of their own.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/radix_queue.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>

namespace senda::detail {

/// The cost of the best path to a node and the node before it, in a word that rises as paths get
/// better; 0 is none. Of equal costs the least node before it is better, and none at all best.
template <std::integral C>
    requires(sizeof(C) <= 4)
struct cost_label {
    using word = unsigned long long;
    static constexpr std::uint32_t no_node = 0;  // others are one more than their numbers

    [[nodiscard]] static word of(C cost, std::uint32_t before) noexcept {
        return ~(word{static_cast<std::uint32_t>(cost)} << 32 | before);
    }
    [[nodiscard]] static C cost_of(word w) noexcept {
        return static_cast<C>(static_cast<std::uint32_t>(~w >> 32));
    }
    [[nodiscard]] static std::uint32_t node_before(word w) noexcept {
        return static_cast<std::uint32_t>(~w);
    }
};

/// What one thread found and has still to do.
template <std::integral C>
struct thread_buckets {
    struct count {
        std::uint64_t expanded = 0;
        std::uint64_t edges = 0;
        std::int64_t fresh = 0;   // nodes that were reached first,
        std::int64_t pruned = 0;  // and those beyond the limit on costs, less those taken in
    };

    explicit thread_buckets(memory_budget& budget) noexcept : open(budget), free_from(budget) {}

    void clear() noexcept {
        open.clear();
        free_from.clear();
        counts = {};
        is_full = has_negative = false;
    }

    /// Notes whether there was room for something.
    void note(bool had_room) noexcept { is_full = is_full || !had_room; }
    void note_free_from(std::uint32_t node) {
        if (free_from.empty() || free_from.back() != node) note(free_from.push(node));
    }

    /// A better path to a node.
    struct claim {
        typename cost_label<C>::word label;
        std::uint32_t to, from;
        C step;
    };

    radix_queue<C> open;
    buffer<std::uint32_t> free_from;  // nodes with edges of cost 0 that lead on
    std::array<claim, 32> claims;     // that are not noted yet
    std::size_t claim_count = 0;
    count counts;
    bool is_full = false;
    bool has_negative = false;
};

/// Threads with buckets of their own.
template <std::integral C>
class bucket_thread_pool {
public:
    struct alignas(64) worker {
        /// Some of the edges out of a node that has many, from one on.
        struct part {
            std::uint32_t node;
            std::size_t first;
        };
        static constexpr std::size_t edges_at_once = 2048;

        explicit worker(memory_budget& whole) noexcept
            : budget(whole, 4096), own(budget), due(budget), parts(budget) {}

        void clear_due() noexcept {
            due.clear();
            parts.clear();
        }
        /// Replaces nodes that have many edges by parts.
        template <class Rows>
        void divide(const Rows& rows) {
            std::size_t left = 0;
            for (std::size_t i = 0; i < due.size(); ++i) {
                const std::uint32_t node = due[i];
                const std::size_t last = rows.offsets[std::size_t{node} + 1];
                due[left] = node;
                if (last - rows.offsets[node] <= 2 * edges_at_once) {
                    ++left;
                    continue;
                }
                for (std::size_t e = rows.offsets[node]; e < last; e += edges_at_once)
                    own.note(parts.push(part{node, e}));
            }
            due.truncate(left);
        }

        /// Lists the nodes of a cost that wait, some of which may be cheaper by now.
        template <class Ahead>
        void take_least(C cost, Ahead&& ahead) {
            clear_due();
            if (!own.open.empty() && own.open.min_key() == cost)
                own.note(own.open.pop_least(due, ahead));
        }

        memory_budget budget;
        thread_buckets<C> own;
        buffer<std::uint32_t> due;  // its nodes of the cost that is expanded,
        buffer<part> parts;         // and those with many edges
        std::size_t first_block = 0;
    };

    /// Starts threads; null if there is only one, or no memory.
    [[nodiscard]] static lasting<bucket_thread_pool> start(unsigned threads,
                                                           memory_budget& budget) {
        lasting<bucket_thread_pool> made(new (std::nothrow) bucket_thread_pool);
        if (!made) return made;
        made->team.start(threads);
        for (unsigned i = 0; i < made->team.size(); ++i) {
            made->workers_[i] = lasting(new (std::nothrow) worker(budget));
            if (!made->workers_[i]) return lasting<bucket_thread_pool>();
        }
        return made;
    }

    [[nodiscard]] worker& of(unsigned thread) noexcept { return *workers_[thread]; }
    [[nodiscard]] thread_buckets<C>& buckets_of(unsigned thread) noexcept {
        return workers_[thread]->own;
    }

    void clear() noexcept {
        for (unsigned i = 0; i < team.size(); ++i) buckets_of(i).clear();
    }

    /// The least cost of a node that waits; false if none does.
    [[nodiscard]] bool find_least(C& least) noexcept {
        bool is_found = false;
        for (unsigned i = 0; i < team.size(); ++i) {
            const auto& open = buckets_of(i).open;
            if (open.empty()) continue;
            least = is_found ? std::min(least, open.min_key()) : open.min_key();
            is_found = true;
        }
        return is_found;
    }

    struct summary_of_round {
        std::uint64_t work;  // that was done since it was counted last
        bool must_leave;     // something is left to one thread
    };
    [[nodiscard]] summary_of_round summarize() noexcept {
        summary_of_round all{0, false};
        for (unsigned i = 0; i < team.size(); ++i) {
            const thread_buckets<C>& own = buckets_of(i);
            all.work += own.counts.edges + 8 * own.counts.expanded;
            all.must_leave =
                all.must_leave || own.is_full || own.has_negative || !own.free_from.empty();
        }
        return all;
    }

    /// In how many blocks all that is due is relaxed: of one thread after the other, parts of nodes
    /// first.
    [[nodiscard]] std::size_t count_blocks() noexcept {
        std::size_t nodes = 0;
        for (unsigned i = 0; i < team.size(); ++i) nodes += of(i).due.size();
        at_once = std::clamp<std::size_t>(nodes / team.size() / 4, 1, 16 + (nodes >> 24));
        std::size_t blocks = 0;
        for (unsigned i = 0; i < team.size(); ++i) {
            worker& own = of(i);
            own.first_block = blocks;
            blocks += own.parts.size() + (own.due.size() + at_once - 1) / at_once;
        }
        return blocks;
    }
    /// Whose block that is; the number becomes one among those of that thread.
    [[nodiscard]] worker& owner_of(std::size_t& block) noexcept {
        unsigned last = team.size() - 1;
        while (of(last).first_block > block) --last;
        block -= of(last).first_block;
        return of(last);
    }

private:
    std::array<lasting<worker>, thread_team::most> workers_;

public:
    std::size_t at_once = 1;  // nodes of a block
    alignas(64) thread_team team;
};

}  // namespace senda::detail
