// SPDX-License-Identifier: MIT
#include <senda/search/grid/tiles/thread_team.hpp>

#include <array>
#include <doctest/doctest.h>

namespace crew_test {

using senda::detail::crew;

struct tally {
    std::array<int, crew::most> done{};
};

TEST_CASE("A crew does every part of every work once") {
    for (const unsigned wanted : {0u, 1u, 2u, 3u, 100u}) {
        crew hands;
        hands.hire(wanted);
        CHECK(hands.size() >= 1);
        CHECK(hands.size() <= crew::most);
        tally all;
        for (int round = 0; round < 500; ++round) {
            hands.share([](void* of, unsigned part) { ++static_cast<tally*>(of)->done[part]; },
                        &all);
        }
        for (unsigned part = 0; part < crew::most; ++part) {
            CHECK(all.done[part] == (part < hands.size() ? 500 : 0));
        }
    }
}

}  // namespace crew_test
