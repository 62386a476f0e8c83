// SPDX-License-Identifier: MIT
// Threads wait at random where they meet: for what includes this first.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace support {

inline void wait_at_random() {
    thread_local std::uint64_t state = reinterpret_cast<std::uintptr_t>(&state);
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t drawn = state >> 59U;
    if (drawn == 0) std::this_thread::sleep_for(std::chrono::microseconds(state >> 56U));
    if (drawn < 8) std::this_thread::yield();
}

}  // namespace support

#define SENDA_DETAIL_BARRIER_HOOK() support::wait_at_random()
