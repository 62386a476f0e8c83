// SPDX-License-Identifier: MIT
#include "laws.hpp"

#include "support/rounds.hpp"

#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <mazegen/algorithms.hpp>
#include <mazegen/generate.hpp>

using namespace senda::mazegen;

namespace {

constexpr int samples = support::rounds(20'000);

/// How often each maze came, from that many seeds.
template <class A>
std::map<laws::tree, int> sample(const A& algorithm, const laws::rooms& r) {
    std::map<laws::tree, int> counts;
    for (int seed = 0; seed < samples; ++seed) {
        const auto m = generate(algorithm, r.rows(), r.cols(), static_cast<std::uint64_t>(seed));
        if (!m) return {};
        ++counts[r.of(*m)];
    }
    return counts;
}

/// How far the counts are from a law, in standard deviations.
double deviation(const std::map<laws::tree, int>& counts, const laws::law& expected) {
    return laws::deviation(counts, expected, samples);
}

/// Checks a generator against its law, and returns how far its mazes are from all being equally
/// likely.
template <class A, class Law>
double check_law(const A& algorithm, int rows, int cols, Law law_of) {
    const laws::rooms r(rows, cols);
    const laws::law expected = law_of(r);
    REQUIRE(laws::total(expected) == doctest::Approx(1));
    const auto counts = sample(algorithm, r);
    CAPTURE(rows);
    CHECK(std::abs(deviation(counts, expected)) < 4);
    return deviation(counts, laws::uniform(r));
}

/// The same on 2 x 2 and on 3 x 3 rooms, of which it returns the latter.
template <class A, class Law>
double check_law(const A& algorithm, Law law_of) {
    check_law(algorithm, 2, 2, law_of);
    return check_law(algorithm, 3, 3, law_of);
}

// In standard deviations, which are larger for fewer samples.
constexpr double clearly = support::rounds(10);

}  // namespace

TEST_CASE("there are 4 mazes of 2 x 2 rooms and 192 of 3 x 3") {
    CHECK(laws::uniform(laws::rooms(2, 2)).size() == 4);
    CHECK(laws::uniform(laws::rooms(3, 3)).size() == 192);
}

TEST_CASE("aldous_broder makes every maze equally likely") {
    check_law(aldous_broder{}, laws::uniform);
}

TEST_CASE("wilson makes every maze equally likely, by passages and by walls") {
    check_law(wilson{}, laws::uniform);
    check_law(wilson{wilson::material::passages}, laws::uniform);
    check_law(wilson{wilson::material::walls}, laws::uniform);
}

TEST_CASE("kruskal follows its law, and it is not uniform") {
    CHECK(check_law(kruskal{}, laws::kruskal) > clearly);
}

TEST_CASE("prim follows the law of kruskal") { CHECK(check_law(prim{}, laws::kruskal) > clearly); }

TEST_CASE("kruskal_rooms follows its law, and it is not uniform") {
    CHECK(check_law(kruskal_rooms{}, laws::kruskal_rooms) > clearly);
}

TEST_CASE("prim_frontier follows its law, and it is not uniform") {
    CHECK(check_law(prim_frontier{}, laws::prim_frontier) > clearly);
}

TEST_CASE("recursive_backtracker follows its law, and it is not uniform") {
    CHECK(check_law(recursive_backtracker{}, laws::growing_newest) > clearly);
}

TEST_CASE("growing_tree follows the law of its rule, and it is not uniform") {
    using rule = growing_tree::rule;
    CHECK(check_law(growing_tree{rule::newest}, laws::growing_newest) > clearly);
    CHECK(check_law(growing_tree{rule::oldest}, laws::growing_oldest) > clearly);
    CHECK(check_law(growing_tree{rule::random}, laws::growing_random) > clearly);
    CHECK(check_law(growing_tree{rule::mixed, 0.25}, 2, 3,
                    [](const laws::rooms& r) { return laws::growing_mixed(r, 0.25); }) > clearly);
}

TEST_CASE("hunt_and_kill follows its law, and it is not uniform") {
    CHECK(check_law(hunt_and_kill{}, laws::hunt_and_kill) > clearly);
}

TEST_CASE("binary_tree follows its law, and it is not uniform") {
    CHECK(check_law(binary_tree{}, laws::binary_tree) > clearly);
}

TEST_CASE("sidewinder follows its law, and it is not uniform") {
    CHECK(check_law(sidewinder{}, laws::sidewinder) > clearly);
}

TEST_CASE("eller follows its law, and it is not uniform") {
    CHECK(check_law(eller{}, laws::eller) > clearly);
}

TEST_CASE("laws that are alike are told from each other") {
    const laws::rooms r(3, 3);
    const auto by_frontier = sample(prim_frontier{}, r);
    CHECK(deviation(by_frontier, laws::kruskal(r)) > clearly);
    CHECK(deviation(by_frontier, laws::growing_random(r)) > clearly);
    const auto by_weight = sample(kruskal{}, r);
    CHECK(deviation(by_weight, laws::kruskal_rooms(r)) > clearly);
    CHECK(deviation(by_weight, laws::prim_frontier(r)) > clearly);
}

namespace {

/// A walk that does not go on from where it is, but from any room of the maze.
struct wrong_aldous_broder {
    template <class Carver>
    void operator()(Carver& c) const {
        std::size_t room = c.random_room();
        c.data()[room] = 0x20;
        for (std::uint64_t left = c.rooms() - 1; left != 0;) {
            const auto d = static_cast<direction>(c.random.below(4));
            const std::size_t next =
                room + static_cast<std::size_t>(c.offsets()[static_cast<std::size_t>(d)]);
            if (!detail::is_room(c.data()[next])) continue;
            if (c.data()[next] == 0) {
                c.data()[next] = 0x20;
                c.carve(next, opposite(d));
                --left;
            }
            do room = c.random_room();
            while (c.data()[room] == 0);
        }
    }
};

}  // namespace

TEST_CASE("an Aldous-Broder that is not uniform is found out") {
    const laws::rooms r(3, 3);
    CHECK(deviation(sample(wrong_aldous_broder{}, r), laws::uniform(r)) > clearly);
    CHECK(std::abs(deviation(sample(aldous_broder{}, r), laws::uniform(r))) < 4);
}
