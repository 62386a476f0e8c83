// SPDX-License-Identifier: MIT
// Independent pieces of work shared by threads, where the system has them.
#pragma once

#include <senda/language/extensions.hpp>

#include <algorithm>
#include <cstddef>

#include <map>
#include <utility>

#if SENDA_HAS_THREADS
#include <atomic>
#include <mutex>
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
        } catch (...) {
            // The system has no more threads: those that there are do it all.
            threads = static_cast<unsigned>(started.size()) + 1;
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

/// Takes results that threads have in any order, and hands them over by their numbers from 0 on,
/// one at a time.
template <class Result>
class in_order {
public:
    /// Calls `take(result)` for this result and those that waited for it, if their turn has come.
    template <class Take>
    void put(std::size_t number, Result result, Take&& take) {
#if SENDA_HAS_THREADS
        const std::lock_guard lock{mutex_};
#endif
        waiting_.emplace(number, std::move(result));
        for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
             first = waiting_.erase(first), ++next_)
            take(first->second);
    }

private:
#if SENDA_HAS_THREADS
    std::mutex mutex_;
#endif
    std::map<std::size_t, Result> waiting_;
    std::size_t next_ = 0;
};

}  // namespace senda::rush_hour::detail
