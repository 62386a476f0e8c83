// SPDX-License-Identifier: MIT
// The JSON format of a map, read from the events of a SAX parser.
#pragma once

#include <common/format.hpp>
#include <pacman/format/raw_map.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace senda::pacman::detail {

/// Gives the tokens of a JSON text one by one, as SAX parsers do not say where they are. What is
/// not valid is left to the parser.
class json_scanner {
public:
    explicit json_scanner(std::string_view text) noexcept : text_(text) {}

    /// Goes on to the next token.
    void advance() noexcept {
        const std::size_t begin = next();
        move_to(begin);
        token_ = text_.substr(begin, length_at(begin));
    }
    /// The token as it is written.
    [[nodiscard]] std::string_view token() const noexcept { return token_; }
    /// Where the token begins.
    [[nodiscard]] text_position where() const noexcept { return where_; }

    /// Where the next token begins, in bytes.
    [[nodiscard]] std::size_t next() const noexcept {
        return std::min(text_.find_first_not_of(" \t\r\n,:", begin_ + token_.size()), text_.size());
    }
    /// The position of a byte that is not before the token: that of the character to which it
    /// belongs.
    [[nodiscard]] text_position position_of(std::size_t offset) const noexcept {
        json_scanner ahead = *this;
        offset = std::min(offset, text_.size());
        const auto continues_character = [&](std::size_t at) {
            return at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U;
        };
        while (offset > begin_ && continues_character(offset)) --offset;
        ahead.move_to(offset);
        return ahead.where_;
    }

private:
    void move_to(std::size_t offset) noexcept {
        std::string_view passed = text_.substr(begin_, offset - begin_);
        for (std::size_t end; (end = passed.find('\n')) != std::string_view::npos;) {
            passed.remove_prefix(end + 1);
            where_ = {where_.line + 1, 1};
        }
        where_.column += count_characters(passed);
        begin_ = offset;
    }

    [[nodiscard]] std::size_t length_at(std::size_t begin) const noexcept {
        if (begin == text_.size()) return 0;
        if (text_[begin] == '"') return length_of_string(begin);
        if (std::string_view{"{}[]"}.find(text_[begin]) != std::string_view::npos) return 1;
        return std::min(text_.find_first_of(" \t\r\n,:]}", begin), text_.size()) - begin;
    }
    [[nodiscard]] std::size_t length_of_string(std::size_t begin) const noexcept {
        std::size_t at = begin + 1;
        while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2U : 1U;
        return std::min(at + 1, text_.size()) - begin;
    }

    std::string_view text_;
    std::string_view token_;
    std::size_t begin_ = 0;  // of the token, in bytes
    text_position where_ = {1, 1};
};

/// The kinds of values that JSON has.
enum class json_type { null, boolean, number, string, object, list };

/// Makes a raw map of a JSON text. It is a SAX handler of `Json`, the class of nlohmann_json, and
/// keeps no tree, so that no text, however deep, takes more than a bit for each level.
template <class Json>
class json_map_reader {
public:
    json_map_reader(std::string_view text, map_faults& found)
        : text_(text), scanner_(text), found_(&found), words_(&found.words()) {
        for (const member& m : members_)
            if (m.number != nullptr) (map_.*m.number).name = m.path;
    }

    /// The map as it is written, as far as there is no error.
    [[nodiscard]] raw_map read() {
        if (Json::sax_parse(text_.begin(), text_.end(), this))
            for (const member& m : members_)
                if (!m.given)
                    found_->error(opened_at_[static_cast<std::size_t>(m.in)], "missing_key",
                                  substitute(words_->no_key, {m.path}));
        return map_;
    }

    bool null() { return value(json_type::null); }
    bool boolean(bool) { return value(json_type::boolean); }
    bool number_integer(std::int64_t) { return value(json_type::number); }
    bool number_unsigned(std::uint64_t) { return value(json_type::number); }
    bool number_float(double, const std::string&) { return value(json_type::number); }
    bool string(const std::string& text) { return value(json_type::string, text); }
    bool binary(const typename Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(json_type::object); }
    bool start_array(std::size_t) { return open(json_type::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(const std::string& name) {
        scanner_.advance();
        if (skipped_ == 0) member_ = find(name);
        return true;
    }
    bool parse_error(std::size_t bytes_read, const std::string&,
                     const typename Json::exception& error) {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow) {
            take_huge_number();
        } else {
            refuse_malformed(bytes_read, error.what());
        }
        return false;
    }

private:
    enum class level { text, map, start, goal, plan, row };

    /// A member of an object of the format.
    struct member {
        level in;
        std::string_view path;  // as it is called in messages; ends in the key
        json_type type;
        raw_number raw_map::* number = nullptr;
        level opens = level::text;  // if it is an object or a list
        bool given = false;

        [[nodiscard]] std::string_view key() const noexcept {
            return path.substr(path.rfind('.') + 1);
        }
    };

    bool value(json_type type, std::string_view text = {}) {
        scanner_.advance();
        if (skipped_ == 0) take(type, text);
        return true;
    }
    bool open(json_type type) {
        scanner_.advance();
        if (skipped_ > 0 || !enter(type)) ++skipped_;
        return true;
    }
    bool close() {
        scanner_.advance();
        if (skipped_ > 0) {
            --skipped_;
        } else {
            leave();
        }
        return true;
    }

    /// The member with a key in the object that is open; null, and a warning, if there is none.
    member* find(std::string_view name) {
        member* const found =
            std::find_if(members_.data(), members_.data() + members_.size(),
                         [&](const member& m) { return m.in == level_ && m.key() == name; });
        if (found == members_.data() + members_.size()) {
            warn("syntax", words_->unknown_key);
            return nullptr;
        }
        if (found->given) warn("syntax", words_->second_key);
        found->given = true;
        return found;
    }

    /// The member that the next value belongs to; null where there is none.
    [[nodiscard]] member* current() const noexcept {
        const bool in_object =
            level_ == level::map || level_ == level::start || level_ == level::goal;
        return in_object ? member_ : nullptr;
    }

    void take(json_type type, std::string_view text = {}) {
        if (level_ == level::text) return wrong_type(words_->map, type, json_type::object);
        if (level_ == level::plan) {
            if (type != json_type::string)
                return wrong_type(words_->a_row, type, json_type::string);
            if (map_.rows.size() > largest_side) return;
            // The columns in a string, as if it were written without escapes.
            return map_.rows.push_back(split_row({text, inside_quotes()}, *found_));
        }
        if (level_ == level::row) {
            if (type != json_type::string)
                return wrong_type(words_->a_cell, type, json_type::string);
            return map_.rows.back().add(text, inside_quotes());
        }
        const member* const m = current();
        if (m == nullptr) return;
        if (type != m->type) return wrong_type(m->path, type, m->type);
        take_number(map_.*m->number);
    }

    void take_number(raw_number& into) {
        if (into.take(scanner_.token(), scanner_.where()).fault == number_fault::malformed)
            refuse("type", substitute(words_->not_whole, {into.described(*words_)}));
    }

    /// Takes the next number, which the parser cannot hold.
    void take_huge_number() {
        value(json_type::number);
        const member* const m = skipped_ == 0 ? current() : nullptr;
        const std::string_view code =
            m == nullptr                                                    ? "syntax"
            : m->number == &raw_map::energy                                 ? "energy"
            : m->number == &raw_map::width || m->number == &raw_map::height ? "size"
                                                                            : "outside";
        refuse(code, substitute(words_->too_large, {quoted(scanner_.token(), 24)}));
    }

    /// Whether an object or a list is one that the format has here.
    bool enter(json_type type) {
        if (level_ == level::text && type == json_type::object) return go_to(level::map);
        if (level_ == level::plan && type == json_type::list) {
            warn("type", words_->row_as_list);
            if (map_.rows.size() > largest_side) return false;
            map_.rows.emplace_back();
            return go_to(level::row);
        }
        const member* const m = current();
        if (m == nullptr || type != m->type) {
            take(type);
            return false;
        }
        // What an earlier value of the same key left behind is forgotten.
        for (member& inner : members_)
            if (inner.in == m->opens) inner.given = false;
        if (m->opens == level::plan) map_.rows.clear();
        return go_to(m->opens);
    }

    bool go_to(level l) {
        level_ = l;
        opened_at_[static_cast<std::size_t>(l)] = scanner_.where();
        return true;
    }

    void leave() {
        if (level_ == level::row) map_.rows.back().end = scanner_.where();
        if (level_ == level::plan) map_.end = scanner_.where();
        level_ = level_ == level::row   ? level::plan
                 : level_ == level::map ? level::text
                                        : level::map;
    }

    [[nodiscard]] text_position inside_quotes() const noexcept {
        return {scanner_.where().line, scanner_.where().column + 1};
    }

    // The key of the warning is the token.
    void warn(std::string_view code, const oddity_words& o) {
        std::string_view key = scanner_.token();
        if (key.size() >= 2 && key.front() == '"') key = key.substr(1, key.size() - 2);
        found_->oddity(scanner_.where(), code, o, {quoted(key)});
    }
    [[nodiscard]] const char* name_of(json_type type) const noexcept {
        return words_->types[static_cast<std::size_t>(type)];
    }
    void wrong_type(std::string_view what, json_type type, json_type expected) {
        const char* const found = type == json_type::number ? words_->a_number : name_of(type);
        refuse("type", substitute(words_->wrong_type, {what, found, name_of(expected)}));
    }
    void refuse(std::string_view code, std::string message) {
        found_->error(scanner_.where(), code, std::move(message));
    }

    /// Reports the parser's message without its position and the last bytes that it read, which may
    /// end within a character. It counts more than what is wrong with the values before.
    void refuse_malformed(std::size_t bytes_read, std::string_view message) {
        const std::size_t begin = message.find(" - ");
        if (begin != std::string_view::npos) message.remove_prefix(begin + 3);
        const bool is_token = message.starts_with("unexpected");
        message = message.substr(0, message.find("; last read"));
        // A token in the wrong place is shown from its beginning, a broken one where it breaks.
        const std::size_t last = bytes_read == 0 ? 0 : bytes_read - 1;
        const std::size_t offset = is_token ? std::min(scanner_.next(), last) : last;
        found_->errors.clear();
        found_->error(scanner_.position_of(offset), "syntax",
                      substitute(words_->malformed, {message}));
    }

    std::string_view text_;
    json_scanner scanner_;
    map_faults* found_;
    const reading_words* words_;
    raw_map map_;
    std::array<member, 10> members_{{
        {level::map, "SIRKA", json_type::number, &raw_map::width},
        {level::map, "VYSKA", json_type::number, &raw_map::height},
        {level::map, "START", json_type::object, nullptr, level::start},
        {level::map, "CIL", json_type::object, nullptr, level::goal},
        {level::map, "PLAN", json_type::list, nullptr, level::plan},
        {level::start, "START.X", json_type::number, &raw_map::start_x},
        {level::start, "START.Y", json_type::number, &raw_map::start_y},
        {level::start, "START.E", json_type::number, &raw_map::energy},
        {level::goal, "CIL.X", json_type::number, &raw_map::goal_x},
        {level::goal, "CIL.Y", json_type::number, &raw_map::goal_y},
    }};
    level level_ = level::text;
    std::array<text_position, 6> opened_at_ = {};  // where each level began last
    member* member_ = nullptr;                     // of the last key
    std::size_t skipped_ = 0;  // objects and lists open that the format does not have
};

}  // namespace senda::pacman::detail
