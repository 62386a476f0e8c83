// SPDX-License-Identifier: MIT
// Graphs without end: whoever searches them for nothing must be stopped.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace support {

using position = std::pair<int, int>;

/// The whole plane, four ways out of each place.
struct plane {
    std::array<position, 4> successors(const position& p) const {
        return {position{p.first + 1, p.second}, position{p.first, p.second + 1},
                position{p.first - 1, p.second}, position{p.first, p.second - 1}};
    }
    std::array<position, 4> predecessors(const position& p) const { return successors(p); }
};

/// The whole numbers, one after the other.
struct endless_chain {
    std::array<std::int64_t, 1> successors(std::int64_t n) const { return {n + 1}; }
    std::array<std::int64_t, 1> predecessors(std::int64_t n) const { return {n - 1}; }
};

}  // namespace support
