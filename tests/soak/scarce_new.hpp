// SPDX-License-Identifier: MIT
// A `new` that fails when it is told to.
#pragma once

#include <cstdint>

namespace scarce {

/// Only so many objects can be made from now on.
void allow(std::uint64_t objects);
/// As many as the system has memory for.
void allow_all();
/// The bytes of addresses that this process has in use.
std::uint64_t size_of_process();

}  // namespace scarce
