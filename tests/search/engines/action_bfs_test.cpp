// SPDX-License-Identifier: MIT
#include <senda/detail/engines/action_bfs.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <senda/search/bfs.hpp>
#include <string>
#include <utility>
#include <vector>

namespace action_bfs_test {

using support::split_mix64;

/// A map of random walls on a torus, with knights: eight moves, numbered and undone.
struct knights {
    using node_type = std::uint32_t;
    using action_type = int;
    int width;
    int height;
    std::vector<bool> open;

    knights(split_mix64& random, int w, int h, int walls) : width{w}, height{h} {
        for (int i = 0; i < w * h; ++i) open.push_back(!random.percent(walls));
    }

    std::size_t index(std::uint32_t n) const { return n; }
    std::size_t index_bound() const { return open.size(); }

    static int action_count() { return 8; }
    bool allows(std::uint32_t n, int a) const { return open[moved(n, a, 1)]; }
    void apply(std::uint32_t& n, int a) const { n = moved(n, a, 1); }
    void undo(std::uint32_t& n, int a) const { n = moved(n, a, -1); }

    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        for (int a = 0; a < 8; ++a) {
            if (allows(n, a)) emit(moved(n, a, 1));
        }
    }

private:
    static constexpr std::array<std::pair<int, int>, 8> jumps{
        {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {2, -1}, {1, -2}, {-2, -1}, {-1, -2}}};
    std::uint32_t moved(std::uint32_t n, int a, int sign) const {
        const auto [dx, dy] = jumps[static_cast<std::size_t>(a)];
        const int x = (static_cast<int>(n) % width + sign * dx + 4 * width) % width;
        const int y = (static_cast<int>(n) / width + sign * dy + 4 * height) % height;
        return static_cast<std::uint32_t>(y * width + x);
    }
};
struct knights_with_inverse : knights {
    using knights::knights;
    static int inverse(int a) { return 7 - a; }
};
static_assert(senda::detail::IndexedActionGraph<knights_with_inverse, std::uint32_t>);

using question = std::function<bool(std::uint32_t)>;

template <class G, class Answer>
std::string fault_of(const G& g, const Answer& answer) {
    if (answer.actions.size() + 1 != answer.path.size()) return "actions";
    for (std::size_t i = 0; i < answer.actions.size(); ++i) {
        std::uint32_t n = answer.path[i];
        if (!g.allows(n, answer.actions[i])) return "not allowed";
        g.apply(n, answer.actions[i]);
        if (n != answer.path[i + 1]) return "does not replay";
    }
    return static_cast<std::size_t>(answer.cost) == answer.actions.size() ? "" : "cost";
}

template <class G>
void check_beside_bfs(split_mix64& random, int w, int h) {
    const G g(random, w, h, random.below(80));
    const auto start = static_cast<std::uint32_t>(random.below(w * h));
    const auto goal = static_cast<std::uint32_t>(random.below(w * h));
    senda::no_observer nobody;
    senda::bfs_search sure{g, start, goal, senda::options{}, nobody};
    sure.run();
    const auto expected = sure.result();
    const auto answer = senda::bfs(g, start, goal);
    CHECK(answer.status == expected.status);
    CHECK(answer.cost == expected.cost);
    CHECK(answer.lower_bound == expected.lower_bound);
    if (answer) {
        CHECK(answer.path.front() == start);
        CHECK(answer.path.back() == goal);
        CHECK_EQ(fault_of(g, answer), "");
    } else {
        CHECK(answer.statistics.expanded == expected.statistics.expanded);
        CHECK(answer.statistics.generated == expected.statistics.generated);
    }
    const auto asked = senda::bfs(g, senda::any_of{start, start},
                                  question{[&](std::uint32_t n) { return n == goal; }});
    CHECK(asked.cost == expected.cost);
}

}  // namespace action_bfs_test

TEST_CASE("bfs in one byte a node finds what bfs finds") {
    using namespace action_bfs_test;
    for (std::uint64_t seed = 1; seed <= support::rounds(60U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        const int w = 1 + random.below(seed % 10 == 0 ? 80 : 12);
        const int h = 1 + random.below(seed % 10 == 0 ? 80 : 12);
        check_beside_bfs<knights>(random, w, h);
        check_beside_bfs<knights_with_inverse>(random, w, h);
    }
}

TEST_CASE("bfs in one byte a node keeps its limits") {
    using namespace action_bfs_test;
    split_mix64 random{3};
    const knights g(random, 60, 60, 10);
    const question nowhere = [](std::uint32_t) { return false; };
    const auto all = senda::bfs(g, 0u, nowhere);
    CHECK(all.status == senda::status::exhausted);
    CHECK(all.lower_bound == senda::infinite<senda::steps>);
    CHECK(all.statistics.bytes >= 3600);
    CHECK(all.statistics.bytes < 3 * 3600 * 4);
    for (const std::uint64_t most : {1u, 7u, 63u, 64u, 65u, 1000u}) {
        const auto few = senda::bfs(g, 0u, nowhere, {.limits = {.expansions = most}});
        CHECK(few.status == senda::status::expansion_limit);
        CHECK(few.statistics.expanded == most);
        CHECK(few.lower_bound >= 1);
    }
    for (int cost = 0; cost < 5; ++cost) {
        const auto near = senda::bfs(g, 0u, nowhere, {.limits = {.cost = double(cost)}});
        CHECK(near.status == senda::status::cost_limit);
        CHECK(near.lower_bound == cost + 1);
    }
    for (const std::uint64_t bytes : {10u, 3600u, 4000u}) {
        const auto small = senda::bfs(g, 0u, nowhere, {.limits = {.bytes = bytes}});
        CHECK(small.status == senda::status::memory_limit);
        CHECK(small.statistics.bytes <= bytes);
    }
    senda::detail::action_bfs<const knights&, std::uint32_t, std::uint32_t> stepped(g, 0u, 1234u,
                                                                                    {});
    while (stepped.step(3) == senda::status::running) continue;
    CHECK(stepped.result().cost == senda::bfs(g, 0u, 1234u).cost);
}
