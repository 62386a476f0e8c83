// SPDX-License-Identifier: MIT
// Bytes that begin as zeros, by the gigabyte: pages come as they are touched, and are huge where
// there are such.
#pragma once

#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace senda {

/// An array of bytes that is a value; large ones lie on huge pages.
class zeroed_bytes {
public:
    /// None.
    zeroed_bytes() = default;
    /// They are moved, and the other has none.
    zeroed_bytes(zeroed_bytes&& other) noexcept { *this = std::move(other); }
    /// The two change places.
    zeroed_bytes& operator=(zeroed_bytes&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~zeroed_bytes() {
        if (detail::is_paged(size_)) {
            detail::unmap_pages(data_, size_);
        } else {
            std::free(data_);
        }
    }

    /// That many zeros; without data if there is no memory for them.
    [[nodiscard]] static zeroed_bytes zeros(std::size_t size) noexcept {
        zeroed_bytes made;
        made.data_ = static_cast<std::uint8_t*>(detail::is_paged(size) ? detail::map_pages(size)
                                                                       : std::calloc(size, 1));
        if (made.data_ != nullptr) made.size_ = size;
        return made;
    }

    /// Another array with the same bytes; without data if there is no memory for it.
    [[nodiscard]] zeroed_bytes copy() const noexcept {
        if (size_ == 0) return {};
        zeroed_bytes made = zeros(size_);
        if (made.data_ != nullptr) std::memcpy(made.data_, data_, size_);
        return made;
    }

    /// The first byte.
    [[nodiscard]] std::uint8_t* data() noexcept { return data_; }
    /// The first byte.
    [[nodiscard]] const std::uint8_t* data() const noexcept { return data_; }
    /// How many there are.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace senda
