// SPDX-License-Identifier: MIT
// Sorting pancakes by flips, from both ends at once: two weak estimates, one of what is left and
// one of what was done, are worth more together than either, or than none.
#include <senda/graph/adaptors.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bidirectional.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>

using pile = std::array<int, 9>;
struct flips {
    using node_type = pile;
    template <class Emit>
    static void successors(const pile& p, Emit&& emit) {
        for (int n = 2; n <= 9; ++n) {
            pile turned = p;
            std::reverse(turned.begin(), turned.begin() + n);
            emit(turned);
        }
    }
};

/// How many pairs must be parted, as they are no neighbours in the other pile; 1 and 2 do not
/// count.
auto gaps_to(const pile& other) {
    return [other](const pile& p) {
        const auto place = [&](int cake) { return std::find(other.begin(), other.end(), cake); };
        int gaps = p.back() > 2 && p.back() != other.back();
        for (auto a = p.begin(), b = a + 1; b != p.end(); ++a, ++b)
            gaps += *a > 2 && *b > 2 && std::abs(place(*a) - place(*b)) != 1;
        return gaps;
    };
}

int main() {
    const senda::symmetric both_ways{flips{}};
    const pile mixed{4, 7, 1, 9, 3, 6, 2, 8, 5}, sorted{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto ahead = senda::astar(both_ways, mixed, sorted, gaps_to(sorted));
    const auto blind = senda::bidirectional(both_ways, mixed, sorted);
    const auto both =
        senda::bidirectional_astar(both_ways, mixed, sorted, gaps_to(sorted), gaps_to(mixed));
    std::cout << both.cost << " flips; piles looked at: " << ahead.statistics.expanded
              << " from one end, " << blind.statistics.expanded << " without estimates, "
              << both.statistics.expanded << " from both ends with them\n";
}
