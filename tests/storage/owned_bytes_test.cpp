// SPDX-License-Identifier: MIT
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace owned_bytes_test {

using senda::owned_bytes;

/// Counts what is taken through it.
template <class T>
struct counting {
    using value_type = T;
    static inline std::uint64_t taken = 0;

    counting() = default;
    template <class U>
    counting(const counting<U>&) {}
    T* allocate(std::size_t count) {
        counting<char>::taken += count * sizeof(T);
        return std::allocator<T>().allocate(count);
    }
    void deallocate(T* data, std::size_t count) { std::allocator<T>().deallocate(data, count); }
    friend bool operator==(counting, counting) { return true; }
};

/// Fills a container with a few elements, and compares what is told with what was taken.
template <class Container, class Fill>
void check_told(Fill fill) {
    for (const int count : {0, 1, 2, 9, 100, 1000}) {
        CAPTURE(count);
        counting<char>::taken = 0;
        Container filled;
        fill(filled, count);
        CHECK(owned_bytes(filled) >= counting<char>::taken);
        CHECK(owned_bytes(filled) <= 2 * counting<char>::taken + 64);
    }
}

TEST_CASE("what holds nothing outside itself owns nothing") {
    CHECK(owned_bytes(7) == 0);
    CHECK(owned_bytes(std::array{1, 2, 3}) == 0);
    CHECK(owned_bytes(std::pair{1, 2.0}) == 0);
    CHECK(owned_bytes(std::string_view("a view owns nothing, however long it may be")) == 0);
    CHECK(owned_bytes(std::string("short")) == 0);
    CHECK(owned_bytes(std::vector<int>{}) == 0);
    CHECK(owned_bytes(std::set<int>{}) == 0);
    struct closed {
        std::string name;
    };
    CHECK(owned_bytes(closed{std::string(100, 'x')}) == 0);
}

TEST_CASE("a string or a vector owns its elements and its room for more") {
    const std::string long_text(100, 'x');
    CHECK(owned_bytes(long_text) >= 101);
    CHECK(owned_bytes(long_text) <= 101 + 32);
    std::vector<int> numbers(10);
    CHECK(owned_bytes(numbers) >= 40);
    numbers.reserve(1000);
    CHECK(owned_bytes(numbers) >= 4000);
    CHECK(owned_bytes(numbers) <= 4000 + 32);
    CHECK(owned_bytes(std::vector<bool>(8000)) >= 1000);
    CHECK(owned_bytes(std::vector<bool>(8000)) <= 1100);
}

TEST_CASE("a container of containers owns what they own") {
    const std::vector<std::string> lines(10, std::string(100, 'x'));
    CHECK(owned_bytes(lines) >= 10 * (sizeof(std::string) + 101));
    CHECK(owned_bytes(std::pair{1, std::string(100, 'x')}) >= 101);
    CHECK(owned_bytes(std::tuple{std::string(100, 'x'), 2, std::string(100, 'y')}) >= 202);
    CHECK(owned_bytes(std::array{std::string(100, 'x'), std::string(100, 'y')}) >= 202);
    CHECK(owned_bytes(std::map<int, std::string>{{1, std::string(100, 'x')}}) >= 101);
}

TEST_CASE("a list, a set or a map owns about what its elements take") {
    check_told<std::set<int, std::less<>, counting<int>>>([](auto& set, int count) {
        for (int i = 0; i < count; ++i) set.insert(i);
    });
    check_told<std::list<std::uint64_t, counting<std::uint64_t>>>([](auto& list, int count) {
        for (int i = 0; i < count; ++i) list.push_back(7);
    });
    using entry = std::pair<const int, std::array<int, 20>>;
    check_told<std::map<int, std::array<int, 20>, std::less<>, counting<entry>>>(
        [](auto& map, int count) {
            for (int i = 0; i < count; ++i) map[i] = {};
        });
}

TEST_CASE("a type may say itself what it owns") {
    struct tree {
        std::unique_ptr<std::array<char, 500>> data = std::make_unique<std::array<char, 500>>();
        [[nodiscard]] std::uint64_t owned_bytes() const { return data ? 500 : 0; }
    };
    CHECK(owned_bytes(tree{}) == 500);
    CHECK(owned_bytes(std::pair{tree{}, tree{}}) == 1000);
    senda::memory_budget budget(10'000);
    senda::buffer<tree> trees(budget);
    std::uint64_t count = 0;
    while (trees.push(tree{})) ++count;
    CHECK(count >= 15);
    CHECK(count <= 19);
    CHECK(budget.used() == trees.capacity() * sizeof(tree) + 500 * count);
    const tree last = trees.pop();
    CHECK(budget.used() == trees.capacity() * sizeof(tree) + 500 * (count - 1));
    trees.release();
    CHECK(budget.used() == 0);
}

}  // namespace owned_bytes_test
