// SPDX-License-Identifier: MIT
#include <senda/detail/storage/system_thread.hpp>
#include <senda/detail/storage/thread_team.hpp>

#include "storage/thread_teams.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <doctest/doctest.h>
#include <thread>
#include <vector>

namespace thread_team_test {

using senda::detail::thread_team;

struct tally {
    std::array<int, thread_team::most> done{};
};

TEST_CASE("A thread team does every part of every task once") {
    for (const unsigned wanted : {0u, 1u, 2u, 3u, 1'000u}) {
        thread_team team;
        team.start(wanted);
        CHECK(team.size() >= 1);
        CHECK(team.size() <= thread_team::most);
        tally all;
        for (int round = 0; round < 500; ++round) {
            team.run([](void* of, unsigned part) { ++static_cast<tally*>(of)->done[part]; }, &all);
        }
        for (unsigned part = 0; part < thread_team::most; ++part) {
            CHECK(all.done[part] == (part < team.size() ? 500 : 0));
        }
    }
}

TEST_CASE("A thread team has as many threads as are wanted and can run at once") {
    const unsigned can_run = senda::detail::processors();
    for (const unsigned wanted : {20u, 40u, 1'000u}) {
        thread_team team;
        team.start(wanted);
        CHECK(team.size() == std::min({wanted, can_run, thread_team::most}));
    }
    CHECK(thread_team::most >= 128);
}

TEST_CASE("A thread team may write what its parts do not share") {
    for (const unsigned wanted : {1u, 2u, 3u, 5u})
        CHECK(support::team_does_each_part_once(wanted, 40));
}

TEST_CASE("A thread that slept through an offer hears of the next one, and of the end") {
    for (int round = 0; round < 20; ++round) {
        thread_team team;
        team.start(3);
        for (int offer = 0; offer < 3; ++offer) {
            std::this_thread::sleep_for(std::chrono::milliseconds(4));  // they fall asleep
            // Done before a sleeper is awake, which finds its part taken back.
            tally all;
            team.run([](void* of, unsigned part) { ++static_cast<tally*>(of)->done[part]; }, &all);
            for (unsigned part = 0; part < team.size(); ++part) CHECK(all.done[part] == 1);
        }
    }
}

/// A control whose search must stop from some question on.
struct stops_after {
    int most;
    mutable std::atomic<int> asked = 0;

    [[nodiscard]] bool has_deadline_or_stop() const noexcept { return true; }
    [[nodiscard]] bool must_stop() const noexcept { return ++asked > most; }
};

TEST_CASE("A thread team does each number of a loop once") {
    for (const unsigned wanted : {1u, 2u, 5u}) {
        thread_team team;
        team.start(wanted);
        for (const std::size_t count : {0U, 1U, 2U, 7U, 1'000U}) {
            std::vector<int> done(count);
            CHECK(team.for_each(count, [&](std::size_t i, unsigned thread) {
                CHECK(thread < team.size());
                ++done[i];
            }));
            CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(count));
        }
    }
}

TEST_CASE("A thread team does loops one after another, and what is between them once") {
    for (const unsigned wanted : {1u, 2u, 5u}) {
        thread_team team;
        team.start(wanted);
        for (int round = 0; round < 20; ++round) {
            // Each loop goes over what the one before left, and is as long as that says.
            std::vector<int> done(300);
            std::size_t loop = 0;
            std::size_t length = 0;
            const auto next = [&] {
                CHECK(std::count(done.begin(), done.end(), static_cast<int>(loop)) >=
                      static_cast<std::ptrdiff_t>(length));
                length = loop == 200 ? 0 : 1 + (loop * 7) % done.size();
                ++loop;
                return length;
            };
            CHECK(team.for_each_in_loops(next, [&](std::size_t i, unsigned thread) {
                CHECK(thread < team.size());
                done[i] = static_cast<int>(loop);
            }));
            CHECK(loop == 201);
        }
        int before_end = 0;
        const auto ends = [&] { return std::size_t{++before_end == 7 ? 0U : 3U}; };
        CHECK(team.for_each_in_loops(ends, [](std::size_t, unsigned) {}));
        CHECK(!team.for_each_in_loops([] { return std::size_t{40}; },
                                      [&](std::size_t i, unsigned) { return i != 20; }));
        const stops_after soon{.most = 500};
        std::atomic<int> calls = 0;
        CHECK(!team.for_each_in_loops([] { return std::size_t{40}; },
                                      [&](std::size_t, unsigned) { ++calls; }, &soon));
        CHECK(calls == 500);
        const auto throws = [&]() -> std::size_t {
            if (++before_end % 5 == 0) throw before_end;
            return 4;
        };
        CHECK_THROWS_AS(team.for_each_in_loops(throws, [](std::size_t, unsigned) {}), int);
    }
}

TEST_CASE("A loop of a thread team ends where work says so, and where its search must stop") {
    for (const unsigned wanted : {1u, 2u, 5u}) {
        thread_team team;
        team.start(wanted);
        std::atomic<std::size_t> done = 0;
        const auto count = [&](std::size_t i, unsigned) {
            ++done;
            return i != 20;
        };
        CHECK(!team.for_each(1'000'000, count));
        CHECK(done >= 20 / team.size() + 1);  // those before it that the same thread takes first
        CHECK(done < 1'000'000);
        done = 0;
        const stops_after soon{.most = 100};
        CHECK(!team.for_each(1'000'000, [&](std::size_t, unsigned) { ++done; }, &soon));
        CHECK(done == 100);
    }
}

TEST_CASE("What is thrown in a loop of a thread team is thrown to the caller, and it can go on") {
    for (const unsigned wanted : {1u, 2u, 5u}) {
        thread_team team;
        team.start(wanted);
        for (int round = 0; round < 50; ++round) {
            std::atomic<int> done = 0;
            const auto throws = [&](std::size_t i, unsigned) {
                if (i % 10 == 9) throw static_cast<int>(i);
                ++done;
            };
            CHECK_THROWS_AS(team.for_each(100'000, throws), int);
            CHECK(done >= 1);
            CHECK(team.for_each(9, throws));
        }
    }
}

}  // namespace thread_team_test
