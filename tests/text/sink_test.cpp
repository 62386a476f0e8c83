// SPDX-License-Identifier: MIT
#include <senda/text/sink.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

TEST_CASE("small pieces of text reach a sink as few large ones, in order") {
    std::string all;
    std::string expected;
    std::size_t pieces = 0;
    auto sink = [&](std::string_view piece) {
        all += piece;
        ++pieces;
    };
    senda::buffered_text<decltype(sink)> out(sink);
    for (int i = 0; i < 50'000; ++i) {
        out.put(std::to_string(i));
        out.text() += ',';
        expected += std::to_string(i) + ',';
        CHECK(out.flush_if_long());
    }
    CHECK(out.flush());
    CHECK(out.flush());
    CHECK(all == expected);
    CHECK(out.written() == expected.size());
    CHECK(pieces == expected.size() / 65'536 + 1);
}

TEST_CASE("a sink that refuses a piece gets no other") {
    int pieces = 0;
    auto sink = [&](std::string_view) { return ++pieces < 2; };
    senda::buffered_text<decltype(sink)> out(sink);
    for (const bool taken : {true, false, false}) {
        out.put("piece");
        CHECK(out.flush() == taken);
    }
    CHECK_FALSE(out.flush_if_long());
    CHECK(pieces == 2);
}
