// SPDX-License-Identifier: MIT
#include <senda/graph/hash.hpp>

#include <senda/graph/cell.hpp>

#include "support/random_graphs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace {

using senda::hash_value;
using senda::Hashable;
using support::split_mix64;

struct square {
    int x;
    int y;
    friend bool operator==(const square&, const square&) = default;
};
struct state {
    std::array<std::uint8_t, 7> piles;
    std::uint8_t turn;
    square at[2];
    std::uint32_t moves;
    friend bool operator==(const state&, const state&) = default;
};
enum class colour : std::uint8_t { red, green };

struct padded {
    char kind;
    int value;
    bool operator==(const padded&) const = default;
};
struct with_fraction {
    double value;
    bool operator==(const with_fraction&) const = default;
};
struct with_some_bits {
    unsigned few : 3;
    bool operator==(const with_some_bits& other) const { return few == other.few; }
};
struct with_a_name {
    std::string name;
    bool operator==(const with_a_name&) const = default;
};
struct with_a_table {
    virtual ~with_a_table() = default;
    std::uint64_t value = 0;
    bool operator==(const with_a_table&) const = default;
};
struct without_equality {
    int value;
};

struct by_id {
    int id;
    int extra;
    bool operator==(const by_id& other) const { return id == other.id; }
};
struct by_constant_id {
    int id;
    int extra;
    constexpr bool operator==(const by_constant_id& other) const { return id == other.id; }
};
struct all_but_the_sign {
    std::uint32_t value;
    constexpr bool operator==(const all_but_the_sign& other) const {
        return value << 1 == other.value << 1;
    }
};
struct zero_is_like_one {
    std::uint8_t value;
    constexpr bool operator==(const zero_is_like_one& other) const {
        return (value == 0 ? 1 : value) == (other.value == 0 ? 1 : other.value);
    }
};
struct one_is_like_none {
    std::uint8_t value[2];
    constexpr bool operator==(const one_is_like_none& other) const {
        return value[0] == other.value[0] && (value[0] == 1 || value[1] == other.value[1]);
    }
};
struct never_equal {
    int value;
    constexpr bool operator==(const never_equal&) const { return false; }
};
struct longer_by_one : square {
    int z;
};
struct holds_by_id {
    by_id part;
    int value;
    bool operator==(const holds_by_id&) const = default;
};
struct spelled_out {
    std::int16_t x;
    std::int16_t y;
    constexpr bool operator==(const spelled_out& other) const {
        return y == other.y && x == other.x;
    }
};
struct with_flags {
    bool open;
    bool lit;
    colour paint;
    std::uint8_t count;
    bool operator==(const with_flags&) const = default;
};
struct pointing {
    const char* name;
    bool operator==(const pointing&) const = default;
};
struct pointing_by_bytes {
    const char* name;
    bool operator==(const pointing_by_bytes&) const = default;
};
template <std::size_t Size>
struct board_of {
    std::array<std::uint8_t, Size> cells;
    bool operator==(const board_of&) const = default;
};

/// Has a hash of its own, by a member that is the same for all that are equal.
struct folded {
    std::string text;
    friend bool operator==(const folded& a, const folded& b) {
        return a.text.size() == b.text.size();
    }
};

}  // namespace

template <>
constexpr bool senda::compared_by_bytes<pointing_by_bytes> = true;
template <>
constexpr bool senda::compared_by_bytes<board_of<257>> = true;
// Equal ones with padding may have other bytes, whatever their author says.
template <>
[[maybe_unused]] constexpr bool senda::compared_by_bytes<padded> = true;

template <>
struct std::hash<folded> {
    std::size_t operator()(const folded& f) const noexcept { return f.text.size(); }
};

namespace {

static_assert(Hashable<bool> && Hashable<char> && Hashable<std::uint64_t> && Hashable<colour>);
static_assert(Hashable<double> && Hashable<int*> && Hashable<std::string_view>);
static_assert(Hashable<std::pair<int, double>> && Hashable<std::tuple<>>);
static_assert(Hashable<std::tuple<int, std::string, std::pair<char, colour>>>);
static_assert(Hashable<std::array<int, 4>> && Hashable<std::array<double, 4>>);
static_assert(Hashable<std::vector<int>> && Hashable<std::vector<bool>>);
static_assert(Hashable<std::vector<std::vector<std::pair<int, std::string>>>>);
static_assert(Hashable<std::deque<int>> && Hashable<std::list<std::string>>);
static_assert(Hashable<std::set<int>> && Hashable<std::map<std::string, std::vector<int>>>);
static_assert(Hashable<std::optional<int>> && Hashable<std::variant<int, std::string>>);
static_assert(Hashable<std::optional<square>> && Hashable<std::variant<square, std::vector<int>>>);
static_assert(Hashable<std::tuple<int, std::optional<std::vector<std::set<std::pair<int, int>>>>>>);
static_assert(Hashable<std::unordered_set<int>> && Hashable<std::unordered_multiset<int>>);
static_assert(Hashable<std::vector<std::unordered_map<int, std::string>>>);
static_assert(Hashable<senda::cell> && Hashable<square> && Hashable<state> && Hashable<folded>);
static_assert(Hashable<std::pair<square, std::array<state, 2>>>);

static_assert(!Hashable<padded>, "bits between the members do not count");
static_assert(!Hashable<with_some_bits>, "bits beside the members do not count");
static_assert(!Hashable<with_fraction>, "0.0 and -0.0 are equal and have other bits");
static_assert(!Hashable<with_a_name> && !Hashable<with_a_table>);
static_assert(!Hashable<without_equality>);
static_assert(!Hashable<std::pair<int, padded>> && !Hashable<std::vector<with_a_name>>);
static_assert(!Hashable<std::tuple<int, std::vector<padded>>>);
static_assert(!Hashable<std::array<with_fraction, 2>>);
static_assert(!Hashable<std::optional<padded>> && !Hashable<std::variant<int, padded>>);
static_assert(!Hashable<std::optional<std::vector<with_a_name>>>);
static_assert(!Hashable<void>);

static_assert(!Hashable<by_id>, "nobody can tell what its == looks at");
static_assert(!Hashable<by_constant_id>, "its == leaves out a member");
static_assert(!Hashable<all_but_the_sign>, "its == leaves out a bit");
static_assert(!Hashable<zero_is_like_one> && !Hashable<one_is_like_none>);
static_assert(!Hashable<never_equal>);
static_assert(!Hashable<longer_by_one>, "the == is that of the base, which knows less");
static_assert(!Hashable<holds_by_id> && !Hashable<std::array<by_id, 2>>);
static_assert(!Hashable<std::pair<int, by_constant_id>> && !Hashable<std::vector<by_id>>);
static_assert(!Hashable<pointing> && Hashable<pointing_by_bytes>);
static_assert(!Hashable<board_of<258>> && Hashable<board_of<257>>);

using senda::detail::HashableBytes;
static_assert(HashableBytes<senda::cell> && HashableBytes<square> && HashableBytes<state>);
static_assert(HashableBytes<spelled_out> && HashableBytes<with_flags> && HashableBytes<colour>);
static_assert(HashableBytes<board_of<32>> && HashableBytes<board_of<64>>);
static_assert(HashableBytes<board_of<256>> && HashableBytes<std::array<board_of<64>, 9>>);
static_assert(HashableBytes<std::array<std::uint8_t, 16>> &&
              HashableBytes<std::array<std::array<int, 100>, 100>>);
static_assert(!HashableBytes<std::array<double, 2>> && !HashableBytes<std::array<folded, 2>>);

static_assert(hash_value(5) != hash_value(6), "the hash of a number is known at compile time");
static_assert(hash_value(std::pair{1, 2}) != hash_value(std::pair{2, 1}));

/// Of how many values the upper 32 bits of the hash were seen before.
template <class Range>
std::size_t collisions(const Range& hashes) {
    std::vector<std::uint32_t> upper;
    for (const std::uint64_t hash : hashes) upper.push_back(static_cast<std::uint32_t>(hash >> 32));
    std::sort(upper.begin(), upper.end());
    return upper.size() -
           static_cast<std::size_t>(std::unique(upper.begin(), upper.end()) - upper.begin());
}

/// Twice what chance makes of so many values in 32 bits, and a few for when that is near nothing.
std::size_t acceptable(std::size_t count) {
    const auto n = static_cast<double>(count);
    return static_cast<std::size_t>(2 * n * n / 2 / 4294967296.0) + 8;
}

/// The fullest of 2^10 bins against the mean: a table finds its home by the uppermost bits.
double unevenness(const std::vector<std::uint64_t>& hashes) {
    std::vector<int> bins(1024);
    for (const std::uint64_t hash : hashes) ++bins[static_cast<std::size_t>(hash >> 54)];
    return *std::max_element(bins.begin(), bins.end()) /
           (static_cast<double>(hashes.size()) / static_cast<double>(bins.size()));
}

void check_spread(const std::vector<std::uint64_t>& hashes) {
    CHECK(collisions(hashes) <= acceptable(hashes.size()));
    CHECK(unevenness(hashes) < 2.5);
}

}  // namespace

TEST_CASE("equal values have equal hashes") {
    split_mix64 random{1};
    for (int i = 0; i < 500; ++i) {
        const int a = random.between(-1000, 1000);
        const int b = random.between(-1000, 1000);
        const std::string name(static_cast<std::size_t>(random.below(40)),
                               static_cast<char>('a' + random.below(26)));
        const auto check = [](const auto& one, const auto& other) {
            REQUIRE(one == other);
            CHECK(hash_value(one) == hash_value(other));
        };
        // Made twice, in ways that leave different memory behind.
        check(std::pair{a, name}, std::pair{a, std::string{name.begin(), name.end()}});
        check(std::tuple{a, static_cast<char>(b), 0.5}, std::tuple{a, static_cast<char>(b), 0.5});
        check(std::array{a, b}, std::array{a, b});
        check(square{a, b}, square{a, b});
        std::vector<int> grown;
        for (int n = 0; n < 9; ++n) grown.push_back(a + n * b);
        std::vector<int> cut(50, 7);
        std::copy(grown.begin(), grown.end(), cut.begin());
        cut.resize(grown.size());
        check(grown, cut);
        check(std::vector{std::pair{grown, name}}, std::vector{std::pair{cut, name}});
        check(std::set<int>(grown.begin(), grown.end()),
              std::set<int>(grown.rbegin(), grown.rend()));
        std::deque<int> pushed(grown.begin() + 1, grown.end());
        pushed.push_front(grown.front());
        check(pushed, std::deque<int>(grown.begin(), grown.end()));
        check(folded{name}, folded{std::string(name.size(), '*')});
        check(std::pair{folded{name}, a}, std::pair{folded{std::string(name.size(), '*')}, a});
        state dirty;
        std::fill_n(reinterpret_cast<unsigned char*>(&dirty), sizeof dirty,
                    static_cast<unsigned char>(i));
        const auto small = static_cast<std::uint8_t>(a & 0xFF);
        dirty.piles.fill(small);
        dirty.turn = 1;
        dirty.at[0] = dirty.at[1] = {a, b};
        dirty.moves = 3;
        check(dirty, state{dirty.piles, 1, {{a, b}, {a, b}}, 3});
    }
}

TEST_CASE("zeros of either sign have equal hashes wherever they stand") {
    CHECK(hash_value(0.0) == hash_value(-0.0));
    CHECK(hash_value(std::pair{1, 0.0}) == hash_value(std::pair{1, -0.0}));
    CHECK(hash_value(std::array{0.0, -0.0}) == hash_value(std::array{-0.0, 0.0}));
    CHECK(hash_value(std::vector{0.0F}) == hash_value(std::vector{-0.0F}));
    CHECK(hash_value(std::tuple{0.0L, 1}) == hash_value(std::tuple{-0.0L, 1}));
}

TEST_CASE("the order and the number of parts count") {
    CHECK(hash_value(std::pair{1, 2}) != hash_value(std::pair{2, 1}));
    CHECK(hash_value(std::vector{1, 2}) != hash_value(std::vector{2, 1}));
    CHECK(hash_value(std::vector{0}) != hash_value(std::vector{0, 0}));
    CHECK(hash_value(std::vector<int>{}) != hash_value(std::vector{0}));
    CHECK(hash_value(std::string{}) != hash_value(std::string{'\0'}));
    CHECK(hash_value(std::vector<std::vector<int>>{{1}, {}}) !=
          hash_value(std::vector<std::vector<int>>{{}, {1}}));
    CHECK(hash_value(square{1, 2}) != hash_value(square{2, 1}));
    CHECK(hash_value(std::vector{true, false}) != hash_value(std::vector{false, true}));
}

TEST_CASE("bytes and numbers have the same hash on every machine") {
    CHECK(hash_value(7) == 0x0f60b00e18ef6a80U);
    CHECK(hash_value(std::pair{1, 2}) == 0x86d73932401b1a11U);
    CHECK(hash_value(std::array<std::uint8_t, 3>{1, 2, 3}) == 0x00510b5335e15c9eU);
    CHECK(hash_value(std::array<std::uint8_t, 8>{1, 2, 3, 4, 5, 6, 7, 8}) == 0xf739dfcca37b9ee0U);
    CHECK(hash_value(std::array<std::uint8_t, 11>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) ==
          0x907f7d976e688b12U);
}

TEST_CASE("every bit of a number changes about half of its hash") {
    split_mix64 random{7};
    std::array<int, 64> changed{};
    constexpr int samples = 400;
    for (int i = 0; i < samples; ++i) {
        const std::uint64_t number = random.next();
        for (unsigned bit = 0; bit < 64; ++bit)
            changed[bit] +=
                std::popcount(hash_value(number) ^ hash_value(number ^ std::uint64_t{1} << bit));
    }
    for (const int bits : changed) {
        CHECK(bits > samples * 26);
        CHECK(bits < samples * 38);
    }
}

TEST_CASE("runs of whole numbers seldom collide") {
    constexpr int count = 30'000;
    for (const int stride : {1, 2, 3, 64, 1000, 4096}) {
        for (const int first : {0, -100'000, 1'000'000'000}) {
            CAPTURE(stride);
            CAPTURE(first);
            std::vector<std::uint64_t> hashes;
            for (int i = 0; i < count; ++i)
                hashes.push_back(hash_value(std::int64_t{first} + std::int64_t{i} * stride));
            check_spread(hashes);
        }
    }
    std::vector<std::uint64_t> powers;
    for (std::uint64_t i = 0; i < count; ++i)
        powers.push_back(hash_value(i << 40));  // the lower bits are all the same
    check_spread(powers);
}

TEST_CASE("the cells of a grid seldom collide however they are spelled") {
    constexpr int side = 180;
    std::vector<std::uint64_t> cells;
    std::vector<std::uint64_t> pairs;
    std::vector<std::uint64_t> tuples;
    std::vector<std::uint64_t> arrays;
    std::vector<std::uint64_t> vectors;
    std::vector<std::uint64_t> shorts;
    std::vector<std::uint64_t> fractions;
    struct short_cell {
        std::int16_t x;
        std::int16_t y;
        bool operator==(const short_cell&) const = default;
    };
    for (int y = -10; y < side; ++y) {
        for (int x = -10; x < side; ++x) {
            cells.push_back(hash_value(senda::cell{x, y}));
            pairs.push_back(hash_value(std::pair{x, y}));
            tuples.push_back(hash_value(std::tuple{x, y, 0}));
            arrays.push_back(hash_value(std::array{x, y, 5}));
            vectors.push_back(hash_value(std::vector{x, y}));
            shorts.push_back(
                hash_value(short_cell{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)}));
            fractions.push_back(hash_value(std::pair{x * 0.5, y * 0.5}));
        }
    }
    check_spread(cells);
    check_spread(pairs);
    check_spread(tuples);
    check_spread(arrays);
    check_spread(vectors);
    check_spread(shorts);
    check_spread(fractions);
}

TEST_CASE("arrangements of the same parts seldom collide") {
    std::array<std::uint8_t, 8> tiles{0, 1, 2, 3, 4, 5, 6, 7};
    std::vector<std::uint64_t> arrays;
    std::vector<std::uint64_t> strings;
    std::vector<std::uint64_t> vectors;
    do {
        arrays.push_back(hash_value(tiles));
        strings.push_back(hash_value(std::string(tiles.begin(), tiles.end())));
        vectors.push_back(hash_value(std::vector<int>(tiles.begin(), tiles.end())));
    } while (std::next_permutation(tiles.begin(), tiles.end()));
    CHECK(arrays.size() == 40'320);
    check_spread(arrays);
    check_spread(strings);
    check_spread(vectors);
}

TEST_CASE("an optional or a variant is hashed by what it holds, and by whether it holds it") {
    using maybe = std::optional<std::pair<int, int>>;
    using either = std::variant<int, long, std::pair<int, int>, std::vector<int>>;
    CHECK(hash_value(maybe{{1, 2}}) == hash_value(maybe{{1, 2}}));
    CHECK(hash_value(maybe{{1, 2}}) != hash_value(maybe{{2, 1}}));
    CHECK(hash_value(maybe{}) != hash_value(maybe{{0, 0}}));
    CHECK(hash_value(either{std::pair{1, 2}}) == hash_value(either{std::pair{1, 2}}));
    CHECK(hash_value(either{3}) != hash_value(either{3L}));
    CHECK(hash_value(either{std::pair{1, 2}}) != hash_value(either{std::vector{1, 2}}));
    std::vector<std::uint64_t> hashes;
    for (int x = 0; x < 100; ++x)
        for (int y = 0; y < 100; ++y) {
            hashes.push_back(hash_value(maybe{{x, y}}));
            hashes.push_back(hash_value(either{std::pair{x, y}}));
        }
    check_spread(hashes);
}

TEST_CASE("equal hash tables have equal hashes, in whatever order they hold their elements") {
    std::unordered_set<int> up;
    std::unordered_set<int> down;
    for (int i = 0; i < 1000; ++i) {
        up.insert(i);
        down.insert(999 - i);
    }
    down.rehash(7 * down.bucket_count());
    REQUIRE(up == down);
    CHECK(hash_value(up) == hash_value(down));
    down.erase(500);
    CHECK(hash_value(up) != hash_value(down));
}
