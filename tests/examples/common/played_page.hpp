// SPDX-License-Identifier: MIT
// Plays the data of a replay page, to see what a person would.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace test_draw {

/// A value of JSON, read strictly.
struct json {
    enum class kind { number, text, list, object } what = kind::number;
    double number = 0;
    std::string text;
    std::vector<json> list;
    std::map<std::string, json> object;
};

class json_reader {
public:
    static json read(std::string_view text) {
        json_reader reader{text};
        json value = reader.value();
        reader.blanks();
        REQUIRE(reader.rest_.empty());
        return value;
    }

private:
    explicit json_reader(std::string_view text) : rest_(text) {}

    json value() {
        blanks();
        REQUIRE_FALSE(rest_.empty());
        json made;
        if (rest_.front() == '"') {
            made.what = json::kind::text;
            made.text = string();
        } else if (take('[')) {
            made.what = json::kind::list;
            if (take(']')) return made;
            do made.list.push_back(value());
            while (take(','));
            REQUIRE(take(']'));
        } else if (take('{')) {
            made.what = json::kind::object;
            do {
                blanks();
                const std::string name = string();
                REQUIRE(take(':'));
                made.object[name] = value();
            } while (take(','));
            REQUIRE(take('}'));
        } else {
            // JSON wants a digit first, with at most a minus before it.
            const std::size_t sign = rest_.front() == '-' ? 1 : 0;
            REQUIRE(rest_.size() > sign);
            REQUIRE(rest_[sign] >= '0');
            REQUIRE(rest_[sign] <= '9');
            const std::string digits{rest_.substr(0, rest_.find_first_not_of("-.0123456789"))};
            made.number = std::strtod(digits.c_str(), nullptr);
            rest_.remove_prefix(digits.size());
        }
        return made;
    }

    std::string string() {
        REQUIRE(take('"'));
        std::string text;
        while (!rest_.empty() && rest_.front() != '"') {
            char c = rest_.front();
            rest_.remove_prefix(1);
            if (c == '\\') {
                c = rest_.front();
                rest_.remove_prefix(1);
                if (c == 'n') c = '\n';
                if (c == 't') c = '\t';
                if (c == 'u') {
                    c = static_cast<char>(std::stoi(std::string{rest_.substr(0, 4)}, nullptr, 16));
                    rest_.remove_prefix(4);
                }
            }
            text += c;
        }
        REQUIRE(take('"'));
        return text;
    }

    bool take(char c) {
        blanks();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    void blanks() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n'))
            rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

inline std::string between(const std::string& text, const std::string& begin,
                           const std::string& end) {
    const std::size_t from = text.find(begin);
    REQUIRE(from != std::string::npos);
    const std::size_t to = text.find(end, from + begin.size());
    REQUIRE(to != std::string::npos);
    return text.substr(from + begin.size(), to - from - begin.size());
}

inline json data_of(const std::string& page) {
    return json_reader::read(between(page, "id=\"data\">", "</script>"));
}

struct sprite_state {
    double x, y;
    bool shown;
    std::string paint;

    friend bool operator==(const sprite_state&, const sprite_state&) = default;
};

/// What a page shows in a frame.
struct page_state {
    std::vector<sprite_state> sprites;
    std::map<std::string, std::string> values;
    std::string caption;

    friend bool operator==(const page_state&, const page_state&) = default;
};

/// Plays the data of a page by what its description says.
inline std::vector<page_state> played(const json& data) {
    page_state now;
    for (const json& s : data.object.at("sprites").list)
        now.sprites.push_back({s.list[1].number, s.list[2].number, s.list[3].number == 1, ""});
    const auto text = [&](const json& n) {
        return data.object.at("texts").list.at(static_cast<std::size_t>(n.number)).text;
    };
    std::vector<page_state> frames;
    for (const json& frame : data.object.at("frames").list) {
        const auto& f = frame.list;
        for (std::size_t i = 0; i < f.size();) {
            const int what = static_cast<int>(f[i].number);
            const auto which = static_cast<std::size_t>(f.at(i + 1).number);
            const auto name = [&] { return data.object.at("values").list.at(which).text; };
            switch (what) {
                case 0:
                    now.sprites.at(which).x += f.at(i + 2).number;
                    now.sprites.at(which).y += f.at(i + 3).number;
                    break;
                case 1: now.sprites.at(which).shown = true; break;
                case 2: now.sprites.at(which).shown = false; break;
                case 3:
                    now.sprites.at(which).paint =
                        data.object.at("colours")
                            .list.at(static_cast<std::size_t>(f.at(i + 2).number))
                            .text;
                    break;
                case 4: now.values[name()] = std::to_string(std::lround(f.at(i + 2).number)); break;
                case 5: now.values[name()] = text(f.at(i + 2)); break;
                case 6: now.caption = text(f.at(i + 1)); break;
                default: FAIL("unknown change");
            }
            constexpr std::size_t sizes[] = {4, 2, 2, 3, 3, 3, 2};
            i += sizes[what];
        }
        frames.push_back(now);
    }
    return frames;
}

}  // namespace test_draw
