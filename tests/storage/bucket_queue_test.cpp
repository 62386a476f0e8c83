// SPDX-License-Identifier: MIT
#include <senda/storage/bucket_queue.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
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

namespace bucket_queue_test {

using senda::memory_budget;
using senda::detail::bucket_queue;
using support::split_mix64;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// An item with a rank that many share; `number` says when it came.
struct ranked {
    int rank;
    int number;
    friend bool operator==(const ranked&, const ranked&) = default;
};
/// The larger rank first, and of equal ranks none: how A* breaks ties.
struct higher {
    constexpr bool operator()(const ranked& a, const ranked& b) const { return a.rank > b.rank; }
};

/// The reference: a set of (key, order among equal keys, turn).
template <class Key, class Before>
class sorted_queue {
    static constexpr bool ordered = !std::is_same_v<Before, senda::detail::fifo>;

public:
    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    Key min_key() const { return std::get<0>(*entries_.begin()); }
    void push(Key key, ranked item) {
        entries_.emplace(key, ordered ? -item.rank : 0, item.number, item.rank);
    }
    std::pair<Key, ranked> pop() {
        const auto [key, order, number, rank] = *entries_.begin();
        entries_.erase(entries_.begin());
        return {key, {rank, number}};
    }
    void clear() { entries_.clear(); }

private:
    std::set<std::tuple<Key, int, int, int>> entries_;
};

/// How the keys of a sequence run.
enum class keys { same, rising, near, falling, far, leaping, scattered, huge, anywhere, mixed };
constexpr int key_kinds = 10;

template <class Key>
class key_picker {
public:
    key_picker(keys kind, split_mix64& random) : random_{random}, kind_{kind} {}

    Key operator()(Key last) {
        constexpr std::array few{0, 40, 70, 130, 900, 4090, 4100, 5000, 5070, 9200};
        switch (kind_ == keys::mixed ? static_cast<keys>(random_.below(key_kinds - 1)) : kind_) {
            case keys::same: return last;
            case keys::rising: return above(last, 3);
            case keys::near: return random_.percent(50) ? below(last, 9) : above(last, 9);
            case keys::falling: return below(last, random_.percent(90) ? 3 : 5000);
            case keys::far: return above(last, random_.percent(70) ? 100 : 20'000);
            case keys::leaping:  // never down, and often to the same key from several others
                return sum(static_cast<Key>(last - last % 70), 70 * random_.below(100));
            case keys::scattered:  // few keys, which the row of bins now covers and now does not
                return sum(0, few[static_cast<std::size_t>(random_.below(few.size()))]);
            case keys::huge: return below(top, 6000);
            default: return static_cast<Key>(random_.next() & std::uint64_t{top});
        }
    }

private:
    static constexpr Key top = std::numeric_limits<Key>::max();

    static Key sum(Key key, int step) {
        const auto room = static_cast<std::uint64_t>(top - key);
        return static_cast<Key>(static_cast<std::uint64_t>(key) +
                                std::min(room, static_cast<std::uint64_t>(step)));
    }
    Key above(Key key, int at_most) { return sum(key, random_.below(at_most + 1)); }
    Key below(Key key, int at_most) {
        const auto step = static_cast<std::uint64_t>(random_.below(at_most + 1));
        const auto room = static_cast<std::uint64_t>(key);
        return static_cast<Key>(room - std::min(room, step));
    }

    split_mix64& random_;
    keys kind_;
};

/// Pushes and pops at random; the queue must do as the reference.
template <class Key, class Before>
class sequence {
public:
    sequence(bucket_queue<Key, ranked, Before>& queue, split_mix64& random, keys kind)
        : queue_{queue}, random_{random}, pick_{kind, random} {}

    /// The first difference, or nothing.
    std::string fault(int operations) {
        const int phase = random_.between(5, 200);
        for (int i = 0; i < operations; ++i) {
            const bool growing = (i / phase) % 2 == 0;
            if (reference_.empty() || random_.percent(growing ? 75 : 25)) {
                push(i);
            } else if (!pops_the_same()) {
                return "pop differs at operation " + std::to_string(i);
            }
            if (queue_.size() != reference_.size() || queue_.empty() != reference_.empty())
                return "size differs at operation " + std::to_string(i);
            if (random_.below(1000) == 0) {
                queue_.clear();
                reference_.clear();
            }
        }
        while (!reference_.empty())
            if (!pops_the_same())
                return "pop differs with " + std::to_string(reference_.size()) + " left";
        return queue_.empty() ? "" : "items are left";
    }

    int refused() const { return refused_; }

private:
    void push(int number) {
        const Key key = pick_(last_);
        const ranked item{random_.below(5), number};
        if (queue_.push(key, item)) {
            reference_.push(key, item);
        } else {
            ++refused_;
        }
    }

    bool pops_the_same() {
        // To look at the first key must change nothing, so it is done only now and then.
        if (random_.percent(50) && queue_.min_key() != reference_.min_key()) return false;
        const auto expected = reference_.pop();
        last_ = expected.first;
        return queue_.pop() == expected;
    }

    bucket_queue<Key, ranked, Before>& queue_;
    split_mix64& random_;
    key_picker<Key> pick_;
    sorted_queue<Key, Before> reference_;
    Key last_ = 50;
    int refused_ = 0;
};

template <class Key, class Before>
void follow_all(int seeds, int operations) {
    for (int seed = 1; seed <= support::rounds(seeds); ++seed) {
        for (int kind = 0; kind < key_kinds; ++kind) {
            split_mix64 random{static_cast<std::uint64_t>(seed)};
            CAPTURE(seed);
            CAPTURE(kind);
            memory_budget budget;
            {
                bucket_queue<Key, ranked, Before> queue(budget);
                sequence steps{queue, random, static_cast<keys>(kind)};
                CHECK_EQ(steps.fault(operations), "");
                CHECK(steps.refused() == 0);
            }
            CHECK(budget.used() == 0);
        }
    }
}

template <class Key, class Before>
void follow_on_budgets(int seeds, int operations) {
    int refused = 0;
    for (int seed = 1; seed <= support::rounds(seeds); ++seed) {
        for (int kind = 0; kind < key_kinds; ++kind) {
            split_mix64 random{static_cast<std::uint64_t>(seed)};
            CAPTURE(seed);
            CAPTURE(kind);
            // From too little for the row of bins to enough for a long one.
            const auto limit = static_cast<std::uint64_t>(random.below(
                std::vector{300, 3000, 12'000, 60'000}[static_cast<std::size_t>(random.below(4))]));
            CAPTURE(limit);
            memory_budget budget(limit);
            {
                bucket_queue<Key, ranked, Before> queue(budget);
                sequence steps{queue, random, static_cast<keys>(kind)};
                CHECK_EQ(steps.fault(operations), "");
                refused += steps.refused();
                CHECK(budget.peak() <= limit);
            }
            CHECK(budget.used() == 0);
        }
    }
    CHECK(refused > 0);
}

TEST_CASE("a bucket queue gives equal keys in the order they came") {
    follow_all<int, senda::detail::fifo>(15, 500);
    follow_all<std::int64_t, senda::detail::fifo>(15, 500);
    follow_all<unsigned, senda::detail::fifo>(15, 500);
    follow_all<std::uint64_t, senda::detail::fifo>(15, 500);
}

TEST_CASE("a bucket queue gives several items of a key as it gives one after the other") {
    for (int seed = 1; seed <= support::rounds(20); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        memory_budget plenty;
        bucket_queue<int, int> several(plenty);
        bucket_queue<int, int> one(plenty);
        key_picker<int> pick(static_cast<keys>(seed % key_kinds), random);
        int key = 0;
        for (int i = 0; i < 300; ++i) {
            for (int pushes = random.below(8); pushes > 0; --pushes) {
                key = pick(key);
                REQUIRE(several.push(key, i * 8 + pushes));
                REQUIRE(one.push(key, i * 8 + pushes));
            }
            if (one.empty()) continue;
            std::array<int, 5> out{};
            const auto [first, count] =
                several.pop_some(out.data(), static_cast<std::size_t>(random.between(1, 5)));
            REQUIRE(count >= 1);
            for (std::size_t j = 0; j < count; ++j) REQUIRE(one.pop() == std::pair{first, out[j]});
            REQUIRE(several.size() == one.size());
        }
    }
}

TEST_CASE("a bucket queue gives equal keys in an order of the caller's") {
    follow_all<int, higher>(15, 500);
    follow_all<std::int64_t, higher>(15, 500);
    follow_all<unsigned, higher>(15, 500);
    follow_all<std::uint64_t, higher>(15, 500);
}

TEST_CASE("a bucket queue takes keys of one byte") {
    follow_all<std::uint8_t, senda::detail::fifo>(10, 400);
    follow_all<std::int8_t, senda::detail::fifo>(10, 400);
    follow_all<std::uint8_t, higher>(10, 400);
    follow_all<std::int8_t, higher>(10, 400);
}

TEST_CASE("a bucket queue that grows long keeps its order") {
    follow_all<int, senda::detail::fifo>(1, 8'000);
    follow_all<int, higher>(1, 8'000);
}

TEST_CASE("a bucket queue that is refused memory gives the rest in order and in turn") {
    follow_on_budgets<int, senda::detail::fifo>(60, 300);
    follow_on_budgets<std::uint64_t, senda::detail::fifo>(60, 300);
}

TEST_CASE("a bucket queue that is refused memory gives the rest in the order of the caller's") {
    follow_on_budgets<int, higher>(60, 300);
    follow_on_budgets<std::uint64_t, higher>(60, 300);
}

TEST_CASE("a bucket queue whose budget comes and goes loses nothing") {
    const auto check = []<class Before>(std::type_identity<Before>) {
        int refused = 0;
        for (std::uint64_t seed = 1; seed <= support::rounds(40U); ++seed) {
            split_mix64 random{seed};
            CAPTURE(seed);
            memory_budget budget;
            bucket_queue<int, ranked, Before> queue(budget);
            for (int round = 0; round < 10; ++round) {
                // A queue that is full is refilled from what it has, then given room again.
                budget.set_limit(round % 2 == 0 ? most : budget.used());
                sequence steps{queue, random, random.percent(50) ? keys::mixed : keys::far};
                CHECK_EQ(steps.fault(150), "");
                refused += steps.refused();
            }
        }
        CHECK(refused > 0);
    };
    check(std::type_identity<senda::detail::fifo>{});
    check(std::type_identity<higher>{});
}

TEST_CASE("a bucket queue with room for only some items of a key nearby keeps their order") {
    const auto check = []<class Before>(std::type_identity<Before>) {
        for (std::uint64_t seed = 1; seed <= support::rounds(100U); ++seed) {
            split_mix64 random{seed};
            CAPTURE(seed);
            memory_budget budget;
            bucket_queue<int, ranked, Before> queue(budget);
            sorted_queue<int, Before> reference;
            int number = 0;
            const auto push = [&](int key) {
                const ranked item{random.below(50), number++};
                if (queue.push(key, item)) reference.push(key, item);
            };
            // Many items of two keys far away; once they are near, memory is short.
            push(0);
            for (int i = 0; i < 60; ++i) push(5000 + random.below(2));
            budget.set_limit(budget.used() + static_cast<std::uint64_t>(random.below(200)));
            bool right = true;
            while (!reference.empty() && right) {
                right = queue.min_key() == reference.min_key() && queue.pop() == reference.pop();
                if (number < 200 && random.percent(60)) push(5000 + random.below(2));
            }
            CHECK(right);
        }
    };
    check(std::type_identity<senda::detail::fifo>{});
    check(std::type_identity<higher>{});
}

TEST_CASE("a bucket queue orders items of a key that its row reaches only later") {
    // The heap holds a key that the row covers after it has moved and grown.
    memory_budget budget;
    bucket_queue<int, ranked, higher> ordered(budget);
    bucket_queue<int, ranked> fifo(budget);
    for (const int key : {0, 5000, 5070}) {
        REQUIRE(ordered.push(key, {1, key}));
        REQUIRE(fifo.push(key, {1, key}));
    }
    for (const int key : {0, 5000}) {
        CHECK(ordered.pop().first == key);
        CHECK(fifo.pop().first == key);
    }
    for (const int rank : {9, 0}) {
        REQUIRE(ordered.push(5070, {rank, rank}));
        REQUIRE(fifo.push(5070, {rank, rank}));
    }
    for (const ranked item : {ranked{9, 9}, ranked{1, 5070}, ranked{0, 0}})
        CHECK(ordered.pop() == std::pair{5070, item});
    for (const ranked item : {ranked{1, 5070}, ranked{9, 9}, ranked{0, 0}})
        CHECK(fifo.pop() == std::pair{5070, item});
}

TEST_CASE("a bucket queue keeps turns when its row grows while a key is below it") {
    memory_budget budget;
    bucket_queue<int, int> queue(budget);
    REQUIRE(queue.push(0, 0));
    REQUIRE(queue.push(5000, 1));
    REQUIRE(queue.push(5070, 2));
    CHECK(queue.pop() == std::pair{0, 0});
    CHECK(queue.pop() == std::pair{5000, 1});
    REQUIRE(queue.push(5010, 3));
    REQUIRE(queue.push(4000, 4));
    REQUIRE(queue.push(5070, 5));
    CHECK(queue.pop() == std::pair{4000, 4});
    CHECK(queue.pop() == std::pair{5010, 3});
    CHECK(queue.pop() == std::pair{5070, 2});
    CHECK(queue.pop() == std::pair{5070, 5});
    CHECK(queue.empty());
}

TEST_CASE("a bucket queue holds the smallest and the largest key at once") {
    const auto check = []<class Key>(std::type_identity<Key>) {
        constexpr Key top = std::numeric_limits<Key>::max();
        memory_budget budget;
        bucket_queue<Key, int> queue(budget);
        for (int i = 0; i < 3; ++i)
            for (const Key key : {top, Key{0}, static_cast<Key>(top - 1), Key{1}})
                REQUIRE(queue.push(key, i));
        for (const Key key : {Key{0}, Key{1}, static_cast<Key>(top - 1), top})
            for (int i = 0; i < 3; ++i) CHECK(queue.pop() == std::pair{key, i});
        CHECK(queue.empty());
    };
    check(std::type_identity<int>{});
    check(std::type_identity<std::int64_t>{});
    check(std::type_identity<unsigned>{});
    check(std::type_identity<std::uint64_t>{});
}

TEST_CASE("a bucket queue that was cleared keeps its memory and is as new") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        split_mix64 random{seed};
        CAPTURE(seed);
        memory_budget budget;
        bucket_queue<int, ranked, higher> queue(budget);
        for (int round = 0; round < 8; ++round) {
            // What is left over from here must not be seen after clear.
            for (int i = 0; i < 300; ++i)
                REQUIRE(queue.push(random.percent(80) ? random.below(70) : random.below(90'000),
                                   {i, i}));
            for (int i = random.below(300); i > 0; --i) (void)queue.pop();
            const std::uint64_t used = budget.used();
            queue.clear();
            CHECK(queue.empty());
            CHECK(queue.size() == 0);
            CHECK(budget.used() >= used);
            sequence steps{queue, random, static_cast<keys>(round % key_kinds)};
            CHECK_EQ(steps.fault(200), "");
            CHECK(steps.refused() == 0);
        }
    }
}

TEST_CASE("a bucket queue does not hold more memory with every round") {
    memory_budget budget;
    bucket_queue<int, ranked, higher> ordered(budget);
    bucket_queue<int, ranked> fifo(budget);
    std::uint64_t settled = 0;
    for (int round = 0; round < 24; ++round) {
        for (int i = 0; i < 2000; ++i) {
            REQUIRE(ordered.push(round + i % 40, {i % 9, i}));
            REQUIRE(fifo.push(round + i % 40, {i % 9, i}));
        }
        while (!ordered.empty()) (void)ordered.pop();
        while (!fifo.empty()) (void)fifo.pop();
        if (round == 12) settled = budget.peak();
    }
    CHECK(budget.peak() <= settled * 3 / 2);
}

TEST_CASE("a bucket queue holds items that own memory") {
    memory_budget budget;
    bucket_queue<int, std::string> queue(budget);
    const auto name = [](int i) {
        return "a name that is too long for a small string, " + std::to_string(i);
    };
    for (int i = 0; i < 600; ++i) REQUIRE(queue.push(i % 3 * 5000, name(i)));
    for (int i = 0; i < 300; ++i) {
        const int number = i < 200 ? 3 * i : 3 * (i - 200) + 1;
        CHECK(queue.pop() == std::pair{i < 200 ? 0 : 5000, name(number)});
    }
    queue.clear();
    REQUIRE(queue.push(7, name(7)));
    CHECK(queue.pop() == std::pair{7, name(7)});
}

}  // namespace bucket_queue_test
