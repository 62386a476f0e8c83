// SPDX-License-Identifier: MIT
// What every reader returns: a value, or what is wrong and where. And text line by line, lines
// field by field, and fields as numbers.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A line of a text without its end, and its number from 1.
struct text_line {
    std::string_view text;   ///< without its end
    std::size_t number = 0;  ///< from 1
};

/// Gives the lines of a text one by one. A line ends in LF or CRLF; the last one need not. A byte
/// order mark before the first line is skipped. The text must outlive the reader.
class line_reader {
public:
    /// Reads `text` from its beginning.
    constexpr explicit line_reader(std::string_view text) noexcept : rest_(text) {
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        had_mark_ = text.substr(0, mark.size()) == mark;
        if (had_mark_) rest_.remove_prefix(mark.size());
    }

    /// The next line, or nothing after the last.
    constexpr std::optional<text_line> next() noexcept {
        if (rest_.empty()) return std::nullopt;
        const std::size_t end = rest_.find('\n');
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        return text_line{line, ++number_};
    }

    /// The number of the last line given; 0 before the first.
    [[nodiscard]] constexpr std::size_t number() const noexcept { return number_; }

    /// What has not been given yet.
    [[nodiscard]] constexpr std::string_view rest() const noexcept { return rest_; }

    /// Whether the text began with a byte order mark.
    [[nodiscard]] constexpr bool had_byte_order_mark() const noexcept { return had_mark_; }

private:
    std::string_view rest_;
    std::size_t number_ = 0;
    bool had_mark_ = false;
};

/// A part of a line, and where it begins there, in bytes.
struct text_field {
    std::string_view text;   ///< the field
    std::size_t offset = 0;  ///< where it begins in its line
};

/// Gives the fields of a line one by one: what stands between runs of separators.
class field_reader {
public:
    /// Reads `line`, whose fields any of `separators` part.
    constexpr explicit field_reader(std::string_view line,
                                    std::string_view separators = " \t") noexcept
        : line_(line), separators_(separators) {}

    /// The next field, or nothing after the last.
    constexpr std::optional<text_field> next() noexcept {
        const std::size_t begin = line_.find_first_not_of(separators_, offset_);
        if (begin == std::string_view::npos) {
            offset_ = line_.size();
            return std::nullopt;
        }
        const std::size_t end = line_.find_first_of(separators_, begin);
        offset_ = end == std::string_view::npos ? line_.size() : end;
        return text_field{line_.substr(begin, offset_ - begin), begin};
    }

    /// Where the next field is looked for, in bytes: after the last one given.
    [[nodiscard]] constexpr std::size_t offset() const noexcept { return offset_; }

private:
    std::string_view line_;
    std::string_view separators_;
    std::size_t offset_ = 0;
};

/// Why a text is not a number.
enum class number_fault {
    none,
    malformed,    ///< empty, or with a character that has no place there
    out_of_range  ///< a number, but not one of those the type can hold
};

/// A number read from a text, or why there is none and at which byte that was seen.
template <class Number>
struct parsed_number {
    Number value{};                           ///< the number, if there is no fault
    number_fault fault = number_fault::none;  ///< why there is none
    std::size_t offset = 0;                   ///< where that was seen

    /// Whether there is a number.
    constexpr explicit operator bool() const noexcept { return fault == number_fault::none; }
};

namespace detail {
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
}  // namespace detail

/// Reads the whole of `text` as a decimal integer: digits, with a `-` before them if `Integer` is
/// signed. It never wraps: what does not fit is `out_of_range`.
template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
[[nodiscard]] constexpr parsed_number<Integer> parse_integer(std::string_view text) noexcept {
    const bool negative = std::is_signed_v<Integer> && !text.empty() && text.front() == '-';
    const std::size_t first = negative ? 1 : 0;
    if (text.size() == first) return {0, number_fault::malformed, first};
    for (std::size_t at = first; at < text.size(); ++at)
        if (!detail::is_digit(text[at])) return {0, number_fault::malformed, at};

    // Added up in the largest type, so that the promotion of small ones cannot hide an overflow.
    using bounds = std::numeric_limits<Integer>;
    const std::uintmax_t most = static_cast<std::uintmax_t>(bounds::max()) + (negative ? 1 : 0);
    std::uintmax_t value = 0;
    for (std::size_t at = first; at < text.size(); ++at) {
        const auto digit = static_cast<std::uintmax_t>(text[at] - '0');
        if (value > (most - digit) / 10) return {0, number_fault::out_of_range, 0};
        value = value * 10 + digit;
    }
    if (negative) value = std::uintmax_t{0} - value;
    return {static_cast<Integer>(value)};
}

/// Reads the whole of `text` as a decimal number that is not negative, such as `12`, `0.5` or
/// `1.25e+3`. Exact to the last bit for up to 15 digits and exponents to 22, and in any locale.
[[nodiscard]] constexpr parsed_number<double> parse_decimal(std::string_view text) noexcept {
    constexpr int digits_kept = 18;
    std::uint64_t digits = 0;
    int kept = 0;
    std::int64_t exponent = 0;
    std::size_t at = 0;
    bool any_digit = false;
    bool after_point = false;
    for (; at < text.size(); ++at) {
        if (text[at] == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (!detail::is_digit(text[at])) break;
        any_digit = true;
        if (kept < digits_kept) {
            digits = digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
            if (digits > 0) ++kept;
            if (after_point) --exponent;
        } else if (!after_point) {
            ++exponent;
        }
    }
    if (!any_digit) return {0, number_fault::malformed, at};

    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool plus = at < text.size() && text[at] == '+';
        if (plus) ++at;
        if (plus && text.substr(at, 1) == "-") return {0, number_fault::malformed, at};
        const parsed_number<int> power = parse_integer<int>(text.substr(at));
        if (power.fault == number_fault::malformed) return {0, power.fault, at + power.offset};
        if (!power || power.value > 1000 || power.value < -1000)
            return {0, number_fault::out_of_range, 0};
        exponent += power.value;
        at = text.size();
    }
    if (at != text.size()) return {0, number_fault::malformed, at};

    // Both operands are exact up to 2^53 and 10^22, so that the one operation rounds once.
    constexpr double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    auto value = static_cast<double>(digits);
    while (exponent > 0 && digits > 0) {
        const std::int64_t step = exponent < 22 ? exponent : 22;
        if (value > std::numeric_limits<double>::max() / tens[step])
            return {0, number_fault::out_of_range, 0};
        value *= tens[step];
        exponent -= step;
    }
    while (exponent < 0 && value > 0) {
        const std::int64_t step = -exponent < 22 ? -exponent : 22;
        value /= tens[step];
        exponent += step;
    }
    return {value};
}

/// What is wrong with an input, and where.
struct diagnostic {
    std::string code;        ///< a short name for programs, such as `bad_cell`
    std::string message;     ///< what is wrong and what was expected, for people
    std::size_t line = 0;    ///< from 1; 0 if there is no one place
    std::size_t column = 0;  ///< from 1, in characters

    friend bool operator==(const diagnostic&, const diagnostic&) = default;
};

/// What every reader returns, `parse` of a text and `read` of a file: a value, or the errors that
/// kept it from having one; and, with either, warnings about what was accepted although it is not
/// quite right.
template <class T>
class [[nodiscard]] parsed {
    static_assert(!std::same_as<T, diagnostic> && !std::same_as<T, std::vector<diagnostic>>,
                  "a diagnostic is an error, not a value");

public:
    /// A value that was read.
    explicit(false) parsed(T good, std::vector<diagnostic> with_warnings = {})
        : warnings(std::move(with_warnings)), value_(std::move(good)) {}
    /// The error that kept it from being read.
    explicit(false) parsed(diagnostic fault, std::vector<diagnostic> with_warnings = {})
        : warnings(std::move(with_warnings)) {
        errors_.push_back(std::move(fault));
    }
    /// All errors that can be told apart, of which there is at least one, in the order of the
    /// input. A template, so that braces are never taken for a list of errors.
    template <std::same_as<std::vector<diagnostic>> Errors>
    explicit(false) parsed(Errors faults, std::vector<diagnostic> with_warnings = {})
        : warnings(std::move(with_warnings)), errors_(std::move(faults)) {
        assert(!errors_.empty());
    }

    /// Whether there is a value.
    [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }
    /// Whether there is a value.
    [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }

    /// The value, which must be there.
    [[nodiscard]] T& operator*() & noexcept {
        assert(has_value());
        return *value_;
    }
    /// The value, which must be there.
    [[nodiscard]] const T& operator*() const& noexcept {
        assert(has_value());
        return *value_;
    }
    /// The value, which must be there.
    [[nodiscard]] T&& operator*() && noexcept { return std::move(**this); }
    /// The value, which must be there.
    [[nodiscard]] T* operator->() noexcept { return &**this; }
    /// The value, which must be there.
    [[nodiscard]] const T* operator->() const noexcept { return &**this; }

    /// The first error; an empty one if there is a value.
    [[nodiscard]] const diagnostic& error() const noexcept {
        static const diagnostic none;
        return errors_.empty() ? none : errors_.front();
    }
    /// All errors, in the order of the input; none if there is a value. Most readers stop at the
    /// first.
    [[nodiscard]] const std::vector<diagnostic>& errors() const noexcept { return errors_; }

    /// What was accepted although it is not quite right, in the order of the input.
    std::vector<diagnostic> warnings;

private:
    std::optional<T> value_;
    std::vector<diagnostic> errors_;
};

/// How a file is read.
enum class reading {
    lenient,  ///< what is harmless or can be repaired is accepted with a warning
    strict    ///< what would be a warning is an error with the same code
};

/// A position in a text, from 1 and in characters; 0 for no one place.
struct text_position {
    std::size_t line = 0;    ///< from 1
    std::size_t column = 0;  ///< from 1, in characters
};

}  // namespace senda
