// SPDX-License-Identifier: MIT
// Graphs without end: whoever searches them for nothing must be stopped.
#pragma once

#include <array>
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

}  // namespace support
