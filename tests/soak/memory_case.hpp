// SPDX-License-Identifier: MIT
// Searches under a limit of bytes, each in a process of its own: what it takes at most, and what it
// answers.
#pragma once

#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace soak {

/// What a search answered under a limit, and what is known to be true.
struct told {
    senda::status status = senda::status::running;
    double lower_bound = 0;
    double least = std::numeric_limits<double>::infinity();  // the true least cost
    std::uint64_t counted = 0;                               // bytes, as the search says
};

/// Marks where a case has made its graph: what the process takes from then on is the search's.
using ready = void (*)();

/// A search that needs far more than `bytes`.
struct memory_case {
    std::string_view name;
    told (*run)(std::uint64_t bytes, ready begin);
    senda::status expected = senda::status::memory_limit;
};

/// The cases of one file; each file has one such function.
std::vector<memory_case> searches_in_brief();
std::vector<memory_case> searches_by_hash();
std::vector<memory_case> searches_by_index();
std::vector<memory_case> searches_on_grids();
std::vector<memory_case> searches_with_labels();
std::vector<memory_case> mazes();
std::vector<memory_case> pacman_maps();
std::vector<memory_case> car_parks();
std::vector<memory_case> games();
std::vector<memory_case> generators();

/// The options of a search under the limit; time is for what does not end.
[[nodiscard]] inline senda::options within(std::uint64_t bytes) {
    return {.limits = {.bytes = bytes, .time = 30}};
}

/// What any result of a search says.
template <class Result>
[[nodiscard]] told tell(const Result& r, double least) {
    return {r.status, static_cast<double>(r.lower_bound), least, r.statistics.bytes};
}

}  // namespace soak
