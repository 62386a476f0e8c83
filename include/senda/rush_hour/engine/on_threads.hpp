// SPDX-License-Identifier: MIT
// Independent pieces of work shared by threads, where the system has them.
#pragma once

#include <senda/storage/threads.hpp>

#include <algorithm>
#include <cstddef>

#if SENDA_HAS_THREADS
#include <atomic>
#include <thread>
#include <vector>
#endif

namespace senda::rush_hour::detail {

/// How many threads to start: what was asked for, at most one a piece of work; one where the system
/// has none.
[[nodiscard]] inline unsigned threads_for([[maybe_unused]] unsigned wanted,
                                          [[maybe_unused]] std::size_t pieces) noexcept {
#if SENDA_HAS_THREADS
    return static_cast<unsigned>(
        std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(pieces, 1)));
#else
    return 1;
#endif
}

/// Calls `work(i, thread)` for every `i` below `count`, in order on each thread; whoever is done
/// takes the next. The threads are numbered from 0, the caller's, to `threads` - 1.
template <class Work>
void for_each_on_threads([[maybe_unused]] unsigned threads, std::size_t count, Work&& work) {
#if SENDA_HAS_THREADS
    threads = threads_for(threads, count);
    if (threads > 1) {
        std::atomic<std::size_t> next{0};
        const auto job = [&](unsigned thread) {
            for (std::size_t i = next++; i < count; i = next++) work(i, thread);
        };
        std::vector<std::thread> started;
        started.reserve(threads - 1);
#if defined(__cpp_exceptions)
        try {
            for (unsigned t = 1; t < threads; ++t) started.emplace_back(job, t);
        } catch (...) {  // the system has no more threads: those that there are do it all
        }
#else
        for (unsigned t = 1; t < threads; ++t) started.emplace_back(job, t);
#endif
        job(0);
        for (std::thread& t : started) t.join();
        return;
    }
#endif
    for (std::size_t i = 0; i < count; ++i) work(i, 0U);
}

}  // namespace senda::rush_hour::detail
