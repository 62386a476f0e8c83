// SPDX-License-Identifier: MIT
#include <senda/text/diagnostic.hpp>

#include "support/random_graphs.hpp"

#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using senda::number_fault;
using senda::parse_decimal;
using senda::parse_integer;

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    senda::line_reader reader{text};
    while (const auto line = reader.next()) {
        lines.emplace_back(line->text);
        CHECK(line->number == lines.size());
        CHECK(reader.number() == lines.size());
    }
    CHECK(reader.rest().empty());
    CHECK_FALSE(reader.next());
    return lines;
}

using strings = std::vector<std::string>;

std::vector<std::string> fields_of(std::string_view line, std::string_view separators = " \t") {
    std::vector<std::string> fields;
    senda::field_reader reader{line, separators};
    while (const auto field = reader.next()) {
        CHECK(line.substr(field->offset, field->text.size()) == field->text);
        fields.emplace_back(field->text);
    }
    CHECK(reader.offset() == line.size());
    return fields;
}

}  // namespace

TEST_CASE("a text is split at LF and CRLF, and its last line needs no end") {
    CHECK(lines_of("").empty());
    CHECK(lines_of("\n") == strings{""});
    CHECK(lines_of("a") == strings{"a"});
    CHECK(lines_of("a\n") == strings{"a"});
    CHECK(lines_of("a\n\n") == strings{"a", ""});
    CHECK(lines_of("a\nb") == strings{"a", "b"});
    CHECK(lines_of("a\r\n\r\nb\r\n") == strings{"a", "", "b"});
    CHECK(lines_of("a\r\nb\r") == strings{"a", "b"});
}

TEST_CASE("a carriage return inside a line stays in it") {
    CHECK(lines_of("a\rb\n") == strings{"a\rb"});
    CHECK(lines_of("a\r\r\n") == strings{"a\r"});
}

TEST_CASE("a byte order mark is skipped at the start and only there") {
    CHECK(lines_of("\xEF\xBB\xBF"
                   "a\n") == strings{"a"});
    CHECK(lines_of("\xEF\xBB\xBF").empty());
    CHECK(lines_of("a\n\xEF\xBB\xBF"
                   "b") == strings{"a",
                                   "\xEF\xBB\xBF"
                                   "b"});
    CHECK(senda::line_reader{"\xEF\xBB\xBFx"}.had_byte_order_mark());
    CHECK_FALSE(senda::line_reader{"\xEF\xBBx"}.had_byte_order_mark());
}

TEST_CASE("fields stand between runs of separators") {
    CHECK(fields_of("").empty());
    CHECK(fields_of(" \t ").empty());
    CHECK(fields_of("a") == strings{"a"});
    CHECK(fields_of("  a \t bc ") == strings{"a", "bc"});
    CHECK(fields_of("a b\tc", "\t") == strings{"a b", "c"});
}

TEST_CASE("integers are read up to the ends of their type and never wrap") {
    CHECK(parse_integer<int>("0").value == 0);
    CHECK(parse_integer<int>("-0").value == 0);
    CHECK(parse_integer<int>("007").value == 7);
    CHECK(parse_integer<int>("2147483647").value == std::numeric_limits<int>::max());
    CHECK(parse_integer<int>("-2147483648").value == std::numeric_limits<int>::min());
    CHECK(parse_integer<std::int64_t>("-9223372036854775808").value ==
          std::numeric_limits<std::int64_t>::min());
    CHECK(parse_integer<std::uint64_t>("18446744073709551615").value ==
          std::numeric_limits<std::uint64_t>::max());
    CHECK(parse_integer<std::uint8_t>("255").value == 255);
    CHECK(parse_integer<std::int8_t>("-128").value == -128);

    CHECK(parse_integer<int>("2147483648").fault == number_fault::out_of_range);
    CHECK(parse_integer<int>("-2147483649").fault == number_fault::out_of_range);
    CHECK(parse_integer<std::int64_t>("9223372036854775808").fault == number_fault::out_of_range);
    CHECK(parse_integer<std::uint64_t>("18446744073709551616").fault == number_fault::out_of_range);
    CHECK(parse_integer<std::uint64_t>("99999999999999999999999").fault ==
          number_fault::out_of_range);
    CHECK(parse_integer<std::uint8_t>("256").fault == number_fault::out_of_range);
    CHECK(parse_integer<std::int8_t>("128").fault == number_fault::out_of_range);
    CHECK(parse_integer<std::int8_t>("-129").fault == number_fault::out_of_range);
}

TEST_CASE("what is not an integer is refused at the character that is wrong") {
    struct wrong {
        std::string_view text;
        std::size_t offset;
    };
    for (const auto& [text, offset] :
         {wrong{"", 0}, wrong{"-", 1}, wrong{"+1", 0}, wrong{" 1", 0}, wrong{"1 ", 1},
          wrong{"12x", 2}, wrong{"--1", 1}, wrong{"1.0", 1}, wrong{"99999999999999999999x", 20}}) {
        CAPTURE(text);
        CHECK(parse_integer<int>(text).fault == number_fault::malformed);
        CHECK(parse_integer<int>(text).offset == offset);
        CHECK_FALSE(parse_integer<int>(text));
    }
    CHECK(parse_integer<unsigned>("-1").fault == number_fault::malformed);
    CHECK(parse_integer<unsigned>("-1").offset == 0);
}

TEST_CASE("every 16-bit integer is read back, and nothing beyond them is accepted") {
    bool all_right = true;
    for (int i = -70000; i <= 70000; ++i) {
        const auto small = parse_integer<std::int16_t>(std::to_string(i));
        const bool fits = i >= -32768 && i <= 32767;
        all_right = all_right && static_cast<bool>(small) == fits && (!fits || small.value == i);
        const auto positive = parse_integer<std::uint16_t>(std::to_string(i));
        const bool fits_positive = i >= 0 && i <= 65535;
        all_right = all_right && static_cast<bool>(positive) == fits_positive &&
                    (!fits_positive || positive.value == i);
    }
    CHECK(all_right);
}

TEST_CASE("decimal numbers of up to 15 digits are exact to the last bit") {
    CHECK(parse_decimal("0").value == 0);
    CHECK(parse_decimal("0.1").value == 0.1);
    CHECK(parse_decimal(".5").value == 0.5);
    CHECK(parse_decimal("5.").value == 5);
    CHECK(parse_decimal("6.24264").value == 6.24264);
    CHECK(parse_decimal("1.25e+03").value == 1250);
    CHECK(parse_decimal("1E6").value == 1e6);
    CHECK(parse_decimal("1e-7").value == 1e-7);
    CHECK(parse_decimal("0000000000000000000000000000012.5").value == 12.5);
    CHECK(parse_decimal("0.00000000000000000000").value == 0);

    support::split_mix64 random{1};
    for (int i = 0; i < 20000; ++i) {
        std::string text = std::to_string(random.next() % 1'000'000'000'000'000U);
        const auto point =
            static_cast<std::size_t>(random.below(static_cast<int>(text.size()) + 1));
        text.insert(point, ".");
        if (random.percent(30)) text += "e" + std::to_string(random.between(-7, 7));
        const double expected = std::strtod(text.c_str(), nullptr);
        if (parse_decimal(text).value != expected) {
            CAPTURE(text);
            CHECK(parse_decimal(text).value == expected);
        }
    }
}

TEST_CASE("longer decimal numbers are close, and the impossible are refused") {
    CHECK(parse_decimal("3.14159265358979323846264338327950288").value ==
          doctest::Approx(3.141592653589793).epsilon(1e-15));
    CHECK(parse_decimal("123456789012345678901234567890").value ==
          doctest::Approx(1.2345678901234568e29).epsilon(1e-15));
    CHECK(parse_decimal("1e-400").value == 0);
    CHECK(parse_decimal("1e308").value == doctest::Approx(1e308).epsilon(1e-14));
    CHECK(parse_decimal("1e309").fault == number_fault::out_of_range);
    CHECK(parse_decimal("1e99999999999").fault == number_fault::out_of_range);
    CHECK(parse_decimal(std::string(400, '9')).fault == number_fault::out_of_range);
}

TEST_CASE("what is not a decimal number is refused at the character that is wrong") {
    struct wrong {
        std::string_view text;
        std::size_t offset;
    };
    for (const auto& [text, offset] :
         {wrong{"", 0}, wrong{".", 1}, wrong{"-1", 0}, wrong{"+1", 0}, wrong{"1.2.3", 3},
          wrong{"1,5", 1}, wrong{"nan", 0}, wrong{"inf", 0}, wrong{"1e", 2}, wrong{"1e+", 3},
          wrong{"1e+-3", 3}, wrong{"1ex", 2}, wrong{"0x10", 1}, wrong{"1 ", 1}}) {
        CAPTURE(text);
        CHECK(parse_decimal(text).fault == number_fault::malformed);
        CHECK(parse_decimal(text).offset == offset);
    }
}
