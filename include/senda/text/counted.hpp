// SPDX-License-Identifier: MIT
// Numbers with their nouns, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace senda {

/// A number with its noun: `1 step`, `2 steps`.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun) {
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
[[nodiscard]] inline std::string counted(std::uint64_t count, const noun& n) {
    return std::to_string(count) + ' ' +
           (count == 1                 ? n.one
            : count >= 2 && count <= 4 ? n.few
                                       : n.many);
}

}  // namespace senda
