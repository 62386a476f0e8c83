// SPDX-License-Identifier: MIT
// Threads that serve the shards of a search, one shard at a time each.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/language/extensions.hpp>

#if defined(__cpp_exceptions)
#include <exception>
#include <utility>
#endif

// Tests let threads wait here.
#ifndef SENDA_DETAIL_BARRIER_HOOK
#define SENDA_DETAIL_BARRIER_HOOK() static_cast<void>(0)
#endif

namespace senda::detail {

/// Calls work for each shard: a thread first serves those that it has served before, which are
/// still near, then what others have not begun. That it is of no type lets it be compiled once.
class shard_scheduler {
public:
    static constexpr unsigned most = 64;
    using work = void (*)(void* search, unsigned shard);

    /// Schedules `shards` shards.
    explicit shard_scheduler(unsigned shards) noexcept : shards_(shards) {}
    shard_scheduler(const shard_scheduler&) = delete;
    shard_scheduler& operator=(const shard_scheduler&) = delete;

    /// Starts threads, of which more than there are shards would have nothing to do.
    void start(unsigned threads) noexcept { team_.start(threads < shards_ ? threads : shards_); }
    /// How many threads there are with the caller.
    [[nodiscard]] unsigned size() const noexcept { return team_.size(); }

    /// Returns when all shards are served. What was thrown for one of them is thrown to the caller.
    SENDA_COLD void run_all(work each, void* search, bool alone) {
        each_ = each;
        search_ = search;
        for (unsigned t = 0; t < size(); ++t) begun_[t].shards = 0;
        if (alone) {
            serve(0, true);
        } else {
            team_.run(
                [](void* self, unsigned thread) {
                    static_cast<shard_scheduler*>(self)->serve(thread, false);
                },
                this);
        }
#if defined(__cpp_exceptions)
        for (std::exception_ptr& error : errors_) {
            if (error) std::rethrow_exception(std::exchange(error, nullptr));
        }
#endif
    }

private:
    void serve(unsigned thread, bool alone) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        for (unsigned i = 0; i < size(); ++i) {
            const unsigned other = (thread + i) % size();
            for (;;) {
                const unsigned p = other + size() * fetch_add(begun_[other].shards, 1U, alone);
                if (p >= shards_) break;
                serve_shard(p);
            }
        }
        SENDA_DETAIL_BARRIER_HOOK();
    }

    void serve_shard(unsigned p) noexcept {
#if defined(__cpp_exceptions)
        try {
            each_(search_, p);
        } catch (...) {
            errors_[p] = std::current_exception();
        }
#else
        each_(search_, p);
#endif
    }

    unsigned shards_;
    work each_ = nullptr;
    void* search_ = nullptr;
#if defined(__cpp_exceptions)
    std::exception_ptr errors_[most];
#endif
    struct alignas(64) count {
        unsigned shards = 0;
    };
    count begun_[most];  // of those that a thread serves first
    alignas(64) thread_team team_;
};

}  // namespace senda::detail
