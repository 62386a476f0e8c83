// SPDX-License-Identifier: MIT
// Where the writers of mazes put their text, piece by piece.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda::mazegen {

/// Something that takes text in pieces, in order: `sink(std::string_view)`. It may return a bool:
/// whether it took the piece.
template <class S>
concept TextSink = std::invocable<S&, std::string_view>;

namespace detail {

/// Collects small pieces of text and hands them on in large ones.
template <TextSink Sink>
class text_pieces {
public:
    explicit text_pieces(Sink& sink) : sink_(sink) { text_.reserve(enough + enough / 8); }

    /// Adds to the text.
    void put(std::string_view piece) { text_ += piece; }
    void put(char c) { text_ += c; }

    /// Hands on what there is, if it is much; whether all was taken so far.
    [[nodiscard]] bool flow() { return text_.size() < enough ? good_ : finish(); }

    /// Hands on the rest; whether all was taken.
    [[nodiscard]] bool finish() {
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
    static constexpr std::size_t enough = std::size_t{1} << 16U;

    Sink& sink_;
    std::string text_;
    std::size_t written_ = 0;
    bool good_ = true;
};

}  // namespace detail

}  // namespace senda::mazegen
