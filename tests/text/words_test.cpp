// SPDX-License-Identifier: MIT
#include <senda/text/format.hpp>

#include <doctest/doctest.h>

TEST_CASE("the gaps of a sentence are filled in the order that it has them") {
    CHECK(senda::filled("%2 and %1, %3 %", {"a", "b"}) == "b and a, %3 %");
    CHECK(senda::filled("%1%1", {"%1"}) == "%1%1");
    CHECK(senda::filled("100 %", {"x"}) == "100 %");
}

TEST_CASE("a noun has the form of its number") {
    CHECK(senda::counted(1, "step") == "1 step");
    CHECK(senda::counted(0, "step") == "0 steps");
    constexpr senda::noun move{"tah", "tahy", "tahu"};
    CHECK(senda::counted(0, move) == "0 tahu");
    CHECK(senda::counted(1, move) == "1 tah");
    CHECK(senda::counted(2, move) == "2 tahy");
    CHECK(senda::counted(4, move) == "4 tahy");
    CHECK(senda::counted(5, move) == "5 tahu");
    CHECK(senda::counted(22, move) == "22 tahu");
}
