// SPDX-License-Identifier: MIT
// A plan in a file: the JSON document of `agents plan`.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A plan as it was written. What it says of itself is checked against its paths.
struct written_plan {
    std::vector<std::vector<senda::cell>> paths;
    std::optional<std::uint64_t> makespan;
    std::optional<std::uint64_t> sum_of_costs;
    std::optional<std::uint64_t> lower_bound;
};

/// Writes paths as JSON: a cell for each step.
inline void append_paths(std::string& out, const std::vector<std::vector<senda::cell>>& paths) {
    out += '[';
    for (std::size_t i = 0; i < paths.size(); ++i) {
        out += i == 0 ? "[" : ",[";
        for (std::size_t t = 0; t < paths[i].size(); ++t) {
            out += t == 0 ? "[" : ",[";
            out += std::to_string(paths[i][t].x);
            out += ',';
            out += std::to_string(paths[i][t].y);
            out += ']';
        }
        out += ']';
    }
    out += ']';
}

namespace parsing {

/// Reads the document from its beginning, and notes the first error.
class plan_reader {
public:
    explicit plan_reader(std::string_view text) noexcept : text_(text) {}

    [[nodiscard]] senda::parsed<written_plan> read() {
        if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos)
            (void)refuse("empty_input", "the plan is empty");
        else if (read_document() && (next() != '\0' || at_ < text_.size()))
            (void)refuse("syntax", "expected nothing more after the document");
        if (!error_.code.empty()) return std::move(error_);
        return std::move(made_);
    }

private:
    static constexpr unsigned most_nested = 100;

    /// The next character that is no blank; none at the end.
    [[nodiscard]] char next() noexcept {
        while (at_ < text_.size() && std::string_view{" \t\r\n"}.find(text_[at_]) != text_.npos)
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    [[nodiscard]] bool take(char c) noexcept {
        if (next() != c) return false;
        ++at_;
        return true;
    }
    bool refuse_at(std::size_t offset, std::string code, std::string message) {
        at_ = offset;
        return refuse(std::move(code), std::move(message));
    }
    [[nodiscard]] bool expect(char c, std::string_view what) {
        return take(c) || refuse("syntax", "expected " + std::string(what));
    }
    /// Notes what is wrong where it reads; always false.
    bool refuse(std::string code, std::string message) {
        const std::string_view before = text_.substr(0, at_);
        std::size_t line = 1;
        std::size_t begin = 0;
        for (std::size_t end; (end = before.find('\n', begin)) != before.npos; ++line)
            begin = end + 1;
        error_ = {std::move(code), std::move(message), line,
                  1 + senda::count_characters(before.substr(begin))};
        return false;
    }

    /// Reads what is between two brackets and parted by commas, each by `read()`.
    template <class Read>
    [[nodiscard]] bool read_between(char open, char close, const char* expected, Read read) {
        if (next() != open) return refuse("type", expected);
        ++at_;
        for (bool is_first = true; !take(close); is_first = false)
            if ((!is_first && !expect(',', "a comma or the end of the list")) || !read())
                return false;
        return true;
    }
    template <class Read>
    [[nodiscard]] bool read_list(Read read) {
        return read_between('[', ']', "expected a list in brackets", read);
    }
    template <class Read>
    [[nodiscard]] bool read_object(Read read) {
        return read_between('{', '}', "expected an object in braces", [&] {
            (void)next();
            const std::size_t key_at = at_;
            std::string_view key;
            return read_string(key) && expect(':', "a colon") && read(key, key_at);
        });
    }

    [[nodiscard]] bool read_document() {
        std::vector<std::string_view> known;
        const bool is_read = read_object([&](std::string_view key, std::size_t key_at) {
            if (std::find(known.begin(), known.end(), key) != known.end())
                return refuse_at(key_at, "syntax", senda::quoted(key) + " is there twice");
            known.push_back(key);
            return read_member(key, key_at);
        });
        if (!is_read || std::find(known.begin(), known.end(), "paths") != known.end())
            return is_read;
        return refuse_at(text_.find('{'), "missing_key", "the plan has no key 'paths'");
    }
    [[nodiscard]] bool read_member(std::string_view key, std::size_t key_at) {
        if (key == "paths") return read_list([this] { return read_path(); });
        std::optional<std::uint64_t>* const number = key == "makespan"       ? &made_.makespan
                                                     : key == "sum_of_costs" ? &made_.sum_of_costs
                                                     : key == "lower_bound"  ? &made_.lower_bound
                                                                             : nullptr;
        if (number != nullptr) return read_number(number->emplace());
        for (const std::string_view other :
             {"status", "agents", "method", "message", "stopped", "warnings", "statistics"})
            if (key == other) return skip_value(0);
        return refuse_at(key_at, "unknown_key", "unknown key " + senda::quoted(key));
    }

    [[nodiscard]] bool read_path() {
        std::vector<senda::cell>& path = made_.paths.emplace_back();
        return read_list([&] {
            if (next() != '[') return refuse("type", "expected a cell such as [4,2]");
            ++at_;
            senda::cell& c = path.emplace_back();
            return read_number(c.x) && expect(',', "a comma") && read_number(c.y) &&
                   expect(']', "a closing bracket");
        });
    }
    template <class Integer>
    [[nodiscard]] bool read_number(Integer& into) {
        (void)next();
        const std::size_t end =
            std::min(text_.find_first_not_of("-+.0123456789eE", at_), text_.size());
        const auto read = senda::parse_integer<Integer>(text_.substr(at_, end - at_));
        if (!read)
            return refuse(read.fault == senda::number_fault::out_of_range ? "number" : "type",
                          "expected a whole number that fits");
        into = read.value;
        at_ = end;
        return true;
    }

    [[nodiscard]] bool read_string(std::string_view& into) {
        if (next() != '"') return refuse("syntax", "expected a text in quotes");
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2U : 1U;
        if (end >= text_.size()) return refuse("syntax", "the text has no closing quote");
        into = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return true;
    }
    /// Reads over a value of any kind that is of no use here.
    [[nodiscard]] bool skip_value(unsigned nested) {
        std::string_view ignored;
        if (nested > most_nested) return refuse("syntax", "values are nested too deeply");
        switch (next()) {
            case '"': return read_string(ignored);
            case '[': return read_list([&] { return skip_value(nested + 1); });
            case '{':
                return read_object(
                    [&](std::string_view, std::size_t) { return skip_value(nested + 1); });
            default: break;
        }
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
        const std::string_view word = text_.substr(at_, end - at_);
        const bool is_negative = word.substr(0, 1) == "-";
        if (word != "true" && word != "false" && word != "null" &&
            !senda::parse_decimal(word.substr(is_negative ? 1 : 0)))
            return refuse("syntax", "expected a value");
        at_ = end;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    written_plan made_;
    senda::diagnostic error_;
};

}  // namespace parsing

/// Reads a plan. Errors: `empty_input syntax type number unknown_key missing_key`.
[[nodiscard]] inline senda::parsed<written_plan> parse_plan(std::string_view text) {
    return parsing::plan_reader(text).read();
}
