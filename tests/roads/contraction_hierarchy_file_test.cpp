// SPDX-License-Identifier: MIT
#include <senda/roads/files.hpp>

#include <senda/graph/csr.hpp>
#include <senda/roads/contraction_hierarchy.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace contraction_hierarchy_file_test {

using senda::contraction_hierarchy;
using senda::csr;
using support::bytes_of;
using support::split_mix64;
using support::write_file;
using id = std::uint32_t;

template <class Weight>
csr<Weight> any_graph(split_mix64& random, int nodes) {
    std::vector<senda::detail::csr_edge<Weight>> edges;
    for (int i = 0; i < 3 * nodes; ++i)
        edges.push_back({static_cast<id>(random.below(nodes)), static_cast<id>(random.below(nodes)),
                         static_cast<Weight>(random.below(50))});
    return *csr<Weight>::from_edges(static_cast<std::size_t>(nodes), edges);
}

template <class Weight>
void check_round_trip(split_mix64& random, const std::string& file) {
    const auto g = any_graph<Weight>(random, random.between(1, 30));
    const contraction_hierarchy made{g};
    REQUIRE(save(made, file).code.empty());
    const std::string bytes = bytes_of(file);
    const auto loaded = senda::load_contraction_hierarchy(file, g);
    CAPTURE(loaded.error().message);
    REQUIRE(loaded);
    CHECK(*loaded);
    CHECK(loaded->bytes() == made.bytes());
    for (id a = 0; a < g.node_count(); ++a) {
        for (id b = 0; b < g.node_count(); b += 3) {
            const auto one = made.path(a, b);
            const auto other = loaded->path(a, b);
            CHECK(one.status == other.status);
            CHECK(one.path == other.path);
            CHECK(one.cost == other.cost);
        }
    }
    REQUIRE(save(*loaded, file).code.empty());  // from a file into a file
    CHECK(bytes_of(file) == bytes);
}

TEST_CASE("a prepared graph that was saved and loaded answers as before") {
    const support::temporary_folder folder;
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(60); ++i) {
        CAPTURE(i);
        check_round_trip<int>(random, folder.file("a"));
        check_round_trip<double>(random, folder.file("b"));
    }
}

TEST_CASE("a file of another graph is refused, and a graph that was not made ready is not saved") {
    const support::temporary_folder folder;
    const std::string file = folder.file("roads");
    const auto g = *csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 7}});
    REQUIRE(save(contraction_hierarchy{g}, file).code.empty());
    CHECK(senda::load_contraction_hierarchy(file, g));
    const auto dearer = *csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 8}});
    CHECK(senda::load_contraction_hierarchy(file, dearer).error().code == "other_graph");
    const auto other_type = *csr<unsigned>::from_edges(3, {{0, 1, 5U}, {1, 2, 7U}});
    CHECK(senda::load_contraction_hierarchy(file, other_type).error().code == "other_graph");
    CHECK(senda::load_contraction_hierarchy(folder.file("none"), g).error().code == "unreadable");
    CHECK(save(contraction_hierarchy{g}, folder.file("no/folder")).code == "unwritable");
    const contraction_hierarchy unfinished{g, {.limits = {.expansions = 1}}};
    CHECK(save(unfinished, file).code == "unfinished");
    CHECK(senda::load_contraction_hierarchy(file, g));
    write_file(file, "");
    CHECK(senda::load_contraction_hierarchy(file, g).error().code == "foreign_file");
}

TEST_CASE("a prepared graph that was truncated or changed anywhere is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("roads");
    split_mix64 random{2};
    const auto g = any_graph<int>(random, 12);
    REQUIRE(save(contraction_hierarchy{g}, file).code.empty());
    const std::string good = bytes_of(file);
    for (std::size_t at = 0; at < good.size(); ++at) {
        write_file(file, good.substr(0, at));
        CHECK(!senda::load_contraction_hierarchy(file, g));
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        write_file(file, bad);
        CHECK(!senda::load_contraction_hierarchy(file, g));
    }
    write_file(file, good + '\0');
    CHECK(senda::load_contraction_hierarchy(file, g).error().code == "changed_file");
    write_file(file, good);
    CHECK(senda::load_contraction_hierarchy(file, g));
}

/// The arrays of a hierarchy, to be changed.
struct arrays {
    struct direction {
        std::vector<id> first;
        std::vector<senda::detail::hierarchy_arc<int>> arcs;
        std::vector<id> middle;

        direction(const senda::detail::upward_arcs<int>& from, id nodes)
            : first(from.first, from.first + nodes + 1),
              arcs(from.arcs, from.arcs + first.back()),
              middle(from.middle, from.middle + first.back()) {}
    };

    explicit arrays(const senda::detail::hierarchy_view<int>& v)
        : rank_of(v.rank_of, v.rank_of + v.node_count),
          node_at(v.node_at, v.node_at + v.node_count),
          forward(v.forward, v.node_count),
          backward(v.backward, v.node_count) {}

    [[nodiscard]] bool is_sound(const csr<int>& g) const {
        senda::detail::stored_hierarchy<int> stored;
        stored.rank_of = rank_of;
        stored.node_at = node_at;
        for (const bool is_up : {true, false}) {
            const direction& from = is_up ? forward : backward;
            auto& to = is_up ? stored.forward : stored.backward;
            to.first = from.first;
            to.arcs = from.arcs;
            to.middle = from.middle;
        }
        return stored.is_sound(g.node_count(), [&](id from, id to, int cost) {
            bool is_edge = false;
            g.successors(from, [&](id n, int c) { is_edge = is_edge || (n == to && c == cost); });
            return is_edge;
        });
    }

    std::vector<id> rank_of;
    std::vector<id> node_at;
    direction forward;
    direction backward;
};

TEST_CASE("a hierarchy with numbers that do not fit is refused although its seal is right") {
    split_mix64 random{3};
    const auto g = any_graph<int>(random, 40);
    const contraction_hierarchy made{g};
    const arrays good(made.hierarchy());
    REQUIRE(good.is_sound(g));
    const auto any = [&](std::size_t size) {
        return static_cast<std::size_t>(random.below(static_cast<int>(size)));
    };
    for (int i = 0; i < support::rounds(800); ++i) {
        arrays bad = good;
        arrays::direction& d = random.percent(50) ? bad.forward : bad.backward;
        const std::size_t arc = any(d.arcs.size());
        const int change = random.below(8);
        CAPTURE(change);
        switch (change) {
            case 0: d.arcs[arc].cost += random.percent(50) ? 1 : -1; break;
            case 1: d.arcs[arc].to = static_cast<id>(40 + random.below(1000)); break;
            case 2: d.middle[arc] = static_cast<id>(40 + random.below(1000)); break;
            case 3: bad.node_at[any(40)] += 1; break;
            case 4: bad.rank_of[any(40)] += 1; break;
            case 5: d.first[1 + any(40)] += 500; break;
            case 6: d.first.pop_back(); break;
            default: d.middle.pop_back(); break;
        }
        CHECK(!bad.is_sound(g));
    }
}

TEST_CASE("arcs that stand for more edges than there are nodes are refused") {
    // Free edges between node 0 and all others. From each rank arcs lead to all above, over the
    // rank below: those of rank n would stand for 2^n edges.
    constexpr id nodes = 40;
    std::vector<csr<int>::edge_type> edges;
    for (id n = 1; n < nodes; ++n) {
        edges.push_back({0, n, 0});
        edges.push_back({n, 0, 0});
    }
    const auto star = *csr<int>::from_edges(nodes, edges);
    const contraction_hierarchy some{star};
    arrays made(some.hierarchy());
    using arcs = arrays::direction;
    for (id n = 0; n < nodes; ++n) made.rank_of[n] = made.node_at[n] = n;
    for (arcs* const d : {&made.forward, &made.backward}) {
        d->first.assign(1, 0);
        d->arcs.clear();
        d->middle.clear();
    }
    for (id low = 0; low < nodes; ++low) {
        for (arcs* const d : {&made.forward, &made.backward}) {
            for (id high = low + 1; high < nodes; ++high) {
                d->arcs.push_back({high, 0});
                d->middle.push_back(low == 0 ? senda::detail::upward_arcs<int>::no_middle
                                             : low - 1);
            }
            d->first.push_back(static_cast<id>(d->arcs.size()));
        }
        arrays until = made;
        for (arcs* const d : {&until.forward, &until.backward})
            d->first.resize(nodes + 1, d->first.back());
        CAPTURE(low);
        CHECK(until.is_sound(star) == ((1ULL << low) < nodes));
    }
}

}  // namespace contraction_hierarchy_file_test
