// SPDX-License-Identifier: MIT
#include <senda/detail/storage/open_list.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using senda::memory_budget;
using senda::detail::open_list;
using senda::detail::ties;
using support::split_mix64;

/// A node as it leaves a list, with costs of any type as whole numbers.
struct left {
    std::int64_t f;
    std::int64_t g;
    std::uint32_t id;
    friend bool operator==(const left&, const left&) = default;
};

/// The reference: a set of (f, larger g first, turn).
template <ties Ties>
class sorted_list {
public:
    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    std::int64_t min_f() const { return std::get<0>(*entries_.begin()); }
    void push(std::int64_t f, std::int64_t g, std::uint32_t id) {
        entries_.emplace(f, Ties == ties::deepest_first ? -g : 0, turns_++, id);
    }
    left pop() {
        const auto [f, minus_g, turn, id] = *entries_.begin();
        entries_.erase(entries_.begin());
        return {f, Ties == ties::deepest_first ? -minus_g : f, id};
    }
    void clear() { entries_.clear(); }

private:
    std::set<std::tuple<std::int64_t, std::int64_t, int, std::uint32_t>> entries_;
    int turns_ = 0;
};

/// A list of one type of cost beside the reference.
template <class Cost, ties Ties>
class beside_reference {
public:
    explicit beside_reference(memory_budget& budget) : list_(budget) {}

    bool empty() const { return reference_.empty(); }

    void push(std::int64_t f, std::int64_t g, std::uint32_t id) {
        if (list_.push(static_cast<Cost>(f), static_cast<Cost>(g), id)) {
            reference_.push(f, g, id);
        } else {
            ++refused_;
        }
    }

    /// The f of the node that left, or -1 where it was not the right one.
    std::int64_t pop() {
        const auto least = static_cast<std::int64_t>(list_.min_f());
        if (list_.size() != reference_.size() || least != reference_.min_f()) return -1;
        const auto first = list_.pop();
        const left out{static_cast<std::int64_t>(first.f), static_cast<std::int64_t>(first.g),
                       first.id};
        return out == reference_.pop() && list_.empty() == reference_.empty() ? out.f : -1;
    }

    void clear() {
        list_.clear();
        reference_.clear();
    }

    int refused() const { return refused_; }

private:
    open_list<Cost, std::uint32_t, Ties> list_;
    sorted_list<Ties> reference_;
    int refused_ = 0;
};

/// Pushes as a search does: each node that leaves brings some more of about its own f, and of a
/// larger g. `step` is how much f rises at most; some seeds let it fall, as reopening does.
template <class List>
std::string fault_of_a_search(List& list, split_mix64& random, int operations) {
    const int step =
        std::vector{0, 1, 3, 40, 900, 70'000}[static_cast<std::size_t>(random.below(6))];
    const bool falling = random.percent(30);
    std::uint32_t id = 0;
    list.push(random.below(10), 0, id++);
    for (int i = 0; i < operations; ++i) {
        if (list.empty()) list.push(random.below(5000), 0, id++);
        if (list.empty()) continue;  // refused
        const std::int64_t f = list.pop();
        if (f < 0) return "differs at operation " + std::to_string(i);
        for (int more = random.below(4); more > 0; --more) {
            const std::int64_t change = random.below(step + 1);
            const std::int64_t next = falling && random.percent(20) ? f - change : f + change;
            const std::int64_t g = random.below(1 + static_cast<int>(std::max<std::int64_t>(f, 0)));
            list.push(std::max<std::int64_t>(next, 0), g, id++);
        }
    }
    while (!list.empty())
        if (list.pop() < 0) return "differs at the end";
    return "";
}

template <class Cost, ties Ties>
void check_order() {
    for (std::uint64_t seed = 1; seed <= support::rounds(60U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        memory_budget budget;
        beside_reference<Cost, Ties> list(budget);
        CHECK_EQ(fault_of_a_search(list, random, 100), "");
        list.push(3, 3, 1);
        list.push(70'000, 3, 2);
        list.clear();
        CHECK_EQ(fault_of_a_search(list, random, 50), "");
        CHECK(list.refused() == 0);
    }
}

template <class Cost, ties Ties>
void check_order_on_budgets() {
    int refused = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        memory_budget budget(static_cast<std::uint64_t>(random.below(20'000)));
        beside_reference<Cost, Ties> list(budget);
        CHECK_EQ(fault_of_a_search(list, random, 200), "");
        refused += list.refused();
    }
    CHECK(refused > 0);
}

}  // namespace

TEST_CASE("an open list of whole-number costs gives the smallest f and then the largest g") {
    check_order<int, ties::deepest_first>();
    check_order<unsigned, ties::deepest_first>();
    check_order<std::int64_t, ties::deepest_first>();
    check_order<std::uint64_t, ties::deepest_first>();
}

TEST_CASE("an open list of other costs gives the smallest f and then the largest g") {
    check_order<double, ties::deepest_first>();
    check_order<float, ties::deepest_first>();
}

TEST_CASE("an open list that does not look at g gives the first to come") {
    check_order<int, ties::fifo>();
    check_order<std::uint64_t, ties::fifo>();
    check_order<double, ties::fifo>();
    check_order<float, ties::fifo>();
}

TEST_CASE("an open list that is refused memory gives the rest in order") {
    check_order_on_budgets<int, ties::deepest_first>();
    check_order_on_budgets<int, ties::fifo>();
    check_order_on_budgets<double, ties::deepest_first>();
    check_order_on_budgets<double, ties::fifo>();
}

TEST_CASE("buckets and heap give the same nodes in the same order") {
    const auto check = []<ties Ties>(std::integral_constant<ties, Ties>) {
        for (std::uint64_t seed = 1; seed <= support::rounds(60U); ++seed) {
            CAPTURE(seed);
            split_mix64 random{seed};
            memory_budget budget;
            open_list<int, int, Ties> buckets(budget);
            open_list<double, int, Ties> heap(budget);
            const int keys = std::vector{3, 100, 10'000, 2'000'000'000}[seed % 4];
            bool same = true;
            for (int i = 0; i < 500; ++i) {
                if (heap.empty() || random.percent(i < 300 ? 60 : 30)) {
                    const int f = random.below(keys);
                    const int g = random.below(f + 1);
                    REQUIRE(buckets.push(f, g, i));
                    REQUIRE(heap.push(f, g, i));
                } else {
                    same = same && buckets.min_f() == heap.min_f();
                    const auto a = buckets.pop();
                    const auto b = heap.pop();
                    same = same && a.f == b.f && a.g == b.g && a.id == b.id;
                }
                same = same && buckets.size() == heap.size() && buckets.empty() == heap.empty();
            }
            CHECK(same);
        }
    };
    check(std::integral_constant<ties, ties::deepest_first>{});
    check(std::integral_constant<ties, ties::fifo>{});
}

TEST_CASE("an open list holds costs at the end of their type and fractions") {
    memory_budget budget;
    open_list<int, int, ties::deepest_first> whole(budget);
    constexpr int most = std::numeric_limits<int>::max();
    REQUIRE(whole.push(most, most - 1, 1));
    REQUIRE(whole.push(0, 0, 2));
    REQUIRE(whole.push(most, most, 3));
    CHECK(whole.min_f() == 0);
    for (const int id : {2, 3, 1}) CHECK(whole.pop().id == id);

    open_list<double, int, ties::deepest_first> real(budget);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    REQUIRE(real.push(infinity, 1, 1));
    REQUIRE(real.push(0.25, 0.125, 2));
    REQUIRE(real.push(0.25, 0.25, 3));
    REQUIRE(real.push(1e300, 1, 4));
    CHECK(real.min_f() == 0.25);
    for (const int id : {3, 2, 4, 1}) CHECK(real.pop().id == id);
}
