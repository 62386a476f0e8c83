// SPDX-License-Identifier: MIT
// What threads have for themselves while they empty the buckets of one search, and what they share.
#pragma once

#include <senda/detail/storage/radix_queue.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/cost.hpp>
#include <senda/language/atomic_access.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/threads.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

// Tests let threads wait here.
#ifndef SENDA_DETAIL_AT_MEETING
#define SENDA_DETAIL_AT_MEETING() static_cast<void>(0)
#endif

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
struct bucket_lane {
    struct count {
        std::uint64_t expanded = 0;
        std::uint64_t edges = 0;
        std::int64_t fresh = 0;     // nodes that were reached first,
        std::int64_t left_out = 0;  // and those beyond the limit on costs, less those taken in
    };

    explicit bucket_lane(memory_budget& budget) noexcept : open(budget), free_from(budget) {}

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

    radix_queue<C> open;
    buffer<std::uint32_t> free_from;  // nodes with edges of cost 0 that lead on
    count counts;
    bool is_full = false;
    bool has_negative = false;
};

/// Threads with a lane each.
template <std::integral C>
class bucket_crew {
    struct alignas(64) worker {
        explicit worker(memory_budget& whole) noexcept : budget(whole, 4096), own(budget) {}

        memory_budget budget;
        bucket_lane<C> own;
    };

public:
    /// Starts threads; null if there is only one, or no memory.
    [[nodiscard]] static std::unique_ptr<bucket_crew> start(unsigned threads,
                                                            memory_budget& budget) {
        std::unique_ptr<bucket_crew> made(new (std::nothrow) bucket_crew);
        if (!made) return made;
        made->team.start(threads);
        for (unsigned i = 0; i < made->team.size(); ++i) {
            made->workers_[i].reset(new (std::nothrow) worker(budget));
            if (!made->workers_[i]) return nullptr;
        }
        return made;
    }

    [[nodiscard]] bucket_lane<C>& lane_of(unsigned thread) noexcept {
        return workers_[thread]->own;
    }

    void clear() noexcept {
        for (unsigned i = 0; i < team.size(); ++i) lane_of(i).clear();
    }

    /// Calls `work(lane, block)` for all blocks, until one says no: whether none did.
    template <class Work>
    [[nodiscard]] bool share(std::size_t blocks, Work&& work) {
        struct context {
            bucket_crew& own;
            std::size_t blocks;
            Work& work;
        } all{*this, blocks, work};
        ticket_ = 0;
        is_ended_ = 0;
        team.run(
            [](void* given, unsigned thread) {
                SENDA_DETAIL_AT_MEETING();
                context& c = *static_cast<context*>(given);
                bucket_lane<C>& lane = c.own.lane_of(thread);
                while (load(c.own.is_ended_) == 0) {
                    const std::size_t block = fetch_add(c.own.ticket_, std::size_t{1}, false);
                    if (block >= c.blocks) break;
                    if (!c.work(lane, block)) store(c.own.is_ended_, 1U);
                }
                SENDA_DETAIL_AT_MEETING();
            },
            &all);
        return is_ended_ == 0;
    }

private:
    std::array<std::unique_ptr<worker>, thread_team::most> workers_;
    alignas(64) std::size_t ticket_ = 0;
    alignas(64) unsigned is_ended_ = 0;

public:
    alignas(64) thread_team team;
};

/// Objects for all numbers below another, which stay where they are: made once somebody asks.
class lasting_numbers {
    using list = std::vector<std::uint32_t>;

public:
    lasting_numbers() = default;
    lasting_numbers(lasting_numbers&& other) noexcept
        : made_(std::exchange(other.made_, nullptr)) {}
    lasting_numbers& operator=(lasting_numbers&& other) noexcept {
        std::swap(made_, other.made_);
        return *this;
    }
    ~lasting_numbers() { delete made_; }

    /// May be called by several threads at once.
    [[nodiscard]] const std::uint32_t* up_to(std::size_t count) const {
        const list* const known = load(made_);
        if (known != nullptr && known->size() >= count) return known->data();
        auto fresh = std::make_unique<list>(count);
        for (std::size_t i = 0; i < count; ++i) (*fresh)[i] = static_cast<std::uint32_t>(i);
        if (!compare_exchange<const list*>(made_, known, fresh.get())) return up_to(count);
        delete known;
        return fresh.release()->data();
    }

private:
    mutable const list* made_ = nullptr;
};

}  // namespace senda::detail
