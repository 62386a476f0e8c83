// SPDX-License-Identifier: MIT
// The JSON format of a map, given token by token by whatever reads JSON.
#pragma once

#include <senda/pacman/format/raw_map.hpp>
#include <senda/pacman/format/json_scanner.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace senda::pacman::detail {

/// The kinds of values that JSON has.
enum class json_type { null, boolean, number, string, object, list };

/// Takes the tokens of a JSON text one after the other, and makes a draft of them.
class json_drafter {
public:
    json_drafter(std::string_view text, warning_list& warnings)
        : tokens_(text), warnings_(&warnings) {}

    /// Takes a value that is neither an object nor a list; `text` is that of a string.
    void value(json_type type, std::string_view text = {}) {
        tokens_.advance();
        if (skipped_ == 0) take_value(type, text);
    }
    /// Takes the beginning of an object or a list.
    void open(json_type type) {
        tokens_.advance();
        if (skipped_ > 0 || !enter(type)) ++skipped_;
    }
    /// Takes the end of an object or a list.
    void close() {
        tokens_.advance();
        if (skipped_ > 0) {
            --skipped_;
        } else {
            leave();
        }
    }
    /// Takes the key of the value that follows.
    void key(std::string_view name) {
        tokens_.advance();
        if (skipped_ > 0) return;
        (level_ == level::map ? member_ : coordinate_) = find(name);
    }

    /// Where the tokens are that come next.
    [[nodiscard]] const json_tokens& tokens() const noexcept { return tokens_; }

    /// The draft, once all tokens were taken, or what keeps them from being one.
    [[nodiscard]] parsed<draft> finish() && {
        if (fault_) return *std::move(fault_);
        for (const slot* s : {&width_, &height_, &start_, &goal_, &plan_})
            if (!s->given) return missing(*s, map_);
        for (const slot* s : {&start_x_, &start_y_, &energy_})
            if (!s->given) return missing(*s, start_.where);
        for (const slot* s : {&goal_x_, &goal_y_})
            if (!s->given) return missing(*s, goal_.where);
        return std::move(draft_);
    }

    /// What is wrong with a number next that no JSON reader can hold.
    [[nodiscard]] diagnostic fault_of_huge_number() {
        tokens_.advance();
        if (skipped_ == 0) take_value(json_type::number, {});
        if (fault_) return *std::move(fault_);
        const slot* here = skipped_ == 0 ? current() : nullptr;
        const std::string_view code = here == nullptr || here->number == nullptr ? "syntax"
                                      : here == &energy_                         ? "energy"
                                      : here == &width_ || here == &height_      ? "size"
                                                                                 : "outside";
        return fault_at(tokens_.where(), code,
                        "the number " + quoted(tokens_.token(), 24) + " is too large");
    }

private:
    enum class level { text, map, start, goal, plan, row };

    /// A key of the format, and what stands there.
    struct slot {
        std::string_view path;  // as it is called in messages
        std::string_view key;
        json_type type;
        drafted_number draft::* number = nullptr;
        bool given = false;
        spot where = {};
    };

    static diagnostic missing(const slot& s, spot where) {
        return fault_at(where, "missing_key", "there is no " + std::string{s.path});
    }

    /// The slot of a key in the object that is open; null, and a warning, if the format has none.
    slot* find(std::string_view name) {
        for (slot* s : {&width_, &height_, &start_, &goal_, &plan_})
            if (level_ == level::map && s->key == name) return opened(*s);
        for (slot* s : {&start_x_, &start_y_, &energy_})
            if (level_ == level::start && s->key == name) return opened(*s);
        for (slot* s : {&goal_x_, &goal_y_})
            if (level_ == level::goal && s->key == name) return opened(*s);
        warnings_->add(tokens_.where(), "syntax", "keys that the format does not have are ignored");
        return nullptr;
    }

    slot* opened(slot& s) {
        if (s.given)
            warnings_->add(tokens_.where(), "syntax",
                           "of a key that is there more than once, the last counts");
        s.given = true;
        return &s;
    }

    /// The slot that the value next fills; null where there is none.
    [[nodiscard]] slot* current() const noexcept {
        if (level_ == level::map) return member_;
        return level_ == level::start || level_ == level::goal ? coordinate_ : nullptr;
    }

    void take_value(json_type type, std::string_view text) {
        switch (level_) {
            case level::text: return wrong_type("the map", type, "an object");
            case level::plan:
                if (type != json_type::string) return wrong_type("a row", type, "a string");
                if (draft_.rows.size() > most_side) return;
                return draft_.rows.push_back(split_row(spots_in(text), *warnings_));
            case level::row:
                if (type != json_type::string) return wrong_type("a cell", type, "a string");
                return draft_.rows.back().add(text, inside_quotes());
            case level::map:
            case level::start:
            case level::goal: break;
        }
        slot* const s = current();
        if (s == nullptr) return;
        s->where = tokens_.where();
        if (type != s->type) return wrong_type(s->path, type, name_of(s->type));
        take_number(*s);
    }

    void take_number(const slot& s) {
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(tokens_.token());
        if (number.fault == number_fault::malformed)
            return refuse(std::string{s.path} + " is " + quoted(tokens_.token(), 24) +
                          ": expected a whole number");
        drafted_number& into = draft_.*s.number;
        into.text = tokens_.token();
        into.where = s.where;
        into.value = number ? std::optional{number.value} : std::nullopt;
    }

    /// Whether an object or a list is one that the format has here.
    bool enter(json_type type) {
        if (level_ == level::text && type == json_type::object) {
            map_ = tokens_.where();
            level_ = level::map;
            return true;
        }
        if (level_ == level::plan && type == json_type::list) {
            warnings_->add(tokens_.where(), "type",
                           "a row that is a list of cells is taken for one string");
            if (draft_.rows.size() > most_side) return false;
            draft_.rows.emplace_back();
            level_ = level::row;
            return true;
        }
        slot* const s = current();
        if (s == nullptr || type != s->type) {
            take_value(type, {});
            return false;
        }
        s->where = tokens_.where();
        enter(*s);
        return true;
    }

    // What an earlier value of the same key left behind is forgotten.
    void enter(const slot& s) {
        if (&s == &start_) {
            start_x_.given = start_y_.given = energy_.given = false;
            level_ = level::start;
        } else if (&s == &goal_) {
            goal_x_.given = goal_y_.given = false;
            level_ = level::goal;
        } else {
            draft_.rows.clear();
            level_ = level::plan;
        }
    }

    void leave() {
        switch (level_) {
            case level::row:
                draft_.rows.back().end = tokens_.where();
                level_ = level::plan;
                return;
            case level::plan: draft_.end = tokens_.where(); [[fallthrough]];
            case level::start:
            case level::goal: level_ = level::map; return;
            case level::map:
            case level::text: level_ = level::text; return;
        }
    }

    [[nodiscard]] spot inside_quotes() const noexcept {
        spot where = tokens_.where();
        ++where.column;
        return where;
    }
    /// The spots in a string, as if it were written without escapes.
    [[nodiscard]] line_spots spots_in(std::string_view text) const noexcept {
        return {text, inside_quotes()};
    }

    static const char* name_of(json_type type) noexcept {
        switch (type) {
            case json_type::null: return "null";
            case json_type::boolean: return "a truth value";
            case json_type::number: return "a whole number";
            case json_type::string: return "a string";
            case json_type::object: return "an object";
            case json_type::list: return "a list";
        }
        return "";
    }

    void wrong_type(std::string_view what, json_type type, std::string_view expected) {
        const char* const found = type == json_type::number ? "a number" : name_of(type);
        refuse(std::string{what} + " is " + found + ": expected " + std::string{expected});
    }
    // The first one is told.
    void refuse(std::string message) {
        if (!fault_) fault_ = fault_at(tokens_.where(), "type", std::move(message));
    }

    json_tokens tokens_;
    warning_list* warnings_;
    std::optional<diagnostic> fault_;
    draft draft_{.width = {"SIRKA"},
                 .height = {"VYSKA"},
                 .start_x = {"START.X"},
                 .start_y = {"START.Y"},
                 .energy = {"START.E"},
                 .goal_x = {"CIL.X"},
                 .goal_y = {"CIL.Y"}};
    slot width_{"SIRKA", "SIRKA", json_type::number, &draft::width};
    slot height_{"VYSKA", "VYSKA", json_type::number, &draft::height};
    slot start_{"START", "START", json_type::object};
    slot start_x_{"START.X", "X", json_type::number, &draft::start_x};
    slot start_y_{"START.Y", "Y", json_type::number, &draft::start_y};
    slot energy_{"START.E", "E", json_type::number, &draft::energy};
    slot goal_{"CIL", "CIL", json_type::object};
    slot goal_x_{"CIL.X", "X", json_type::number, &draft::goal_x};
    slot goal_y_{"CIL.Y", "Y", json_type::number, &draft::goal_y};
    slot plan_{"PLAN", "PLAN", json_type::list};
    level level_ = level::text;
    slot* member_ = nullptr;      // of the map
    slot* coordinate_ = nullptr;  // of START or CIL
    std::size_t skipped_ = 0;     // objects and lists open that the format does not have
    spot map_ = {};
};

}  // namespace senda::pacman::detail
