// SPDX-License-Identifier: MIT
// Scenarios of the Moving AI benchmarks: what is accepted lies on its map, and says the same when
// it is written with other blanks.
#include "../target.hpp"

#include <senda/graph/formats/moving_ai.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

namespace moving_ai_scenario_target {

// 17 digits name a number exactly, but reading promises that for 15 only.
inline std::string line_of(const senda::scenario& s) {
    char length[64];
    std::snprintf(length, sizeof length, "%.17g", s.length);
    std::string line = std::to_string(s.bucket) + '\t' + s.map_name;
    for (const int n : {s.width, s.height, s.start.x, s.start.y, s.goal.x, s.goal.y})
        line += '\t' + std::to_string(n);
    return line + '\t' + length + "\r\n\n";
}

inline bool is_near(double a, double b) { return a == b || (a < b * 1.0001 && b < a * 1.0001); }

}  // namespace moving_ai_scenario_target

inline void moving_ai_scenario(std::string_view input) {
    using namespace moving_ai_scenario_target;
    const auto read = senda::parse_scenarios(input);
    check_answer(read, input);
    if (!read) return;
    std::string text = "version 1\n";
    for (const senda::scenario& s : *read) {
        MUST(s.bucket >= 0 && s.length >= 0 && !s.map_name.empty());
        for (const senda::cell c : {s.start, s.goal})
            MUST(c.x >= 0 && c.x < s.width && c.y >= 0 && c.y < s.height);
        text += line_of(s);
    }
    auto again = senda::parse_scenarios(text);
    MUST(again && again->size() == read->size());
    for (std::size_t i = 0; i < read->size(); ++i) {
        // Below the least number that has all its digits, more than the last one may differ.
        MUST(is_near((*again)[i].length, (*read)[i].length) || (*read)[i].length < 1e-300);
        (*again)[i].length = (*read)[i].length;
    }
    MUST(*again == *read);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(moving_ai_scenario)
