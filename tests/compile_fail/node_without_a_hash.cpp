// SPDX-License-Identifier: MIT
// EXPECT: SearchableGraph<
// LAST: has_hash<
#include <array>
#include <cstddef>
#include <senda/search/bfs.hpp>

struct position {
    double x;
    bool operator==(const position&) const = default;
};

struct line {
    std::array<position, 1> successors(const position& p) const { return {position{p.x + 1}}; }
#ifdef WITHOUT_FAULT
    std::size_t hash(const position& p) const { return static_cast<std::size_t>(p.x); }
#endif
};

int main() { return senda::bfs(line{}, position{0}, position{9}).cost; }
