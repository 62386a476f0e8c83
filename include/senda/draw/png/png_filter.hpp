// SPDX-License-Identifier: MIT
// The filters of PNG, as far as drawings need them: a row as it is, or as what changes from the one
// above.
#pragma once

#include <senda/draw/deflate/matches.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace senda::draw::detail {

/// Chooses a filter for each row. The colours of a drawing are flat and come again: matches say
/// that best of rows as they are, better than differences would. But the row above may be so long
/// that matches do not reach it.
class png_filter {
public:
    /// The byte of the filter and the filtered row, for pixels of so many bytes (or parts of one).
    /// `above` is the row before it, and zeros before the first. Valid until the next call.
    std::string_view filtered(std::span<const std::uint8_t> row,
                              std::span<const std::uint8_t> above, std::size_t pixel) {
        const bool is_far = row.size() >= match_finder::window;
        const bool as_change = is_far && changes(row, above) < changes(row.subspan(pixel), row);
        text_.clear();
        text_ += as_change ? '\2' : '\0';
        for (std::size_t i = 0; i < row.size(); ++i)
            text_ += static_cast<char>(as_change ? row[i] - above[i] : row[i]);
        return text_;
    }

private:
    [[nodiscard]] static std::size_t changes(std::span<const std::uint8_t> a,
                                             std::span<const std::uint8_t> b) noexcept {
        std::size_t count = 0;
        for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
        return count;
    }

    std::string text_;
};

}  // namespace senda::draw::detail
