// SPDX-License-Identifier: MIT
// The names of an enumeration's values.
#pragma once

#include <cstddef>

namespace senda::detail {

/// The name of a value of an enumeration that counts from 0: `names` has them in its order. A value
/// that it does not declare is "unknown".
template <class Enum, std::size_t N>
[[nodiscard]] constexpr const char* enum_name(Enum value, const char* const (&names)[N]) noexcept {
    const auto number = static_cast<std::size_t>(value);
    return number < N ? names[number] : "unknown";
}

}  // namespace senda::detail

namespace senda {

/// The name of a value of an enumeration.
using detail::enum_name;

}  // namespace senda
