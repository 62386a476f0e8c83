// SPDX-License-Identifier: MIT
#ifndef SENDA_VERSION_HPP
#define SENDA_VERSION_HPP

// The one place that holds the version: CMake reads these three lines.

/// Grows when programs may have to be changed.
#define SENDA_VERSION_MAJOR 0
/// Grows when something is added.
#define SENDA_VERSION_MINOR 1
/// Grows when something is mended.
#define SENDA_VERSION_PATCH 0

/// The version as one number for `#if`: 1.2.3 is 10203.
#define SENDA_VERSION \
    (SENDA_VERSION_MAJOR * 10000 + SENDA_VERSION_MINOR * 100 + SENDA_VERSION_PATCH)

#define SENDA_DETAIL_TEXT(x) #x
#define SENDA_DETAIL_VERSION_TEXT(major_, minor_, patch_) \
    SENDA_DETAIL_TEXT(major_) "." SENDA_DETAIL_TEXT(minor_) "." SENDA_DETAIL_TEXT(patch_)

/// The version as a string literal: "1.2.3".
#define SENDA_VERSION_STRING \
    SENDA_DETAIL_VERSION_TEXT(SENDA_VERSION_MAJOR, SENDA_VERSION_MINOR, SENDA_VERSION_PATCH)

namespace senda {

/// The version as one number that grows with every release: 1.2.3 is 10203.
inline constexpr int version = SENDA_VERSION;

/// The version as text: "1.2.3".
inline constexpr const char* version_string = SENDA_VERSION_STRING;

}  // namespace senda

#endif
