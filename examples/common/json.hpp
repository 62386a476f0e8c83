// SPDX-License-Identifier: MIT
// JSON documents, in which long lists are written straight to the text.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <nlohmann/json.hpp>
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

    /// Ends the object and hands over its text.
    [[nodiscard]] std::string finish() {
        text_ += text_.empty() ? "{}" : "}";
        return std::move(text_);
    }

private:
    std::string text_;
};

/// The errors of an input, each with its place where it has one.
inline json errors_json(const std::vector<senda::diagnostic>& errors) {
    const auto place = [](std::size_t number) { return number == 0 ? json() : json(number); };
    json list = json::array();
    for (const senda::diagnostic& d : errors)
        list.push_back({{"code", d.code},
                        {"line", place(d.line)},
                        {"column", place(d.column)},
                        {"message", d.message}});
    return list;
}

/// The codes of the warnings about an input.
inline json warnings_json(const std::vector<senda::diagnostic>& warnings) {
    json list = json::array();
    for (const senda::diagnostic& d : warnings) list.push_back(d.code);
    return list;
}

/// The document for an input that was refused.
inline std::string invalid_json(const std::vector<senda::diagnostic>& errors,
                                const std::vector<senda::diagnostic>& warnings = {}) {
    return json_object{}
        .add("status", "invalid")
        .add("errors", errors_json(errors))
        .add("warnings", warnings_json(warnings))
        .finish();
}

}  // namespace program
