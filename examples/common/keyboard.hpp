// SPDX-License-Identifier: MIT
// Keys one by one from a terminal, and a screen of its own for a game.
#pragma once

#include "interrupt.hpp"
#include "platform.hpp"

#include <common/text_grid.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

namespace program {

/// A key that games know.
enum class key { none, up, down, left, right, undo, restart, hint, quit, other, closed };

/// What was pressed: `other` with a character if it is one, or a key without.
struct stroke {
    key what = key::none;
    char character = '\0';
};

/// Takes the first stroke out of the bytes that a terminal sent; `none` if they do not make a whole
/// one yet.
inline stroke take_stroke(std::string& bytes) {
    const auto take = [&bytes](std::size_t count, stroke s) {
        bytes.erase(0, count);
        return s;
    };
    const auto arrow = [](char c) {
        return c == 'A'   ? key::up
               : c == 'B' ? key::down
               : c == 'C' ? key::right
               : c == 'D' ? key::left
                          : key::other;
    };
    if (bytes.empty()) return {};
    const char c = bytes[0];
    if (c == '\x1b') {
        if (bytes.size() < 2) return {};
        if (bytes[1] != '[' && bytes[1] != 'O') return take(1, {key::other});
        std::size_t end = 2;  // parameters come before the letter that ends a sequence
        while (end < bytes.size() && bytes[end] >= 0x20 && bytes[end] < 0x40) ++end;
        if (end == bytes.size()) return {};
        return take(end + 1, {arrow(bytes[end])});
    }
    return take(1, {key::other, c});
}

/// The key that a stroke stands for in a game that is moved by letters too.
inline key meaning_of(stroke s) {
    constexpr std::string_view letters = "wasdhjklur?qWASDHJKLURQ";
    constexpr key meanings[] = {key::up, key::left,  key::down, key::right,   key::left, key::down,
                                key::up, key::right, key::undo, key::restart, key::hint, key::quit,
                                key::up, key::left,  key::down, key::right,   key::left, key::down,
                                key::up, key::right, key::undo, key::restart, key::quit};
    const std::size_t at = s.character == '\0' ? letters.npos : letters.find(s.character);
    return at == letters.npos ? s.what : meanings[at];
}

/// A terminal that gives keys at once and shows a screen of its own, until this is destroyed or the
/// program is ended by a signal; then it is as it was.
class game_screen {
public:
    /// A time to wait that does not end.
    static constexpr int no_timeout = -1;

    game_screen() {
        platform::keyboard::listen({begin, end, [] { resized_ = true; }});
        begin();
        interruption::call_at_end(end);
    }
    game_screen(const game_screen&) = delete;
    game_screen& operator=(const game_screen&) = delete;
    ~game_screen() {
        interruption::call_at_end(nullptr);
        end();
    }

    /// Waits for a key, without end or for so many milliseconds. `none` if the time is over, the
    /// window changed or a signal came first, `closed` if no key can come any more.
    stroke wait(int milliseconds = no_timeout) {
        constexpr int short_wait = 200;
        for (int left = milliseconds;;) {
            const stroke s = take_stroke(bytes_);
            if (s.what != key::none) return s;
            // A signal between these two lines is noticed after the wait, which is short.
            if (resized_ || interruption::requested() || left == 0) return {};
            const int now = left < 0 ? short_wait : std::min(left, short_wait);
            const platform::key_wait came = platform::keyboard::wait(now, bytes_);
            if (came == platform::key_wait::closed) return {key::closed};
            if (came != platform::key_wait::timeout) continue;
            if (!bytes_.empty()) {  // an escape key, and no more of it to come
                bytes_.clear();
                return {key::other};
            }
            if (left > 0) left -= now;
        }
    }

    /// Whether all must be drawn again, because the window changed; only once for each change.
    [[nodiscard]] static bool take_resized() noexcept { return resized_.exchange(false); }

    static void write(std::string_view text) noexcept {
        while (!text.empty()) {
            const std::ptrdiff_t count =
                platform::write_some(platform::standard_output, text.data(), text.size());
            if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
            if (count < 0 && errno != EINTR) return;
        }
    }

private:
    // Signal handlers may call both.
    static void begin() {
        platform::keyboard::begin();
        write(senda::draw::terminal_codes::enter_screen);
    }
    static void end() {
        write(senda::draw::terminal_codes::leave_screen);
        platform::keyboard::end();
    }

    inline static std::atomic<bool> resized_ = false;
    std::string bytes_;
};

}  // namespace program
