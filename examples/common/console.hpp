// SPDX-License-Identifier: MIT
// The two streams of a program: results on one, everything else on the other.
#pragma once

#include "exit_code.hpp"
#include "platform.hpp"
#include "terminal_style.hpp"

#include <common/text_grid.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace program {

/// What is known of the terminal behind a stream.
inline terminal_environment environment_of(int stream) {
    return {.is_terminal = platform::is_terminal(stream),
            .no_color = platform::environment("NO_COLOR"),
            .term = platform::environment("TERM"),
            .colorterm = platform::environment("COLORTERM"),
            .lc_all = platform::environment("LC_ALL"),
            .lc_ctype = platform::environment("LC_CTYPE"),
            .lang = platform::environment("LANG")};
}

/// A message for a terminal, line by line: no text from outside it can do more than be read.
inline std::string printable_lines(std::string_view text) {
    std::string out;
    for (std::size_t end = 0; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
        out += senda::printable(text.substr(0, end)) + '\n';
    return out + senda::printable(text);
}

/// Looks that words on a terminal can have.
enum class accent { good, bad, doubtful, quiet, strong };

/// Prints results and messages, with colours where they are seen.
class console {
public:
    explicit console(color_choice choice = color_choice::automatic)
        : output_(style_for(environment_of(platform::standard_output), choice)),
          messages_(style_for(environment_of(platform::standard_error), choice)) {
        platform::prepare_streams();
    }

    /// From here on, the answer is printed among the messages: a file goes to the standard output.
    static void leave_output_to_file() { answers_ = platform::standard_error; }

    /// What the stream of the answer shows.
    [[nodiscard]] senda::draw::terminal_style style() const noexcept {
        return answers_ == platform::standard_output ? output_ : messages_;
    }
    [[nodiscard]] static bool output_is_terminal() { return platform::is_terminal(answers_); }
    [[nodiscard]] static bool messages_are_seen() {
        return platform::is_terminal(platform::standard_error);
    }

    /// Prints a part of the result.
    void print(std::string_view text) {
        erase_status();
        std::fwrite(text.data(), 1, text.size(),
                    answers_ == platform::standard_output ? stdout : stderr);
    }
    void print(const senda::draw::text_grid& picture) {
        print(senda::draw::to_text(picture, style()));
    }

    /// How much of a picture there is room for; `otherwise` where no window limits it.
    [[nodiscard]] static window room(window otherwise = {}) {
        return platform::window_of(answers_).value_or(otherwise);
    }

    /// A text for the result, emphasised if that is seen.
    [[nodiscard]] std::string with(accent a, std::string_view text) const {
        return emphasised(style(), a, text);
    }

    /// Says that something is wrong, which is no part of the result.
    void error(std::string_view message) const { say("error", accent::bad, message); }

    /// Says something that is no part of the result.
    void note(std::string_view message) const { say("note", accent::strong, message); }

    /// Says what was accepted although it is not quite right, in one line.
    void warn(const senda::diagnostic& d, std::string_view file) const {
        std::string place{file};
        if (d.line > 0) place += ':' + std::to_string(d.line) + ':' + std::to_string(d.column);
        say("warning", accent::doubtful, d.message + " [" + d.code + "] (" + place + ')');
    }

    /// Shows what is wrong with an input, and where.
    void show(const senda::diagnostic& d, std::string_view file, std::string_view text) const {
        show_message(senda::describe(d, file, text));
    }

    /// The same for an input of which only the line is at hand.
    void show_in_line(const senda::diagnostic& d, std::string_view file,
                      std::string_view line) const {
        show_message(senda::describe_in_line(d, file, line));
    }

    /// Writes a line as it is to the standard error.
    static void write_message(const std::string& text) {
        std::fflush(stdout);  // in the order in which they were made, where both are one terminal
        erase_status();
        std::fwrite(text.data(), 1, text.size(), stderr);
    }

    /// Shows a line on the terminal behind the standard error, as much as there is room for, until
    /// anything else is said.
    static void show_status(std::string_view line) {
        const window room = platform::window_of(platform::standard_error).value_or(window{});
        std::string shown = "\r";
        int cols = 0;
        while (!line.empty() && cols < room.cols - 2) {
            const senda::utf8_character c = senda::first_character(line);
            shown += senda::printable(line.substr(0, c.size));
            cols += static_cast<int>(senda::display_width(c.code));
            line.remove_prefix(c.size);
        }
        shown += "\x1b[K";
        status_is_shown_ = true;
        std::fwrite(shown.data(), 1, shown.size(), stderr);
        std::fflush(stderr);
    }

    /// Erases that line; a signal handler may call it.
    static void erase_status() {
        if (!status_is_shown_.exchange(false)) return;
        constexpr char erasing[] = {'\r', '\x1b', '[', 'K'};
        (void)platform::write_some(platform::standard_error, erasing, sizeof erasing);
    }

    /// Makes sure that the result arrived; false if it could not be written.
    [[nodiscard]] static bool finish() {
        return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    }

private:
    static std::string emphasised(senda::draw::terminal_style style, accent a,
                                  std::string_view text) {
        if (style.colors == senda::draw::terminal_colors::none) return std::string{text};
        const char* const code = a == accent::good       ? "1;32"
                                 : a == accent::bad      ? "1;31"
                                 : a == accent::doubtful ? "1;33"
                                 : a == accent::quiet    ? "2"
                                                         : "1";
        return "\x1b[" + std::string{code} + 'm' + std::string{text} + "\x1b[m";
    }

    void show_message(const std::string& described) const {
        const std::string message = printable_lines(described);
        const std::size_t colon = message.find(':');
        write_message(emphasised(messages_, accent::bad, message.substr(0, colon)) +
                      message.substr(colon));
    }

    void say(std::string_view what, accent a, std::string_view message) const {
        write_message(emphasised(messages_, a, what) + ": " + printable_lines(message) + '\n');
    }

    inline static std::atomic<bool> status_is_shown_ = false;
    inline static int answers_ = platform::standard_output;
    senda::draw::terminal_style output_;
    senda::draw::terminal_style messages_;
};

/// The look of an outcome of any puzzle.
template <class Outcome>
accent accent_of(Outcome outcome) {
    return outcome == Outcome::solved     ? accent::good
           : outcome == Outcome::no_route ? accent::bad
                                          : accent::doubtful;
}

/// Makes sure that what was printed arrived, before a program ends with a code.
inline int finished(const console& out, int code) {
    if (console::finish()) return code;
    out.error("cannot write to the standard output");
    return wrong_usage;
}

/// A line of an answer: a name and what there is to say.
inline std::string named_line(std::string_view name, const std::string& value) {
    constexpr std::size_t width = 12;
    std::string text = "  " + std::string{name};
    text.append(width - std::min(width, senda::count_characters(name)), ' ');
    return text + value + '\n';
}

}  // namespace program
