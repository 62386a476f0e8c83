// SPDX-License-Identifier: MIT
// Changed copies of inputs, the same on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fuzz {

/// Changes inputs a little: bytes, numbers, lines, and parts of one in another.
class mutations {
public:
    explicit mutations(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}

    /// The next changed copy of one of them.
    [[nodiscard]] std::string next() {
        std::string text = inputs_[below(inputs_.size())];
        for (std::size_t left = 1 + below(4); left > 0; --left) change(text);
        text.resize(std::min<std::size_t>(text.size(), 2048));
        return text;
    }

private:
    void change(std::string& text) {
        static constexpr std::string_view parts[] = {"\n",
                                                     "\r\n",
                                                     "0",
                                                     "-1",
                                                     "99999999999999999999",
                                                     "\xEF\xBB\xBF",
                                                     "\xC3\xA9",
                                                     "\xFF",
                                                     ",",
                                                     " ",
                                                     "\t",
                                                     "\"",
                                                     "{",
                                                     "]",
                                                     "1e9",
                                                     "A"};
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = std::min(below(9), text.size() - at);
        switch (below(6)) {
            case 0: text.erase(at, length); break;
            case 1: text.insert(at, std::string(text, at, length)); break;
            case 2: text.insert(at, parts[below(std::size(parts))]); break;
            case 3: text.replace(at, length, other_part()); break;
            case 4: std::reverse(text.begin() + static_cast<std::ptrdiff_t>(at), text.end()); break;
            default:
                if (at < text.size()) text[at] = static_cast<char>(below(256));
        }
    }

    [[nodiscard]] std::string other_part() {
        const std::string& other = inputs_[below(inputs_.size())];
        return other.substr(below(other.size() + 1), below(33));
    }

    /// A number from 0 to below `bound`, which is not 0, by a xorshift of 64 bits.
    [[nodiscard]] std::size_t below(std::size_t bound) noexcept {
        state_ ^= state_ << 13U;
        state_ ^= state_ >> 7U;
        state_ ^= state_ << 17U;
        return static_cast<std::size_t>((state_ >> 11U) % bound);
    }

    std::vector<std::string> inputs_;
    std::uint64_t state_ = 88'172'645'463'325'252U;
};

}  // namespace fuzz
