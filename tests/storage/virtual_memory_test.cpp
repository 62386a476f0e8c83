// SPDX-License-Identifier: MIT
#include <senda/detail/storage/virtual_memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>

namespace {

using senda::detail::map_pages;
using senda::detail::remap_pages;
using senda::detail::unmap_pages;

constexpr std::size_t megabyte = std::size_t{1} << 20;

bool is_all(const unsigned char* data, std::size_t from, std::size_t to, unsigned char value) {
    return std::all_of(data + from, data + to, [&](unsigned char c) { return c == value; });
}

}  // namespace

TEST_CASE("pages are zeroed and begin on a huge page") {
    if (!senda::detail::has_pages) return;
    for (const std::size_t bytes : {4 * megabyte, 4 * megabyte + 1, 7 * megabyte - 1}) {
        CAPTURE(bytes);
        auto* data = static_cast<unsigned char*>(map_pages(bytes));
        REQUIRE(data != nullptr);
        CHECK(reinterpret_cast<std::uintptr_t>(data) % (2 * megabyte) == 0);
        CHECK(is_all(data, 0, bytes, 0));
        data[bytes - 1] = 1;
        unmap_pages(data, bytes);
    }
}

TEST_CASE("pages keep their contents when there must be more of them and the new ones are zero") {
    if (!senda::detail::has_pages) return;
    std::size_t bytes = 4 * megabyte + 5;
    auto* data = static_cast<unsigned char*>(map_pages(bytes));
    REQUIRE(data != nullptr);
    // A neighbour right behind may make the pages move.
    auto* neighbour = static_cast<unsigned char*>(map_pages(4 * megabyte));
    REQUIRE(neighbour != nullptr);
    std::fill_n(neighbour, 4 * megabyte, std::uint8_t{7});
    std::fill_n(data, bytes, std::uint8_t{9});
    for (const std::size_t more : {5 * megabyte, 6 * megabyte, 6 * megabyte + 1, 13 * megabyte}) {
        CAPTURE(more);
        data = static_cast<unsigned char*>(remap_pages(data, bytes, more));
        REQUIRE(data != nullptr);
        CHECK(reinterpret_cast<std::uintptr_t>(data) % (2 * megabyte) == 0);
        CHECK(is_all(data, 0, bytes, 9));
        CHECK(is_all(data, bytes, more, 0));
        std::fill_n(data, more, std::uint8_t{9});
        bytes = more;
    }
    CHECK(is_all(neighbour, 0, 4 * megabyte, 7));
    unmap_pages(data, bytes);
    unmap_pages(neighbour, 4 * megabyte);
}

TEST_CASE("pages that no system has are refused") {
    if (!senda::detail::has_pages) return;
    const std::size_t impossible = std::numeric_limits<std::size_t>::max() - 16 * megabyte;
    CHECK(map_pages(impossible) == nullptr);
    auto* data = static_cast<unsigned char*>(map_pages(4 * megabyte));
    REQUIRE(data != nullptr);
    data[0] = 3;
    CHECK(remap_pages(data, 4 * megabyte, impossible) == nullptr);
    CHECK(data[0] == 3);
    unmap_pages(data, 4 * megabyte);
}
