// SPDX-License-Identifier: MIT
// Nodes as bytes, and back, from ranks and from files.
#pragma once

#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

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

/// Writes a record into a file, with its length unless all have the same, which is not 0.
[[nodiscard]] inline bool write_record(checksummed_writer& out, const mpi::bytes& record,
                                       std::size_t size_of_all) {
    return (size_of_all != 0 || out.write_number(record.size())) &&
           out.write(record.data(), record.size());
}
/// Calls `take(reader)` for each record of a file until it says false; false if one is damaged.
template <class Take>
[[nodiscard]] bool read_records(checksummed_reader& in, std::uint64_t count,
                                std::size_t size_of_all, Take&& take) {
    std::vector<unsigned char> record;
    for (; count != 0; --count) {
        std::uint64_t size = size_of_all;
        if (size == 0 && (!in.read_number(size) || size > in.left())) return false;
        record.resize(static_cast<std::size_t>(size));
        if (!in.read(record.data(), record.size())) return false;
        mpi::reader from(record.data(), record.size());
        const bool goes_on = take(from);
        if (!from.is_good() || from.left() != 0) return false;
        if (!goes_on) return true;
    }
    return true;
}

}  // namespace senda::detail
