// SPDX-License-Identifier: MIT
#include <senda/detail/storage/node_store.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using senda::memory_budget;
using senda::detail::lookup;
using senda::detail::node_store;
using support::split_mix64;

/// What the searches ask of a graph beside its nodes' storage: a way out.
template <class Node>
struct dead_ends {
    using node_type = Node;
    std::vector<Node> successors(const Node&) const { return {}; }
};

// The graphs of the tests: the `i`-th of their nodes is `at(i)`.

/// Small nodes with numbers.
struct numbered : dead_ends<int> {
    std::size_t bound = 0;
    int at(int i) const { return i; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return bound; }
};

/// Nodes that own memory, with numbers that are not their order.
struct numbered_names : dead_ends<std::string> {
    std::size_t bound = 0;
    std::string at(int i) const {
        return "a name too long for a small string " + std::to_string(i);
    }
    std::size_t index(const std::string& name) const {
        return bound - 1 - std::stoul(name.substr(name.rfind(' ') + 1));
    }
    std::size_t index_bound() const { return bound; }
};

/// Small nodes that are hashed.
struct plain : dead_ends<int> {
    std::size_t bound = 0;
    int at(int i) const { return i * 3 - 1000; }
};

/// Hashed nodes that own memory.
struct names : dead_ends<std::string> {
    std::size_t bound = 0;
    std::string at(int i) const {
        return "a name too long for a small string " + std::to_string(i);
    }
};

/// Hashed nodes that are plain, but too large to be copied often.
struct boards : dead_ends<std::array<std::int64_t, 9>> {
    std::size_t bound = 0;
    std::array<std::int64_t, 9> at(int i) const { return {i, 1, 2, 3, 4, 5, 6, 7, i}; }
};

/// Every probe collides.
struct colliding : dead_ends<int> {
    std::size_t bound = 0;
    int at(int i) const { return i; }
    std::uint64_t hash(int) const { return 7; }
};

/// Nodes without a hash of their own come in a few heaps that lie side by side.
struct clustered : dead_ends<double> {
    std::size_t bound = 0;
    double at(int i) const { return i * 0.5; }
    std::uint64_t hash(double n) const { return static_cast<std::uint64_t>(n) % 5; }
};

/// The same numbers, hashed.
struct small_numbers : dead_ends<int> {
    std::size_t bound = 0;
};

/// Hashed nodes of 16 bytes; one of them is all zeros.
struct pairs : dead_ends<std::array<std::int64_t, 2>> {
    std::size_t bound = 0;
    std::array<std::int64_t, 2> at(int i) const { return {i % 7, i / 7}; }
};

/// Hashed nodes of 12 bytes.
struct triples : dead_ends<std::array<std::int32_t, 3>> {
    std::size_t bound = 0;
    std::array<std::int32_t, 3> at(int i) const { return {i % 3, 0, i}; }
};

/// Nodes of 8 bytes whose hash says little.
struct poorly_hashed : dead_ends<std::int64_t> {
    std::size_t bound = 0;
    std::int64_t at(int i) const { return i - 20; }
    std::uint64_t hash(std::int64_t n) const { return static_cast<std::uint64_t>(n) % 11; }
};

/// Nodes with a key beside what does not count: bytes of padding, and a mark.
struct marked {
    std::uint32_t key = 0;
    std::uint8_t mark = 0;
    friend bool operator==(const marked& a, const marked& b) { return a.key == b.key; }
};
struct keyed : dead_ends<marked> {
    std::size_t bound = 0;
    mutable std::uint8_t calls = 0;
    marked at(int i) const { return {static_cast<std::uint32_t>(i) * 0x01000193U, ++calls}; }
    std::uint32_t key(const marked& n) const { return n.key; }
};
static_assert(senda::SearchableGraph<keyed, marked> && senda::KeyedGraph<keyed, marked>);

/// A record that says which node it was made for.
struct note {
    int about;
};

template <class G, class Id, lookup Lookup>
using store_of = node_store<G, typename G::node_type, note, Id, Lookup>;

static_assert(store_of<numbered, std::uint32_t, lookup::membership>::has_appender);
static_assert(!store_of<numbered, std::uint32_t, lookup::number>::has_appender);
static_assert(store_of<plain, std::uint32_t, lookup::membership>::has_appender);
static_assert(std::same_as<decltype(std::declval<store_of<plain, unsigned, lookup::number>>()
                                        .pinned(std::size_t{0})),
                           int>,
              "a small node is copied");

static_assert(senda::SearchableGraph<plain, int> && senda::SearchableGraph<numbered, int>);
static_assert(senda::SearchableGraph<clustered, double> &&
              senda::SearchableGraph<names, std::string>);
struct unsearchable_node {
    char padded;
    int value;
    bool operator==(const unsearchable_node&) const = default;
};
static_assert(!senda::SearchableGraph<dead_ends<unsearchable_node>, unsearchable_node>);

/// A store beside a map that does the same; `fault` says where they differ.
template <class G, class Id, lookup Lookup>
class beside_map {
    using node = typename G::node_type;
    using store = store_of<G, Id, Lookup>;

public:
    static constexpr std::size_t room = std::numeric_limits<Id>::max() - std::size_t{1};

    beside_map(G& graph, memory_budget& budget) : graph_{graph}, store_(budget) {}

    bool prepare() { return store_.prepare(graph_); }
    std::size_t size() const { return reference_.size(); }
    std::size_t refused() const { return refused_; }

    std::string intern(int i) {
        const node n = graph_.at(i);
        const auto key = store_.key_of(graph_, n);
        const auto [id, fresh] = store_.intern(key, n, [&] { return note{i}; });
        const auto known = reference_.find(i);
        if (id == store::none) {
            ++refused_;
            return fresh ? "refused and fresh" : "";
        }
        if (fresh != (known == reference_.end())) return "fresh is wrong";
        if (fresh) {
            if (id != reference_.size()) return "a new node is not the next";
            reference_.emplace(i, id);
        } else if (Lookup == lookup::number && id != known->second) {
            return "the number is wrong";
        }
        return store_.size() == reference_.size() ? "" : "the size is wrong";
    }

    std::string look_up(int i) {
        const auto known = reference_.find(i);
        const bool met = known != reference_.end();
        if (store_.contains(graph_, graph_.at(i)) != met) return "contains is wrong";
        const Id id = store_.find(graph_, graph_.at(i));
        if (id != (met ? known->second : store::none)) return "find is wrong";
        if constexpr (Lookup == lookup::number) {
            const auto key = store_.key_of(graph_, graph_.at(i));
            if (store_.look_up(key, graph_.at(i)).id != id) return "look_up is wrong";
        }
        if (!met) return "";
        if (store_.node(id) != graph_.at(i) || store_.pinned(id) != graph_.at(i))
            return "the node is wrong";
        return store_.record(id).about == i && std::as_const(store_).record(id).about == i
                   ? ""
                   : "the record is wrong";
    }

    void clear() {
        store_.clear(graph_);
        reference_.clear();
    }

private:
    G& graph_;
    store store_;
    std::map<int, Id> reference_;
    std::size_t refused_ = 0;
};

/// Rounds of few and of many nodes, each forgotten at the end.
template <class G, class Id, lookup Lookup>
std::string fault_of_rounds(beside_map<G, Id, Lookup>& both, G& graph, split_mix64& random,
                            int rounds) {
    for (int round = 0; round < rounds; ++round) {
        if (!both.prepare()) return "";
        const auto bound = static_cast<int>(graph.bound);
        const int count = random.percent(60) ? random.below(10) : random.below(2 * bound);
        for (int i = 0; i < count; ++i) {
            if (std::string fault = both.intern(random.below(bound)); !fault.empty()) return fault;
            if (random.percent(20)) {
                if (std::string fault = both.look_up(random.below(bound)); !fault.empty())
                    return fault;
            }
        }
        for (int i = 0; i < bound; i += 1 + random.below(1 + bound / 100)) {
            if (std::string fault = both.look_up(i); !fault.empty()) return fault;
        }
        both.clear();
        if (random.percent(10)) graph.bound += graph.bound / 4;  // a graph may grow in between
    }
    return "";
}

template <class G, lookup Lookup, class Id = std::uint32_t>
void check_rounds(std::size_t bound, int seeds) {
    for (int seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed)};
        memory_budget budget;
        {
            G graph;
            graph.bound = bound;
            beside_map<G, Id, Lookup> both(graph, budget);
            CHECK_EQ(fault_of_rounds(both, graph, random, support::rounds(25)), "");
            CHECK(both.refused() == 0);
        }
        CHECK(budget.used() == 0);
    }
}

template <class G, lookup Lookup>
void check_budgets(std::size_t bound, int most) {
    std::size_t refused = 0;
    for (int seed = 1; seed <= (support::is_slow ? 8 : 25); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed)};
        const auto limit = static_cast<std::uint64_t>(random.below(most));
        CAPTURE(limit);
        memory_budget budget(limit);
        {
            G graph;
            graph.bound = bound;
            beside_map<G, std::uint32_t, Lookup> both(graph, budget);
            CHECK_EQ(fault_of_rounds(both, graph, random, 5), "");
            refused += both.refused();
            CHECK(budget.peak() <= limit);
        }
        CHECK(budget.used() == 0);
    }
    CHECK(refused > 0);
}

/// Numbers of 8 bits stand for those of 32: one is kept for none, so there are 254 of them.
template <class G, lookup Lookup>
void check_end_of_numbers() {
    constexpr int most = 254;
    constexpr int all = 400;
    G graph;
    graph.bound = all;
    memory_budget budget;
    beside_map<G, std::uint8_t, Lookup> both(graph, budget);
    const auto check_all = [&] {
        for (int i = 0; i < all; ++i) CHECK_EQ(both.look_up(i), "");
    };
    for (std::size_t round = 1; round <= 3; ++round) {
        REQUIRE(both.prepare());
        for (int i = 0; i < all; ++i) CHECK_EQ(both.intern(i), "");
        CHECK(both.size() == most);
        CHECK(both.refused() == round * (all - most));
        check_all();
        both.clear();
        check_all();
        REQUIRE(both.prepare());
        for (int i = all - 1; i > all - 10; --i) CHECK_EQ(both.intern(i), "");
        CHECK(both.size() == 9);
        check_all();
        both.clear();
    }
}

}  // namespace

TEST_CASE("a store by numbers knows what a map knows") {
    check_rounds<numbered, lookup::number>(50, 30);
    check_rounds<numbered, lookup::number>(3000, 2);
    check_rounds<numbered_names, lookup::number>(600, 4);
    check_rounds<numbered, lookup::number, std::uint16_t>(600, 4);
}

TEST_CASE("a store by bits knows what a map knows") {
    check_rounds<numbered, lookup::membership>(50, 30);
    check_rounds<numbered, lookup::membership>(3000, 2);
    check_rounds<numbered_names, lookup::membership>(600, 4);
    check_rounds<numbered, lookup::membership, std::uint16_t>(600, 4);
}

TEST_CASE("a store by hashes knows what a map knows") {
    check_rounds<plain, lookup::number>(50, 30);
    check_rounds<plain, lookup::number>(3000, 2);
    check_rounds<plain, lookup::membership>(600, 4);
    check_rounds<plain, lookup::number, std::uint16_t>(600, 4);
    check_rounds<names, lookup::number>(600, 4);
    check_rounds<boards, lookup::number>(600, 4);
}

TEST_CASE("a store of keys knows what a map knows") {
    check_rounds<plain, lookup::membership>(50, 30);
    check_rounds<plain, lookup::membership>(3000, 2);
    check_rounds<pairs, lookup::membership>(600, 4);
    check_rounds<triples, lookup::membership>(600, 4);
    check_rounds<poorly_hashed, lookup::membership>(600, 4);
    check_rounds<keyed, lookup::membership>(600, 4);
    check_rounds<keyed, lookup::number>(600, 4);
    // More than the table has slots at first, and after a round that needed few.
    check_rounds<pairs, lookup::membership>(20'000, 1);
    check_rounds<keyed, lookup::membership>(20'000, 1);
    check_rounds<colliding, lookup::membership>(300, 3);
    check_rounds<plain, lookup::membership, std::uint16_t>(600, 4);
}

TEST_CASE("a store knows its nodes though all their hashes are equal") {
    check_rounds<colliding, lookup::number>(50, 20);
    check_rounds<colliding, lookup::number>(300, 3);
    check_rounds<clustered, lookup::number>(300, 4);
    check_rounds<clustered, lookup::membership>(300, 3);
}

TEST_CASE("a store that is refused memory knows what it knew and nothing else") {
    check_budgets<numbered, lookup::number>(500, 10'000);
    check_budgets<numbered, lookup::membership>(500, 6000);
    check_budgets<numbered_names, lookup::number>(500, 40'000);
    check_budgets<numbered_names, lookup::membership>(500, 40'000);
    check_budgets<plain, lookup::number>(600, 15'000);
    check_budgets<plain, lookup::membership>(600, 12'000);
    check_budgets<pairs, lookup::membership>(600, 25'000);
    check_budgets<poorly_hashed, lookup::membership>(600, 15'000);
    check_budgets<names, lookup::number>(600, 60'000);
    check_budgets<boards, lookup::number>(600, 60'000);
    check_budgets<colliding, lookup::number>(300, 5000);
}

TEST_CASE("one node more than there are numbers is refused and the others are kept") {
    check_end_of_numbers<numbered, lookup::number>();
    check_end_of_numbers<numbered, lookup::membership>();
    check_end_of_numbers<numbered_names, lookup::number>();
    check_end_of_numbers<numbered_names, lookup::membership>();
    check_end_of_numbers<plain, lookup::number>();
    check_end_of_numbers<plain, lookup::membership>();
    check_end_of_numbers<names, lookup::number>();
    check_end_of_numbers<colliding, lookup::number>();
}

TEST_CASE("a store without memory for its index says so before a search") {
    memory_budget budget(100);
    numbered dense;
    dense.bound = 1'000'000;
    store_of<numbered, std::uint32_t, lookup::number> by_number(budget);
    CHECK_FALSE(by_number.prepare(dense));
    store_of<numbered, std::uint32_t, lookup::membership> by_bit(budget);
    CHECK_FALSE(by_bit.prepare(dense));
    store_of<plain, std::uint32_t, lookup::number> by_hash(budget);
    CHECK_FALSE(by_hash.prepare(plain{}));
    CHECK(budget.used() == 0);
    CHECK_FALSE(by_number.contains(dense, 5));
    CHECK(by_bit.find(dense, 5) == by_bit.none);
    CHECK_FALSE(by_hash.contains(plain{}, 5));
}

TEST_CASE("a store that was never prepared knows no node") {
    memory_budget budget;
    numbered dense;
    dense.bound = 10;
    store_of<numbered, std::uint32_t, lookup::number> by_number(budget);
    store_of<names, std::uint32_t, lookup::number> by_hash(budget);
    CHECK(by_number.find(dense, 3) == by_number.none);
    CHECK_FALSE(by_hash.contains(names{}, "somewhere"));
    by_number.clear(dense);
    by_hash.clear(names{});
    CHECK(by_number.size() == 0);
    CHECK(budget.used() == 0);
}

TEST_CASE("a node that the graph does not have was never met") {
    const auto check = []<lookup Lookup>(std::integral_constant<lookup, Lookup>) {
        memory_budget budget;
        numbered graph;
        graph.bound = 64;
        store_of<numbered, std::uint32_t, Lookup> store(budget);
        REQUIRE(store.prepare(graph));
        for (int i = 0; i < 64; ++i)
            REQUIRE(store.intern(store.key_of(graph, i), i, [&] { return note{i}; }).fresh);
        for (const int outside : {64, 100, 1'000'000, -1}) {
            CHECK_FALSE(store.contains(graph, outside));
            CHECK(store.find(graph, outside) == store.none);
        }

        struct fenced : numbered {
            bool contains(int n) const { return n != 5 && n >= 0 && n < 64; }
        } const graph_with_a_fence{graph};
        store_of<fenced, std::uint32_t, Lookup> careful(budget);
        REQUIRE(careful.prepare(graph_with_a_fence));
        for (const int n : {4, 5, 6})
            REQUIRE(careful.intern(careful.key_of(graph_with_a_fence, n), n, [] { return note{}; })
                        .fresh);
        CHECK(careful.contains(graph_with_a_fence, 4));
        CHECK_FALSE(careful.contains(graph_with_a_fence, 5));
        CHECK(careful.find(graph_with_a_fence, 6) == 2);
    };
    check(std::integral_constant<lookup, lookup::number>{});
    check(std::integral_constant<lookup, lookup::membership>{});
}

TEST_CASE("a pinned node stays what it is whatever is added") {
    const auto check = []<class G>(G graph) {
        graph.bound = 6000;
        memory_budget budget;
        store_of<G, std::uint32_t, lookup::number> store(budget);
        REQUIRE(store.prepare(graph));
        const auto add = [&](int i) {
            const auto node = graph.at(i);
            REQUIRE(store.intern(store.key_of(graph, node), node, [&] { return note{i}; }).fresh);
        };
        add(0);
        const auto& first = store.pinned(0);
        for (int i = 1; i < 3000; ++i) add(i);
        CHECK(first == graph.at(0));
        const auto& middle = store.pinned(1500);
        for (int i = 3000; i < 6000; ++i) add(i);
        CHECK(middle == graph.at(1500));
    };
    check(numbered{});
    check(numbered_names{});
    check(plain{});
    check(names{});
    check(boards{});
}

TEST_CASE("a store forgets in time proportional to what it knew") {
    // To empty the whole index each time would take a minute and more.
    const auto check = []<class G, lookup Lookup>(G graph, std::integral_constant<lookup, Lookup>) {
        graph.bound = 4'000'000;
        memory_budget budget;
        store_of<G, std::uint32_t, Lookup> store(budget);
        REQUIRE(store.prepare(graph));
        const auto add = [&](int i) {
            const auto node = graph.at(i);
            return store.intern(store.key_of(graph, node), node, [&] { return note{i}; });
        };
        for (int i = 0; i < 200'000; ++i) (void)add(i);
        store.clear(graph);
        bool right = true;
        for (int round = 0; round < 30'000; ++round) {
            for (int i = 0; i < 3; ++i) right = right && add(round + i * 100).fresh;
            right = right && store.size() == 3;
            store.clear(graph);
        }
        CHECK(right);
        CHECK(store.size() == 0);
    };
    using by_number = std::integral_constant<lookup, lookup::number>;
    using by_bit = std::integral_constant<lookup, lookup::membership>;
    check(numbered{}, by_number{});
    check(numbered{}, by_bit{});
    check(plain{}, by_number{});
    check(plain{}, by_bit{});
}

TEST_CASE("a store that was cleared keeps its memory") {
    const auto check = []<class G>(G graph) {
        graph.bound = 3000;
        memory_budget budget;
        store_of<G, std::uint32_t, lookup::number> store(budget);
        const auto fill = [&] {
            REQUIRE(store.prepare(graph));
            for (int i = 0; i < 3000; ++i) {
                const auto node = graph.at(i);
                REQUIRE(
                    store.intern(store.key_of(graph, node), node, [&] { return note{i}; }).fresh);
            }
        };
        fill();
        const std::uint64_t used = budget.used();
        std::uint64_t owned = 0;  // what nodes hold outside themselves goes with them
        for (std::size_t i = 0; i < store.size(); ++i) owned += senda::owned_bytes(store.node(i));
        for (int round = 0; round < 3; ++round) {
            store.clear(graph);
            CHECK(budget.used() == used - owned);
            fill();
            CHECK(budget.used() == used);
        }
    };
    check(numbered{});
    check(plain{});
    check(names{});
}

TEST_CASE("a record that cannot be made leaves the node unknown") {
    const auto check = []<class G, lookup Lookup>(G graph, std::integral_constant<lookup, Lookup>) {
        struct failed {};
        graph.bound = 300;
        memory_budget budget;
        store_of<G, std::uint32_t, Lookup> store(budget);
        REQUIRE(store.prepare(graph));
        for (int i = 0; i < 300; ++i) {
            const auto node = graph.at(i);
            const auto key = store.key_of(graph, node);
            bool caught = false;
            try {
                (void)store.intern(key, node, []() -> note { throw failed{}; });
            } catch (const failed&) {
                caught = true;
            }
            CHECK(caught);
            CHECK_FALSE(store.contains(graph, node));
            const auto [id, fresh] = store.intern(key, node, [&] { return note{i}; });
            CHECK(fresh);
            CHECK(id == static_cast<std::uint32_t>(i));
        }
        CHECK(store.size() == 300);
    };
    using by_number = std::integral_constant<lookup, lookup::number>;
    using by_bit = std::integral_constant<lookup, lookup::membership>;
    check(numbered{}, by_number{});
    check(numbered{}, by_bit{});
    check(numbered_names{}, by_bit{});
    check(plain{}, by_number{});
    check(plain{}, by_bit{});
    check(names{}, by_number{});
}

TEST_CASE("a guess is the number of some node and often of the right one") {
    memory_budget budget;
    plain graph;
    store_of<plain, std::uint32_t, lookup::number> store(budget);
    REQUIRE(store.prepare(graph));
    store.touch(store.guess(store.key_of(graph, 5)));  // of no node at all
    int right = 0;
    for (int i = 0; i < 2000; ++i) {
        const int node = graph.at(i);
        const auto key = store.key_of(graph, node);
        (void)store.intern(key, node, [&] { return note{i}; });
        const std::uint32_t guess = store.guess(key);
        REQUIRE(guess < store.size());
        store.touch(guess);
        right += guess == static_cast<std::uint32_t>(i) ? 1 : 0;
    }
    CHECK(right > 500);
}

template <class G>
void check_appender(std::uint64_t little) {
    using store = store_of<G, std::uint32_t, lookup::membership>;
    for (std::uint64_t seed = 1; seed <= support::rounds(30U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        const auto limit = seed % 2 == 0 ? std::numeric_limits<std::uint64_t>::max() : little;
        memory_budget budget(limit);
        G graph;
        graph.bound = 500;
        store appended(budget);
        REQUIRE(appended.prepare(graph));
        std::map<int, std::uint32_t> reference;
        bool right = true;
        for (int batch = 0; batch < 10; ++batch) {
            {
                typename store::appender list(appended);
                for (int i = 0; i < 100; ++i) {
                    const int node = random.below(500);
                    if (!list.make_room(static_cast<std::size_t>(random.between(1, 40))) &&
                        !list.make_room()) {
                        right = right && limit == little;
                        break;
                    }
                    const auto [id, fresh] =
                        list.intern(appended.key_of(graph, node), node, note{node});
                    right = right && fresh == !reference.contains(node);
                    if (fresh) {
                        right = right && id == reference.size() && list.node(id) == node;
                        reference.emplace(node, id);
                    }
                    right = right && list.size() == reference.size();
                }
            }
            right = right && appended.size() == reference.size();
            for (int node = 0; node < 500; ++node) {
                const auto known = reference.find(node);
                const bool met = known != reference.end();
                right = right && appended.contains(graph, node) == met &&
                        appended.find(graph, node) == (met ? known->second : store::none) &&
                        (!met || appended.record(known->second).about == node);
            }
            if (random.percent(20)) {
                appended.clear(graph);
                reference.clear();
            }
        }
        CHECK(right);
        CHECK(budget.peak() <= limit);
    }
}

TEST_CASE("an appender adds the nodes that intern would add") {
    check_appender<numbered>(2500);
    check_appender<small_numbers>(3500);
}

TEST_CASE("an appender refuses one node more than there are numbers") {
    using store = store_of<numbered, std::uint8_t, lookup::membership>;
    memory_budget budget;
    numbered graph;
    graph.bound = 400;
    store few(budget);
    REQUIRE(few.prepare(graph));
    {
        store::appender list(few);
        for (int i = 0; i < 254; ++i) {
            REQUIRE(list.make_room());
            CHECK(list.intern(few.key_of(graph, i), i, note{i}).id == i);
        }
        CHECK_FALSE(list.make_room());
        CHECK_FALSE(list.make_room());
    }
    CHECK(few.size() == 254);
    CHECK(few.find(graph, 253) == 253);
    CHECK(few.find(graph, 254) == few.none);
}
