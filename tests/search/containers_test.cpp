// SPDX-License-Identifier: MIT
// Graphs as people have them: each kind of container is searched as it stands.
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/range.hpp>

#include <array>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <doctest/doctest.h>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/checks.hpp"

namespace containers_test {

using namespace support;

struct road {
    int to;
    int km;
    friend bool operator==(const road&, const road&) = default;
};
struct named_road {
    int to;
    int km;
    std::string name;
};
enum class town { lima, cusco, puno, tacna };

using lists = std::vector<std::vector<int>>;
using priced_lists = std::vector<std::vector<std::pair<int, double>>>;
static_assert(senda::IndexedGraph<lists, int> && senda::IndexedGraph<const lists&, int>);
static_assert(senda::IndexedGraph<std::deque<std::list<long>>, long>);
static_assert(senda::IndexedGraph<std::array<std::set<town>, 4>, town>);
static_assert(!senda::is_weighted<lists, int> && senda::is_weighted<priced_lists, int>);
static_assert(std::same_as<senda::cost_of<priced_lists, int>, double>);
static_assert(std::same_as<senda::node_of<lists, unsigned>, int>);
static_assert(senda::Graph<std::map<std::string, std::set<std::string>>, std::string>);
static_assert(std::same_as<senda::node_of<std::map<std::string, lists>, const char*>, const char*>,
              "a list of lists is no list of edges");
static_assert(!senda::Graph<std::map<int, int>, int> && !senda::Graph<std::vector<int>, int>);
static_assert(!senda::Graph<lists, std::string>);

/// A container with the edges of a random graph.
template <class Container, class Add>
Container substitute(const test_graph& graph, Container container, Add add) {
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& edge : graph.from(from)) add(container, from, edge);
    return container;
}

template <class Rows>
Rows rows_of(const test_graph& graph) {
    return substitute(graph, Rows(static_cast<std::size_t>(graph.node_count())),
                      [](Rows& rows, int from, const auto& edge) {
                          auto& row = rows[static_cast<std::size_t>(from)];
                          row.insert(row.end(), {edge.to, edge.cost});
                      });
}
template <class Map>
Map map_of(const test_graph& graph) {
    return substitute(graph, Map{}, [](Map& map, int from, const auto& edge) {
        auto& edges = map[from];
        edges.insert(edges.end(), {edge.to, edge.cost});
    });
}

template <class G>
void check_cheapest(const test_graph& graph, const G& given, int start, int goal, wide best) {
    check_optimal(graph, senda::dijkstra(given, start, goal), start, goal, best);
}

TEST_CASE("dijkstra finds the least cost in every container of edges") {
    for_each_graph(300, 14, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        const auto check = [&](const auto& given) {
            check_cheapest(graph, given, start, goal, best);
        };
        check(rows_of<std::vector<std::vector<std::pair<int, int>>>>(graph));
        check(rows_of<std::vector<std::vector<road>>>(graph));
        check(rows_of<std::deque<std::list<std::array<int, 2>>>>(graph));
        check(map_of<std::unordered_map<int, std::vector<road>>>(graph));
        check(map_of<std::map<int, std::multimap<int, int>>>(graph));
        check(substitute(graph, std::multimap<int, road>{},
                         [](auto& map, int from, const auto& edge) {
                             map.insert({from, {edge.to, edge.cost}});
                         }));
        check([rows = rows_of<std::vector<std::vector<road>>>(graph)](int n) {
            return rows[static_cast<std::size_t>(n)];
        });
    });
}

TEST_CASE("bfs finds the fewest edges in containers of nodes") {
    for_each_graph(300, 14, [](const test_graph& weighted, split_mix64& random) {
        const auto graph = with_unit_costs(weighted);
        const auto least = floyd_warshall(graph);
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const wide best = between(least, start, goal);
        lists rows(static_cast<std::size_t>(graph.node_count()));
        std::unordered_map<int, std::set<int>> map;
        std::unordered_multimap<int, int> pairs;
        for (int from = 0; from < graph.node_count(); ++from) {
            for (const auto& edge : graph.from(from)) {
                rows[static_cast<std::size_t>(from)].push_back(edge.to);
                map[from].insert(edge.to);
                pairs.insert({from, edge.to});
            }
        }
        check_optimal(graph, senda::bfs(rows, start, goal), start, goal, best);
        check_optimal(graph, senda::bfs(map, start, goal), start, goal, best);
        check_optimal(graph, senda::bfs(pairs, start, goal), start, goal, best);
        check_optimal(graph, senda::bfs(senda::hashed(rows), start, goal), start, goal, best);
        check_same_answer(senda::bfs(rows, start, goal), senda::dijkstra(rows, start, goal));
    });
}

TEST_CASE("an edge that says its name is an action of the path") {
    const std::vector<std::vector<named_road>> roads{
        {{1, 7, "north"}, {2, 3, "east"}}, {}, {{1, 2, "back"}}};
    const auto found = senda::dijkstra(roads, 0, 1);
    CHECK(found.cost == 5);
    CHECK(found.actions == std::vector<std::string>{"east", "back"});

    const std::map<std::string, std::vector<std::tuple<std::string, int, char>>> lines{
        {"Sol", {{"Gran Via", 2, '1'}, {"Opera", 1, '2'}}}, {"Opera", {{"Gran Via", 3, '5'}}}};
    CHECK(senda::dijkstra(lines, "Sol", "Gran Via").actions == std::vector{'1'});
    // No costs: the second part is an action.
    const std::map<std::string, std::vector<std::pair<std::string, std::string>>> hints{
        {"cellar", {{"hall", "up the stairs"}}}, {"hall", {{"garden", "through the door"}}}};
    const auto walk = senda::bfs(hints, "cellar", "garden");
    CHECK(walk.cost == 2);
    CHECK(walk.actions.back() == "through the door");
}

TEST_CASE("an edge to a number that the sequence does not have leads nowhere") {
    const lists rows{{7, -1, 1}, {}};
    CHECK(senda::bfs(rows, 0, 1).cost == 1);
    for (const int outside : {-1, 2, 7, 1'000'000'000}) {
        CHECK(senda::bfs(rows, 0, outside).status == senda::status::exhausted);
        CHECK(senda::bfs(rows, outside, 1).status == senda::status::exhausted);
        CHECK(senda::dijkstra(rows, 0, outside).status == senda::status::exhausted);
    }
}

TEST_CASE("a node without an entry in a map is a node that leads nowhere") {
    const std::map<std::string, std::vector<std::string>> map{{"a", {"b"}}};
    CHECK(senda::bfs(map, "a", "b").cost == 1);
    CHECK(senda::bfs(map, "a", senda::any_of{"b", "c"}).cost == 1);
    CHECK(senda::bfs(map, "b", "b").cost == 0);
    CHECK(senda::bfs(map, "b", "a").status == senda::status::exhausted);
}

TEST_CASE("a drawing in letters is a graph of its cells") {
    const std::vector<std::string> rows{"..#.", ".##.", "....", "..."};
    static_assert(senda::ReversibleGraph<decltype(rows), senda::cell>);
    const auto found = senda::bfs(rows, {0, 0}, {3, 0});
    CHECK(found.cost == 7);
    CHECK(senda::bidirectional(rows, senda::cell{0, 0}, senda::cell{3, 0}).cost == 7);
    CHECK(senda::bfs(rows, {0, 0}, {3, 3}).status == senda::status::exhausted);
    CHECK(senda::bfs(rows, {2, 0}, {2, 0}).status == senda::status::exhausted);
    CHECK(senda::bfs(std::array<std::string_view, 2>{"S.", "@E"}, {0, 0}, {1, 1}).cost == 2);
    CHECK(senda::bfs(std::vector<std::vector<char>>{{'.', '.'}}, {0, 0}, {1, 0}).cost == 1);
}

/// As small as a generator can be: a range that is walked once.
template <class T>
class generator {
public:
    struct promise_type {
        const T* value = nullptr;
        generator get_return_object() {
            return generator(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(const T& v) noexcept {
            value = &v;
            return {};
        }
        void return_void() noexcept {}
        void unhandled_exception() noexcept {}
    };
    struct sentinel {};
    struct iterator {
        std::coroutine_handle<promise_type> at;
        const T& operator*() const { return *at.promise().value; }
        iterator& operator++() {
            at.resume();
            return *this;
        }
        friend bool operator==(const iterator& i, sentinel) { return i.at.done(); }
    };

    explicit generator(std::coroutine_handle<promise_type> made) : made_(made) {}
    generator(generator&& other) noexcept : made_(std::exchange(other.made_, nullptr)) {}
    generator& operator=(generator&&) = delete;
    ~generator() {
        if (made_) made_.destroy();
    }
    iterator begin() {
        made_.resume();
        return {made_};
    }
    sentinel end() { return {}; }

private:
    std::coroutine_handle<promise_type> made_;
};

generator<road> collatz(int n) {
    co_yield {2 * n, 1};
    if (n % 3 == 1 && n > 1) co_yield {(n - 1) / 3, 2};
}

TEST_CASE("successors may come from a generator, which is walked once") {
    const auto found = senda::dijkstra(collatz, 1, 5);
    CHECK(found.path == std::vector{1, 2, 4, 8, 16, 5});
    CHECK(found.cost == 6);
}

TEST_CASE("text starts a graph of strings, whatever owns it") {
    const auto longer = [](const std::string& s, auto&& emit) {
        if (s.size() < 6) emit(s + 'x');
    };
    const std::string_view start = "ab";
    CHECK(senda::bfs(longer, start, std::string_view("abxx")).cost == 2);
    CHECK(senda::bfs(longer, "ab", "abxx").cost == 2);
    CHECK(senda::bfs(longer, senda::any_of{start, std::string_view("abx")}, "abxx").cost == 1);
    const std::map<std::string, std::map<std::string, int>> map{{"a", {{"b", 2}}},
                                                                {"b", {{"c", 3}}}};
    const auto found = senda::dijkstra(map, std::string_view("a"), std::string_view("c"));
    CHECK(found.cost == 5);
    static_assert(std::same_as<decltype(found.path), std::vector<std::string>>);
    // Nodes that are views stay views.
    const auto shorter = [](std::string_view s) { return std::array{s.substr(s.empty() ? 0 : 1)}; };
    const auto views = senda::bfs(shorter, std::string_view("abc"), std::string_view("c"));
    static_assert(std::same_as<decltype(views.path)::value_type, std::string_view>);
    CHECK(views.cost == 2);
}

/// A sink that names its edges and has no costs.
struct ladder {
    using action_type = char;
    template <class Emit>
    void successors(int rung, Emit&& emit) const {
        emit(rung + 1, 'u');
        if (rung > 0) emit(rung - 1, 'd');
    }
};

TEST_CASE("a graph without costs emits a node and an action") {
    CHECK(senda::bfs(ladder{}, 2, 0).actions == std::vector{'d', 'd'});
    CHECK(senda::dijkstra(ladder{}, 0, 3).actions == std::vector{'u', 'u', 'u'});
    CHECK(senda::k_shortest(ladder{}, 0, 1, 1).routes[0].actions == std::vector{'u'});
}

/// Nothing but actions that are done and undone: a wheel of ten digits.
struct wheel {
    using action_type = int;
    int action_count() const { return 2; }
    bool allows(int n, int a) const { return n != 5 || a == 0; }
    void apply(int& n, int a) const { n = (n + (a == 0 ? 1 : 9)) % 10; }
    void undo(int& n, int a) const { n = (n + (a == 0 ? 9 : 1)) % 10; }
};

TEST_CASE("actions that are done and undone are enough for every search") {
    static_assert(senda::Graph<wheel, int> && senda::ActionGraph<wheel, int>);
    const auto left = [](int n) { return n < 8 ? 0 : 10 - n; };
    for (int start = 0; start < 10; ++start) {
        const auto by_steps = senda::bfs(wheel{}, start, 0);
        REQUIRE(by_steps.status == senda::status::found);
        CHECK(by_steps.actions.size() + 1 == by_steps.path.size());
        int n = start;
        for (const int a : by_steps.actions) {
            CHECK(wheel{}.allows(n, a));
            wheel{}.apply(n, a);
        }
        CHECK(n == 0);
        CHECK(senda::dijkstra(wheel{}, start, 0).cost == by_steps.cost);
        CHECK(senda::astar(wheel{}, start, 0, left).cost == by_steps.cost);
        CHECK(senda::ida_star(wheel{}, start, 0, left).cost == by_steps.cost);
        CHECK(senda::bfs(senda::hashed(wheel{}), start, 0).cost == by_steps.cost);
    }
    std::size_t reached = 0;
    for ([[maybe_unused]] const int n : senda::bfs_range(wheel{}, 0)) ++reached;
    CHECK(reached == 10);
}

TEST_CASE("a class that says where its nodes lead is asked, even if it is a container") {
    struct counted : lists {
        using lists::lists;
        std::vector<int> successors(int n) const { return {n + 1}; }
    };
    CHECK(senda::bfs(counted(2, std::vector{5}), 0, 3).cost == 3);
}

}  // namespace containers_test
