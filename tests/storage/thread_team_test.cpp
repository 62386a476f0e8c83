// SPDX-License-Identifier: MIT
#include <senda/detail/storage/system_thread.hpp>
#include <senda/detail/storage/thread_team.hpp>

#include "storage/thread_teams.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>

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

}  // namespace thread_team_test
