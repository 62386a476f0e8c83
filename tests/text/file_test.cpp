// SPDX-License-Identifier: MIT
#include <senda/text/file.hpp>

#include "support/file_bytes.hpp"
#include "support/folder.hpp"

#include <doctest/doctest.h>
#include <string>
#include <system_error>

namespace file_test {

using senda::read_file;

TEST_CASE("a file is read as it was written, or an error says why not") {
    const support::temporary_folder f;
    const std::string name = f.file("text");
    for (const std::string& text :
         {std::string{}, std::string{"a\r\nb\0c\xff", 7}, std::string(100'000, 'x')}) {
        REQUIRE_FALSE(support::write_file(name, text));
        const senda::parsed<std::string> read = read_file(name, text.size());
        REQUIRE(read);
        CHECK(*read == text);
    }
    const auto said = [](std::errc why) { return std::make_error_code(why).message(); };
    const senda::parsed<std::string> longer = read_file(name, 99'999);
    CHECK(longer.error() == senda::diagnostic{"unreadable", said(std::errc::file_too_large)});
    CHECK_FALSE(longer);
    CHECK(read_file(f.file("none"), 1).error().message ==
          said(std::errc::no_such_file_or_directory));
    CHECK_FALSE(read_file(f.name(), 1));
}

}  // namespace file_test
