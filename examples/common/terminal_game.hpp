// SPDX-License-Identifier: MIT
// What games in a terminal have in common: the loop of keys, a line that says what happened, and a
// screen of which only what changed is drawn; or lines, where a terminal cannot move its cursor.
#pragma once

#include "console.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "keyboard.hpp"
#include "line_source.hpp"
#include "platform.hpp"

#include <common/text_grid.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace program {

/// A game in a terminal. A game that derives from it says how it looks, what a key does, and what
/// is printed when all is over.
class terminal_game {
public:
    explicit terminal_game(senda::draw::terminal_style style) : style_(style) {}
    terminal_game(const terminal_game&) = delete;
    terminal_game& operator=(const terminal_game&) = delete;
    virtual ~terminal_game() = default;

    /// Plays until the player ends it; returns the exit code.
    int run() {
        {
            game_screen screen;
            for (;;) {
                show();
                const stroke s = screen.wait(key_timeout());
                if (interruption::requested() || s.what == key::closed) break;
                if (s.what == key::none) on_timeout();
                if (s.what != key::none && !press(s)) break;
            }
        }
        std::printf("%s\n", closing_line().c_str());
        return interruption::requested() ? interrupted : answered;
    }

    /// The same where the cursor cannot be moved: a line has keys, which are pressed at its end,
    /// and then all is shown below.
    int run_in_lines() {
        in_lines_ = true;
        std::printf("%s\n\n", line_help().c_str());
        std::optional<line_source> lines;
        for (;;) {
            std::string text = senda::draw::to_text(picture(console::room()), style_);
            text.erase(text.find_last_not_of('\n') + 1);
            std::printf("%s\n> ", text.c_str());
            std::fflush(stdout);
            if (!lines) lines.emplace("-", long_lines::cut);  // which reads at once
            const std::optional<std::string> line = lines->next();
            if (!line || !press_all(*line)) break;
            while (key_timeout() != game_screen::no_timeout && !interruption::requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds{key_timeout()});
                on_timeout();
            }
        }
        std::printf("%s\n", closing_line().c_str());
        return interruption::requested() ? interrupted : answered;
    }

protected:
    /// What is said first to who plays in lines: which keys take the place of arrows.
    [[nodiscard]] virtual std::string line_help() const { return {}; }

    /// Whether the next keys are a text that Enter ends, such as the name of a file.
    [[nodiscard]] virtual bool takes_text() const { return false; }

    /// What the terminal shows, with the line of `message()`.
    [[nodiscard]] virtual senda::draw::text_grid picture(window room) const = 0;

    /// Does what a key asks for; false if that is to end the game.
    virtual bool press(stroke s) = 0;

    /// How long to wait for a key, in milliseconds, before `on_timeout` is called.
    [[nodiscard]] virtual int key_timeout() const { return game_screen::no_timeout; }

    /// Does what there is to do while no key is pressed.
    virtual void on_timeout() {}

    /// How it ended, for the terminal as it was before the game.
    [[nodiscard]] virtual std::string closing_line() const = 0;

    [[nodiscard]] senda::draw::terminal_style style() const noexcept { return style_; }
    [[nodiscard]] const std::string& message() const noexcept { return message_; }
    [[nodiscard]] senda::draw::text_cell message_look() const noexcept {
        return {.ink = paint_, .bold = true};
    }

    /// Puts a picture into another; returns the row below it.
    static int paste(senda::draw::text_grid& into, int row, const senda::draw::text_grid& picture) {
        for (int y = 0; y < picture.rows(); ++y)
            for (int x = 0; x < picture.cols(); ++x) into.set(row + y, x, picture.at(y, x));
        return row + picture.rows();
    }

    /// How many columns a text takes.
    [[nodiscard]] static int width_of(std::string_view text) {
        int width = 0;
        while (!text.empty()) {
            const senda::utf8_character c = senda::first_character(text);
            width += static_cast<int>(senda::display_width(c.code));
            text.remove_prefix(c.size);
        }
        return width;
    }

    /// The lines of a text that is not to be wider than a window.
    [[nodiscard]] static std::vector<std::string> wrapped(std::string_view text, int cols) {
        std::vector<std::string> lines(1);
        int width = 0;
        while (!text.empty()) {
            const std::size_t blank = text.find(' ');
            const std::string_view word = text.substr(0, blank);
            const int letters = width_of(word);
            if (width > 0 && width + letters > cols) {
                lines.emplace_back();
                width = 0;
            }
            lines.back() += std::string{word} + ' ';
            width += letters + 1;
            text.remove_prefix(blank == text.npos ? text.size() : blank + 1);
        }
        return lines;
    }

    /// How many lines a text takes in a window, where some are left for the game.
    [[nodiscard]] static int lines_of(std::string_view text, window room) {
        return std::min(static_cast<int>(wrapped(text, room.cols).size()),
                        std::max(room.rows / 5, 1));
    }

    /// Puts a text into as many lines; returns the row below them.
    static int put_lines(senda::draw::text_grid& into, int row, std::string_view text,
                         const senda::draw::text_cell& look, window room) {
        const int count = lines_of(text, room);
        const std::vector<std::string> lines = wrapped(text, room.cols);
        for (int i = 0; i < count; ++i)
            into.put(row + i, 0, lines[static_cast<std::size_t>(i)], look);
        return row + count;
    }

    void say(std::string message, senda::draw::color paint = senda::draw::transparent) {
        message_ = std::move(message);
        paint_ = paint;
    }

    /// Draws what changed since the last time; all of it if the window did.
    void show() {
        if (in_lines_) return;
        if (game_screen::take_resized()) shown_ = senda::draw::text_grid(0, 0);
        senda::draw::text_grid wanted = picture(console::room());
        game_screen::write(senda::draw::redraw(shown_, wanted, style_));
        shown_ = std::move(wanted);
    }

private:
    /// Presses the keys of a line; false if one of them ends the game.
    bool press_all(const std::string& line) {
        const bool was_text = takes_text();
        for (const char c : line) {
            if ((c == ' ' || c == '\t' || c == '\r') && !takes_text()) continue;
            if (!press({key::other, c})) return false;
        }
        return !was_text || press({key::other, '\n'});
    }

    bool in_lines_ = false;
    senda::draw::terminal_style style_;
    senda::draw::text_grid shown_{0, 0};
    std::string message_;
    senda::draw::color paint_ = senda::draw::transparent;
};

/// Whether somebody sits at a terminal, whatever it can do.
[[nodiscard]] inline bool can_talk() {
    return platform::is_terminal(platform::standard_input) && console::output_is_terminal();
}

/// Whether somebody sits at a terminal that can move its cursor, who presses keys and sees what
/// they do.
[[nodiscard]] inline bool can_play() {
    const char* const term = platform::environment("TERM");
    if (term != nullptr && std::string_view{term} == "dumb") return false;
    return can_talk();
}

}  // namespace program
