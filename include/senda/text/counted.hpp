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

}  // namespace senda
