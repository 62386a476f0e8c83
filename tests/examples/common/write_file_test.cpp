// SPDX-License-Identifier: MIT
#include <common/write_file.hpp>
#include <senda/text/file.hpp>

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <system_error>

namespace write_file_test {

namespace fs = std::filesystem;
using senda::read_file;
using senda::write_file;

/// A folder of its own, which is removed at the end with all that is in it.
struct folder {
    fs::path path =
        fs::temp_directory_path() / ("senda-file-" + std::to_string(std::random_device{}()));

    folder() { REQUIRE(fs::create_directory(path)); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder() { fs::remove_all(path); }

    [[nodiscard]] std::string file(const char* name) const { return (path / name).string(); }
    [[nodiscard]] auto files() const {
        return std::distance(fs::directory_iterator(path), fs::directory_iterator());
    }
};

TEST_CASE("a file has the bytes that were written") {
    const folder f;
    const std::string name = f.file("text");
    for (const std::string& text :
         {std::string{}, std::string{"a\r\nb\0c\xff", 7}, std::string(100'000, 'x')}) {
        CHECK_FALSE(write_file(name, text));
        const senda::parsed<std::string> read = read_file(name, text.size());
        REQUIRE(read);
        CHECK(*read == text);
        CHECK(f.files() == 1);  // and nothing beside it
    }
}

TEST_CASE("a file that cannot be written leaves what was there, and nothing beside it") {
    const folder f;
    CHECK(write_file(f.file("no/such/folder"), "x") == std::errc::no_such_file_or_directory);
    CHECK(write_file(f.path.string(), "x"));
    CHECK(f.files() == 0);
    if (fs::exists("/dev/full"))
        CHECK(write_file("/dev/full", "x") == std::errc::no_space_on_device);

    // Left over from a program that crashed: it is in nobody's way.
    const std::string name = f.file("text");
    std::ofstream(name + ".part-0") << "half";
    CHECK_FALSE(write_file(name, "whole"));
    CHECK(*read_file(name, 9) == "whole");
    CHECK(f.files() == 2);
}

TEST_CASE("a link stays a link, and a file keeps its permissions") {
    const folder f;
    const std::string name = f.file("text");
    const std::string link = f.file("link");
    CHECK_FALSE(write_file(name, "old"));
    const fs::perms mode = fs::perms::owner_read | fs::perms::owner_write;
    fs::permissions(name, mode);
    std::error_code error;
    fs::create_symlink(name, link, error);
    if (error) return;  // not every system lets everybody make one
    CHECK_FALSE(write_file(link, "new"));
    CHECK(fs::is_symlink(link));
    CHECK(*read_file(name, 9) == "new");
    CHECK(fs::status(name).permissions() == mode);
}

}  // namespace write_file_test
