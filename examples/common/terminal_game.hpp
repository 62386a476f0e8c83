// SPDX-License-Identifier: MIT
// What games in a terminal have in common: the loop of keys, a line that says what happened, and a
// screen of which only what changed is drawn.
#pragma once

#include "console.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "keyboard.hpp"
#include "platform.hpp"

#include <senda/draw/color.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/draw/text_grid.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

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

protected:
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

    void say(std::string message, senda::draw::color paint = senda::draw::transparent) {
        message_ = std::move(message);
        paint_ = paint;
    }

    /// Draws what changed since the last time; all of it if the window did.
    void show() {
        if (game_screen::take_resized()) shown_ = senda::draw::text_grid(0, 0);
        senda::draw::text_grid wanted = picture(console::room());
        game_screen::write(senda::draw::redraw(shown_, wanted, style_));
        shown_ = std::move(wanted);
    }

private:
    senda::draw::terminal_style style_;
    senda::draw::text_grid shown_{0, 0};
    std::string message_;
    senda::draw::color paint_ = senda::draw::transparent;
};

/// Whether somebody sits at a terminal that can move its cursor, who presses keys and sees what
/// they do.
[[nodiscard]] inline bool can_play() {
    const char* const term = platform::environment("TERM");
    if (term != nullptr && std::string_view{term} == "dumb") return false;
    return platform::is_terminal(platform::standard_input) && console::output_is_terminal();
}

}  // namespace program
