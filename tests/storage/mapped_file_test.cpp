// SPDX-License-Identifier: MIT
#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/rounds.hpp"

#include <senda/detail/storage/mapped_file.hpp>
#include <senda/text/file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mapped_file_test {

using namespace senda::detail;
using format = mapped_format;

constexpr file_kind kind{"test of arrays", 3};
constexpr std::uint64_t fingerprint = 0x1234'5678'9abc'def0U;
constexpr file_purpose purpose{fingerprint, "other_test", "it is for another test"};
constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

static_assert(!std::is_copy_constructible_v<mapped_file>);

struct pair {
    std::uint64_t first = 0;
    std::uint32_t second = 0;
    std::uint32_t third = 0;

    friend bool operator==(const pair&, const pair&) = default;
};

/// What the files of these tests hold.
struct tables {
    std::vector<std::uint8_t> bytes;
    std::vector<pair> pairs;
    std::vector<std::uint16_t> shorts;

    friend bool operator==(const tables&, const tables&) = default;
};

template <class T>
std::span<const T> whole(const std::vector<T>& elements) {
    return elements;
}

tables random_tables(std::mt19937& random, std::size_t most) {
    tables t;
    t.bytes.resize(random() % (most + 1));
    t.pairs.resize(random() % (most + 1));
    t.shorts.resize(random() % (most + 1));
    for (auto& b : t.bytes) b = static_cast<std::uint8_t>(random());
    for (auto& p : t.pairs) p = {random(), static_cast<std::uint32_t>(random()), 7};
    for (auto& s : t.shorts) s = static_cast<std::uint16_t>(random());
    return t;
}

/// The code of what went wrong; empty if nothing did.
std::string write_tables(const std::string& name, const tables& t, file_hook hook = {}) {
    const stored_array arrays[] = {stored_array(whole(t.bytes)), stored_array(whole(t.pairs)),
                                   stored_array(whole(t.shorts))};
    return write_arrays(name, kind, fingerprint, arrays, hook).code;
}

/// The code of what is wrong with a file; empty if nothing is, and then it holds these tables.
std::string fault_of(const std::string& name, const tables& expected,
                     const file_kind& of_kind = kind, const file_purpose& of_purpose = purpose) {
    mapped_file in;
    std::span<const std::uint8_t> bytes;
    std::span<const pair> pairs;
    std::span<const std::uint16_t> shorts;
    if (!in.open(name, of_kind, of_purpose, bytes, pairs, shorts)) {
        CHECK_FALSE(in.is_open());
        CHECK(in.error().message.substr(0, name.size() + 2) == name + ": ");
        return in.error().code;
    }
    CHECK(in.error().code.empty());
    CHECK(std::equal(bytes.begin(), bytes.end(), expected.bytes.begin(), expected.bytes.end()));
    CHECK(std::equal(pairs.begin(), pairs.end(), expected.pairs.begin(), expected.pairs.end()));
    CHECK(std::equal(shorts.begin(), shorts.end(), expected.shorts.begin(), expected.shorts.end()));
    for (const void* const at :
         {static_cast<const void*>(bytes.data()), static_cast<const void*>(pairs.data()),
          static_cast<const void*>(shorts.data())})
        CHECK(reinterpret_cast<std::uintptr_t>(at) % format::alignment == 0);
    return "";
}

std::string bytes_of(const std::string& name) { return *senda::read_file(name, all); }
void put(const std::string& name, std::string_view bytes) {
    REQUIRE_FALSE(support::write_file(name, bytes));
}
/// Makes the checksum of a header right.
std::string with_header_checksum(std::string bytes) {
    auto* const h = reinterpret_cast<unsigned char*>(bytes.data());
    put_number(h + format::header_checksum_at, checksum_of_bytes(h, format::header_checksum_at, 0));
    return bytes;
}
std::string with_number(std::string bytes, std::size_t at, std::uint64_t value) {
    put_number(reinterpret_cast<unsigned char*>(bytes.data()) + at, value);
    return with_header_checksum(std::move(bytes));
}

TEST_CASE("arrays of a mapped file are as they were written, whatever their sizes") {
    const support::temporary_folder f;
    std::mt19937 random(1);
    for (const std::size_t most : {0U, 1U, 10U, 70U, 300U, 5000U, 200'000U}) {
        for (int i = 0; i < 8; ++i) {
            const tables t = random_tables(random, most);
            REQUIRE(write_tables(f.file("a"), t) == "");
            CHECK(fault_of(f.file("a"), t) == "");
        }
    }
    CHECK(f.files() == 1);
}

TEST_CASE("a large mapped file is checked by several threads, and a change found anywhere in it") {
    const support::temporary_folder f;
    std::mt19937_64 random(3);
    std::vector<std::uint64_t> words(std::size_t{20} << 17U);  // 20 MB
    for (std::uint64_t& w : words) w = random();
    REQUIRE(save_arrays(f.file("a"), kind, fingerprint, whole(words)).code == "");
    std::span<const std::uint64_t> read;
    {
        mapped_file in;
        REQUIRE(in.open(f.file("a"), kind, purpose, read));
        CHECK(std::equal(read.begin(), read.end(), words.begin(), words.end()));
    }
    std::string bytes = bytes_of(f.file("a"));
    for (int i = 0; i < 10; ++i) {
        const std::size_t at =
            format::header_bytes + random() % (bytes.size() - format::header_bytes);
        const char before = std::exchange(bytes[at], static_cast<char>(bytes[at] ^ (1 << i % 8)));
        put(f.file("a"), bytes);
        mapped_file in;
        CHECK_FALSE(in.open(f.file("a"), kind, purpose, read));
        CHECK(in.error().code == "changed_file");
        bytes[at] = before;
    }
    // Blocks that changed places, lines within one, and words within a line.
    for (const std::size_t step : {std::size_t{1} << 20U, std::size_t{64}, std::size_t{8}}) {
        const auto begin = bytes.begin() + format::header_bytes;
        const auto length = static_cast<std::ptrdiff_t>(step);
        std::swap_ranges(begin, begin + length, begin + length);
        put(f.file("a"), bytes);
        mapped_file in;
        CHECK_FALSE(in.open(f.file("a"), kind, purpose, read));
        CHECK(in.error().code == "changed_file");
        std::swap_ranges(begin, begin + length, begin + length);
    }
}

TEST_CASE("every truncated mapped file is refused, and one that is longer") {
    const support::temporary_folder f;
    std::mt19937 random(5);
    const tables t = random_tables(random, 40);
    REQUIRE(write_tables(f.file("a"), t) == "");
    const std::string bytes = bytes_of(f.file("a"));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        put(f.file("b"), std::string_view(bytes).substr(0, size));
        CHECK(fault_of(f.file("b"), t) ==
              (size < format::header_bytes ? "foreign_file" : "truncated_file"));
    }
    for (const std::size_t more : {1U, 63U, 64U, 5000U}) {
        put(f.file("b"), bytes + std::string(more, '\0'));
        mapped_file in;
        std::span<const std::uint8_t> none;
        CHECK_FALSE(in.open(f.file("b"), kind, purpose, none));
        CHECK(in.error().message == f.file("b") + ": it is longer than it was written");
    }
}

TEST_CASE("every changed byte of a mapped file is found") {
    const support::temporary_folder f;
    std::mt19937 random(6);
    const tables t = random_tables(random, 40);
    REQUIRE(write_tables(f.file("a"), t) == "");
    const std::string bytes = bytes_of(f.file("a"));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        put(f.file("b"), changed);
        CHECK(fault_of(f.file("b"), t) == (at < 8 ? "foreign_file" : "changed_file"));
    }
}

TEST_CASE("a mapped file of another kind, version, purpose or machine is refused with a reason") {
    const support::temporary_folder f;
    std::mt19937 random(7);
    const tables t = random_tables(random, 40);
    REQUIRE(write_tables(f.file("a"), t) == "");
    const std::string bytes = bytes_of(f.file("a"));
    CHECK(fault_of(f.file("a"), t, {"tests of arrays", 3}) == "foreign_file");
    CHECK(fault_of(f.file("a"), t, {"test of arrays", 4}) == "other_version");
    CHECK(fault_of(f.file("a"), t, kind, {fingerprint + 1, "other_test", ""}) == "other_test");
    CHECK(fault_of(f.file("none"), t) == "unreadable");
    CHECK(fault_of(f.name(), t) == "unreadable");
    put(f.file("b"), "");
    CHECK(fault_of(f.file("b"), t) == "foreign_file");
    put(f.file("b"), std::string(5000, 'a'));
    CHECK(fault_of(f.file("b"), t) == "foreign_file");
    std::string other_order = bytes;
    std::reverse(other_order.begin() + format::byte_order_at,
                 other_order.begin() + format::byte_order_at + 8);
    put(f.file("b"), with_header_checksum(other_order));
    CHECK(fault_of(f.file("b"), t) == "foreign_file");
    mapped_file in;
    std::span<const std::uint8_t> none;
    CHECK_FALSE(in.open(f.file("b"), kind, purpose, none));
    CHECK(in.error().message == f.file("b") + ": it was written with another order of bytes");
}

TEST_CASE("extents that somebody made up are refused before they are used") {
    const support::temporary_folder f;
    std::mt19937 random(8);
    const tables t = random_tables(random, 40);
    REQUIRE(write_tables(f.file("a"), t) == "");
    const std::string bytes = bytes_of(f.file("a"));
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const std::size_t array : {0U, 1U, 2U}) {
        const std::size_t at = format::extent_at(array);
        for (const std::uint64_t number :
             {most, most / 2, most / 16 + 1, most - 63, std::uint64_t{1} << 60U,
              std::uint64_t{1} << 32U, std::uint64_t{1000}}) {
            for (const std::size_t half : {at, at + 8}) {
                put(f.file("b"), with_number(bytes, half, number));
                CHECK(fault_of(f.file("b"), t) != "");
            }
        }
        put(f.file("b"), with_number(bytes, at, 0));
        CHECK(fault_of(f.file("b"), t) == "changed_file");
    }
    for (const std::uint64_t arrays : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{4},
                                       std::uint64_t{16}, std::uint64_t{17}, most}) {
        put(f.file("b"), with_number(bytes, format::arrays_at, arrays));
        CHECK(fault_of(f.file("b"), t) != "");
    }
}

TEST_CASE("arrays of a mapped file are taken as what they are, or not at all") {
    const support::temporary_folder f;
    std::mt19937 random(9);
    const tables t = random_tables(random, 40);
    REQUIRE(write_tables(f.file("a"), t) == "");
    std::span<const std::uint8_t> bytes;
    std::span<const pair> pairs;
    std::span<const std::uint16_t> shorts;
    const auto code = [&](auto&... arrays) {
        mapped_file in;
        const bool is_open = in.open(f.file("a"), kind, purpose, arrays...);
        CHECK(in.is_open() == is_open);
        return in.error().code;
    };
    CHECK(code() == "foreign_file");
    CHECK(code(bytes, pairs, shorts) == "");
    CHECK(code(bytes, pairs, shorts, pairs) == "foreign_file");
    CHECK(code(bytes, shorts, pairs) == "foreign_file");
    CHECK(code(bytes, pairs) == "foreign_file");
    mapped_file again;
    CHECK_FALSE(again.open(f.file("a"), kind, purpose, bytes, pairs));
    REQUIRE(again.open(f.file("a"), kind, purpose, bytes, pairs, shorts));
    CHECK(std::equal(pairs.begin(), pairs.end(), t.pairs.begin(), t.pairs.end()));
}

TEST_CASE("a file that is replaced while it is mapped stays as it was for who has it") {
    const support::temporary_folder f;
    std::mt19937 random(10);
    const tables old = random_tables(random, 3000);
    const tables other = random_tables(random, 3000);
    REQUIRE(write_tables(f.file("a"), old) == "");
    mapped_file in;
    std::span<const std::uint8_t> bytes;
    std::span<const pair> pairs;
    std::span<const std::uint16_t> shorts;
    REQUIRE(in.open(f.file("a"), kind, purpose, bytes, pairs, shorts));
    REQUIRE(write_tables(f.file("a"), other) == "");
    CHECK(std::equal(pairs.begin(), pairs.end(), old.pairs.begin(), old.pairs.end()));
    CHECK(fault_of(f.file("a"), other) == "");
}

struct failing_disk {
    int left = 0;
    int why = ENOSPC;

    [[nodiscard]] file_hook hook() {
        return {[](void* self, file_step, std::size_t) {
                    auto& disk = *static_cast<failing_disk*>(self);
                    return disk.left-- == 0 ? disk.why : 0;
                },
                this};
    }
};

TEST_CASE("a disk that fails at any step leaves the old mapped file, and nothing beside it") {
    const support::temporary_folder f;
    std::mt19937 random(11);
    const tables old = random_tables(random, 40);
    const tables other = random_tables(random, 40);
    REQUIRE(write_tables(f.file("a"), old) == "");
    for (int steps = 0;; ++steps) {
        REQUIRE(steps < 20);
        failing_disk disk{steps};
        const std::string wrong = write_tables(f.file("a"), other, disk.hook());
        const bool is_written = wrong.empty();
        CHECK(f.files() == 1);
        CHECK(fault_of(f.file("a"), is_written ? other : old) == "");
        if (!is_written) CHECK(wrong == "disk_full");
        if (is_written) break;
    }
    failing_disk disk{3, EIO};
    CHECK(write_tables(f.file("a"), old, disk.hook()) == "unwritable");
    CHECK(write_tables(f.file("no/such/folder"), old) == "unwritable");
}

}  // namespace mapped_file_test
