// SPDX-License-Identifier: MIT
#include <senda/graph/csr.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/files.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <vector>

#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace customizable_graph_file_test {

using senda::csr;
using senda::customizable_graph;
using senda::load_customizable_graph;
using support::bytes_of;
using support::split_mix64;
using support::write_file;
using id = std::uint32_t;

csr<int> any_graph(split_mix64& random, int nodes) {
    std::vector<csr<int>::edge_type> edges;
    for (int i = 0; i < 2 * nodes; ++i)
        edges.push_back({static_cast<id>(random.below(nodes)), static_cast<id>(random.below(nodes)),
                         random.below(50)});
    return *csr<int>::from_edges(static_cast<std::size_t>(nodes), edges);
}

TEST_CASE("a customizable graph that was saved and loaded answers as before") {
    const support::temporary_folder folder;
    const std::string file = folder.file("roads");
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(60); ++i) {
        CAPTURE(i);
        const auto g = any_graph(random, random.between(1, 40));
        const customizable_graph made{g};
        REQUIRE(save(made, file).code.empty());
        const std::string bytes = bytes_of(file);
        const auto loaded = load_customizable_graph(file, g);
        CAPTURE(loaded.error().message);
        REQUIRE(loaded);
        REQUIRE(*loaded);
        CHECK(loaded->arc_count() == made.arc_count());
        const auto before = made.customize();
        const auto after = loaded->customize();
        for (id a = 0; a < g.node_count(); ++a) {
            for (id b = 0; b < g.node_count(); b += 3) {
                CHECK(before.path(a, b).path == after.path(a, b).path);
                CHECK(before.distance(a, b) == after.distance(a, b));
            }
        }
        REQUIRE(save(*loaded, file).code.empty());
        CHECK(bytes_of(file) == bytes);
    }
}

TEST_CASE("a file of a customizable graph is for all costs, and for the same edges alone") {
    const support::temporary_folder folder;
    const std::string file = folder.file("roads");
    const auto g = *csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 7}});
    REQUIRE(save(customizable_graph{g}, file).code.empty());
    const auto dearer = *csr<double>::from_edges(3, {{0, 1, 5.5}, {1, 2, 8.0}});
    const auto loaded = load_customizable_graph(file, dearer);
    REQUIRE(loaded);
    CHECK(loaded->customize().distance(0, 2) == 13.5);
    const auto other = *csr<int>::from_edges(3, {{0, 1, 5}, {2, 1, 7}});
    CHECK(load_customizable_graph(file, other).error().code == "other_graph");
    CHECK(load_customizable_graph(folder.file("none"), g).error().code == "unreadable");
    CHECK(save(customizable_graph{g}, folder.file("no/folder")).code == "unwritable");
    const customizable_graph unfinished{g, {.limits = {.expansions = 1}}};
    CHECK(save(unfinished, file).code == "unfinished");
    const auto cut = load_customizable_graph(file, g, {.limits = {.expansions = 1}});
    REQUIRE(cut);
    CHECK(cut->status() == senda::status::expansion_limit);
    const auto nothing = *csr<int>::from_edges(0, {});
    REQUIRE(save(customizable_graph{nothing}, file).code.empty());
    CHECK(*load_customizable_graph(file, nothing));
}

TEST_CASE("a customizable graph that was truncated or changed anywhere is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("roads");
    split_mix64 random{2};
    const auto g = any_graph(random, 12);
    REQUIRE(save(customizable_graph{g}, file).code.empty());
    const std::string good = bytes_of(file);
    for (std::size_t at = 0; at < good.size(); ++at) {
        write_file(file, good.substr(0, at));
        CHECK(!load_customizable_graph(file, g));
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        write_file(file, bad);
        CHECK(!load_customizable_graph(file, g));
    }
    write_file(file, good);
    CHECK(load_customizable_graph(file, g));
}

TEST_CASE("an order that lacks a node is refused although its seal is right") {
    const support::temporary_folder folder;
    const std::string file = folder.file("roads");
    const auto g = *csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 7}});
    using format = senda::detail::file_of<customizable_graph<int>>;
    const auto code_of = [&](const std::vector<id>& order) {
        REQUIRE(senda::detail::save_arrays(file, format::kind, format::identity(g),
                                           std::span<const id>{order})
                    .code.empty());
        return load_customizable_graph(file, g).error().code;
    };
    CHECK(code_of({2, 0, 1}).empty());
    CHECK(code_of({2, 0, 2}) == "changed_file");
    CHECK(code_of({0, 1, 3}) == "changed_file");
    CHECK(code_of({0, 1}) == "changed_file");
}

}  // namespace customizable_graph_file_test
