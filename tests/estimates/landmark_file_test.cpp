// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <doctest/doctest.h>
#include <senda/estimates/files.hpp>
#include <senda/estimates/landmarks.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"

namespace landmark_file_test {

using namespace support;
using senda::cell;
using senda::landmarks;
using id = std::uint32_t;

template <class Weight>
senda::csr<Weight> any_roads(split_mix64& random, id nodes) {
    std::vector<senda::detail::csr_edge<Weight>> edges;
    for (id i = 0; i < 4 * nodes; ++i)
        edges.push_back({static_cast<id>(random.below(int(nodes))),
                         static_cast<id>(random.below(int(nodes))),
                         static_cast<Weight>(random.between(1, 90'000))});
    return *senda::csr<Weight>::from_edges(nodes, edges);
}

/// What is loaded says the same as what was saved, of every node to some goals.
template <class G, class Nodes>
void check_same(const G& g, const Nodes& nodes, const std::string& file) {
    const landmarks<G> made(g, {.count = 5});
    REQUIRE(made);
    REQUIRE(senda::save(made, file).code.empty());
    auto loaded = senda::load_landmarks(file, g);
    CAPTURE(loaded.error().message);
    REQUIRE(loaded);
    const landmarks<G> moved = *std::move(loaded);
    CHECK(moved);
    CHECK(moved.nodes() == made.nodes());
    CHECK(moved.step() == made.step());
    CHECK(moved.bytes() <= made.bytes());
    for (std::size_t i = 0; i < nodes.size(); i += 7) {
        const auto a = made.to(nodes[i]);
        const auto b = moved.to(nodes[i]);
        for (const auto& n : nodes) REQUIRE(a(n) == b(n));
    }
}

TEST_CASE("landmarks in a file are those that were saved") {
    const temporary_folder folder;
    const std::string file = folder.file("landmarks");
    split_mix64 random(5);
    std::vector<id> nodes;
    for (id n = 0; n < 60; ++n) nodes.push_back(n);
    const auto whole = any_roads<int>(random, 60);
    check_same(whole, nodes, file);
    check_same(whole.with_reverse(), nodes, file);
    const auto fractions = any_roads<double>(random, 60);
    check_same(fractions, nodes, file);
    const auto floats = any_roads<float>(random, 60);
    check_same(floats, nodes, file);
    for_each_grid(20, [&](const senda::grid& g, split_mix64&) {
        std::vector<cell> open;
        for (int y = 0; y < g.height(); ++y)
            for (int x = 0; x < g.width(); ++x)
                if (g.open({x, y}) && open.size() < 200) open.push_back({x, y});
        check_same(g, open, file);
        const senda::octile_grid octile(g.width(), g.height(), [&](cell c) { return g.open(c); });
        check_same(octile, open, file);
    });
}

TEST_CASE("a file of landmarks for something else is refused") {
    const temporary_folder folder;
    const std::string file = folder.file("landmarks");
    split_mix64 random(6);
    const auto g = any_roads<int>(random, 40);
    REQUIRE(senda::save(landmarks(g), file).code.empty());
    REQUIRE(senda::load_landmarks(file, g));
    CHECK(senda::load_landmarks(file, any_roads<int>(random, 40)).error().code == "other_graph");
    CHECK(senda::load_landmarks(file, any_roads<int>(random, 41)).error().code == "other_graph");
    CHECK(senda::load_landmarks(file, senda::grid(5, 5)).error().code == "other_graph");
    const auto two = *senda::csr<int>::from_edges(2, {{0, 1, 5}, {1, 0, 5}});
    const auto other = *senda::csr<int>::from_edges(2, {{0, 1, 5}, {1, 0, 6}});
    REQUIRE(senda::save(landmarks(two), file).code.empty());
    CHECK(senda::load_landmarks(file, other).error().code == "other_graph");
    auto symmetric = two;
    REQUIRE(symmetric.check_undirected());
    CHECK(senda::load_landmarks(file, symmetric).error().code == "changed_file");
    CHECK(senda::load_landmarks(folder.file("none"), g).error().code == "unreadable");
    support::write_file(file, "landmarks");
    CHECK(senda::load_landmarks(file, g).error().code == "foreign_file");
}

TEST_CASE("a file of landmarks that was cut off or changed is refused") {
    const temporary_folder folder;
    const std::string file = folder.file("landmarks");
    split_mix64 random(7);
    const auto g = any_roads<int>(random, 20);
    REQUIRE(senda::save(landmarks(g, {.count = 2}), file).code.empty());
    const std::string whole = support::bytes_of(file);
    for (std::size_t length = 0; length < whole.size(); length += 13) {
        support::write_file(file, whole.substr(0, length));
        REQUIRE(!senda::load_landmarks(file, g));
    }
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ (1 << random.below(8)));
        support::write_file(file, changed);
        REQUIRE(!senda::load_landmarks(file, g));
    }
    support::write_file(file, whole);
    CHECK(senda::load_landmarks(file, g));
}

TEST_CASE("landmarks that are not finished are not saved; nor where there is no folder") {
    const temporary_folder folder;
    split_mix64 random(8);
    const auto g = any_roads<int>(random, 200);
    const landmarks cut(g, {}, {.limits = {.expansions = 1'000}});
    CHECK(senda::save(cut, folder.file("cut")).code == "unfinished");
    CHECK(senda::save(landmarks(g), folder.file("none/landmarks")).code == "unwritable");
}

}  // namespace landmark_file_test
