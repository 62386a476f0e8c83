// SPDX-License-Identifier: MIT
// Law: what is prepared can be moved. It answers as before then, and what it was moved from is
// empty and not ready.
#include <senda/estimates/landmarks.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/roads/many_to_many.hpp>
#include <senda/scale/mod3_distance_table.hpp>
#include <senda/search/result.hpp>
#include <sliding_tiles/pattern.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace moved_test {

using senda::cell;
using senda::infinite;
using senda::status;

/// Moves a thing into another and into one that is there already. `ask` is what all answer alike;
/// `ask_empty` looks at what was moved from.
template <class Thing, class Ask, class AskEmpty>
void check(Thing&& made, Thing&& other, Ask ask, AskEmpty ask_empty) {
    static_assert(std::is_nothrow_move_constructible_v<Thing>);
    static_assert(std::is_nothrow_move_assignable_v<Thing>);
    REQUIRE(made);
    const auto expected = ask(made);
    const auto bytes = made.bytes();
    const auto is_empty = [&](const Thing& t) {
        CHECK(!t);
        CHECK(t.status() == status::aborted);
        CHECK(t.bytes() == 0);
        ask_empty(t);
    };
    Thing moved(std::move(made));
    CHECK(moved);
    CHECK(moved.bytes() == bytes);
    CHECK(ask(moved) == expected);
    is_empty(made);
    other = std::move(moved);
    CHECK(other);
    CHECK(ask(other) == expected);
    is_empty(moved);
    made = std::move(other);  // what was moved from is as good as any
    CHECK(ask(made) == expected);
    is_empty(other);
}

senda::csr<int> town() {
    return *senda::csr<int>::from_edges(
        5, {{0, 1, 3}, {1, 2, 1}, {2, 3, 4}, {3, 4, 2}, {4, 0, 5}, {1, 0, 3}, {3, 1, 7}});
}

const auto has_no_path = [](const auto& ready) {
    CHECK(ready.path(0, 3).status == status::aborted);
    CHECK(ready.path(0, 3).path.empty());
    CHECK(ready.distance(0, 3) == infinite<int>);
};

TEST_CASE("a contraction hierarchy that was moved answers, and what it was moved from does not") {
    const auto g = town();
    using ready = senda::contraction_hierarchy<senda::csr<int>>;
    const auto ask = [](const ready& r) { return r.path(0, 3).path; };
    check(ready{g}, ready{g}, ask, has_no_path);
    // What refers to its hierarchy goes on.
    ready first{g};
    const senda::hub_labels labels{first};
    const senda::nearest_of shops{first, {2, 3}};
    const ready second(std::move(first));
    CHECK(labels.distance(0, 3) == 8);
    CHECK(shops.from(0, 1).nodes.front().node == 2);
    CHECK(!senda::hub_labels{first});
    CHECK(senda::distance_matrix(first, {0}, {3}).status == status::aborted);
}

TEST_CASE("customizable graphs that were moved answer, and what they were moved from does not") {
    const auto g = town();
    using graph = senda::customizable_graph<int>;
    check(
        graph{g}, graph{g}, [](const graph& r) { return r.customize().path(0, 3).path; },
        [](const graph& r) {
            CHECK(r.customize().status() == status::aborted);
            CHECK(r.customize().path(0, 3).status == status::aborted);
            CHECK(r.arc_count() == 0);
        });
    graph roads{g};
    auto traffic = roads.customize();
    using costs = decltype(traffic);
    const auto ask = [](const costs& r) { return r.path(0, 3).path; };
    check(roads.customize(), roads.customize(), ask, has_no_path);
    const graph elsewhere(std::move(roads));  // to which what was customised refers
    CHECK(traffic.distance(0, 3) == 8);
    costs taken(std::move(traffic));
    CHECK(taken.customize(std::vector<int>(7, 1)));
    CHECK(taken.distance(0, 3) == 3);
}

TEST_CASE("labels and sets of nodes that were moved answer, what they were moved from does not") {
    const auto g = town();
    const senda::contraction_hierarchy roads{g};
    using hierarchy = std::remove_const_t<decltype(roads)>;
    using labels = senda::hub_labels<int>;
    check(
        labels{roads}, labels{roads}, [](const labels& r) { return r.distance(0, 3); },
        [](const labels& r) {
            CHECK(r.distance(0, 3) == infinite<int>);
            CHECK(r.node_count() == 0);
            CHECK(r.hub_count() == 0);
        });
    using shops = senda::nearest_of<hierarchy>;
    check(
        shops{roads, {2, 3}}, shops{roads, {4}}, [](const shops& r) { return r.from(0, 2).nodes; },
        [](const shops& r) {
            CHECK(r.from(0, 2).status == status::aborted);
            CHECK(r.from(0, 2).nodes.empty());
            CHECK(r.nodes().empty());
        });
    using targets = senda::prepared_targets<hierarchy>;
    check(
        targets{roads, {2, 3}}, targets{roads, {4}},
        [](const targets& r) { return r.costs_from(0).costs; },
        [](const targets& r) {
            CHECK(r.size() == 0);
            CHECK(r.costs_from(0).status == status::aborted);
            CHECK(r.matrix_from({0, 1}).status == status::aborted);
        });
}

template <class Grid>
Grid rooms() {
    return Grid(90, 9, [](cell c) { return c.x % 10 != 5 || c.y == c.x % 9; });
}

template <class Map, class... Parts>
void check_grid(const auto& g, Parts... parts) {
    check(
        Map(g, parts...), Map(g, parts...),
        [](const Map& r) { return r.path({0, 0}, {89, 8}).path; },
        [](const Map& r) {
            CHECK(r.path({0, 0}, {1, 1}).status == status::aborted);
            CHECK(r.distance({0, 0}, {1, 1}) == infinite<decltype(r.distance({}, {}))>);
        });
    const Map map(g, parts...);
    CHECK(map.distance({0, 0}, {89, 8}) == map.path({0, 0}, {89, 8}).cost);
    CHECK(map.distance({0, 0}, {-1, 8}) == map.path({0, 0}, {-1, 8}).cost);
}

TEST_CASE("grids that were moved answer, and what they were moved from does not") {
    const auto straight = rooms<senda::grid>();
    const auto octile = rooms<senda::octile_grid>();
    check_grid<senda::prepared_grid<senda::octile_grid>>(octile);
    check_grid<senda::hpa_grid<senda::grid>>(straight);
    check_grid<senda::hpa_grid<senda::octile_grid>>(octile);
    for (const auto keep : {senda::flow_memory::directions, senda::flow_memory::distances}) {
        using field = senda::flow_field<senda::octile_grid>;
        check(
            field(octile, cell{89, 8}, keep), field(octile, cell{7, 7}, keep),
            [](const field& f) { return f.path({0, 0}).path; },
            [](const field& f) {
                CHECK(f.path({0, 0}).status == status::aborted);
                CHECK(f.distance({0, 0}) == infinite<double>);
                CHECK(f.next({0, 0}) == cell{0, 0});
            });
    }
}

TEST_CASE("estimates that were moved are as before, and what they were moved from knows nothing") {
    const auto g = town();
    using marks = senda::landmarks<senda::csr<int>>;
    check(
        marks{g}, marks{g, {.count = 1}}, [](const marks& r) { return r.to(3U)(0U); },
        [](const marks& r) {
            CHECK(r.nodes().empty());
            CHECK(r.to(3U)(0U) == 0);
        });
    marks first{g};
    const auto estimate = first.to(3U);
    const int before = estimate(0U);
    const marks second(std::move(first));
    CHECK(estimate(0U) == before);

    using pattern = senda::sliding_tiles::pattern<3, 2, 2>;
    using database = senda::pattern_database<pattern>;
    using tiles = senda::sliding_tiles::puzzle<3, 2>;
    auto board = tiles::goal();
    for (const int action : {1, 3, 1, 0}) tiles::apply(board, action);
    const pattern pair(std::array<std::uint8_t, 2>{1, 2});
    check(
        database(pair), database(pair), [&](const database& r) { return r(board); },
        [&](const database& r) { CHECK(r(board) == pair.floor(pair(board))); });
}

TEST_CASE("a distance table that was moved answers, and what it was moved from does not") {
    const auto g = rooms<senda::grid>();
    using table = senda::mod3_distance_table<const senda::grid&, cell>;
    check(
        table(g, cell{89, 8}), table(g, cell{7, 7}),
        [](const table& t) { return t.path({0, 0}).path; },
        [](const table& t) {
            CHECK(t.path({0, 0}).status == status::aborted);
            CHECK(t.distance({0, 0}) == infinite<senda::steps>);
            CHECK(!t.modulo_3({0, 0}));
            CHECK(t.counts().empty());
        });
}

}  // namespace moved_test
