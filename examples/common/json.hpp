// SPDX-License-Identifier: MIT
// JSON documents, in which long lists are written straight to the text.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

/// A JSON value whose members keep their order.
using json = nlohmann::ordered_json;

/// The text of a value; what is not UTF-8 in it is replaced.
inline std::string json_text(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// A value, or null.
template <class Value>
json value_if(bool is_there, const Value& value) {
    return is_there ? json(value) : json();
}
template <class Value>
json or_null(const std::optional<Value>& value) {
    return value ? json(*value) : json();
}

/// What a search did.
template <class Statistics>
json statistics_json(const Statistics& s) {
    return {
        {"expanded", s.expanded}, {"labels", s.labels}, {"bytes", s.bytes}, {"seconds", s.seconds}};
}

/// Errors or warnings of an input.
using diagnostics = std::vector<senda::diagnostic>;

/// The text of a JSON object, member by member.
class json_object {
public:
    json_object& add(std::string_view name, const json& value) {
        return add_text(name, json_text(value));
    }

    /// Adds a member whose value is JSON text already.
    json_object& add_text(std::string_view name, std::string_view value) {
        text_ += text_.empty() ? '{' : ',';
        text_ += json_text(name);
        text_ += ':';
        text_ += value;
        return *this;
    }

    /// Adds the codes of the warnings about an input.
    json_object& add_warnings(const diagnostics& warnings) {
        json list = json::array();
        for (const senda::diagnostic& d : warnings) list.push_back(d.code);
        return add("warnings", list);
    }

    /// Ends the object and hands over its text.
    [[nodiscard]] std::string finish() {
        text_ += text_.empty() ? "{}" : "}";
        return std::move(text_);
    }

    /// The same with an end of line, as a document.
    [[nodiscard]] std::string finish_document() { return finish() + '\n'; }

private:
    std::string text_;
};

/// The errors of an input, each with its place where it has one.
inline json errors_json(const diagnostics& errors) {
    json list = json::array();
    for (const senda::diagnostic& d : errors)
        list.push_back({{"code", d.code},
                        {"line", value_if(d.line > 0, d.line)},
                        {"column", value_if(d.column > 0, d.column)},
                        {"message", d.message}});
    return list;
}

/// The document for an input that was refused.
inline std::string invalid_json(const diagnostics& errors, const diagnostics& warnings = {}) {
    return json_object{}
        .add("status", "invalid")
        .add("errors", errors_json(errors))
        .add_warnings(warnings)
        .finish_document();
}

}  // namespace program
