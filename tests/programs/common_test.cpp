// SPDX-License-Identifier: MIT
#include "../../examples/common/closest_word.hpp"
#include "../../examples/common/default_memory.hpp"
#include "../../examples/common/keyboard.hpp"
#include "../../examples/common/line_source.hpp"
#include "../../examples/common/ordered_pipeline.hpp"
#include "../../examples/common/quantity.hpp"
#include "run_program.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using program::key;

TEST_CASE("times are read with their units") {
    CHECK(program::parse_seconds("2s") == 2.0);
    CHECK(program::parse_seconds("500ms") == 0.5);
    CHECK(program::parse_seconds("1m") == 60.0);
    CHECK(program::parse_seconds("1.5h") == 5400.0);
    CHECK(program::parse_seconds("3") == 3.0);
    CHECK(program::parse_seconds("0") == 0.0);
    for (const char* wrong : {"", "s", "-1s", "2 s", "1e3s", "2sec", "1..5s"})
        CHECK_FALSE(program::parse_seconds(wrong));
}

TEST_CASE("sizes are read with their units") {
    CHECK(program::parse_bytes("512M") == std::uint64_t{512} << 20U);
    CHECK(program::parse_bytes("64K") == 65536U);
    CHECK(program::parse_bytes("1.5G") == std::uint64_t{3} << 29U);
    CHECK(program::parse_bytes("100") == 100U);
    CHECK(program::parse_bytes("2GiB") == std::uint64_t{2} << 30U);
    CHECK(program::parse_bytes("99999999999T").has_value());
    for (const char* wrong : {"", "M", "-1M", "512 M", "512X"})
        CHECK_FALSE(program::parse_bytes(wrong));
}

TEST_CASE("a program that nobody limits takes half of the memory that is there") {
    const std::uint64_t there = program::platform::memory_there();
    CHECK(there > std::uint64_t{16} << 20U);
    CHECK(program::default_memory_limit() == there / 2);
    CHECK(program::default_memory_limit(4) == there / 8);
    CHECK(program::default_memory_limit(0) == there / 2);
}

TEST_CASE("quantities are written for people") {
    CHECK(program::seconds_text(0.000314) == "0.31 ms");
    CHECK(program::seconds_text(12.345) == "12.3 s");
    CHECK(program::seconds_text(600) == "10.0 min");
    CHECK(program::bytes_text(512) == "512 bytes");
    CHECK(program::bytes_text(1536) == "1.50 KB");
    CHECK(program::bytes_text(std::uint64_t{5} << 30U) == "5.00 GB");
    CHECK(program::count_text(0) == "0");
    CHECK(program::count_text(1234567) == "1,234,567");
    CHECK(program::count_text(123) == "123");
}

TEST_CASE("the distance of two words counts letters added, lost, changed and swapped") {
    CHECK(program::edit_distance("", "") == 0);
    CHECK(program::edit_distance("", "abc") == 3);
    CHECK(program::edit_distance("count", "cuont") == 1);
    CHECK(program::edit_distance("count", "conut") == 1);
    CHECK(program::edit_distance("kitten", "sitting") == 3);
    CHECK(program::edit_distance("solve", "slove") == 1);
}

TEST_CASE("the closest word is suggested only if it is close") {
    const std::vector<std::string> words{"solve", "check", "verify", "show", "play"};
    CHECK(program::closest_word("sovle", words) == "solve");
    CHECK(program::closest_word("ver", words) == "verify");
    CHECK(program::closest_word("pley", words) == "play");
    CHECK_FALSE(program::closest_word("banana", words));
    CHECK_FALSE(program::closest_word("x", words));
}

TEST_CASE("keys are told apart, also when they come in pieces") {
    const auto keys = [](std::string bytes) {
        std::vector<key> all;
        for (program::stroke s; (s = program::take_stroke(bytes)).what != key::none;)
            all.push_back(program::meaning_of(s));
        CHECK((bytes.empty() || bytes[0] == '\x1b'));
        return all;
    };
    CHECK(keys("wasd") == std::vector{key::up, key::left, key::down, key::right});
    CHECK(keys("WASD") == std::vector{key::up, key::left, key::down, key::right});
    CHECK(keys("hjkl") == std::vector{key::left, key::down, key::up, key::right});
    CHECK(keys("\x1b[A\x1b[B\x1b[C\x1b[D") ==
          std::vector{key::up, key::down, key::right, key::left});
    CHECK(keys("\x1bOA\x1bOD") == std::vector{key::up, key::left});
    CHECK(keys("\x1b[1;5C\x1b[3~q") == std::vector{key::right, key::other, key::quit});
    CHECK(keys("ur?q") == std::vector{key::undo, key::restart, key::hint, key::quit});
    CHECK(keys("\x1bx").size() == 2);
    CHECK(keys("\x1b").empty());
    CHECK(keys("\x1b[").empty());
    CHECK(keys("\x1b[1;").empty());
    CHECK(keys("7") == std::vector{key::other});
    std::string letter = "Kx";
    const program::stroke first = program::take_stroke(letter);
    CHECK((first.what == key::other && first.character == 'K' && letter == "x"));
    std::string arrow = "\x1b[C";
    CHECK(program::take_stroke(arrow).character == '\0');
}

TEST_CASE("work by several threads gives its results in the order of the items") {
    for (const std::size_t threads : {std::size_t{1}, std::size_t{4}}) {
        int next = 0;
        std::vector<int> results;
        program::ordered_pipeline(
            threads, [&next] { return next < 500 ? std::optional{next++} : std::nullopt; },
            [&](int item, std::size_t thread) {
                CHECK(thread < threads);
                if (item % 7 == 0) std::this_thread::yield();
                return item * item;
            },
            [&results](int result) { results.push_back(result); })
            .run();
        REQUIRE(results.size() == 500);
        for (int i = 0; i < 500; ++i) CHECK(results[static_cast<std::size_t>(i)] == i * i);
    }
}

TEST_CASE("lines come one by one, the last with or without its end") {
    const auto lines_of = [](const std::string& content) {
        const outside::temporary_file file(content);
        program::line_source source(file.name());
        std::vector<std::string> lines;
        while (auto line = source.next()) lines.push_back(*line);
        CHECK(source.error() == 0);
        return lines;
    };
    using lines = std::vector<std::string>;
    CHECK(lines_of("").empty());
    CHECK(lines_of("a\n\nb") == lines{"a", "", "b"});
    CHECK(lines_of("a\r\nb\n") == lines{"a\r", "b"});
    const std::string longer(200'000, 'x');
    CHECK(lines_of(longer + '\n' + longer) == lines{longer, longer});
    CHECK(program::line_source("no/such/file").error() != 0);
    CHECK(program::line_source("/").error() != 0);
}
