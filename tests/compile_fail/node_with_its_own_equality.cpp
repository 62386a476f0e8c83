// SPDX-License-Identifier: MIT
// EXPECT: SearchableGraph<
// LAST: has_hash<
#include <array>
#include <cstddef>
#include <senda/search/bfs.hpp>

struct labelled {
    int id, visits;
    bool operator==(const labelled& other) const { return id == other.id; }
};

struct ring {
    std::array<labelled, 1> successors(const labelled& n) const {
        return {labelled{(n.id + 1) % 10, n.visits + 1}};
    }
#ifdef WITHOUT_FAULT
    std::size_t hash(const labelled& n) const { return static_cast<std::size_t>(n.id); }
#endif
};

int main() { return senda::bfs(ring{}, labelled{0, 0}, labelled{10, 0}).cost; }
