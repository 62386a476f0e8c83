// SPDX-License-Identifier: MIT
#include <senda/storage/four_ary_heap.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace {

using senda::four_ary_heap;
using senda::memory_budget;
using support::split_mix64;

/// An item with a key that many share, and a number of its own that makes the order total.
struct job {
    int key;
    int number;
    friend bool operator==(const job&, const job&) = default;
};
struct sooner {
    constexpr bool operator()(const job& a, const job& b) const {
        return a.key != b.key ? a.key < b.key : a.number < b.number;
    }
};
struct later {
    bool operator()(const job& a, const job& b) const { return sooner{}(b, a); }
};
using jobs = std::priority_queue<job, std::vector<job>, later>;

struct smaller {
    template <class T>
    constexpr bool operator()(const T& a, const T& b) const {
        return a < b;
    }
};

std::vector<int> random_numbers(split_mix64& random, int most) {
    std::vector<int> numbers(static_cast<std::size_t>(random.below(most + 1)));
    const int bound = random.percent(50) ? 5 : 1'000'000;
    for (int& number : numbers) number = random.below(bound);
    return numbers;
}

/// No child is before its parent.
bool is_heap(const std::vector<int>& items, std::size_t size) {
    for (std::size_t child = 1; child < size; ++child)
        if (items[child] < items[(child - 1) / 4]) return false;
    return true;
}

constexpr std::array<int, 11> heap_sorted(std::array<int, 11> items) {
    std::array<int, 11> sorted{};
    senda::detail::heap_make(items.data(), items.size(), smaller{});
    for (std::size_t i = 0; i < items.size(); ++i)
        sorted[i] = senda::detail::heap_take(items.data(), items.size() - i, smaller{});
    return sorted;
}
static_assert(heap_sorted({5, 3, 9, 1, 1, 8, 0, 7, 3, 2, 6}) ==
                  std::array{0, 1, 1, 2, 3, 3, 5, 6, 7, 8, 9},
              "heaps work at compile time");

}  // namespace

TEST_CASE("a heap gives its items in the order of a standard priority queue") {
    for (std::uint64_t seed = 1; seed <= support::rounds(300U); ++seed) {
        split_mix64 random{seed};
        CAPTURE(seed);
        memory_budget budget;
        four_ary_heap<job, sooner> heap(budget);
        jobs reference;
        const int keys = random.percent(50) ? 4 : 100'000;
        for (int i = 0; i < 400; ++i) {
            const bool growing = (i / 100) % 2 == 0;
            if (reference.empty() || random.percent(growing ? 70 : 30)) {
                const job next{random.below(keys), i};
                REQUIRE(heap.push(next));
                reference.push(next);
            } else {
                CHECK(heap.pop() == reference.top());
                reference.pop();
            }
            REQUIRE(heap.size() == reference.size());
            CHECK(heap.empty() == reference.empty());
            if (!reference.empty()) CHECK(heap.top() == reference.top());
        }
        while (!reference.empty()) {
            REQUIRE(heap.pop() == reference.top());
            reference.pop();
        }
        CHECK(heap.empty());
    }
}

TEST_CASE("a heap holds items that own memory") {
    memory_budget budget;
    four_ary_heap<std::string, smaller> heap(budget);
    std::vector<std::string> names;
    split_mix64 random{1};
    for (int i = 0; i < 1000; ++i) {
        names.push_back("a name too long for a small string, " + std::to_string(random.below(500)));
        REQUIRE(heap.push(names.back()));
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) CHECK(heap.pop() == name);
    CHECK(heap.empty());
}

TEST_CASE("a heap can be given its own first item again") {
    memory_budget budget;
    four_ary_heap<std::string, smaller> heap(budget);
    REQUIRE(heap.push("a name that is too long for a small string"));
    for (int i = 0; i < 200; ++i) REQUIRE(heap.push(heap.top()));
    CHECK(heap.size() == 201);
    while (!heap.empty()) CHECK(heap.pop() == "a name that is too long for a small string");
}

TEST_CASE("a comparison may carry what it compares by") {
    const std::vector<int> rank{3, 0, 2, 1};
    struct by_rank {
        const std::vector<int>* rank;
        bool operator()(std::size_t a, std::size_t b) const { return (*rank)[a] < (*rank)[b]; }
    };
    memory_budget budget;
    four_ary_heap<std::size_t, by_rank> heap(budget, by_rank{&rank});
    for (std::size_t i = 0; i < rank.size(); ++i) REQUIRE(heap.push(i));
    for (const std::size_t expected : {1u, 3u, 2u, 0u}) CHECK(heap.pop() == expected);
}

TEST_CASE("a heap that a budget refuses an item keeps the others in order") {
    for (std::uint64_t limit = 0; limit < 3000; limit += 41) {
        split_mix64 random{limit};
        CAPTURE(limit);
        memory_budget budget(limit);
        four_ary_heap<job, sooner> heap(budget);
        jobs reference;
        bool refused = false;
        for (int i = 0; i < 1000; ++i) {
            if (reference.empty() || random.percent(75)) {
                const job next{random.below(50), i};
                if (heap.push(next)) {
                    reference.push(next);
                } else {
                    refused = true;
                }
            } else {
                CHECK(heap.pop() == reference.top());
                reference.pop();
            }
        }
        CHECK(refused);
        REQUIRE(heap.size() == reference.size());
        for (; !reference.empty(); reference.pop()) CHECK(heap.pop() == reference.top());
        CHECK(budget.peak() <= limit);
    }
}

TEST_CASE("a heap that was cleared keeps its memory and is as new") {
    memory_budget budget;
    four_ary_heap<job, sooner> heap(budget);
    for (int i = 0; i < 500; ++i) REQUIRE(heap.push({i % 7, i}));
    const std::uint64_t used = budget.used();
    heap.clear();
    CHECK(heap.empty());
    CHECK(heap.size() == 0);
    CHECK(budget.used() == used);
    for (int i = 0; i < 500; ++i) REQUIRE(heap.push({-i, i}));
    CHECK(budget.used() == used);
    for (int i = 499; i >= 0; --i) CHECK(heap.pop() == job{-i, i});
}

TEST_CASE("any array can be made a heap and taken out in order") {
    for (std::uint64_t seed = 1; seed <= support::rounds(500U); ++seed) {
        split_mix64 random{seed};
        std::vector<int> items = random_numbers(random, 60);
        CAPTURE(items.size());
        std::vector<int> sorted = items;
        std::sort(sorted.begin(), sorted.end());
        senda::detail::heap_make(items.data(), items.size(), smaller{});
        CHECK(is_heap(items, items.size()));
        CHECK(std::is_permutation(items.begin(), items.end(), sorted.begin()));
        for (std::size_t left = items.size(); left > 0; --left) {
            const int first = senda::detail::heap_take(items.data(), left, smaller{});
            CHECK(first == sorted[sorted.size() - left]);
            CHECK(is_heap(items, left - 1));
        }
    }
}

TEST_CASE("an item that changed rises or sinks to where it belongs") {
    for (std::uint64_t seed = 1; seed <= support::rounds(500U); ++seed) {
        split_mix64 random{seed};
        std::vector<int> items = random_numbers(random, 60);
        if (items.empty()) continue;
        senda::detail::heap_make(items.data(), items.size(), smaller{});
        for (int i = 0; i < 20; ++i) {
            const auto place =
                static_cast<std::size_t>(random.below(static_cast<int>(items.size())));
            const int before = items[place];
            items[place] = random.between(-10, 1'000'010);
            std::vector<int> expected = items;
            if (items[place] < before) {
                senda::detail::heap_rise(items.data(), place, smaller{});
            } else {
                senda::detail::heap_sink(items.data(), items.size(), place, smaller{});
            }
            CHECK(is_heap(items, items.size()));
            CHECK(std::is_permutation(items.begin(), items.end(), expected.begin()));
        }
    }
}

TEST_CASE("heaps move items that cannot be copied") {
    struct by_value {
        bool operator()(const std::unique_ptr<int>& a, const std::unique_ptr<int>& b) const {
            return *a < *b;
        }
    };
    std::vector<std::unique_ptr<int>> items;
    for (int i = 0; i < 100; ++i) items.push_back(std::make_unique<int>(i * 37 % 100));
    senda::detail::heap_make(items.data(), items.size(), by_value{});
    for (int i = 0; i < 100; ++i) {
        const auto left = static_cast<std::size_t>(100 - i);
        CHECK(*senda::detail::heap_take(items.data(), left, by_value{}) == i);
    }
}
