// SPDX-License-Identifier: MIT
// What a thread team must keep, said once for the unit tests and for the thread sanitizer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <senda/detail/storage/thread_team.hpp>
#include <vector>

namespace support {

/// Whether a team of so many adds up all numbers in each of `tasks` tasks, each part by one thread.
inline bool team_does_each_part_once(unsigned wanted, int tasks) {
    struct shared {
        std::array<std::uint64_t, senda::detail::thread_team::most> sums{};
        std::vector<int> numbers = std::vector<int>(4000, 3);
        unsigned size = 1;
    };
    senda::detail::thread_team team;
    team.start(wanted);
    shared all;
    all.size = team.size();
    std::uint64_t expected = 0;
    for (int i = 0; i < tasks; ++i) {
        expected += 4000u * static_cast<unsigned>(3 + i);
        team.run(
            [](void* of, unsigned part) {
                shared& in = *static_cast<shared*>(of);
                for (std::size_t n = part; n < in.numbers.size(); n += in.size)
                    in.sums[part] += static_cast<std::uint64_t>(in.numbers[n]++);
            },
            &all);
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t s : all.sums) sum += s;
    return sum == expected;
}

}  // namespace support
