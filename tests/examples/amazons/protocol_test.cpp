// SPDX-License-Identifier: MIT
#include "senda/storage/random.hpp"
#include <amazons/match.hpp>
#include <amazons/protocol.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <string>
#include <variant>

namespace protocol_test {

using namespace senda::amazons;
namespace protocol = senda::amazons::protocol;

template <class Command>
void comes_back(const Command& c) {
    const auto read = protocol::parse_command(protocol::to_line(c));
    REQUIRE_MESSAGE(read, read.error().message);
    REQUIRE(std::holds_alternative<Command>(*read));
    CHECK(std::get<Command>(*read) == c);
}

TEST_CASE("every command to an engine comes back from its line") {
    comes_back(protocol::hello{});
    comes_back(protocol::is_ready{});
    comes_back(protocol::new_game{});
    comes_back(protocol::set_size{{6, 4}});
    comes_back(protocol::go{});
    comes_back(protocol::go{.milliseconds = 100});
    comes_back(protocol::go{.milliseconds = 100, .nodes = 7});
    comes_back(protocol::go{.infinite = true});
    comes_back(protocol::stop{});
    comes_back(protocol::quit{});
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        senda::random_source random(seed);
        protocol::set_position<board> p;
        for (std::uint64_t i = 0; i < seed % 20; ++i) {  // some before, and some behind `moves`
            const auto drawn = random_play(p.board(), random);
            if (!drawn) break;
            if (i < seed % 7)
                p.start.make(*drawn);
            else
                p.plays.push_back(*drawn);
        }
        comes_back(p);
    }
}

TEST_CASE("an engine understands the shortest dialect: a position in four parts and a time") {
    const auto read = protocol::parse_command("  pos  a4,d1,g1,j4|a7, d10,g10,j7||2 ");
    REQUIRE(read);
    const board b = std::get<protocol::set_position<board>>(*read).board();
    CHECK(b.to_move() == player::black);
    CHECK(b.arrows().empty());
    const auto small = protocol::parse_command("pos new", {5, 6});
    REQUIRE(small);
    CHECK(std::get<protocol::set_position<board>>(*small).board().size() == board_size{5, 6});
    const auto go = protocol::parse_command("go ms 250");
    REQUIRE(go);
    CHECK(std::get<protocol::go>(*go).milliseconds == 250);
    const auto moves = protocol::parse_command("position new moves d1-d7/g7 a7-b7/a7");
    REQUIRE(moves);
    CHECK(std::get<protocol::set_position<board>>(*moves).board().arrows().count() == 2);
}

TEST_CASE("a line that an engine does not understand has its code and column") {
    struct fault {
        std::string line;
        std::string code;
        std::size_t column;
    };
    const fault faults[] = {
        {"", "empty_line", 1},
        {" \t", "empty_line", 3},
        {"  jump", "unknown_command", 3},
        {"pos", "missing_argument", 4},
        {"pos moves d1-d7/g7", "bad_argument", 5},
        {"pos a4,d1,g1,j4|a7,d10,g10,j7|", "missing_line", 31},
        {"pos a4,d1,g1,j4|a7,d10,k10,j7||1", "bad_cell", 24},
        {"pos a4,d1,g1,j4|a7,d10,g10,j7||3", "bad_player", 32},
        {"pos new moves d1-d7", "bad_play", 15},
        {"pos new moves d1-d7/g7 d1-d7/g7", "illegal_play", 24},
        {"go ms", "missing_argument", 6},
        {"go ms fast", "bad_argument", 7},
        {"go ms -1", "bad_argument", 7},
        {"go depth 3", "bad_argument", 4},
        {"go infinite nodes 3", "bad_argument", 20},
        {"size ten", "bad_argument", 6},
        {"size 12x10", "unsupported_size", 6},
        {"size 12x12", "unsupported_size", 6},
        {"size 0x3", "unsupported_size", 6},
        {"size 99999999999x3", "unsupported_size", 6},
        {"size x10", "bad_argument", 6},
        {"size 12x10 now", "unsupported_size", 6},
        {"size 10x10 now", "bad_argument", 12},
        {"stop it", "bad_argument", 6},
    };
    for (const fault& f : faults) {
        CAPTURE(f.line);
        const auto read = protocol::parse_command(f.line);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == f.code);
        CHECK(read.error().line == 1);
        CHECK(read.error().column == f.column);
    }
    CHECK_FALSE(protocol::parse_command<basic_board<6, 6>>("pos a4,d1,g1,j4|a7,d10,g10,j7||1"));
}

TEST_CASE("every answer of an engine comes back from its line") {
    const play p = *parse_play("d1-d7/g7");
    const protocol::reply all[] = {
        protocol::id{"name", "senda amazons"},
        protocol::ready{},
        protocol::best_move{p},
        protocol::best_move{},
        protocol::error{"bad_play", "'x' is no play"},
        protocol::info{},
        protocol::info{.value = 0.0625, .depth = 3, .nodes = 400, .milliseconds = 12, .line = {p}},
        protocol::info{.value = 1},
        protocol::info{.value = 0},
    };
    for (const protocol::reply& r : all) {
        CAPTURE(protocol::to_line(r));
        const auto read = protocol::parse_reply(protocol::to_line(r));
        REQUIRE(read);
        CHECK(*read == r);
    }
    CHECK(protocol::to_line(all[6]) == "info value 0.0625 depth 3 nodes 400 ms 12 line d1-d7/g7");
}

TEST_CASE("what an engine says besides is passed over") {
    const auto info = protocol::parse_reply("info sims 56 nodes 121906 time 0.101 depth x");
    REQUIRE(info);
    CHECK(std::get<protocol::info>(*info) == protocol::info{.nodes = 121906});
    CHECK_FALSE(protocol::parse_reply("eval -0.004"));
    CHECK_FALSE(protocol::parse_reply(""));
    const auto bad = protocol::parse_reply("bestmove d1d7g7");
    REQUIRE(bad);
    CHECK(std::get<protocol::error>(*bad).code == "bad_play");
    const chosen c{.best = parse_play("d1-d7/g7"),
                   .win_probability = 0.75,
                   .depth = 4,
                   .nodes = 9,
                   .seconds = 0.5};
    const board b;
    CHECK(
        protocol::info_of(b, c, method::mcts) ==
        protocol::info{
            .value = win_chance(b, c, method::mcts), .depth = 4, .nodes = 9, .milliseconds = 500});
    CHECK(protocol::info_of(b, {.outcome = senda::games::outcome::win}, method::mcts).value == 1);
}

}  // namespace protocol_test
