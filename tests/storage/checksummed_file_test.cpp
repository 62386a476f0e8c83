// SPDX-License-Identifier: MIT
#include "support/file_bytes.hpp"
#include "support/folder.hpp"

#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/text/file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <string_view>

namespace checksummed_file_test {

namespace fs = std::filesystem;
using namespace senda::detail;

constexpr file_kind kind{"test of files", 3};
constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

std::string random_text(std::mt19937& random, std::size_t size) {
    std::string text(size, '\0');
    for (char& c : text) c = static_cast<char>(random());
    return text;
}

bool write_text(checksummed_writer& out, const std::string& name, std::string_view text,
                std::size_t block = 64, std::size_t piece = 100, file_hook hook = {}) {
    if (!out.open(name, kind, block, hook)) return false;
    for (std::size_t at = 0; at < text.size(); at += piece)
        if (!out.write(text.substr(at, piece))) return false;
    return out.seal();
}

/// The text of a file, or the code of the error.
std::string read_text(const std::string& name, std::size_t piece = 37,
                      const file_kind& expected = kind) {
    checksummed_reader in;
    std::string text;
    if (!in.open(name, expected)) return in.error().code;
    while (in.left() != 0) {
        std::string next(static_cast<std::size_t>(std::min<std::uint64_t>(piece, in.left())), ' ');
        if (!in.read(next.data(), next.size())) return in.error().code;
        text += next;
    }
    CHECK(in.error().code.empty());
    return text;
}

TEST_CASE("a checksummed file is read as it was written, whatever the pieces") {
    const support::temporary_folder f;
    std::mt19937 random(1);
    for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 1000U, 70'000U}) {
        const std::string text = random_text(random, size);
        for (const std::size_t block : {1U, 64U, 100U, 1U << 16U}) {
            checksummed_writer out;
            REQUIRE(write_text(out, f.file("a"), text, block, 1 + random() % 300));
            CHECK(out.file_bytes() == fs::file_size(f.file("a")));
            CHECK(read_text(f.file("a"), 1 + random() % 300) == text);
            checksummed_reader in;
            REQUIRE(in.open(f.file("a"), kind, out.contents()));
            CHECK(in.check());
            CHECK(in.left() == size);
            CHECK(in.contents().bytes == size);
        }
    }
    CHECK(f.files() == 1);
}

TEST_CASE("numbers and single blocks of a checksummed file can be read") {
    const support::temporary_folder f;
    checksummed_writer out;
    REQUIRE(out.open(f.file("a"), kind, 64));
    CHECK_FALSE(fs::exists(f.file("a")));  // not before it is sealed
    for (std::uint64_t i = 0; i < 100; ++i) REQUIRE(out.write_number(i << 56U | i));
    REQUIRE(out.seal());
    checksummed_reader in;
    REQUIRE(in.open(f.file("a"), kind));
    CHECK(in.blocks() == 13);
    for (const std::uint64_t block : {12U, 3U, 0U, 5U}) {
        REQUIRE(in.go_to(block));
        std::uint64_t first = 0;
        REQUIRE(in.read_number(first));
        CHECK(first == (block * 8 << 56U | block * 8));
    }
    REQUIRE(in.go_to(12));
    REQUIRE(in.next_block());
    CHECK(in.block().size() == 4 * 8);
    REQUIRE(in.next_block());
    CHECK(in.block().empty());
    std::uint64_t none = 0;
    CHECK_FALSE(in.read_number(none));
    CHECK(in.error().code == "truncated_file");
}

TEST_CASE("every truncated checksummed file is refused when it is opened") {
    const support::temporary_folder f;
    checksummed_writer out;
    REQUIRE(write_text(out, f.file("a"), std::string(300, 'x')));
    const std::string bytes = *senda::read_file(f.file("a"), all);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK_FALSE(support::write_file(f.file("b"), bytes.substr(0, size)));
        checksummed_reader in;
        CHECK_FALSE(in.open(f.file("b"), kind));
        CHECK(in.error().code == (size < 56 ? "foreign_file" : "truncated_file"));
    }
    CHECK_FALSE(support::write_file(f.file("b"), bytes + '\0'));
    CHECK(read_text(f.file("b")) == "truncated_file");
}

TEST_CASE("every changed byte of a checksummed file is found before it is handed out") {
    const support::temporary_folder f;
    const std::string text(300, 'x');
    checksummed_writer out;
    REQUIRE(write_text(out, f.file("a"), text));
    const std::string bytes = *senda::read_file(f.file("a"), all);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        CHECK_FALSE(support::write_file(f.file("b"), changed));
        const std::string read = read_text(f.file("b"));
        CHECK(read.substr(read.size() - 5) == "_file");
    }
    // Blocks that are whole, but of another file.
    REQUIRE(write_text(out, f.file("b"), std::string(64, 'y') + std::string(236, 'x')));
    const std::string other = *senda::read_file(f.file("b"), all);
    CHECK_FALSE(support::write_file(
        f.file("b"), bytes.substr(0, 56) + other.substr(56, 72) + bytes.substr(56 + 72)));
    CHECK(read_text(f.file("b")) == "changed_file");
    checksummed_reader in;
    REQUIRE(in.open(f.file("b"), kind));
    CHECK_FALSE(in.check());
}

TEST_CASE("a checksummed file of another kind, version or content is refused with a reason") {
    const support::temporary_folder f;
    checksummed_writer out;
    REQUIRE(write_text(out, f.file("a"), "abc"));
    CHECK(read_text(f.file("a"), 1, {"tests of files", 3}) == "foreign_file");
    CHECK(read_text(f.file("a"), 1, {"test of files", 4}) == "other_version");
    CHECK(read_text(f.file("none")) == "unreadable");
    CHECK(read_text(f.name()) == "unreadable");
    CHECK_FALSE(support::write_file(f.file("text"), std::string(1000, 'a')));
    CHECK(read_text(f.file("text")) == "foreign_file");
    checksummed_reader in;
    CHECK_FALSE(in.open(f.file("a"), kind, {3, 5}));
    CHECK(in.error().message == f.file("a") + ": it is another one than was written");
    CHECK_FALSE(in.open(f.file("a"), {"test of files", 4}));
    CHECK(in.error().message == f.file("a") + ": it has version 3: expected 4");
    CHECK_FALSE(in.open(f.file("a"), kind, std::size_t{63}));
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

TEST_CASE("a disk that fails at any step leaves the old file, and nothing beside it") {
    const support::temporary_folder f;
    const std::string text(300, 'x');
    checksummed_writer out;
    REQUIRE(write_text(out, f.file("a"), "old"));
    int steps = 0;
    for (bool written = false; !written; ++steps) {
        failing_disk disk{steps};
        written = write_text(out, f.file("a"), text, 64, 100, disk.hook());
        CHECK(f.files() == 1);
        CHECK(read_text(f.file("a")) == (written ? text : "old"));
        CHECK(out.error().code == (written ? "" : "disk_full"));
    }
    CHECK(steps == 1 + 1 + 5 + 1 + 1 + 1 + 1);  // open, header, blocks, footer, flush, rename; none
    failing_disk disk{3, EIO};
    CHECK_FALSE(write_text(out, f.file("a"), text, 64, 100, disk.hook()));
    CHECK(out.error().code == "unwritable");
    CHECK_FALSE(write_text(out, f.file("no/such/folder"), text));
    CHECK(out.error().code == "unwritable");
    CHECK_FALSE(out.write("more"));  // after an error nothing is taken
    CHECK_FALSE(out.seal());
}

TEST_CASE("a file that is given up leaves nothing") {
    const support::temporary_folder f;
    {
        checksummed_writer out;
        REQUIRE(out.open(f.file("a"), kind));
        REQUIRE(out.write("abc"));
        CHECK(f.files() == 1);
    }
    CHECK(f.files() == 0);
}

TEST_CASE("a lock on a file is for one at a time" * doctest::skip(!file_lock::is_exclusive)) {
    const support::temporary_folder f;
    file_lock first;
    file_lock second;
    CHECK(first.take(f.file("lock").c_str()) == 0);
    CHECK(second.take(f.file("lock").c_str()) == EBUSY);
    first.release();
    CHECK(second.take(f.file("lock").c_str()) == 0);
    CHECK(first.take(f.file("no/such/lock").c_str()) == ENOENT);
}

}  // namespace checksummed_file_test
