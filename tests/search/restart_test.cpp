// SPDX-License-Identifier: MIT
// A search that starts again with the memory of before.
#include <doctest/doctest.h>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("a search restarted many times answers as if it were fresh") {
    for_each_graph(45, 15, [](const test_graph& weighted, split_mix64& random) {
        const test_graph graph = with_unit_costs(weighted);
        const dense_view dense{graph};
        const auto hashed = as_hashed(dense);
        for (const hashed_algorithm& algorithm : hashed_algorithms()) {
            INFO("algorithm: " << algorithm.name);
            if (algorithm.name == "ida_star" && graph.node_count() > 8) continue;
            const auto in_arrays = on_dense(algorithm.name).engine(dense, 0, 0);
            const auto in_tables = algorithm.engine(hashed, 0, 0);
            for (int query = 0; query < 12; ++query) {
                const int start = random.below(graph.node_count());
                const int goal = random.below(graph.node_count());
                in_arrays->restart(start, goal);
                in_tables->restart(start, goal);
                if (start != goal) CHECK(in_arrays->status() == senda::status::running);
                // Some searches are left half way: the next query must not see it.
                if (query % 3 == 1) {
                    (void)in_arrays->step(2);
                    (void)in_tables->step(2);
                    continue;
                }
                in_arrays->run();
                in_tables->run();
                const auto fresh = on_dense(algorithm.name).engine(dense, start, goal);
                fresh->run();
                check_same(in_arrays->result(), fresh->result());
                check_same_answer(in_tables->result(), fresh->result());
            }
        }
    });
}
