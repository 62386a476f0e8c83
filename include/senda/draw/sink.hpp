// SPDX-License-Identifier: MIT
// Where the writers of files put their bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace senda::draw {

/// Something that takes bytes in pieces, in order: `sink(std::string_view)`. A piece is gone after
/// the call. A lambda that writes to a stream is one.
template <class S>
concept ByteSink = std::invocable<S&, std::string_view>;

/// Collects small pieces of text and hands them on to a sink in large ones.
template <ByteSink Sink>
class buffered_text {
public:
    explicit buffered_text(Sink& sink) : sink_(sink) {}

    /// The text to add to; `flush_if_long` now and then keeps it short.
    [[nodiscard]] std::string& text() noexcept { return text_; }

    void flush_if_long() {
        constexpr std::size_t enough = std::size_t{1} << 16U;
        if (text_.size() >= enough) flush();
    }

    /// Hands on what there is; to be called at the end.
    void flush() {
        if (!text_.empty()) sink_(std::string_view{text_});
        text_.clear();
    }

private:
    Sink& sink_;
    std::string text_;
};

}  // namespace senda::draw
