// SPDX-License-Identifier: MIT
// How often a test repeats itself.
#pragma once

namespace support {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// As many rounds as asked, or an eighth of them under the sanitizers, which make each slow and
/// look for what the first rounds show as well.
template <class Number>
[[nodiscard]] constexpr Number rounds(Number asked) noexcept {
    return is_sanitized ? (asked + 7) / 8 : asked;
}

}  // namespace support
