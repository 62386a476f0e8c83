// SPDX-License-Identifier: MIT
#include <senda/storage/memory.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace memory_test {

using senda::buffer;
using senda::memory_budget;
using senda::detail::stable_buffer;
using support::split_mix64;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// Counts how many of its kind live, and throws from the copy at which the fuse burns down. It can
/// only be copied, so that an array that grows must copy it.
class fragile {
public:
    struct broken {};

    static inline int live = 0;
    static inline int fuse = 0;

    explicit fragile(int number) : number_{number} { ++live; }
    fragile(const fragile& other) : number_{other.number_} {
        if (fuse > 0 && --fuse == 0) throw broken{};
        ++live;
    }
    fragile& operator=(const fragile&) = default;
    ~fragile() { --live; }

    friend bool operator==(const fragile&, const fragile&) = default;

private:
    int number_;
};
static_assert(!std::is_nothrow_move_constructible_v<fragile>);

/// More strictly aligned than what `malloc` gives, and plain.
struct alignas(64) wide_number {
    std::int64_t value;
    friend bool operator==(const wide_number&, const wide_number&) = default;
};
static_assert(!senda::detail::moves_as_bytes<wide_number>);

/// The same, and with something to destroy.
struct alignas(128) wide_name {
    std::string name;
    friend bool operator==(const wide_name&, const wide_name&) = default;
};

template <class T>
T make(int number);
template <>
std::uint8_t make(int number) {
    return static_cast<std::uint8_t>(number);
}
template <>
int make(int number) {
    return number;
}
template <>
std::array<std::int64_t, 20> make(int number) {
    std::array<std::int64_t, 20> many{};
    many.fill(number);
    return many;
}
template <>
std::string make(int number) {
    return "a name that is too long for a small string, " + std::to_string(number);
}
template <>
fragile make(int number) {
    return fragile{number};
}
template <>
wide_number make(int number) {
    return {number};
}
template <>
wide_name make(int number) {
    return {make<std::string>(number)};
}

template <class T>
bool is_aligned(const T* data) {
    return reinterpret_cast<std::uintptr_t>(data) % alignof(T) == 0;
}

/// What the elements of an array from `first` on hold outside themselves.
template <class Array>
std::uint64_t owned_from(const Array& array, std::size_t first) {
    std::uint64_t sum = 0;
    for (std::size_t i = first; i < array.size(); ++i) sum += senda::owned_bytes(array[i]);
    return sum;
}

template <class T>
void check_equal(const buffer<T>& array, const std::vector<T>& reference) {
    REQUIRE(array.size() == reference.size());
    CHECK(array.empty() == reference.empty());
    CHECK(std::equal(array.begin(), array.end(), reference.begin()));
    CHECK(array.capacity() >= array.size());
    CHECK(is_aligned(array.data()));
    CHECK(array.budget().used() == array.capacity() * sizeof(T) + owned_from(array, 0));
}

/// Random pushes and removals on an array and on a vector, with a budget that sometimes refuses.
template <class T>
void follow_a_vector(split_mix64& random, memory_budget& budget, int operations) {
    buffer<T> array(budget);
    std::vector<T> reference;
    for (int i = 0; i < operations; ++i) {
        const int kind = random.below(100);
        if (kind < 70) {
            T element = make<T>(i);
            if (array.push(element)) {
                reference.push_back(element);
            } else {
                CHECK((array.size() == array.capacity() ||
                       senda::owned_bytes(element) > budget.left()));
            }
        } else if (kind < 85) {
            if (!reference.empty()) {
                CHECK(array.pop() == reference.back());
                reference.pop_back();
            }
        } else if (kind < 90) {
            const std::size_t kept = reference.size() - reference.size() / 4;
            array.truncate(kept);
            reference.erase(reference.begin() + static_cast<std::ptrdiff_t>(kept), reference.end());
        } else if (kind < 94) {
            const std::size_t wanted = static_cast<std::size_t>(random.below(200));
            const std::size_t before = array.capacity();
            const bool made = array.reserve(wanted);
            CHECK(array.capacity() == (made ? std::max(before, wanted) : before));
        } else if (kind < 97) {
            buffer<T> moved = std::move(array);
            check_equal(moved, reference);
            array = std::move(moved);
        } else if (kind < 99) {
            const std::size_t before = array.capacity();
            array.clear();
            reference.clear();
            CHECK(array.capacity() == before);
        } else {
            array.release();
            reference.clear();
            CHECK(budget.used() == 0);
        }
        check_equal(array, reference);
    }
}

template <class T>
void follow_vectors() {
    for (std::uint64_t seed = 1; seed <= support::rounds(60U); ++seed) {
        split_mix64 random{seed};
        CAPTURE(seed);
        const std::uint64_t limit = seed % 3 == 0   ? most
                                    : seed % 3 == 1 ? sizeof(T) * 40
                                                    : sizeof(T) * 300 + 5;
        memory_budget budget(limit);
        follow_a_vector<T>(random, budget, 250);
        CHECK(budget.used() == 0);
        CHECK(budget.peak() <= limit);
    }
}

TEST_CASE("a budget counts what is held and refuses exactly what does not fit") {
    for (std::uint64_t seed = 1; seed <= support::rounds(200U); ++seed) {
        split_mix64 random{seed};
        CAPTURE(seed);
        std::uint64_t limit = static_cast<std::uint64_t>(random.below(2000));
        memory_budget budget(limit);
        std::vector<std::uint64_t> held;
        std::uint64_t used = 0;
        std::uint64_t peak = 0;
        for (int i = 0; i < 200; ++i) {
            const int kind = random.below(20);
            if (kind == 0) {
                limit = static_cast<std::uint64_t>(random.below(2000));
                budget.set_limit(limit);
            } else if (kind < 8 && !held.empty()) {
                used -= held.back();
                budget.give(held.back());
                held.pop_back();
            } else {
                const auto bytes = static_cast<std::uint64_t>(random.between(1, 300));
                const bool fits = used + bytes <= limit;
                CHECK(budget.take(bytes) == fits);
                if (fits) {
                    held.push_back(bytes);
                    used += bytes;
                }
            }
            peak = std::max(peak, used);
            CHECK(budget.used() == used);
            CHECK(budget.peak() == peak);
        }
    }
}

TEST_CASE("a budget at its limit takes nothing more and does not wrap") {
    memory_budget budget(100);
    CHECK(budget.take(100));
    CHECK(budget.take(0));
    CHECK_FALSE(budget.take(1));
    CHECK_FALSE(budget.take(most));
    CHECK_FALSE(budget.take(most - 99));
    CHECK(budget.used() == 100);
    budget.give(100);
    CHECK(budget.used() == 0);
    CHECK(budget.peak() == 100);
}

TEST_CASE("a budget whose limit falls below what is held keeps it and takes no more") {
    memory_budget budget;
    CHECK(budget.take(1000));
    budget.set_limit(10);
    CHECK(budget.used() == 1000);
    CHECK_FALSE(budget.take(1));
    budget.give(995);
    CHECK(budget.take(5));
    CHECK_FALSE(budget.take(1));
}

TEST_CASE("a budget without a limit has no end but that of its count") {
    memory_budget budget;
    CHECK(budget.take(most - 1));
    CHECK_FALSE(budget.take(2));
    CHECK(budget.take(1));
    CHECK(budget.used() == most);
}

TEST_CASE("an array takes a length, or a value so many times, or nothing beyond its budget") {
    memory_budget budget(1U << 12U);
    buffer<int> numbers(budget);
    REQUIRE(numbers.assign(100, 7));
    CHECK(numbers.size() == 100);
    CHECK(std::all_of(numbers.begin(), numbers.end(), [](int n) { return n == 7; }));
    REQUIRE(numbers.resize(3));
    CHECK(numbers.size() == 3);
    CHECK(numbers.back() == 7);
    REQUIRE(numbers.assign(2, 5));
    CHECK(numbers.size() == 2);
    CHECK(numbers.back() == 5);
    CHECK_FALSE(numbers.resize(1U << 12U));
    CHECK(numbers.size() == 2);
    CHECK_FALSE(numbers.assign(1U << 12U, 1));
    CHECK(budget.used() <= 1U << 12U);
}

TEST_CASE("an array holds what a vector holds and counts its bytes exactly") {
    follow_vectors<std::uint8_t>();
    follow_vectors<int>();
    follow_vectors<std::array<std::int64_t, 20>>();
    follow_vectors<std::string>();
    follow_vectors<wide_number>();
    follow_vectors<wide_name>();
    follow_vectors<fragile>();
    CHECK(fragile::live == 0);
}

TEST_CASE("an array that a budget refuses to grow keeps what it has") {
    for (std::uint64_t limit = 0; limit < 3000; limit += 37) {
        CAPTURE(limit);
        memory_budget budget(limit);
        buffer<std::string> names(budget);
        int count = 0;
        while (names.push(make<std::string>(count))) ++count;
        for (int i = 0; i < 3; ++i) CHECK_FALSE(names.push(make<std::string>(count)));
        REQUIRE(names.size() == static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            CHECK(names[static_cast<std::size_t>(i)] == make<std::string>(i));
        CHECK(budget.peak() <= limit);
        budget.set_limit(most);
        CHECK(names.push("one more"));
        CHECK(names.back() == "one more");
        CHECK(names[0] == (count == 0 ? "one more" : make<std::string>(0)));
    }
}

TEST_CASE("an array of plain elements uses its budget up") {
    for (std::uint64_t limit = 100; limit < 100'000; limit += limit / 7) {
        CAPTURE(limit);
        memory_budget budget(limit);
        buffer<int> numbers(budget);
        while (numbers.push(1)) {
        }
        CHECK(numbers.size() * sizeof(int) > limit - limit / 8);
        CHECK(budget.peak() <= limit);
    }
}

TEST_CASE("an array refuses more elements than can be addressed") {
    memory_budget budget;
    buffer<std::uint64_t> numbers(budget);
    REQUIRE(numbers.push(std::uint64_t{7}));
    const std::uint64_t used = budget.used();
    CHECK_FALSE(numbers.reserve(std::numeric_limits<std::size_t>::max()));
    CHECK_FALSE(numbers.reserve(std::numeric_limits<std::size_t>::max() / sizeof(std::uint64_t)));
    CHECK(numbers[0] == 7);
    CHECK(budget.used() == used);
    CHECK_FALSE(numbers.assign_zeros(std::numeric_limits<std::size_t>::max()));
    CHECK(numbers.empty());
    CHECK(budget.used() == 0);
}

TEST_CASE("an array that the system has no memory for keeps what it has and counts nothing") {
    const auto check = []<class T>(std::type_identity<T>) {
        // A system of 32 bits may well have a half of all addresses to give, but never all.
        constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();
        const std::size_t count =
            (sizeof(std::size_t) < 8 ? everything - (everything >> 5) : everything >> 6) /
            sizeof(T);
        memory_budget budget;
        buffer<T> array(budget);
        REQUIRE(array.push(make<T>(7)));
        const std::uint64_t used = budget.used();
        CHECK_FALSE(array.reserve(count));
        CHECK(array[0] == make<T>(7));
        CHECK(budget.used() == used);
        if constexpr (senda::detail::moves_as_bytes<T>) {
            CHECK_FALSE(array.assign_zeros(count));
            CHECK(array.empty());
            CHECK(budget.used() == 0);
        }
        REQUIRE(array.push(make<T>(8)));
        CHECK(array.back() == make<T>(8));
    };
    check(std::type_identity<int>{});
    check(std::type_identity<std::string>{});
    check(std::type_identity<wide_number>{});
}

TEST_CASE("a copy that throws while an array grows leaks nothing and loses nothing") {
    for (int length = 1; length < 200; ++length) {
        CAPTURE(length);
        memory_budget budget;
        {
            buffer<fragile> array(budget);
            std::vector<fragile> reference;
            fragile::fuse = length;
            bool thrown = false;
            for (int i = 0; i < 300 && !thrown; ++i) {
                const fragile element{i};
                const int live = fragile::live;
                const std::uint64_t used = budget.used();
                try {
                    (void)array.push(element);
                } catch (const fragile::broken&) {
                    thrown = true;
                    CHECK(fragile::live == live);
                    CHECK(budget.used() == array.capacity() * sizeof(fragile));
                    CHECK(budget.used() >= used);
                }
                const int rest = std::exchange(fragile::fuse, 0);
                if (!thrown) reference.push_back(element);
                fragile::fuse = rest;
            }
            CHECK(thrown);
            fragile::fuse = 0;
            check_equal(array, reference);
            CHECK(array.push(fragile{-1}));
            CHECK(array.back() == fragile{-1});
        }
        CHECK(fragile::live == 0);
        CHECK(budget.used() == 0);
    }
}

TEST_CASE("an array can be given one of its own elements while it grows") {
    memory_budget budget;
    buffer<int> numbers(budget);
    buffer<std::string> names(budget);
    buffer<wide_name> wide(budget);
    REQUIRE(numbers.push(42));
    REQUIRE(names.push(make<std::string>(42)));
    REQUIRE(wide.push(make<wide_name>(42)));
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(numbers.push(numbers[0]));
        REQUIRE(names.push(names.back()));
        REQUIRE(wide.push(wide[wide.size() / 2]));
    }
    const auto is_the_same = [](const auto& array) {
        return std::all_of(array.begin(), array.end(), [&](const auto& e) {
            return e == make<std::remove_cvref_t<decltype(e)>>(42);
        });
    };
    CHECK(is_the_same(numbers));
    CHECK(is_the_same(names));
    CHECK(is_the_same(wide));
}

TEST_CASE("an array moves elements that cannot be copied") {
    memory_budget budget;
    buffer<std::unique_ptr<int>> array(budget);
    for (int i = 0; i < 500; ++i) REQUIRE(array.push(std::make_unique<int>(i)));
    for (int i = 499; i >= 0; --i) CHECK(*array.pop() == i);
}

TEST_CASE("an array that is moved takes its budget along") {
    memory_budget one;
    memory_budget other;
    {
        buffer<int> first(one);
        buffer<int> second(other);
        REQUIRE(first.push(1));
        REQUIRE(second.reserve(1000));
        second = std::move(first);
        CHECK(&second.budget() == &one);
        CHECK(second.size() == 1);
        CHECK(second[0] == 1);
    }
    CHECK(one.used() == 0);
    CHECK(other.used() == 0);
}

TEST_CASE("zeros replace what an array held") {
    memory_budget budget(10'000);
    buffer<std::uint32_t> numbers(budget);
    for (std::uint32_t i = 0; i < 100; ++i) REQUIRE(numbers.push(i + 1));
    for (const std::size_t count : {2500u, 1u, 0u, 1999u, 64u}) {
        CAPTURE(count);
        CHECK(numbers.assign_zeros(count));
        CHECK(numbers.size() == count);
        CHECK(std::count(numbers.begin(), numbers.end(), 0u) == static_cast<std::ptrdiff_t>(count));
        CHECK(budget.used() == count * sizeof(std::uint32_t));
        std::fill(numbers.begin(), numbers.end(), 9u);
    }
    CHECK(numbers.push(5u));
    CHECK(numbers[63] == 9);
    CHECK(numbers[64] == 5);
    CHECK_FALSE(numbers.assign_zeros(2501));
    CHECK(numbers.empty());
    CHECK(budget.used() == 0);
    CHECK(numbers.assign_zeros(0));
    CHECK(numbers.push(3u));
    CHECK(numbers[0] == 3);
}

TEST_CASE("the size of an array of plain elements can be set after they are made in place") {
    memory_budget budget;
    buffer<int> numbers(budget);
    REQUIRE(numbers.grow());
    REQUIRE(numbers.capacity() >= 2);
    numbers.data()[0] = 10;
    numbers.data()[1] = 11;
    numbers.set_size(2);
    while (numbers.size() < numbers.capacity()) REQUIRE(numbers.push(12));
    REQUIRE(numbers.grow());
    CHECK(numbers.capacity() > numbers.size());
    CHECK(numbers[0] == 10);
    CHECK(numbers[1] == 11);
    CHECK(numbers.back() == 12);
}

TEST_CASE("large arrays keep their contents and the count of their bytes") {
    constexpr std::size_t large = (std::size_t{12} << 20) / sizeof(std::uint64_t);
    // Without a limit, and with limits that leave no room for two copies at once.
    for (const std::uint64_t limit : {most, std::uint64_t{large * sizeof(std::uint64_t)},
                                      std::uint64_t{large * sizeof(std::uint64_t) * 5 / 4}}) {
        CAPTURE(limit);
        memory_budget budget(limit);
        {
            buffer<std::uint64_t> numbers(budget);
            for (std::size_t size = large / 12; size <= large; size += large / 12) {
                const bool made = numbers.reserve(size);
                if (size <= large / 2) REQUIRE(made);
                for (std::uint64_t i = numbers.size(); i < numbers.capacity(); ++i)
                    (void)numbers.push(i * i);
                CHECK(numbers.size() == numbers.capacity());
                CHECK(budget.used() == numbers.capacity() * sizeof(std::uint64_t));
            }
            std::size_t kept = 0;
            while (kept < numbers.size() && numbers[kept] == std::uint64_t{kept} * kept) ++kept;
            CHECK(kept == numbers.size());
            CHECK(kept >= large / 2);
            CHECK(budget.peak() <= limit);

            CHECK(numbers.assign_zeros(large));
            CHECK(std::all_of(numbers.begin(), numbers.end(), [](auto n) { return n == 0; }));
            CHECK(budget.used() == large * sizeof(std::uint64_t));
        }
        CHECK(budget.used() == 0);
    }
}

TEST_CASE("large arrays of elements that are more than bytes keep their contents") {
    memory_budget budget;
    {
        buffer<wide_number> wide(budget);
        for (int i = 0; i < 100'000; ++i) REQUIRE(wide.push(make<wide_number>(i)));
        bool kept = is_aligned(wide.data());
        for (int i = 0; i < 100'000; ++i)
            kept = kept && wide[static_cast<std::size_t>(i)].value == i;
        CHECK(kept);
        CHECK(budget.used() == wide.capacity() * sizeof(wide_number));
    }
    CHECK(budget.used() == 0);
}

TEST_CASE("elements of a stable array never move") {
    const auto check = []<class T>(std::type_identity<T>) {
        memory_budget budget;
        {
            stable_buffer<T> array(budget);
            std::vector<const T*> places;
            for (int round = 0; round < 3; ++round) {
                const std::size_t before = array.size();
                for (int i = static_cast<int>(before); i < 5000; ++i) {
                    REQUIRE(array.push(make<T>(i)));
                    const T* place = &array[static_cast<std::size_t>(i)];
                    CHECK(is_aligned(place));
                    if (static_cast<std::size_t>(i) < places.size()) {
                        CHECK(place == places[static_cast<std::size_t>(i)]);
                    } else {
                        places.push_back(place);
                    }
                }
                for (std::size_t i = 0; i < array.size(); ++i) {
                    CHECK(&std::as_const(array)[i] == places[i]);
                    CHECK(array[i] == make<T>(static_cast<int>(i)));
                }
                // Memory is kept, so the same elements come to the same places again.
                const auto kept = static_cast<std::size_t>(1000 * (1 - round) + 7);
                const std::uint64_t used = budget.used() - owned_from(array, kept);
                array.truncate(kept);
                CHECK(array.size() == kept);
                CHECK(budget.used() == used);
                if (round == 1) break;
            }
            array.clear();
            CHECK(array.size() == 0);
            CHECK(budget.used() >= 5000 * sizeof(T));
            array.release();
            CHECK(budget.used() == 0);
            REQUIRE(array.push(make<T>(1)));
            CHECK(array[0] == make<T>(1));
        }
        CHECK(budget.used() == 0);
    };
    check(std::type_identity<int>{});
    check(std::type_identity<std::array<std::int64_t, 20>>{});
    check(std::type_identity<std::string>{});
    check(std::type_identity<wide_number>{});
    check(std::type_identity<wide_name>{});
    check(std::type_identity<fragile>{});
    CHECK(fragile::live == 0);
}

TEST_CASE("a stable array can be given one of its own elements") {
    memory_budget budget;
    stable_buffer<std::string> names(budget);
    REQUIRE(names.push(make<std::string>(0)));
    for (std::size_t i = 0; i < 3000; ++i) REQUIRE(names.push(names[i]));
    CHECK(names[3000] == make<std::string>(0));
}

TEST_CASE("a stable array that a budget refuses to grow keeps what it has") {
    for (std::uint64_t limit = 0; limit < 100'000; limit += 3001) {
        CAPTURE(limit);
        memory_budget budget(limit);
        {
            stable_buffer<std::string> names(budget);
            int count = 0;
            while (names.push(make<std::string>(count))) ++count;
            CHECK_FALSE(names.push(make<std::string>(count)));
            CHECK(budget.peak() <= limit);
            const std::uint64_t used = budget.used();
            CHECK_FALSE(names.push(make<std::string>(count)));
            CHECK(budget.used() == used);
            bool kept = names.size() == static_cast<std::size_t>(count);
            for (int i = 0; i < count; ++i)
                kept = kept && names[static_cast<std::size_t>(i)] == make<std::string>(i);
            CHECK(kept);
            budget.set_limit(most);
            CHECK(names.push("one more"));
            CHECK(names[static_cast<std::size_t>(count)] == "one more");
        }
        CHECK(budget.used() == 0);
    }
}

TEST_CASE("a copy that throws leaves a stable array as it was") {
    for (int length = 1; length < 9000; length = length * 2 + 1) {
        CAPTURE(length);
        memory_budget budget;
        {
            stable_buffer<fragile> array(budget);
            const fragile element{3};
            fragile::fuse = length;
            bool thrown = false;
            while (!thrown) {
                try {
                    (void)array.push(element);
                } catch (const fragile::broken&) {
                    thrown = true;
                }
            }
            CHECK(array.size() == static_cast<std::size_t>(length - 1));
            CHECK(fragile::live == length);
            CHECK(array.push(element));
            CHECK(array[array.size() - 1] == element);
        }
        CHECK(fragile::live == 0);
        CHECK(budget.used() == 0);
    }
}

TEST_CASE("elements larger than a block still have a place in a stable array") {
    struct page {
        std::array<std::byte, 40'000> bytes;
        explicit page(int fill) { bytes.fill(std::byte(fill)); }
    };
    memory_budget budget;
    stable_buffer<page> pages(budget);
    for (int i = 0; i < 20; ++i) REQUIRE(pages.push(i));
    for (int i = 0; i < 20; ++i)
        CHECK(pages[static_cast<std::size_t>(i)].bytes[39'999] == std::byte(i));
}

}  // namespace memory_test

TEST_CASE("a buffer is extended by zeros and keeps what it has") {
    senda::memory_budget budget(64'000'000);
    senda::buffer<std::uint32_t> numbers(budget);
    REQUIRE(numbers.assign_zeros(3));
    bool right = true;
    for (std::size_t count = 3; count < 5'000'000; count *= 3) {
        for (std::size_t i = count / 2; i < count; ++i) numbers[i] = 7;
        REQUIRE(numbers.extend_zeros(count * 3));
        right = right && numbers.size() == count * 3 && numbers[count - 1] == 7;
        for (std::size_t i = count; i < numbers.size(); ++i) right = right && numbers[i] == 0;
    }
    CHECK(right);
    const std::size_t size = numbers.size();
    CHECK_FALSE(numbers.extend_zeros(16'000'001));
    CHECK(numbers.size() == size);
    numbers.truncate(size / 2);
    REQUIRE(numbers.extend_zeros(size));
    for (std::size_t i = size / 2; i < size; ++i) right = right && numbers[i] == 0;
    CHECK(right);
}

TEST_CASE("parts of a budget hold to the limit of the whole, and give back what they do not need") {
    senda::memory_budget whole(100'000);
    {
        senda::memory_budget one(whole, 4096);
        senda::memory_budget other(whole, 4096);
        CHECK(one.left() == 100'000);
        REQUIRE(one.take(60'000));
        CHECK(whole.used() == 64'096);
        CHECK(other.left() == 35'904);
        CHECK_FALSE(other.take(35'905));
        REQUIRE(other.take(35'904));
        CHECK(whole.left() == 0);
        CHECK(one.left() == 4'096);
        CHECK_FALSE(other.take(1));
        one.give(50'000);
        CHECK(one.used() == 10'000);
        CHECK(whole.used() == 10'000 + 4'096 + 35'904);
        REQUIRE(other.take(50'000));
        CHECK(whole.used() <= 100'000);
    }
    CHECK(whole.used() == 0);
    CHECK(whole.peak() == 100'000);

    // Arrays on pages, in steps that waste none.
    senda::memory_budget plenty;
    {
        senda::memory_budget part(plenty, 4096);
        senda::buffer<std::uint64_t> numbers(part);
        bool fits = true;
        for (std::uint64_t i = 0; i < 3'000'000; ++i) fits = numbers.push(i) && fits;
        REQUIRE(fits);
        bool right = true;
        for (std::uint64_t i = 0; i < numbers.size(); ++i) right = right && numbers[i] == i;
        CHECK(right);
        CHECK(plenty.used() < 2 * 8 * 3'000'000 + 20'000);
    }
    CHECK(plenty.used() == 0);
}
