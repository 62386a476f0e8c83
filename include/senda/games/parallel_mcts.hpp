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

/// Runs a search on several threads that grow one tree, or on the only one where there are none.
/// The evaluation is copied for each of them. With more than one, two runs differ.
template <class Search>
[[nodiscard]] typename Search::result_type run_parallel(Search& search,
                                                        [[maybe_unused]] unsigned threads) {
#if SENDA_HAS_THREADS
    const auto launch = [](unsigned count, auto job) {
        std::vector<std::thread> started;
        started.reserve(count);
        unsigned running = count;
#if defined(__cpp_exceptions)
        try {
            for (unsigned i = 1; i < count; ++i) started.emplace_back(job, i);
        } catch (...) {  // the system has no more threads: the caller does what is left
            running = static_cast<unsigned>(started.size()) + 1;
        }
#else
        for (unsigned i = 1; i < count; ++i) started.emplace_back(job, i);
#endif
        job(0U);
        for (unsigned i = running; i < count; ++i) job(i);
        for (std::thread& t : started) t.join();
    };
    return search.run_on(threads, launch, +[]() noexcept { std::this_thread::yield(); });
#else
    return search.run();
#endif
}

}  // namespace senda::games
