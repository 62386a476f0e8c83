// SPDX-License-Identifier: MIT
// What the blocks of the pages may use without including it, and the table of them.
#pragma once

#include <senda/everything.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A block of code in a page.
struct block {
    const char* page;
    int line;
    void (*run)();
    const char* output;  ///< what it prints, if the page says so
};

/// All blocks, in the order of the pages.
extern const std::vector<block> blocks;
