// SPDX-License-Identifier: MIT
// Threads that do numbered blocks of work.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>

#include <cstddef>
#include <memory>
#include <new>

// Tests let threads wait here.
#ifndef SENDA_DETAIL_BARRIER_HOOK
#define SENDA_DETAIL_BARRIER_HOOK() static_cast<void>(0)
#endif

namespace senda::detail {

/// Each block is done by one of the threads, or all by the caller until they are started.
class block_thread_pool {
public:
    using task = void (*)(void* context, std::size_t block);

    void start(unsigned threads) {
        if (!SENDA_HAS_THREADS || threads < 2) return;
        all_.reset(new (std::nothrow) state);
        if (all_) all_->team.start(threads);
    }
    [[nodiscard]] bool is_started() const noexcept { return all_ != nullptr; }
    [[nodiscard]] unsigned size() const noexcept { return all_ ? all_->team.size() : 1; }

    /// Sees to it that all blocks are done; false if a control, which is asked before each block,
    /// said that the search must stop.
    [[nodiscard]] bool run(task what, void* context, std::size_t blocks,
                           const search_control* watched = nullptr) {
        if (!all_) {
            for (std::size_t b = 0; b < blocks; ++b) {
                if (watched != nullptr && watched->must_stop()) return false;
                what(context, b);
            }
            return true;
        }
        job work{all_.get(), what, context, blocks, watched};
        all_->ticket = 0;
        all_->must_stop = 0;
        all_->team.run(&serve, &work);
        return all_->must_stop == 0;
    }

private:
    struct state {
        alignas(64) std::size_t ticket = 0;  // how many blocks were begun
        alignas(64) unsigned must_stop = 0;
        alignas(64) thread_team team;
    };
    struct job {
        state* all;
        task what;
        void* context;
        std::size_t blocks;
        const search_control* watched;
    };

    static void serve(void* context, unsigned) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        const job& work = *static_cast<job*>(context);
        for (;;) {
            const std::size_t b = fetch_add(work.all->ticket, std::size_t{1}, false);
            if (b >= work.blocks) break;
            if (work.watched != nullptr && work.watched->must_stop()) {
                store(work.all->must_stop, 1U);
                break;
            }
            work.what(work.context, b);
        }
        SENDA_DETAIL_BARRIER_HOOK();
    }

    std::unique_ptr<state> all_;
};

}  // namespace senda::detail
