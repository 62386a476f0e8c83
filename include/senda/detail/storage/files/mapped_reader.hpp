// SPDX-License-Identifier: MIT
// Maps a file of arrays and refuses one that is not as it was written.
#pragma once

#include <senda/detail/storage/files/content_checksum.hpp>
#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/file_view.hpp>
#include <senda/detail/storage/files/mapped_format.hpp>
#include <senda/detail/storage/files/seal_format.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda::detail {

/// What a mapped file must have been made for, and what to say of one made for something else.
struct file_purpose {
    std::uint64_t fingerprint = 0;                               ///< as it was written
    std::string_view otherwise = "other_file";                   ///< the code of the diagnostic
    std::string_view message = "it was made for another input";  ///< and its words
};

/// The arrays of a file, used where they are. Opening it checks all of it, at the speed of memory.
/// Spans of it are valid while it lives, also after it was moved.
class mapped_file {
    using format = mapped_format;

public:
    /// Opens a file of that kind; false if it cannot be, and `error` says why: `unreadable`,
    /// `foreign_file`, `other_version`, `truncated_file`, `changed_file`, or as `purpose` says.
    ///
    /// `name`     what a `mapped_writer` wrote.
    /// `kind`     of which kind and version it must be.
    /// `purpose`  what it must have been made for.
    [[nodiscard]] bool open(const std::string& name, const file_kind& kind,
                            const file_purpose& purpose) {
        error_ = {};
        name_ = name;
        arrays_ = 0;
        if (const int why = bytes_.open(name.c_str())) {
            close();
            error_ = file_fault(name, why, "unreadable");
            return false;
        }
        return is_of(kind) && has_length() && is_for(purpose) && is_unchanged();
    }

    /// Whether it is open, and so all of it as it was written.
    [[nodiscard]] bool is_open() const noexcept { return bytes_.size() != 0; }
    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    /// How many arrays it has.
    [[nodiscard]] std::size_t arrays() const noexcept { return arrays_; }
    /// The bytes of all of it.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.size(); }

    /// Finds an array; false, with `foreign_file`, if there is none, or one of other elements.
    ///
    /// `number`  from 0, as they were written.
    /// `to`      becomes its elements.
    template <class T>
    [[nodiscard]] bool array(std::size_t number, std::span<const T>& to) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= format::alignment);
        if (!is_open()) return false;
        if (number >= arrays_ ||
            format::get_extent(bytes_.data(), number).element_bytes != sizeof(T))
            return refuse("foreign_file", "it has other arrays");
        std::uint64_t at = format::header_bytes;
        for (std::size_t i = 0; i < number; ++i) at += format::aligned(bytes_of(i));
        const auto count = format::get_extent(bytes_.data(), number).count;
        to = {reinterpret_cast<const T*>(bytes_.data() + static_cast<std::size_t>(at)),
              static_cast<std::size_t>(count)};
        return true;
    }
    /// Finds all arrays; false, with `foreign_file`, if there are not exactly these.
    template <class... Ts>
    [[nodiscard]] bool all_arrays(std::span<const Ts>&... to) {
        if (is_open() && arrays_ != sizeof...(Ts))
            return refuse("foreign_file", "it has other arrays");
        std::size_t number = 0;
        return is_open() && (array(number++, to) && ...);
    }

    /// Gives the file back; spans of it are gone.
    void close() noexcept {
        bytes_.close();
        arrays_ = 0;
    }

private:
    bool refuse(std::string_view code, const std::string& reason) {
        close();
        error_ = {std::string{code}, name_ + ": " + reason};
        return false;
    }

    [[nodiscard]] std::uint64_t number_at(std::size_t place) const noexcept {
        return get_number(bytes_.data() + place);
    }
    [[nodiscard]] std::uint64_t bytes_of(std::size_t array) const noexcept {
        const format::extent e = format::get_extent(bytes_.data(), array);
        return e.element_bytes * e.count;
    }

    bool is_of(const file_kind& kind) {
        const unsigned char* const h = bytes_.data();
        if (bytes_.size() < format::header_bytes ||
            std::memcmp(h, format::begin_mark.data(), format::begin_mark.size()) != 0)
            return refuse("foreign_file", "it is no file of arrays of senda");
        if (number_at(format::header_checksum_at) != format::header_checksum(h))
            return refuse("changed_file", "its header was changed");
        const auto letters = format::letters(kind.name);
        if (std::memcmp(h + format::kind_at, letters.data(), letters.size()) != 0)
            return refuse("foreign_file", "it holds something else than " + std::string{kind.name});
        const std::uint64_t version = number_at(format::version_at);
        if (version != kind.version)
            return refuse("other_version", "it has version " + std::to_string(version) +
                                               ": expected " + std::to_string(kind.version));
        const auto order = format::byte_order();
        if (std::memcmp(h + format::byte_order_at, order.data(), order.size()) != 0)
            return refuse("foreign_file", "it was written with another order of bytes");
        return true;
    }

    /// Whether the file has the bytes of its arrays, which a header could have made up.
    bool has_length() {
        const std::uint64_t size = bytes_.size();
        const std::uint64_t arrays = number_at(format::arrays_at);
        if (arrays > format::most_arrays) return refuse("changed_file", "it has too many arrays");
        std::uint64_t at = format::header_bytes;
        for (std::size_t i = 0; i < arrays; ++i) {
            const format::extent e = format::get_extent(bytes_.data(), i);
            if (e.element_bytes == 0) return refuse("changed_file", "its elements have no size");
            if (e.count > (size - at) / e.element_bytes)  // so that no product overflows
                return refuse("truncated_file", "it is truncated");
            at += format::aligned(e.element_bytes * e.count);
            if (at > size) return refuse("truncated_file", "it is truncated");
        }
        if (at != size) return refuse("changed_file", "it is longer than it was written");
        arrays_ = static_cast<std::size_t>(arrays);
        return true;
    }

    bool is_for(const file_purpose& purpose) {
        return number_at(format::fingerprint_at) == purpose.fingerprint ||
               refuse(purpose.otherwise, std::string{purpose.message});
    }

    bool is_unchanged() {
        const std::uint64_t sum = content_checksum::of(bytes_.data() + format::header_bytes,
                                                       bytes_.size() - format::header_bytes);
        return sum == number_at(format::checksum_at) || refuse("changed_file", "it was changed");
    }

    file_view bytes_;
    std::string name_;
    diagnostic error_;
    std::size_t arrays_ = 0;
};

}  // namespace senda::detail
