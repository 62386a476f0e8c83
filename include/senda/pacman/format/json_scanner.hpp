// SPDX-License-Identifier: MIT
// Where the tokens of a JSON text are, for a parser that does not say.
#pragma once

#include <senda/pacman/format/raw_map.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace senda::pacman::detail {

/// Gives the tokens of a JSON text one by one. What is not valid is left to a parser.
class json_scanner {
public:
    explicit json_scanner(std::string_view text) noexcept : text_(text) {}

    /// Goes on to the next token.
    void advance() noexcept {
        const std::size_t begin = next();
        move_to(begin);
        token_ = text_.substr(begin, length_at(begin));
    }
    /// The token as it is written.
    [[nodiscard]] std::string_view token() const noexcept { return token_; }
    /// Where the token begins.
    [[nodiscard]] text_position where() const noexcept { return where_; }

    /// Where the next token begins, in bytes.
    [[nodiscard]] std::size_t next() const noexcept {
        return std::min(text_.find_first_not_of(" \t\r\n,:", begin_ + token_.size()), text_.size());
    }
    /// The position of a byte that is not before the token: that of the character to which it
    /// belongs.
    [[nodiscard]] text_position position_of(std::size_t offset) const noexcept {
        json_scanner ahead = *this;
        offset = std::min(offset, text_.size());
        while (offset > begin_ && offset < text_.size() && continues_character(text_[offset]))
            --offset;
        ahead.move_to(offset);
        return ahead.where_;
    }

private:
    [[nodiscard]] static constexpr bool continues_character(char byte) noexcept {
        return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
    }

    void move_to(std::size_t offset) noexcept {
        std::string_view passed = text_.substr(begin_, offset - begin_);
        for (std::size_t end; (end = passed.find('\n')) != std::string_view::npos;) {
            passed.remove_prefix(end + 1);
            where_ = {where_.line + 1, 1};
        }
        where_.column += count_characters(passed);
        begin_ = offset;
    }

    [[nodiscard]] std::size_t length_at(std::size_t begin) const noexcept {
        if (begin == text_.size()) return 0;
        if (text_[begin] == '"') return length_of_string(begin);
        if (std::string_view{"{}[]"}.find(text_[begin]) != std::string_view::npos) return 1;
        return std::min(text_.find_first_of(" \t\r\n,:]}", begin), text_.size()) - begin;
    }
    [[nodiscard]] std::size_t length_of_string(std::size_t begin) const noexcept {
        std::size_t at = begin + 1;
        while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2U : 1U;
        return std::min(at + 1, text_.size()) - begin;
    }

    std::string_view text_;
    std::string_view token_;
    std::size_t begin_ = 0;  // of the token, in bytes
    text_position where_ = {1, 1};
};

}  // namespace senda::pacman::detail
