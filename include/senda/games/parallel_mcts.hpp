// SPDX-License-Identifier: MIT
// Monte-Carlo tree search on several threads, where the system has them.
#pragma once

#include <senda/games/mcts.hpp>
#include <senda/storage/threads.hpp>

#if SENDA_HAS_THREADS
#include <thread>
#endif

#include <vector>

namespace senda::games {

#if SENDA_HAS_THREADS
namespace detail {

/// Starts a thread; false if the system has no more of them.
template <class Job>
[[nodiscard]] bool start_thread(std::vector<std::thread>& threads, Job job) {
#if defined(__cpp_exceptions)
    try {
        threads.emplace_back(job);
    } catch (...) {
        return false;
    }
#else
    threads.emplace_back(job);
#endif
    return true;
}

}  // namespace detail
#endif

/// Runs a search on several threads that grow one tree, or on the only one where there are none.
/// The evaluation is copied for each of them. With more than one, two runs differ.
template <class Search>
[[nodiscard]] typename Search::result_type run_parallel(Search& search,
                                                        [[maybe_unused]] unsigned threads) {
#if SENDA_HAS_THREADS
    return search.run_on(threads, [](unsigned count, auto job) {
        std::vector<std::thread> started;
        started.reserve(count);
        unsigned i = 1;
        while (i < count && detail::start_thread(started, [job, i] { job(i); })) ++i;
        job(0U);
        for (; i < count; ++i) job(i);
        for (std::thread& t : started) t.join();
    });
#else
    return search.run();
#endif
}

}  // namespace senda::games
