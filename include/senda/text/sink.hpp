// SPDX-License-Identifier: MIT
// Where the writers of files put their bytes, piece by piece.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda {

/// Something that takes bytes in pieces, in order: `sink(std::string_view)`. A piece is gone after
/// the call. It may return a bool: whether it took the piece. A lambda that writes to a stream is
/// one.
template <class S>
concept ByteSink = std::invocable<S&, std::string_view>;

/// Collects small pieces of text and hands them on to a sink in large ones, until one is not taken.
template <ByteSink Sink>
class buffered_text {
public:
    /// Hands on to `sink`, which must outlive it.
    explicit buffered_text(Sink& sink) : sink_(sink) {}

    /// The text to add to; `flush_if_long` now and then keeps it short.
    [[nodiscard]] std::string& text() noexcept { return text_; }
    /// Adds to the text.
    void put(std::string_view piece) { text_ += piece; }

    /// Hands on what there is, if it is much; whether all was taken so far.
    bool flush_if_long() {
        constexpr std::size_t enough = std::size_t{1} << 16U;
        return text_.size() < enough ? good_ : flush();
    }

    /// Hands on what there is, to be called at the end; whether all was taken.
    bool flush() {
        if (good_ && !text_.empty()) {
            written_ += text_.size();
            if constexpr (std::is_void_v<std::invoke_result_t<Sink&, std::string_view>>) {
                sink_(std::string_view{text_});
            } else {
                good_ = static_cast<bool>(sink_(std::string_view{text_}));
            }
        }
        text_.clear();
        return good_;
    }

    /// The bytes handed on.
    [[nodiscard]] std::size_t written() const noexcept { return written_; }

private:
    Sink& sink_;
    std::string text_;
    std::size_t written_ = 0;
    bool good_ = true;
};

}  // namespace senda
