// SPDX-License-Identifier: MIT
// Writes a mapped file array by array, aside, and gives it its name at the end.
#pragma once

#include <senda/detail/storage/files/content_checksum.hpp>
#include <senda/detail/storage/files/file_aside.hpp>
#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/mapped_format.hpp>
#include <senda/detail/storage/files/seal_format.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Writes a mapped file. It has its name only after `finish`; without that nothing is left of it.
class mapped_writer {
    using format = mapped_format;

public:
    /// Begins the file; false, as from all below, if that failed, and `error` says why.
    ///
    /// `name`         an older file with it is replaced at the end.
    /// `kind`         what the file holds.
    /// `fingerprint`  identifies what it is made for; the reader must ask for the same.
    /// `hook`         is called before each step.
    [[nodiscard]] bool open(std::string name, const file_kind& kind, std::uint64_t fingerprint,
                            file_hook hook = {}) {
        header_ = {};
        std::memcpy(header_.data(), format::begin_mark.data(), format::begin_mark.size());
        const auto letters = format::letters(kind.name);
        std::memcpy(header_.data() + format::kind_at, letters.data(), letters.size());
        put_number(header_.data() + format::version_at, kind.version);
        const auto order = format::byte_order();
        std::memcpy(header_.data() + format::byte_order_at, order.data(), order.size());
        put_number(header_.data() + format::fingerprint_at, fingerprint);
        sum_ = {};
        arrays_ = 0;
        extent_ = {};
        // It is not whole yet: this keeps its place.
        return file_.open(std::move(name), hook) && file_.put(header_.data(), header_.size());
    }

    /// Whether it is open: everything so far is well.
    [[nodiscard]] bool is_open() const noexcept { return file_.is_open(); }

    /// Writes an array, the next one.
    template <class T>
    [[nodiscard]] bool write(std::span<const T> elements) {
        return begin_array<T>() && append(elements);
    }

    /// Begins an array whose elements follow in pieces; at most 16 can be in a file.
    template <class T>
    [[nodiscard]] bool begin_array() {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= format::alignment);
        if (!is_open() || !end_array()) return false;
        if (arrays_ == format::most_arrays) return file_.fail(EINVAL);
        extent_ = {sizeof(T), 0};
        ++arrays_;
        return true;
    }
    /// Appends elements to the array that was begun. Each piece is written at once: large ones are
    /// faster.
    template <class T>
    [[nodiscard]] bool append(std::span<const T> elements) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (!is_open()) return false;
        if (extent_.element_bytes != sizeof(T)) return file_.fail(EINVAL);
        extent_.count += elements.size();
        return put(reinterpret_cast<const unsigned char*>(elements.data()), elements.size_bytes());
    }

    /// Ends the file and gives it its name, in place of an older one. One that lasts is on the disk
    /// afterwards.
    [[nodiscard]] bool finish(file_life life = file_life::lasting) {
        if (!is_open() || !end_array()) return false;
        put_number(header_.data() + format::arrays_at, arrays_);
        put_number(header_.data() + format::checksum_at, sum_.value());
        put_number(header_.data() + format::header_checksum_at,
                   format::header_checksum(header_.data()));
        return file_.rewind() && file_.put(header_.data(), header_.size()) && file_.finish(life);
    }

    /// Gives the file up; an older one with its name stays as it was.
    void discard() noexcept { file_.discard(); }

    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return file_.error(); }

private:
    /// While memory is near: a piece is summed and written before the next.
    static constexpr std::size_t piece_bytes = content_checksum::block_bytes;

    bool put(const unsigned char* bytes, std::size_t count) {
        while (count != 0) {
            const std::size_t now = std::min(count, piece_bytes);
            sum_.add(bytes, now);
            if (!file_.put(bytes, now)) return false;
            bytes += now;
            count -= now;
        }
        return true;
    }

    bool end_array() {
        if (arrays_ == 0) return true;
        unsigned char* const at = format::extent_at(header_, arrays_ - 1);
        put_number(at, extent_.element_bytes);
        put_number(at + 8, extent_.count);
        constexpr std::array<unsigned char, format::alignment> zeros{};
        const std::uint64_t bytes = extent_.element_bytes * extent_.count;
        return put(zeros.data(), static_cast<std::size_t>(format::aligned(bytes) - bytes));
    }

    file_aside file_;
    format::header header_{};
    content_checksum sum_;
    std::size_t arrays_ = 0;
    format::extent extent_;  // of the last array
};

}  // namespace senda::detail
