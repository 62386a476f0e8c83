// SPDX-License-Identifier: MIT
#include <common/format.hpp>

#include <doctest/doctest.h>

TEST_CASE("the gaps of a sentence are filled in the order that it has them") {
    CHECK(senda::substitute("%2 and %1, %3 %", {"a", "b"}) == "b and a, %3 %");
    CHECK(senda::substitute("%1%1", {"%1"}) == "%1%1");
    CHECK(senda::substitute("100 %", {"x"}) == "100 %");
}

TEST_CASE("a noun has the form of its number") {
    CHECK(senda::pluralize(1, "step") == "1 step");
    CHECK(senda::pluralize(0, "step") == "0 steps");
    CHECK(senda::pluralize(12, "more move") == "12 more moves");
    constexpr senda::noun move{"tah", "tahy", "tahu"};
    CHECK(senda::pluralize(0, move) == "0 tahu");
    CHECK(senda::pluralize(1, move) == "1 tah");
    CHECK(senda::pluralize(2, move) == "2 tahy");
    CHECK(senda::pluralize(4, move) == "4 tahy");
    CHECK(senda::pluralize(5, move) == "5 tahu");
    CHECK(senda::pluralize(22, move) == "22 tahu");
}
