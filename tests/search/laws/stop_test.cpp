// SPDX-License-Identifier: MIT
// Limits of time and stop tokens.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <version>
#if defined(__cpp_lib_jthread)  // libc++ 19 has no stop tokens yet
#include <stop_token>
#endif
#include <vector>

#include "support/checks.hpp"
#include "support/endless_graphs.hpp"
#include "support/rounds.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("a time limit ends an endless search in time") {
    const plane everywhere;
    constexpr double limit = is_slow ? 0.1 : 0.01;
    for (const plane_algorithm& algorithm : plane_algorithms()) {
        if (algorithm.name == "bidirectional") continue;

        INFO("algorithm: " << algorithm.name);
        const auto answer = algorithm.call(everywhere, position{0, 0}, position{-1, 1'000'000},
                                           senda::options{.limits = {.time = limit}});
        check_no_path(answer, senda::status::time_limit);
        CHECK(answer.statistics.expanded > 0);
        CHECK(answer.statistics.seconds >= limit);
        CHECK(answer.statistics.seconds < 5);
        CHECK(answer.lower_bound <= 1'000'001);
    }
}

TEST_CASE("a time limit is made from seconds or from any chrono duration") {
    using namespace std::chrono_literals;
    CHECK(senda::duration{1.5}.seconds() == 1.5);
    CHECK(senda::duration{250ms}.seconds() == doctest::Approx(0.25));
    CHECK(senda::duration{2min}.seconds() == doctest::Approx(120));
    const auto answer = on_plane("bfs").call(plane{}, position{0, 0}, position{-1, 1'000'000},
                                             {.limits = {.time = 5ms}});
    CHECK(answer.status == senda::status::time_limit);
}

TEST_CASE("a stop may come from a flag, a stop token or its source") {
    const std::atomic<bool> flag{true};
    std::vector<senda::stop_token> stops{senda::stop_token{flag}};
#if defined(__cpp_lib_jthread)
    std::stop_source source;
    source.request_stop();
    const std::stop_token token = source.get_token();
    stops.insert(stops.end(), {senda::stop_token{token}, senda::stop_token{source}});
#endif
    for (const senda::stop_token& stop : stops) {
        const auto answer = on_plane("bfs").call(plane{}, position{0, 0}, position{9, 9},
                                                 senda::options{.stop = stop});
        check_no_path(answer, senda::status::cancelled);
        CHECK(answer.statistics.expanded == 0);
    }
}

TEST_CASE("a stop requested on the way ends the search soon with a valid bound") {
    // Four ways out of each place of a torus; the goal is as far as can be.
    const int side = 100;
    test_graph torus{side * side};
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            for (const auto& [dx, dy] : {position{1, 0}, {0, 1}, {side - 1, 0}, {0, side - 1}})
                torus.add(y * side + x, (y + dy) % side * side + (x + dx) % side, 1);
    const dense_view dense{torus};
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        std::atomic<bool> flag{false};
        int left = 500;
        const steering pull_the_brake{.at_node = [&](int, int) {
            if (--left == 0) flag.store(true);
            return senda::flow::proceed;
        }};
        const auto answer = algorithm.call(dense, 0, side / 2 * side + side / 2,
                                           senda::options{.stop = flag}, pull_the_brake);
        check_no_path(answer, senda::status::cancelled);
        CHECK(answer.statistics.expanded >= 500);
        CHECK(answer.statistics.expanded < 1000);
        CHECK(answer.lower_bound <= side);
    }
}
