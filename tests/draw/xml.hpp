// SPDX-License-Identifier: MIT
// A small strict reader of XML: enough to see that a file is well-formed and what is in it.
#pragma once

#include <senda/text/utf8.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test_draw {

struct xml_element {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text;  ///< directly inside of it
    std::size_t parent = 0;
    std::size_t depth = 0;
};

/// The elements in order of their beginnings; nothing if the text is not well-formed.
class xml_reader {
public:
    static std::optional<std::vector<xml_element>> read(std::string_view text) {
        xml_reader reader{text};
        if (!reader.read_all()) return std::nullopt;
        return reader.elements_;
    }

private:
    explicit xml_reader(std::string_view text) : rest_(text) {}

    bool read_all() {
        if (!has_allowed_characters()) return false;
        std::vector<std::size_t> open;
        while (!rest_.empty()) {
            if (rest_.front() != '<') {
                const std::string_view raw = rest_.substr(0, rest_.find('<'));
                const auto text = decoded(raw);
                if (!text) return false;
                const bool is_blank = text->find_first_not_of(" \n\t") == std::string::npos;
                if (open.empty() && !is_blank) return false;
                if (!open.empty()) elements_[open.back()].text += *text;
                rest_.remove_prefix(raw.size());
            } else if (take("</")) {
                const std::string name = take_name();
                take_blanks();
                if (open.empty() || elements_[open.back()].name != name || !take(">")) return false;
                open.pop_back();
            } else {
                take("<");
                if (open.empty() && !elements_.empty()) return false;  // a second root
                xml_element made;
                made.name = take_name();
                made.parent = open.empty() ? 0 : open.back();
                made.depth = open.size();
                if (made.name.empty() || !read_attributes(made)) return false;
                elements_.push_back(made);
                if (take("/>")) continue;
                if (!take(">")) return false;
                open.push_back(elements_.size() - 1);
            }
        }
        return open.empty() && !elements_.empty();
    }

    bool read_attributes(xml_element& element) {
        while (take_blanks()) {
            if (rest_.substr(0, 1) == ">" || rest_.substr(0, 2) == "/>") return true;
            const std::string name = take_name();
            if (name.empty() || !take("=\"")) return false;
            const std::size_t end = rest_.find('"');
            if (end == std::string_view::npos) return false;
            const auto value = decoded(rest_.substr(0, end));
            if (!value || !element.attributes.emplace(name, *value).second) return false;
            rest_.remove_prefix(end + 1);
        }
        return true;
    }

    /// XML allows neither most control characters nor what is not UTF-8.
    bool has_allowed_characters() const {
        for (std::string_view left = rest_; !left.empty();) {
            const senda::utf8_character c = senda::first_character(left);
            const bool is_blank = c.code == '\t' || c.code == '\n' || c.code == '\r';
            if (!c.valid || (c.code < 0x20 && !is_blank) || c.code == 0xFFFE || c.code == 0xFFFF)
                return false;
            left.remove_prefix(c.size);
        }
        return true;
    }

    static std::optional<std::string> decoded(std::string_view raw) {
        static const std::map<std::string_view, char> entities = {
            {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
        if (raw.find('<') != std::string_view::npos || raw.find("]]>") != std::string_view::npos)
            return std::nullopt;
        std::string text;
        while (!raw.empty()) {
            if (raw.front() != '&') {
                text += raw.front();
                raw.remove_prefix(1);
                continue;
            }
            const std::size_t end = raw.find(';');
            if (end == std::string_view::npos) return std::nullopt;
            const auto found = entities.find(raw.substr(1, end - 1));
            if (found == entities.end()) return std::nullopt;
            text += found->second;
            raw.remove_prefix(end + 1);
        }
        return text;
    }

    bool take(std::string_view what) {
        if (rest_.substr(0, what.size()) != what) return false;
        rest_.remove_prefix(what.size());
        return true;
    }

    bool take_blanks() {
        const std::size_t count = rest_.find_first_not_of(" \n\t");
        if (count == std::string_view::npos) return false;
        rest_.remove_prefix(count);
        return true;
    }

    std::string take_name() {
        std::size_t size = 0;
        const auto is_name = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == ':';
        };
        while (size < rest_.size() && is_name(rest_[size])) ++size;
        const std::string name{rest_.substr(0, size)};
        rest_.remove_prefix(size);
        return name;
    }

    std::string_view rest_;
    std::vector<xml_element> elements_;
};

}  // namespace test_draw
