// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: can_expand<
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>

int main() {
    const senda::grid room(5, 5);
    const senda::cell corner{4, 4};
#ifndef WITHOUT_FAULT
    return senda::bfs(room, 0, corner).cost;
#else
    return senda::bfs(room, {0, 0}, corner).cost;
#endif
}
