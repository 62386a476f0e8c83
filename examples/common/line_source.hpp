// SPDX-License-Identifier: MIT
// The lines of a file one by one, while it is still being written if it is a pipe.
#pragma once

#include "interrupt.hpp"
#include "platform.hpp"

#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace program {

/// What becomes of a line that is longer than any that makes sense.
enum class long_lines {
    end,  ///< it is an error, and the last that is read
    cut   ///< its first bytes are given, more than `longest`, and the rest is passed over
};

/// Reads lines from a file, or from the standard input if its name is `-`.
class line_source {
public:
    /// More bytes than any line has that makes sense: a longer one is not kept to its end.
    static constexpr std::size_t longest = 1U << 20U;

    explicit line_source(const std::string& name, long_lines how = long_lines::end)
        : long_lines_(how),
          file_(name == "-" ? platform::standard_input : platform::open_to_read(name)) {
        if (file_ < 0) error_ = errno;
        fill();  // so that a folder is found out at once
    }
    line_source(const line_source&) = delete;
    line_source& operator=(const line_source&) = delete;
    ~line_source() {
        if (file_ > platform::standard_input) platform::close_file(file_);
    }

    /// The next line without its end; nothing after the last, or when the program was asked to end.
    std::optional<std::string> next() {
        std::size_t end = 0;
        std::optional<std::string> cut;
        while ((end = bytes_.find('\n', begin_)) == std::string::npos && !ended_) {
            if (bytes_.size() - begin_ > longest) {
                if (long_lines_ == long_lines::end) {
                    error_ = EMSGSIZE;
                } else {
                    if (!cut) cut = bytes_.substr(begin_);
                    begin_ = bytes_.size();
                }
            }
            fill();
        }
        if (error_ == EMSGSIZE) begin_ = bytes_.size();
        if (interruption::requested() || (begin_ == bytes_.size() && !cut)) return std::nullopt;
        const bool is_last = end == std::string::npos;
        std::string line = cut ? *cut : bytes_.substr(begin_, is_last ? end : end - begin_);
        begin_ = is_last ? bytes_.size() : end + 1;
        return line;
    }

    /// The error that kept a part of the file from being read; 0 if there was none.
    [[nodiscard]] int error() const noexcept { return error_; }

private:
    /// Adds what comes next to what is not used up yet.
    void fill() {
        bytes_.erase(0, std::exchange(begin_, 0));
        char buffer[1U << 16U];
        // A signal that comes just before the wait would not end it: it is noticed a little later.
        constexpr int short_wait = 200;
        while (error_ == 0 && !interruption::requested() &&
               !platform::wait_to_read(file_, short_wait)) {
        }
        const std::ptrdiff_t got = error_ == 0 && !interruption::requested()
                                       ? platform::read_some(file_, buffer, sizeof buffer)
                                       : 0;
        if (got > 0) {
            bytes_.append(buffer, static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR || interruption::requested()) {
            if (got < 0 && !interruption::requested()) error_ = errno;  // Ctrl-C is no error
            ended_ = true;
        }
    }

    long_lines long_lines_;
    int file_;
    int error_ = 0;
    bool ended_ = false;
    std::string bytes_;
    std::size_t begin_ = 0;  // of what was not given yet
};

}  // namespace program
