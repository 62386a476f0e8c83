// SPDX-License-Identifier: MIT
#include <rush_hour/generate.hpp>

#include "reference.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <rush_hour/component.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/game.hpp>
#include <rush_hour/minimal.hpp>
#include <rush_hour/rate.hpp>
#include <rush_hour/share.hpp>
#include <rush_hour/solve.hpp>
#include <set>
#include <string>
#include <string_view>

namespace {

using namespace senda::rush_hour;

std::string generated_text(const wanted& w) {
    const auto found = generate(w);
    REQUIRE(found);
    return to_text(*found);
}

}  // namespace

TEST_CASE("a generated board needs exactly the moves that are wanted") {
    component around;
    for (const std::uint32_t walls : {0U, 1U, 3U, 10U}) {
        for (const std::uint32_t moves : {1U, 2U, 3U, 5U, 8U}) {
            CAPTURE(walls);
            CAPTURE(moves);
            const auto found = generate({.moves = moves, .seed = 11, .walls = walls});
            REQUIRE(found);
            REQUIRE(around.analyse(*found));
            CHECK(around.distance(*found) == moves);
            CHECK(std::popcount(found->walls()) == static_cast<int>(walls));
            CHECK(found->vehicles().size() >= 3);
        }
    }
}

TEST_CASE("a search that knows the text only agrees") {
    for (std::uint64_t seed = 0; seed < support::rounds(3U); ++seed) {
        const std::string text = generated_text({.moves = 6, .seed = seed});
        CHECK(support::text_component{text}.distance(support::text_component::counting::slides) ==
              6);
    }
}

TEST_CASE("a seed names a board for ever") {
    CHECK(generated_text({.moves = 1, .seed = 1}) == "ooooBoCoooBoCoDAAoooDEoFooDEGFooHHGF");
    CHECK(generated_text({.moves = 10, .seed = 2}) == "BBCoooDECFFFDEAAoGHHHooGIJJKKKIooLLL");
    if (support::is_slow) return;
    CHECK(generated_text({.moves = 15, .seed = 3, .walls = 2}) ==
          "BoCCDxBoEoDoAAEoFoooGHFooIGHFxoIJJKK");
    CHECK(generated_text({.moves = 20, .seed = 13}) == "BBBCDEFFFCDEooGAAEHHGoooIJJJooIKKLLL");
}

TEST_CASE("boards with any number of moves come soon, from any seed") {
    solver s;
    std::set<std::string> seen;
    for (const std::uint32_t walls : {0U, 1U, 2U, 6U}) {
        if (support::is_slow && walls < 6) continue;
        REQUIRE(!detail::hard_boards_with(walls).empty());
        const std::uint32_t most = detail::hard_boards_with(walls).back().moves;
        CHECK(most >= 20);
        for (std::uint32_t moves = 1; moves <= most; moves += support::is_slow ? 12 : 3) {
            CAPTURE(walls);
            CAPTURE(moves);
            generator g({.moves = moves, .seed = moves, .walls = walls});
            const auto found = g.next();
            REQUIRE(found);
            CHECK(s.solve(*found).cost == moves);
            CHECK(std::popcount(found->walls()) == static_cast<int>(walls));
            CHECK(seen.insert(to_text(*found)).second);
            CHECK(g.statistics().expanded < 20'000'000);
        }
        // The hardest too, and not always the same.
        for (std::uint64_t seed = 1; seed <= 2; ++seed)
            CHECK(s.solve(*generate({.moves = most - 2, .seed = seed, .walls = walls})).cost ==
                  most - 2);
        CHECK(generate({.moves = most - 2, .seed = 1, .walls = walls}) !=
              generate({.moves = most - 2, .seed = 2, .walls = walls}));
    }
}

TEST_CASE("the hard boards that others grow from are as hard as the table says") {
    solver s;
    share_coder coder;
    std::set<std::string_view> seen;
    std::uint32_t walls = 0, moves = 0;
    for (const detail::hard_boards& row : detail::known_hard_boards) {
        CHECK((row.walls > walls || (row.walls == walls && row.moves > moves)));
        CHECK(row.walls <= walls + 1);
        walls = row.walls;
        moves = row.moves;
        for (std::size_t at = 0; at < row.codes.size();) {
            const std::size_t end = std::min(row.codes.find(' ', at), row.codes.size());
            const std::string_view code = row.codes.substr(at, end - at);
            at = end + 1;
            CAPTURE(code);
            CHECK(seen.insert(code).second);
            if (support::is_slow && seen.size() % 16 != 0) continue;
            const auto b = coder.decode(code);
            REQUIRE(b);
            CHECK(std::popcount(b->walls()) == row.walls);
            CHECK(s.solve(*b).cost == row.moves);
        }
    }
    CHECK(walls >= 8);  // with more walls there are no hard boards
}

TEST_CASE("threads make the same boards in the same order") {
    for (const wanted& w : {wanted{.moves = 9, .seed = 3}, wanted{.moves = 38, .seed = 3}}) {
        if (support::is_slow && w.moves > 9U) continue;
        generator alone(w);
        wanted shared = w;
        shared.threads = 3;
        generator together(shared);
        for (int i = 0; i < (support::is_slow ? 2 : 5); ++i) {
            const auto b = alone.next();
            REQUIRE(b);
            CHECK(b == together.next());
        }
        CHECK(together.statistics().threads == (SENDA_HAS_THREADS ? 3 : 1));
    }
}

TEST_CASE("boards can be wanted by level, by score, and without vehicles to spare") {
    const auto made = [](const wanted& w) {
        const auto b = generate(w);
        REQUIRE(b);
        return *b;
    };
    for (const level l : {level::beginner, level::intermediate, level::advanced, level::expert}) {
        if (support::is_slow && l > level::beginner) continue;
        for (std::uint64_t seed = 1; seed <= support::rounds(3U); ++seed)
            CHECK(rate(made({.moves = std::nullopt, .seed = seed, .rated = l}))->rated == l);
    }
    const score_range range = support::is_slow ? score_range{10, 25} : score_range{50, 60};
    const board by_score = made({.moves = std::nullopt, .seed = 5, .score = range});
    CHECK(rate(by_score)->score >= range.least);
    CHECK(rate(by_score)->score <= range.most);
    const std::uint32_t moves = support::is_slow ? 8 : 22;
    const double least = support::is_slow ? 10 : 40;
    const board both = made({.moves = moves, .seed = 5, .score = score_range{.least = least}});
    CHECK(rate(both)->score >= least);
    CHECK(rate(both)->moves == moves);
    for (const std::uint32_t walls : {0U, 2U})
        for (const std::uint32_t wished : {1U, 6U, 17U, 33U}) {
            if (support::is_slow && wished != (walls == 0 ? 6U : 1U)) continue;
            const board b = made({.moves = wished, .seed = 8, .walls = walls, .minimal = true});
            CAPTURE(to_text(b));
            CHECK(solve(b).cost == wished);
            CHECK(std::popcount(b.walls()) == static_cast<int>(walls));
            for (std::size_t i = 1; i < b.vehicles().size(); ++i)
                CHECK(solve(detail::without_vehicle(b, i)).cost < wished);
            if (walls == 0) CHECK(is_minimal(b) == true);
        }
}

TEST_CASE("what nobody finds comes to an end") {
    generator g({.moves = 1, .seed = 1, .walls = 8, .rated = level::expert});
    CHECK(!g.next());
    CHECK(g.status() == senda::status::exhausted);
}

TEST_CASE("a generator gives boards of other car parks as long as they come up") {
    generator g({.moves = 12, .seed = 3});
    std::set<std::string> car_parks;
    for (int i = 0; i < 6; ++i) {
        const std::optional<board> b = g.next();
        REQUIRE(b);
        CHECK(car_parks.insert(senda::rush_hour::detail::lines_of(*b)).second);
    }
    CHECK(g.so_far().car_parks == 6);

    // A slide leaves the car park what it is, and another vehicle does not.
    const board b = *parse_text("oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo");
    senda::rush_hour::game slid(b);
    REQUIRE(slid.move({'B', -1}));
    CHECK(senda::rush_hour::detail::lines_of(slid.board()) ==
          senda::rush_hour::detail::lines_of(b));
    const board other = *parse_text("oBBooCDooEFCDAAEFCGGHIIoooHJJJooHooo");
    CHECK(senda::rush_hour::detail::lines_of(other) != senda::rush_hour::detail::lines_of(b));
}

TEST_CASE("a generator gives different boards, with letters in reading order") {
    generator g({.moves = 4, .seed = 5});
    std::set<std::string> seen;
    for (int i = 0; i < support::rounds(30); ++i) {
        const auto b = g.next();
        REQUIRE(b);
        const std::string text = to_text(*b);
        CHECK(seen.insert(text).second);
        char next = 'B';
        for (const char c : text)
            if (c == next) ++next;
        CHECK(next == static_cast<char>('A' + b->vehicles().size()));
        for (char c = 'B'; c + 1 < next; ++c)
            CHECK(text.find(c) < text.find(static_cast<char>(c + 1)));
    }
    // The first is the one that is generated alone.
    CHECK(seen.contains(generated_text({.moves = 4, .seed = 5})));
    CHECK(g.status() == senda::status::running);
}

TEST_CASE("what cannot be is refused") {
    const auto code_of = [](const wanted& w) {
        const auto fault = fault_of(w);
        CHECK(!(fault && generate(w)));
        return fault ? fault->code : std::string{};
    };
    CHECK(code_of({.moves = 0}) == "bad_moves");
    CHECK(code_of({.moves = 52}) == "bad_moves");
    CHECK(code_of({.moves = 61, .walls = 1}) == "bad_moves");
    CHECK(code_of({.score = score_range{5, 4}}) == "bad_score");
    CHECK(code_of({.moves = 4'000'000'000, .walls = 10}) == "bad_moves");
    CHECK(code_of({.moves = 5, .walls = 11}) == "bad_walls");
    CHECK(code_of({.moves = 51, .limits = {.expansions = 0}}).empty());
    CHECK(code_of({.moves = std::nullopt, .limits = {.expansions = 0}}).empty());
    CHECK(fault_of({.moves = 52})->message ==
          "52 moves: expected 1 to 51, the most that any known board without walls needs");
    CHECK(fault_of({.moves = 0, .walls = 2})->message == "0 moves: expected 1 to 60");
    CHECK(generator({.moves = 0}).status() == senda::status::exhausted);
}

TEST_CASE("limits and the stop token end the search") {
    const auto ended_by = [](const wanted& w) {
        generator g(w);
        CHECK(!g.next());
        CHECK(!g.next());
        return g.status();
    };
    CHECK(ended_by({.moves = 51, .limits = {.expansions = 20'000}}) ==
          senda::status::expansion_limit);
    CHECK(ended_by({.moves = 51, .limits = {.bytes = 10'000}}) == senda::status::memory_limit);
    CHECK(ended_by({.moves = 51, .limits = {.time = 0.02}}) == senda::status::time_limit);
    const std::atomic<bool> stop{true};
    CHECK(ended_by({.moves = 1, .stop = stop}) == senda::status::cancelled);
}

TEST_CASE("whoever watches several threads sees in the end what all of them measured") {
    generating first;
    for (int round = 0; round < 5; ++round) {
        generating last;
        generator g({.moves = 4, .seed = 1, .threads = 3});
        REQUIRE(g.next([&](const generating& so_far) { last = so_far; }));
        CHECK(last.deepest >= 4);
        if (round == 0) first = last;
        CHECK(last.tried == first.tried);
        CHECK(last.deepest == first.deepest);
    }
}

TEST_CASE("whoever watches sees how far it is, and can stop it") {
    std::atomic<bool> stop{false};
    generator g({.moves = 51, .seed = 4, .stop = stop});
    std::uint64_t calls = 0;
    std::uint32_t deepest = 0;
    const auto found = g.next([&](const generating& so_far) {
        CHECK(so_far.tried == ++calls);
        CHECK(so_far.deepest >= deepest);
        deepest = so_far.deepest;
        if (calls == 5) stop = true;
    });
    CHECK(!found);
    CHECK(deepest > 0);
    CHECK(calls >= 5);
    CHECK(calls <= 6);
    CHECK(g.statistics().expanded > 0);
}
