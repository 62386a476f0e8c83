// SPDX-License-Identifier: MIT
#pragma once

#include <senda/text/diagnostic.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace senda::mazegen::detail {

/// What is wrong with a fraction, if so.
inline diagnostic fault_of_fraction(std::string_view name, double fraction) {
    if (fraction >= 0 && fraction <= 1) return {};
    return {"bad_fraction", "the fraction of " + std::string{name} + " is " +
                                std::to_string(fraction) + ": expected a number from 0 to 1"};
}

/// The nearest whole number to that fraction of a count.
[[nodiscard]] inline std::uint64_t share_of(std::uint64_t count, double fraction) noexcept {
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * fraction));
}

}  // namespace senda::mazegen::detail
