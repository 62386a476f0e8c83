// SPDX-License-Identifier: MIT
// A terminal that understands what senda sends, and nothing else.
#pragma once

#include <common/text_grid.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace test_draw {

/// A screen of cells. Colours of 256 are kept as {0, 0, number, 1}.
class terminal_emulator {
public:
    terminal_emulator(int rows, int cols)
        : rows_(rows), cols_(cols), cells_(static_cast<std::size_t>(rows * cols)) {}

    void send(std::string_view text) {
        while (!text.empty()) {
            if (text.front() == '\x1b') {
                text.remove_prefix(1);
                REQUIRE(text.substr(0, 1) == "[");
                text.remove_prefix(1);
                const std::size_t end = text.find_first_not_of("0123456789;?");
                REQUIRE(end != std::string_view::npos);
                control(text[end], text.substr(0, end));
                text.remove_prefix(end + 1);
            } else if (text.front() == '\n') {
                // As with a real one, the rest of the line takes the ground if it is set.
                CHECK(look_.ground == senda::draw::transparent);
                ++row_;
                col_ = 0;
                text.remove_prefix(1);
            } else {
                const senda::utf8_character c = senda::first_character(text);
                REQUIRE(is_printable(c));
                print(c.code);
                text.remove_prefix(c.size);
            }
        }
    }

    const senda::draw::text_cell& at(int row, int col) const {
        return cells_[static_cast<std::size_t>(row * cols_ + col)];
    }
    int row() const { return row_; }
    const senda::draw::text_cell& look() const { return look_; }

private:
    void print(char32_t code) {
        const auto width = static_cast<int>(senda::display_width(code));
        REQUIRE(row_ >= 0);
        REQUIRE(row_ < rows_);
        REQUIRE(col_ + width <= cols_);
        senda::draw::text_cell cell = look_;
        cell.code = code;
        cells_[static_cast<std::size_t>(row_ * cols_ + col_)] = cell;
        if (width == 2) {
            cell.code = 0;
            cells_[static_cast<std::size_t>(row_ * cols_ + col_ + 1)] = cell;
        }
        col_ += width;
    }

    void control(char command, std::string_view arguments) {
        std::vector<int> numbers;
        std::string digits;
        for (const char c : std::string{arguments} + ";") {
            if (c != ';') {
                digits += c;
                continue;
            }
            numbers.push_back(digits.empty() ? 0 : std::stoi(digits));
            digits.clear();
        }
        switch (command) {
            case 'm': set_look(numbers); break;
            case 'C':
                REQUIRE(col_ < cols_);
                col_ += numbers[0] == 0 ? 1 : numbers[0];
                break;
            case 'H':
                row_ = numbers[0] == 0 ? 0 : numbers[0] - 1;
                col_ = numbers.size() < 2 ? 0 : numbers[1] - 1;
                break;
            case 'J':
                REQUIRE(numbers[0] == 2);
                cells_.assign(cells_.size(), {});
                break;
            default: FAIL("unknown control");
        }
    }

    void set_look(const std::vector<int>& numbers) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            senda::draw::color* painted = nullptr;
            switch (numbers[i]) {
                case 0: look_ = {}; break;
                case 1: look_.bold = true; break;
                case 22: look_.bold = false; break;
                case 39: look_.ink = senda::draw::transparent; break;
                case 49: look_.ground = senda::draw::transparent; break;
                case 38: painted = &look_.ink; break;
                case 48: painted = &look_.ground; break;
                default: FAIL("unknown look");
            }
            if (painted == nullptr) continue;
            const auto byte = [&](std::size_t k) {
                return static_cast<std::uint8_t>(numbers.at(k));
            };
            if (numbers.at(i + 1) == 5) {
                *painted = {0, 0, byte(i + 2), 1};
                i += 2;
            } else {
                REQUIRE(numbers.at(i + 1) == 2);
                *painted = {byte(i + 2), byte(i + 3), byte(i + 4)};
                i += 4;
            }
        }
    }

    int rows_;
    int cols_;
    std::vector<senda::draw::text_cell> cells_;
    senda::draw::text_cell look_;
    int row_ = 0;
    int col_ = 0;
};

}  // namespace test_draw
