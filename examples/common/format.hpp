// SPDX-License-Identifier: MIT
// Sentences with gaps, and numbers with their nouns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace senda {

/// A sentence with its `%1`, `%2`, ... replaced, in whatever order its language has them.
[[nodiscard]] inline std::string substitute(std::string_view sentence,
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

/// A number with its noun: `1 step`, `2 steps`.
[[nodiscard]] inline std::string pluralize(std::uint64_t count, std::string_view noun) {
    return std::to_string(count) + ' ' + std::string{noun} + (count == 1 ? "" : "s");
}

/// A noun in the forms that it has beside numbers. Most languages have two, Slavic ones another for
/// 2 to 4.
struct noun {
    const char* one;   ///< `1 step`
    const char* few;   ///< beside 2 to 4
    const char* many;  ///< beside 0 and from 5 on
};

/// A number with its noun in the form that fits.
[[nodiscard]] inline std::string pluralize(std::uint64_t count, const noun& n) {
    return std::to_string(count) + ' ' +
           (count == 1                 ? n.one
            : count >= 2 && count <= 4 ? n.few
                                       : n.many);
}

}  // namespace senda
