// SPDX-License-Identifier: MIT
// How often a test repeats itself.
#pragma once

namespace support {

// Under the sanitizers, and where a preset tries another machine, library or form of the code.
#if defined(__SANITIZE_ADDRESS__) || defined(SENDA_TEST_FEW_ROUNDS)
inline constexpr bool is_slow = true;
#elif defined(__has_feature)
inline constexpr bool is_slow = __has_feature(address_sanitizer);
#else
inline constexpr bool is_slow = false;
#endif

/// As many rounds as asked, or an eighth of them where each is slow: the first show what the others
/// do.
template <class Number>
[[nodiscard]] constexpr Number rounds(Number asked) noexcept {
    return is_slow ? (asked + 7) / 8 : asked;
}

}  // namespace support
