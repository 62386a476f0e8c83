// SPDX-License-Identifier: MIT
#include <rush_hour/hardest.hpp>

#include "reference.hpp"
#include "support/rounds.hpp"

#include <atomic>
#include <bit>
#include <cstdint>
#include <doctest/doctest.h>
#include <rush_hour/component.hpp>
#include <rush_hour/format.hpp>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace senda::rush_hour;

std::vector<hard_board> after_a_round(const campaign& c) {
    hardest_search search(c);
    CHECK(!search.run_round());
    CHECK(search.status() == senda::status::expansion_limit);
    CHECK(search.so_far().rounds == 1);
    CHECK(search.so_far().tried > 0);
    const std::vector<hard_board> all = search.boards(1, 1000);
    REQUIRE(!all.empty());
    CHECK(all.front().moves == search.so_far().hardest);
    return all;
}

}  // namespace

TEST_CASE("a search for the hardest boards finds the same on any number of threads") {
    const std::uint32_t walls = support::is_slow ? 10 : 6;
    const auto found = [=](unsigned threads) {
        return after_a_round(
            {.seed = 3, .walls = walls, .threads = threads, .limits = {.expansions = 1}});
    };
    const std::vector<hard_board> alone = found(1);
    CHECK(alone == found(3));
    std::uint32_t last = alone.front().moves;
    component around;
    std::set<std::string> seen;
    for (const hard_board& b : alone) {
        CHECK(b.moves <= last);
        last = b.moves;
        CHECK(std::popcount(b.board.walls()) == static_cast<int>(walls));
        CHECK(seen.insert(to_text(b.board)).second);
        if (seen.size() % 16 != 0) continue;
        REQUIRE(around.analyse(b.board));
        CHECK(around.deepest().moves == b.moves);
        CHECK(around.distance(b.board) == b.moves);
    }
}

TEST_CASE("a stop token ends the search for the hardest boards") {
    const std::atomic<bool> stop{true};
    hardest_search search({.seed = 1, .threads = 2, .stop = stop});
    CHECK(!search.run_round());
    CHECK(!search.run_round());
    CHECK(search.status() == senda::status::cancelled);
    CHECK(search.boards(0, 1).empty());
}
