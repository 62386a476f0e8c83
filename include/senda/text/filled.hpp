// SPDX-License-Identifier: MIT
// Sentences with gaps, for programs that speak several languages.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace senda {

/// A sentence with its `%1`, `%2`, ... replaced, in whatever order its language has them.
[[nodiscard]] inline std::string filled(std::string_view sentence,
                                        std::initializer_list<std::string_view> values) {
    std::string text;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const char next = i + 1 < sentence.size() ? sentence[i + 1] : ' ';
        const int number = sentence[i] == '%' ? next - '0' : 0;
        if (number >= 1 && number <= static_cast<int>(values.size())) {
            text += values.begin()[number - 1];
            ++i;
        } else {
            text += sentence[i];
        }
    }
    return text;
}

}  // namespace senda
