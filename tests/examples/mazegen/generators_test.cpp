// SPDX-License-Identifier: MIT
#include <mazegen/algorithms.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mazegen/analysis.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/generate.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "checks.hpp"
#include "support/rounds.hpp"

using namespace senda::mazegen;
using maze_checks::is_perfect;
using senda::cell;

namespace {

/// All generators in all their variants.
template <class Visit>
void for_each_variant(Visit visit) {
    using rule = growing_tree::rule;
    for (const algorithm_description& a : algorithms)
        visit_algorithm(a.which, [&](const auto& one) { visit(std::string{one.name}, one); });
    visit("growing_tree newest", growing_tree{rule::newest});
    visit("growing_tree oldest", growing_tree{rule::oldest});
    visit("growing_tree random", growing_tree{rule::random});
    visit("growing_tree mixed 0.1", growing_tree{rule::mixed, 0.1});
    visit("wilson by passages", wilson{wilson::material::passages});
    visit("wilson by walls", wilson{wilson::material::walls});
}

constexpr std::array<std::pair<int, int>, 11> sizes = {
    {{1, 1}, {1, 2}, {2, 1}, {1, 17}, {17, 1}, {2, 2}, {2, 9}, {9, 2}, {5, 7}, {16, 31}, {40, 25}}};

/// Rebuilds a maze from what an observer is told.
struct rebuilding {
    maze built;
    bool good = true;

    void on_carve(cell from, cell to) {
        for (const direction d : directions) {
            if (next_to(from, d) != to) continue;
            good = good && built.is_room(from) && built.is_room(to) && !built.has_passage(from, d);
            if (good) built.open(from, d);
            return;
        }
        good = false;
    }
};

struct counting_progress {
    std::uint64_t calls = 0;
    std::uint64_t last = 0;
    bool good = true;

    void on_progress(std::uint64_t done, std::uint64_t total) {
        ++calls;
        good = good && done <= total && done >= last;
        last = done;
    }
};

struct stopping_at_a_carving {
    int left;
    senda::flow on_carve(cell, cell) {
        return --left > 0 ? senda::flow::proceed : senda::flow::stop;
    }
};

struct stopping_at_progress {
    senda::flow on_progress(std::uint64_t, std::uint64_t) { return senda::flow::stop; }
};

}  // namespace

TEST_CASE("every generator makes a perfect maze of every size") {
    for_each_variant([](const std::string& name, const auto& algorithm) {
        for (const auto& [rows, cols] : sizes) {
            for (std::uint64_t seed = 0; seed < support::rounds(10U); ++seed) {
                const auto m = generate(algorithm, rows, cols, seed);
                REQUIRE(m);
                CAPTURE(name);
                CAPTURE(rows);
                CAPTURE(cols);
                CAPTURE(seed);
                REQUIRE(m->rows() == rows);
                REQUIRE(m->cols() == cols);
                REQUIRE(is_perfect(*m));
            }
        }
    });
}

TEST_CASE("the same seed makes the same maze, another another") {
    for_each_variant([](const std::string& name, const auto& algorithm) {
        CAPTURE(name);
        const auto a = generate(algorithm, 12, 13, 99);
        CHECK(*a == *generate(algorithm, 12, 13, 99));
        CHECK_FALSE(*a == *generate(algorithm, 12, 13, 100));
    });
}

TEST_CASE("a seed names a maze for ever") {
    struct golden {
        std::string_view name;
        std::uint64_t hash;
    };
    constexpr std::array<golden, algorithms.size()> mazes = {
        {{"aldous_broder", 0x2c008d35128eaf3aU},
         {"binary_tree", 0x49a84a1f4443cfd5U},
         {"eller", 0xd16dfdbe214bce83U},
         {"growing_tree", 0x5e85966ec883d8eeU},
         {"hunt_and_kill", 0xb5b5a9a745e3d3c8U},
         {"kruskal", 0xd09c1ca837db9449U},
         {"kruskal_rooms", 0x55df3d3dc56941ddU},
         {"prim", 0xd09c1ca837db9449U},
         {"prim_frontier", 0x70805870076bc8b1U},
         {"recursive_backtracker", 0xb1a432d86d8f0c03U},
         {"sidewinder", 0xf729274fd0ea487fU},
         {"wilson", 0x75e13034991e2ab2U}}};
    for (const auto& [name, hash] : mazes) {
        const auto m = generate(name, 37, 53, 7);
        REQUIRE(m);
        CAPTURE(name);
        CHECK(m->hash() == hash);
    }
    CHECK(generate(wilson{wilson::material::walls}, 37, 53, 7)->hash() == 0x87997dd862cca7beU);
    CHECK(generate(wilson{}, 400, 400, 7)->hash() == 0x701b252189c5e2abU);
}

TEST_CASE("a seed names a maze in a mask for ever, and its braids") {
    const auto mask = *senda::grid::parse(
        "....##....\n"
        ".##....##.\n"
        "..........\n"
        ".##.##.##.\n"
        "....##....\n");
    std::uint64_t all = 0;
    for (const algorithm_description& a : algorithms) {
        if (!a.takes_masks) continue;
        auto m = generate(a.which, mask, 11);
        REQUIRE(m);
        REQUIRE(braid(*m, 0.5, 12));
        REQUIRE(open_walls(*m, 0.5, 13));
        all = all * 31 + m->hash();
    }
    CHECK(all == 0xe5eb1fb404f32765U);
}

TEST_CASE("kruskal and prim make the identical maze of the same weights") {
    support::split_mix64 random(5);
    for (std::uint64_t seed = 0; seed < support::rounds(40U); ++seed) {
        const int rows = random.between(1, 40);
        const int cols = random.between(1, 40);
        CHECK(*generate(kruskal{}, rows, cols, seed) == *generate(prim{}, rows, cols, seed));
        const senda::grid mask = maze_checks::random_mask(rows, cols, 80, random);
        CHECK(*generate(kruskal{}, mask, seed) == *generate(prim{}, mask, seed));
    }
    CHECK(*generate(kruskal{}, 200, 300, 1) == *generate(prim{}, 200, 300, 1));
}

TEST_CASE("kruskal makes the maze that sorting all weights makes") {
    rebuilding observer{*maze::make(60, 70)};
    const auto sorted = generate(kruskal{}, 60, 70, 3, observer);
    CHECK(*sorted == *generate(kruskal{}, 60, 70, 3));
}

TEST_CASE("the rooms of a uniform maze have 1 to 4 passages in the known shares") {
    // S. Manna, D. Dhar, S. Majumdar, Spanning trees in two dimensions, 1992.
    constexpr std::array<double, 4> expected = {0.2945, 0.4470, 0.2224, 0.0361};
    for (const auto grown : {wilson::material::passages, wilson::material::walls}) {
        const auto m = generate(wilson{grown}, 700, 700, 1);
        REQUIRE(m);
        const room_counts counted = count_rooms(*m);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CAPTURE(i + 1);
            CHECK(std::abs(counted.share(counted.with_passages[i + 1]) - expected[i]) < 0.002);
        }
    }
}

TEST_CASE("generators that take masks dig in the rooms of the mask alone") {
    support::split_mix64 random(17);
    for (int round = 0; round < support::rounds(40); ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 20), random.between(1, 20), 70, random);
        for_each_variant([&](const std::string& name, const auto& algorithm) {
            if (!algorithm.takes_masks) return;
            const auto m = generate(algorithm, mask, static_cast<std::uint64_t>(round));
            REQUIRE(m);
            CAPTURE(name);
            REQUIRE(is_perfect(*m));
            for (int y = 0; y < m->rows(); ++y)
                for (int x = 0; x < m->cols(); ++x)
                    REQUIRE(m->is_room({x, y}) == mask.open({x, y}));
        });
    }
}

TEST_CASE("a mask that leaves nothing out changes nothing") {
    const senda::grid all(9, 11);
    for_each_variant([&](const std::string& name, const auto& algorithm) {
        CAPTURE(name);
        const auto m = generate(algorithm, all, 4);
        REQUIRE(m);
        CHECK(*m == *generate(algorithm, 11, 9, 4));
    });
}

TEST_CASE("a mask whose rooms do not hang together is refused") {
    const auto parted = *senda::grid::parse("..#.\n.##.\n");
    const auto m = generate(wilson{}, parted, 1);
    REQUIRE_FALSE(m);
    CHECK(m.error().code == "bad_mask");
    CHECK(m.error().message ==
          "the mask leaves rooms that do not hang together: from row 1, column 1, only 3 of 5 can "
          "be reached");
    const auto diagonal = *senda::grid::parse("#.\n.#\n");
    CHECK(generate(kruskal{}, diagonal, 1).error().code == "bad_mask");
    const auto nothing = *senda::grid::parse("##\n##\n");
    CHECK(generate(prim{}, nothing, 1).error().code == "bad_mask");
    const auto no_rows = *senda::grid::parse("");
    CHECK(generate(prim{}, no_rows, 1).error().code == "bad_size");
}

TEST_CASE("a generator that needs a rectangle refuses a mask") {
    const auto mask = *senda::grid::parse("..\n.#\n");
    for (const algorithm_description& a : algorithms) {
        const auto m = generate(a.which, mask, 1);
        CAPTURE(a.name);
        CHECK(m.has_value() == a.takes_masks);
        if (m) continue;
        CHECK(m.error().code == "mask_not_taken");
        CHECK(m.error().message.find(a.name) != std::string::npos);
    }
}

TEST_CASE("a mask with one room makes a maze of one room") {
    const auto mask = *senda::grid::parse("###\n#.#\n");
    for (const algorithm_description& a : algorithms) {
        if (!a.takes_masks) continue;
        const auto m = generate(a.which, mask, 1);
        CAPTURE(a.name);
        REQUIRE(m);
        CHECK(m->rooms() == 1);
        CHECK(is_perfect(*m));
    }
}

TEST_CASE("an algorithm is a value, a type, a name or an enumerator") {
    const auto m = generate(wilson{}, 8, 9, 3);
    CHECK(*m == *generate<wilson>(8, 9, 3));
    CHECK(*m == *generate("wilson", 8, 9, 3));
    CHECK(*m == *generate(std::string{"wilson"}, 8, 9, 3));
    CHECK(*m == *generate(algorithm::wilson, 8, 9, 3));
    const senda::grid mask(9, 8);
    CHECK(*m == *generate<wilson>(mask, 3));
    CHECK(*m == *generate("wilson", mask, 3));
}

TEST_CASE("a lambda that digs is an algorithm") {
    const auto corridor = [](auto& s) {
        for (std::size_t col = 0; col + 1 < s.cols(); ++col) s.carve(s.at(0, col), direction::east);
    };
    const auto m = generate(corridor, 1, 6, 0);
    REQUIRE(m);
    CHECK(is_perfect(*m));
    static_assert(Generator<decltype(corridor)> && !Generator<int> && !Generator<const char*>);
}

TEST_CASE("the algorithms are listed by name, in order") {
    CHECK(algorithms.size() == 12);
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
        CHECK(algorithms[i].which == static_cast<algorithm>(i));
        CHECK(to_string(algorithms[i].which) == algorithms[i].name);
        CHECK(*find_algorithm(algorithms[i].name) == algorithms[i].which);
        CHECK_FALSE(algorithms[i].summary.empty());
        if (i > 0) CHECK(algorithms[i - 1].name < algorithms[i].name);
    }
    const auto unknown = generate("wilsn", 3, 3, 1);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == "unknown_algorithm");
    CHECK(unknown.error().message.find("'wilsn'") != std::string::npos);
    CHECK(unknown.error().message.find("aldous_broder, binary_tree") != std::string::npos);
    CHECK(unknown.error().message.find("sidewinder or wilson") != std::string::npos);
}

TEST_CASE("sizes that cannot be are refused by every generator") {
    for (const algorithm_description& a : algorithms) {
        CHECK(generate(a.which, 0, 3, 1).error().code == "bad_size");
        CHECK(generate(a.which, 10'000'000, 10'000'000, 1).error().code == "bad_size");
    }
}

TEST_CASE("an observer is told of each passage, once, and changes nothing") {
    const auto mask = *senda::grid::parse("..##..\n......\n.#..#.\n..##..\n");
    for_each_variant([&](const std::string& name, const auto& algorithm) {
        CAPTURE(name);
        rebuilding observer{*maze::make(13, 11)};
        const auto m = generate(algorithm, 13, 11, 6, observer);
        REQUIRE(m);
        CHECK(observer.good);
        CHECK(observer.built == *m);
        CHECK(*m == *generate(algorithm, 13, 11, 6));
        if (!algorithm.takes_masks) return;
        rebuilding masked{*maze::make(mask)};
        const auto in_mask = generate(algorithm, mask, 6, masked);
        CHECK(masked.good);
        CHECK(masked.built == *in_mask);
        CHECK(*in_mask == *generate(algorithm, mask, 6));
    });
}

TEST_CASE("kruskal is seen to open passages all over, the backtracker in one walk") {
    struct watching {
        cell last{-1, -1};
        int jumps = 0;
        void on_carve(cell from, cell to) {
            jumps += from == last ? 0 : 1;
            last = to;
        }
    };
    watching kruskals;
    watching backtrackers;
    (void)generate(kruskal{}, 20, 20, 1, kruskals);
    (void)generate(recursive_backtracker{}, 20, 20, 1, backtrackers);
    CHECK(kruskals.jumps > 350);
    CHECK(backtrackers.jumps < 60);
}

TEST_CASE("progress is told now and then, and rises") {
    for_each_variant([](const std::string& name, const auto& algorithm) {
        CAPTURE(name);
        counting_progress observer;
        const auto m = generate(algorithm, 300, 300, 2, observer);
        REQUIRE(m);
        CHECK(observer.good);
        CHECK(observer.calls >= 2);
    });
}

TEST_CASE("a hook that says stop ends the work") {
    for_each_variant([](const std::string& name, const auto& algorithm) {
        CAPTURE(name);
        const auto by_progress = generate(algorithm, 50, 50, 2, stopping_at_progress{});
        REQUIRE_FALSE(by_progress);
        CHECK(by_progress.error().code == "cancelled");
        const auto by_carving = generate(algorithm, 50, 50, 2, stopping_at_a_carving{100});
        REQUIRE_FALSE(by_carving);
        CHECK(by_carving.error().code == "cancelled");
    });
}

TEST_CASE("memory is counted, and its end is an answer") {
    for_each_variant([](const std::string& name, const auto& algorithm) {
        CAPTURE(name);
        senda::memory_budget enough;
        const auto m = generate(algorithm, 100, 100, 2, no_observer{}, {.budget = &enough});
        REQUIRE(m);
        CHECK(enough.used() == 0);
        CHECK(enough.peak() >= m->bytes());
        CHECK(enough.peak() <= 20 * m->bytes());
        // Every limit below that is an answer; the one that was enough is enough again.
        for (std::uint64_t part = 0; part < 8; ++part) {
            senda::memory_budget less(enough.peak() * part / 8);
            const auto refused = generate(algorithm, 100, 100, 2, no_observer{}, {.budget = &less});
            CHECK(less.used() == 0);
            if (refused) {
                CHECK(*refused == *m);
            } else {
                CHECK(refused.error().code == "no_memory");
            }
            if (part == 0) CHECK_FALSE(refused);
        }
        senda::memory_budget same(enough.peak());
        CHECK(generate(algorithm, 100, 100, 2, no_observer{}, {.budget = &same}));
    });
}

TEST_CASE("the generators made for large mazes take a byte a room") {
    const auto bytes = [](const auto& algorithm) {
        senda::memory_budget budget;
        const auto m = generate(algorithm, 500, 500, 1, no_observer{}, {.budget = &budget});
        return m ? static_cast<double>(budget.peak()) / 250e3 : 1e9;
    };
    CHECK(bytes(recursive_backtracker{}) < 1.01);
    CHECK(bytes(wilson{}) < 1.01);
    CHECK(bytes(prim_frontier{}) < 1.1);
    CHECK(bytes(kruskal{}) < 20);
}
