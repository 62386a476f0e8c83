// SPDX-License-Identifier: MIT
// How much memory a program takes if nobody says how much.
#pragma once

#include "platform.hpp"

#include <senda/search/options.hpp>

#include <cstdint>

namespace program {

/// Half of the memory that is there, of the machine or of what a container or the shell leaves of
/// it, shared by so many processes; without a limit if that is not known.
[[nodiscard]] inline std::uint64_t default_memory_limit(std::uint64_t processes = 1) {
    static const std::uint64_t there = platform::memory_there();
    return there == 0 ? senda::limits{}.bytes : there / 2 / (processes == 0 ? 1 : processes);
}

}  // namespace program
