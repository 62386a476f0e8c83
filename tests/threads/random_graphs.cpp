// SPDX-License-Identifier: MIT
// Searches that threads share, on many random graphs, beside one thread or what is obviously right;
// threads wait at random where they meet.
//
// usage: random_graphs [COUNT [FIRST]]
#include "waits_at_barriers.hpp"

#include "search/engines/csr/csr_bfs_searches.hpp"
#include "search/engines/csr/csr_dijkstra_searches.hpp"
#include "search/engines/parallel/by_cost/shared_best_first_searches.hpp"
#include "search/engines/parallel/shared_bfs_searches.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

namespace {

struct kind {
    const char* name;
    std::string (*fault)(std::uint64_t number);
};

constexpr kind kinds[] = {
    {"bfs, hashed", support::fault_on_random_graph<std::uint64_t>},
    {"bfs, hashed texts", support::fault_on_random_graph<std::string>},
    {"bfs, numbered", support::fault_on_random_graph<std::uint64_t, support::numbered_graph>},
    {"bfs, stored",
     [](std::uint64_t n) { return support::fault_on_stored_graphs(n, {2, 3, 5, 16}); }},
    {"astar, small hashed", support::fault_of_layers<support::in_batches>},
    {"astar, hashed", support::fault_of_layers<support::in_stores>},
    {"astar, numbered", support::fault_of_layers<support::in_numbers>},
    {"astar, hashed texts, fractions", support::fault_of_named_layers},
    {"dijkstra, stored",
     [](std::uint64_t n) { return support::fault_on_costly_graphs(n, {2, 3, 5, 16}); }},
};

}  // namespace

int main(int count, char** words) {
    const std::uint64_t graphs = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000;
    const std::uint64_t first = count > 2 ? std::strtoull(words[2], nullptr, 10) : 0;
    for (std::uint64_t number = first; number < first + graphs; ++number) {
        for (const kind& k : kinds) {
            const std::string fault = k.fault(number);
            if (fault.empty()) continue;
            std::printf("%s, graph %llu: %s\n", k.name, static_cast<unsigned long long>(number),
                        fault.c_str());
            return 1;
        }
    }
    std::printf("%llu graphs of each of %zu kinds passed\n",
                static_cast<unsigned long long>(graphs), std::size(kinds));
}
