// SPDX-License-Identifier: MIT
// What the tests of both formats share: what is said about a text, and maps to write and read
// again.
#pragma once

#include "random_maps.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <ostream>
#include <pacman/format/raw_map.hpp>
#include <pacman/words.hpp>
#include <senda/text/report.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace format_checks {

using namespace senda::pacman;

using reader = senda::parsed<board> (*)(std::string_view, reading, const words&);

/// What a diagnostic says to a program.
struct fault {
    std::string code;
    std::size_t line, column;

    friend bool operator==(const fault&, const fault&) = default;
    friend std::ostream& operator<<(std::ostream& out, const fault& f) {
        return out << f.code << ' ' << f.line << ':' << f.column;
    }
};

inline fault fault_of(const senda::diagnostic& d) {
    CHECK_FALSE(d.message.empty());
    return {d.code, d.line, d.column};
}

inline std::vector<fault> faults_of(const std::vector<senda::diagnostic>& list) {
    std::vector<fault> told;
    for (const senda::diagnostic& d : list) told.push_back(fault_of(d));
    return told;
}

/// Whether a sentence is in Czech, with its gaps filled.
inline void check_czech(const senda::diagnostic& czech, const senda::diagnostic& english) {
    CHECK(fault_of(czech) == fault_of(english));
    CHECK(czech.message != english.message);
    for (const senda::diagnostic& d : {czech, english}) {
        CAPTURE(d.message);
        CHECK(d.message.find('%') == std::string::npos);
    }
}

/// Refused in both readings, for the same reason, and in both languages.
inline void check_refused(reader read, const std::string& text, const fault& expected) {
    CAPTURE(text);
    for (const reading how : {reading::lenient, reading::strict}) {
        const senda::parsed<board> made = read(text, how, english_words);
        CHECK_FALSE(made);
        CHECK(fault_of(made.error()) == expected);
        check_czech(read(text, how, czech_words).error(), made.error());
        CHECK_FALSE(senda::describe(made.error(), "map", text).empty());
    }
}

/// Accepted as the map `same` with these warnings; refused for the first if reading is strict, and
/// then what is wrong is said, not what a lenient reading does.
inline void check_repaired(reader read, const std::string& text, const board& same,
                           const std::vector<fault>& expected) {
    CAPTURE(text);
    const senda::parsed<board> lenient = read(text, reading::lenient, english_words);
    REQUIRE(lenient);
    CHECK(*lenient == same);
    CHECK(faults_of(lenient.warnings) == expected);
    const senda::parsed<board> strict = read(text, reading::strict, english_words);
    CHECK_FALSE(strict);
    CHECK(fault_of(strict.error()) == expected.front());
    CHECK(strict.error().message != lenient.warnings.front().message);
    check_czech(read(text, reading::strict, czech_words).error(), strict.error());
    check_czech(read(text, reading::lenient, czech_words).warnings.front(),
                lenient.warnings.front());
    CHECK(strict.warnings.empty());
}

/// Accepted as the map `same` in both readings, without a warning.
inline void check_accepted(reader read, const std::string& text, const board& same) {
    CAPTURE(text);
    for (const reading how : {reading::lenient, reading::strict}) {
        const senda::parsed<board> made = read(text, how, english_words);
        REQUIRE(made);
        CHECK(*made == same);
        CHECK(made.warnings.empty());
    }
}

/// A map as the rules have them, with all kinds of cells, up to 20 x 20.
inline board map_by_the_rules(std::uint64_t seed) {
    senda::random_source random{seed};
    const auto side = [&] { return static_cast<std::uint32_t>(1 + random.below(most_side)); };
    support::map_sketch map(side() % most_side + 1, side());
    map.scatter(kind::food, 0.2, 1, 9, random);
    map.scatter(kind::wall, 0.2, 1, 9, random);
    map.scatter(kind::bomb, 0.2, 1, 9, random);
    map.scatter(kind::solid, 0.2, 0, 0, random);
    map.scatter(kind::lethal, 0.2, 0, 0, random);
    map.ends(random);
    return map.board(static_cast<energy>(1 + random.below(1000)));
}

/// The text with every part `from` replaced; there is one at least.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
    std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    for (; at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

}  // namespace format_checks
