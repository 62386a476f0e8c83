// SPDX-License-Identifier: MIT
// Files read whole, and files written whole or not at all.
#pragma once

#include "interrupt.hpp"
#include "platform.hpp"

#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace program {

/// A text that was read, or the error that kept it from that; with EFBIG, what was read before
/// there was too much.
struct input {
    std::string text;
    int error = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return error == 0; }
};

/// Where reading stops. Nobody can send more than makes sense, so that no input, however long,
/// takes the memory of the machine.
struct input_limit {
    /// So many bytes of an input are read before it is asked what they promise.
    static constexpr std::size_t beginning = 1U << 20U;

    std::size_t bytes;

    /// The limit that a beginning sets, if there is one for all.
    std::optional<input_limit> operator()(std::string_view) const noexcept { return *this; }
};

/// Enough for a board, a map, a saved game or the moves of one.
inline constexpr input_limit short_input{std::size_t{16} << 20U};

/// Enough for a route through the largest of mazes.
inline constexpr input_limit long_input{std::size_t{1} << 30U};

namespace detail {

/// Makes a text larger or smaller; false if there is no memory for it.
inline bool resize(std::string& text, std::size_t size) {
    try {
        text.resize(size);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

template <class LimitOf>
input read_all(int file, const LimitOf& limit_of) {
    input read;
    std::size_t used = 0;
    // One byte more than there may be says that there is more. Of a file it is known how much there
    // is: memory that is never filled takes time, too.
    const auto status = platform::status_of(file);
    std::size_t room = input_limit::beginning + 1;
    if (status.kind == platform::file_kind::regular) room = std::min(room, status.size + 1);
    for (std::optional<input_limit> limit;;) {
        if (used >= input_limit::beginning && !limit) {
            limit = limit_of(std::string_view(read.text).substr(0, used));
            if (!limit) break;  // what was read says what is wrong
        }
        if (used == room) room = std::max(2 * room, platform::status_of(file).size + 1);
        if (limit) room = std::min(room, limit->bytes + 1);
        if (limit && used > limit->bytes) {
            read.error = EFBIG;
            break;
        }
        if (read.text.size() < room && !resize(read.text, room)) return {{}, ENOMEM};
        const std::ptrdiff_t got = platform::read_some(file, read.text.data() + used, room - used);
        if (got == 0) break;
        if (got > 0) {
            used += static_cast<std::size_t>(got);
        } else if (errno != EINTR || interruption::requested()) {
            read.error = errno;
            break;
        }
    }
    read.text.resize(used);
    return read;
}

}  // namespace detail

/// Reads a file, or the standard input if its name is `-`. `limit_of(text)` is asked about the
/// beginning of a long one: how much may there be? It says nothing if no more is needed to see what
/// is wrong.
template <class LimitOf>
input read_input(const std::string& name, const LimitOf& limit_of) {
    if (name == "-") return detail::read_all(platform::standard_input, limit_of);
    const int file = platform::open_to_read(name);
    if (file < 0) return {{}, errno};
    input read = detail::read_all(file, limit_of);
    platform::close_file(file);
    return read;
}

/// What a file that is read is called in messages.
inline std::string shown_name(const std::string& name) {
    return name == "-" ? "<standard input>" : senda::printable(name);
}

/// A file that appears under its name only when it is complete: until then it has another name
/// beside it. It is a sink for the writers of pictures. The name `-` is the standard output.
class output_file {
public:
    explicit output_file(const std::string& name) : name_(name), is_standard_output_(name == "-") {
        if (is_standard_output_) {
            std::fflush(stdout);  // what was printed comes first
            file_ = platform::standard_output;
            return;
        }
        const platform::file_kind kind = platform::status_of(name).kind;
        if (kind == platform::file_kind::regular || kind == platform::file_kind::missing) {
            // Beside the file that a link leads to, or the link would be replaced and not the file.
            name_ = platform::without_links(name);
            temporary_ = name_;
            file_ = platform::open_beside(temporary_);
            if (file_ >= 0) interruption::remove_at_end(temporary_);
        } else {  // a device or a pipe stays what it is
            file_ = platform::open_to_write(name);
        }
        if (file_ < 0) error_ = errno;
    }
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;
    ~output_file() { discard(); }

    /// Adds bytes; after an error, nothing.
    void operator()(std::string_view bytes) {
        while (error_ == 0 && !bytes.empty()) {
            const std::ptrdiff_t written = platform::write_some(file_, bytes.data(), bytes.size());
            if (written >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno != EINTR) {
                error_ = errno;
            }
        }
    }

    /// Gives the file its name. Returns 0, or the error that kept any part of it from being
    /// written; then nothing is left behind.
    int finish() {
        if (is_standard_output_) return error_;
        if (error_ == 0 && platform::close_file(std::exchange(file_, -1)) != 0) error_ = errno;
        if (error_ == 0 && !temporary_.empty() && platform::rename_file(temporary_, name_) != 0)
            error_ = errno;
        if (error_ == 0) {
            temporary_.clear();
            interruption::remove_at_end({});
        }
        discard();
        return error_;
    }

    [[nodiscard]] int error() const noexcept { return error_; }

private:
    void discard() {
        if (is_standard_output_) return;
        if (file_ >= 0) platform::close_file(std::exchange(file_, -1));
        if (!temporary_.empty()) {
            platform::remove_file(temporary_.c_str());
            temporary_.clear();
            interruption::remove_at_end({});
        }
    }

    std::string name_;
    std::string temporary_;
    bool is_standard_output_;
    int file_ = -1;
    int error_ = 0;
};

}  // namespace program
