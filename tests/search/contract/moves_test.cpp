// SPDX-License-Identifier: MIT
// Law: a search that is moved, before it begins, half way and at its end, is the same search.
#include "contract.hpp"
#include "judge.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>

namespace contract {

TEST_CASE("contract: a search that is moved goes on as if it had stayed") {
    hold(
        150,
        [](const engine& e, const question& q) -> std::string {
            for (const std::uint64_t steps : {0U, 1U, 2U, 5U}) {
                const auto stays = e.begin(q);
                const auto moves = e.begin(q);
                moves->move();
                if (steps != 0) LAW(stays->step(steps) == moves->step(steps));
                moves->move();
                LAW(same_answer(stays->result(), moves->result()));
                LAW(moves->run() == stays->run());
                moves->move();
                const answer expected = stays->result();
                LAW_OF(answer_fault(e, q, moves->result()));
                LAW(same_answer(moves->result(), expected));
                LAW(moves->statistics().expanded == expected.statistics.expanded);
                LAW(moves->statistics().generated == expected.statistics.generated);
                LAW(moves->statistics().bytes == expected.statistics.bytes);
                if (!e.is.restarts) continue;
                moves->restart(q);
                moves->move();
                moves->run();
                stays->restart(q);
                stays->run();
                LAW(same_answer(moves->result(), stays->result()));
            }
            return {};
        },
        [](const engine& e) { return static_cast<bool>(e.begin); });
}

}  // namespace contract
