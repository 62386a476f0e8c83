// SPDX-License-Identifier: MIT
// The cube of 2x2x2, one corner held in its place: any position is solved by a table of all.
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/search/astar.hpp>

#include <cstdint>
#include <iostream>

struct cube {
    using orders = senda::permutations<7>;
    using node_type = orders::value_type;  // 3 * corner + twist, in each place
    using action_type = const char*;
    struct side {
        const char* names[3];   // of its turns
        node_type from, twist;  // of what comes into each place
    };
    static constexpr side sides[] = {
        {{"U", "U2", "U'"}, {3, 0, 1, 2, 4, 5, 6}, {0, 0, 0, 0, 0, 0, 0}},
        {{"R", "R2", "R'"}, {4, 1, 2, 0, 6, 5, 3}, {2, 0, 0, 1, 1, 0, 2}},
        {{"F", "F2", "F'"}, {1, 5, 2, 3, 0, 4, 6}, {1, 2, 0, 0, 2, 1, 0}}};
    void successors(const node_type& n, auto&& emit) const {
        for (const side& s : sides) {
            node_type now = n, to;
            for (const char* name : s.names) {
                for (unsigned i = 0; i < 7; ++i) to[i] = twisted(now[s.from[i]], s.twist[i]);
                emit(now = to, name);
            }
        }
    }
    static std::uint8_t twisted(unsigned corner, unsigned by) {
        return static_cast<std::uint8_t>(corner / 3 * 3 + (corner + by) % 3);
    }
    std::uint64_t index_bound() const { return orders::count * 729; }
    std::uint64_t index(node_type n) const {
        unsigned twists = 0;  // of the first six: all together come to a multiple of 3
        for (unsigned i = 0; i < 7; n[i++] /= 3) twists = i < 6 ? twists * 3 + n[i] % 3 : twists;
        return orders::rank(n) * 729 + twists;
    }
    node_type node(std::uint64_t number) const {
        node_type n = orders::unrank(number / 729);
        unsigned twists = static_cast<unsigned>(number % 729), last = 18;
        for (unsigned i = 6; i-- > 0; last -= twists % 3, twists /= 3)
            n[i] = twisted(n[i] * 3, twists % 3);
        return n[6] = twisted(n[6] * 3, last), n;
    }
    node_type operator()(const node_type& n) const { return n; }  // an abstraction: all of it
};

int main() {
    const cube puzzle;
    const auto solved = puzzle.node(0);
    const senda::pattern_database distance(senda::four_bits, puzzle, solved, puzzle);
    for (const auto count : distance.counts()) std::cout << count << ' ';
    const auto path = senda::astar(puzzle, puzzle.node(1'234'567), solved, distance);
    std::cout << "positions at each distance\n";
    for (const char* turn : path.actions) std::cout << turn << ' ';
    std::cout << "after a look at " << path.statistics.expanded << " positions\n";
    return path && distance.counts().size() == 12 ? 0 : 1;
}
