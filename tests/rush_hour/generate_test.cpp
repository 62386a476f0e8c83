// SPDX-License-Identifier: MIT
#include <senda/rush_hour/generate.hpp>

#include "reference.hpp"
#include "support/rounds.hpp"

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/rush_hour/component.hpp>
#include <senda/rush_hour/format.hpp>
#include <set>
#include <string>

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
    CHECK(generated_text({.moves = 1, .seed = 1}) == "ooooBBoooCCoooDAAoEEDFFFGooHIIGJJHoo");
    CHECK(generated_text({.moves = 10, .seed = 2}) == "BoCDDoBoCoEFAAooEFGGGoooooHIJoKKHIJo");
    CHECK(generated_text({.moves = 15, .seed = 3, .walls = 2}) ==
          "xBxooooBCDEoAACDEFooGGGFoHIIIFoHJJKK");
    CHECK(generated_text({.moves = 20, .seed = 13}) == "ooBCoDooBCEDAABFEDoooFGGoHIIoooHJJJo");
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
    CHECK(code_of({.moves = 4'000'000'000, .walls = 10}) == "bad_moves");
    CHECK(code_of({.moves = 5, .walls = 11}) == "bad_walls");
    CHECK(code_of({.moves = 51, .limits = {.expansions = 0}}).empty());
    CHECK(code_of({.moves = 60, .walls = 2, .limits = {.expansions = 0}}).empty());
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

TEST_CASE("whoever watches sees how far it is, and can stop it") {
    std::atomic<bool> stop{false};
    generator g({.moves = 51, .seed = 4, .stop = stop});
    std::uint64_t calls = 0;
    std::uint32_t deepest = 0;
    const auto found = g.next([&](const generating& so_far) {
        CHECK(so_far.tried == ++calls);
        CHECK(so_far.deepest >= deepest);
        deepest = so_far.deepest;
        if (calls == 40) stop = true;
    });
    CHECK(!found);
    CHECK(deepest > 0);
    CHECK(calls >= 40);
    CHECK(calls <= 41);
    CHECK(g.statistics().expanded > 0);
}
