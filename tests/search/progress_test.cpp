// SPDX-License-Identifier: MIT
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <doctest/doctest.h>

TEST_CASE("progress knows nothing until it is told, and then the last that it was told") {
    senda::search_progress p;
    CHECK(p.now() == senda::search_progress::snapshot{});
    CHECK_FALSE(p.now().best);
    CHECK_FALSE(p.now().bound);
    CHECK_FALSE(p.now().total);
    p.set_best(90);
    p.set_best(82);
    p.set_bound(-3);
    p.advance(4, 20);
    CHECK(p.now() == senda::search_progress::snapshot{82, -3, 4, 20});
    p.advance(5);
    CHECK(p.now().done == 5);
    CHECK_FALSE(p.now().total);
}
