// SPDX-License-Identifier: MIT
// With SENDA_PORTABLE=1 these are tests of the plain forms.
#include <doctest/doctest.h>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/language/extensions.hpp>

#include <cstdint>
#include <limits>

namespace {

/// All pairs of a type of 8 bits.
template <class T>
bool adds_as_int() {
    using limits = std::numeric_limits<T>;
    for (int a = limits::min(); a <= limits::max(); ++a) {
        for (int b = limits::min(); b <= limits::max(); ++b) {
            const bool fits = a + b >= limits::min() && a + b <= limits::max();
            T sum{};
            if (senda::detail::add_within(static_cast<T>(a), static_cast<T>(b), sum) != fits)
                return false;
            if (fits && sum != a + b) return false;
        }
    }
    return true;
}

/// The ends of a wide type, where arithmetic in the type itself would overflow.
template <class T>
bool stops_at_the_ends() {
    using limits = std::numeric_limits<T>;
    const auto fits = [](T a, T b) {
        T sum{};
        return senda::detail::add_within(a, b, sum) && sum == a + b;
    };
    return fits(limits::max(), T{0}) && fits(T{0}, limits::max()) && fits(limits::min(), T{0}) &&
           fits(limits::max() - 1, T{1}) && fits(limits::min(), limits::max()) &&
           !fits(limits::max(), T{1}) && !fits(T{1}, limits::max()) &&
           !fits(limits::max(), limits::max());
}

struct nothing {};
struct with_nothing {
    int number;
    SENDA_NO_UNIQUE_ADDRESS nothing none;
};

}  // namespace

TEST_CASE("a sum is exact or refused") {
    CHECK(adds_as_int<signed char>());
    CHECK(adds_as_int<unsigned char>());
    CHECK(stops_at_the_ends<std::int32_t>());
    CHECK(stops_at_the_ends<std::uint32_t>());
    CHECK(stops_at_the_ends<std::int64_t>());
    CHECK(stops_at_the_ends<std::uint64_t>());
    std::int64_t sum{};
    CHECK_FALSE(
        senda::detail::add_within(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, sum));
    static_assert([] {
        int three = 0;
        return senda::detail::add_within(1, 2, three) && three == 3;
    }());
}

TEST_CASE("an empty member takes no room") { CHECK(sizeof(with_nothing) == sizeof(int)); }

TEST_CASE("plain values are read and changed atomically") {
    std::uint32_t value = 5;
    CHECK(senda::detail::fetch_add(value, 2U, false) == 5);
    CHECK(senda::detail::fetch_add(value, 2U, true) == 7);
    CHECK_FALSE(senda::detail::compare_exchange(value, 5U, 1U));
    CHECK(senda::detail::load(value) == 9);
    CHECK(senda::detail::compare_exchange(value, 9U, 1U));
    CHECK(value == 1);
    float number = 1;
    senda::detail::store(number, 2.5F);
    CHECK(senda::detail::load(number) == 2.5F);
}

TEST_CASE("a portable build has no extensions") {
#if defined(SENDA_PORTABLE) && SENDA_PORTABLE
    CHECK(SENDA_HAS_EXTENSIONS + SENDA_HAS_BUILTINS + SENDA_HAS_VECTORS == 0);
#else
    CHECK(SENDA_HAS_EXTENSIONS == 1);
#endif
}
