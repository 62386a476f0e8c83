// SPDX-License-Identifier: MIT
// Answers for a debugger to look at.
#include <senda/resources/constrained.hpp>

#include <vector>

namespace {

[[gnu::noinline]] void stop_here() { asm volatile(""); }

}  // namespace

int main() {
    using senda::status;
    senda::result<int, int> found{{.status = status::found, .engine = "general: nodes hashed"}};
    found.cost = 7;
    found.lower_bound = 7;
    found.path = {1, 2, 5, 11};
    senda::result<int, int> stopped{
        {.status = status::expansion_limit, .engine = "general: nodes hashed"}};
    stopped.lower_bound = 12;
    const senda::result<int, double> none{{.status = status::exhausted}};
    senda::result<int, int, char> named{{.status = status::found}};
    named.cost = 3;
    named.path = {4, 9};
    named.actions = {'N'};
    senda::constrained_result<int, int, senda::no_action, long> trip;
    trip.status = status::found;
    trip.cost = 2;
    trip.path = {8};
    trip.resources = {50};
    stop_here();
    return found && named && trip && !stopped && !none ? 0 : 1;
}
