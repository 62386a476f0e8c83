// SPDX-License-Identifier: MIT
// All stacks of eight pancakes: how many turns of the spatula does each need? In two bits a stack.
#include <senda/graph/permutations.hpp>
#include <senda/scale/mod3_distance_table.hpp>
#include <senda/scale/survey.hpp>

#include <algorithm>
#include <cstdint>
#include <iostream>

struct pancakes {
    using numbers = senda::permutations<8>;
    using stack = numbers::value_type;  // the top comes first

    std::uint64_t index(const stack& s) const { return numbers::rank(s); }
    std::uint64_t index_bound() const { return numbers::count; }
    stack node(std::uint64_t number) const { return numbers::unrank(number); }

    template <class Emit>
    void successors(const stack& s, Emit&& emit) const {
        for (auto last = s.begin() + 2; last <= s.end(); ++last) {
            stack turned = s;
            std::reverse_copy(s.begin(), last, turned.begin());
            emit(turned);
        }
    }
};

int main() {
    const pancakes kitchen;
    const auto sorted = kitchen.node(0);
    const auto all = senda::survey(kitchen, sorted, senda::options{.threads = 2});
    for (const auto stacks : all.counts) std::cout << stacks << ' ';
    std::cout << "stacks, " << all.total << " in all; " << all.farthest.size() << " are hardest\n";

    const senda::mod3_distance_table table(kitchen, sorted);
    const auto path = table.path(all.farthest.front());
    std::cout << path.cost << " turns sort one of them\n";
    return all && path.cost == all.eccentricity ? 0 : 1;
}
