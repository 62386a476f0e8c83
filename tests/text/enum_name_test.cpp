// SPDX-License-Identifier: MIT
#include <senda/language/extensions.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <string_view>

namespace {

enum class season : std::uint8_t { spring, summer, autumn, winter };
enum class sign { minus = -1, zero, plus };

constexpr std::string_view name(season s) {
    return senda::enum_name(s, {"spring", "summer", "autumn", "winter"});
}
constexpr std::string_view name(sign s) { return senda::enum_name(s, {"zero", "plus"}); }

}  // namespace

TEST_CASE("an enumerator has its name, at compile time too") {
    static_assert(name(season::spring) == "spring");
    CHECK(name(season::summer) == "summer");
    CHECK(name(season::winter) == "winter");
}

TEST_CASE("a value outside the table of names is unknown") {
    CHECK(name(static_cast<season>(4)) == "unknown");
    CHECK(name(static_cast<season>(255)) == "unknown");
    CHECK(name(sign::zero) == "zero");
    CHECK(name(sign::minus) == "unknown");
    CHECK(name(static_cast<sign>(2)) == "unknown");
}
