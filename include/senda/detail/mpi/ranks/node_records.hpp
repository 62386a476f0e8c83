// SPDX-License-Identifier: MIT
// Nodes as bytes, and back.
#pragma once

#include <senda/scale/mpi/packing.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A trivially copyable value at an address that need not be aligned.
template <class T>
[[nodiscard]] T copied_from(const unsigned char* bytes) noexcept {
    alignas(T) unsigned char copy[sizeof(T)];
    std::memcpy(copy, bytes, sizeof(T));
    return *std::launder(reinterpret_cast<const T*>(copy));
}

/// The value that was packed; zeros where bytes are missing.
template <class T>
[[nodiscard]] T unpacked(mpi::reader& from) {
    if constexpr (std::is_trivially_copyable_v<T>) {
        unsigned char copy[sizeof(T)] = {};
        (void)from.take(copy, sizeof copy);
        return copied_from<T>(copy);
    } else {
        T value{};
        unpack(from, value);
        return value;
    }
}

/// Calls `take(reader)` for each record of a block, which come with their length.
template <class Take>
void for_each_record(const unsigned char* records, std::size_t bytes, Take&& take) {
    mpi::reader all(records, bytes);
    for (std::uint64_t size = 0; all.take(&size, sizeof size);) {
        const unsigned char* const at = records + (bytes - all.left());
        all = {at + size, all.left() - static_cast<std::size_t>(size)};
        mpi::reader from(at, static_cast<std::size_t>(size));
        take(from);
    }
}

}  // namespace senda::detail
