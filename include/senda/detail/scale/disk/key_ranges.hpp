// SPDX-License-Identifier: MIT
// Parts sorted keys into ranges of about the same size, by samples of them.
#pragma once

#include <senda/detail/scale/disk/key_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::detail {

/// The first keys of about so many ranges, without the first: none if there are few keys.
template <class Key>
[[nodiscard]] std::vector<Key> range_bounds(const std::vector<std::vector<key_part<Key>>>& runs,
                                            const std::vector<std::span<const Key>>& memory,
                                            key_reader<Key>& reader, std::size_t ranges) {
    constexpr std::uint64_t worth = 1U << 16U;   // keys
    constexpr std::size_t samples = 256;         // of an array
    constexpr std::uint64_t block_samples = 64;  // of a file
    struct sample {
        Key at;
        std::uint64_t weight;  // the keys that it stands for
    };
    std::uint64_t total = 0;
    for (const auto& all : memory) total += all.size();
    for (const auto& run : runs)
        for (const key_part<Key>& p : run) total += p.count;
    std::vector<Key> bounds;
    if (ranges < 2 || total < worth) return bounds;

    std::vector<sample> seen;
    for (const auto& all : memory)
        for (std::size_t i = 0; i < samples && i < all.size(); ++i)
            seen.push_back({all[all.size() / samples * i], all.size() / samples + 1});
    for (const auto& run : runs) {
        for (const key_part<Key>& p : run) {
            if (!reader.open(p)) return bounds;  // who merges it meets the error again
            const std::uint64_t step = std::max<std::uint64_t>(1, reader.blocks() / block_samples);
            for (std::uint64_t b = 0; b < reader.blocks(); b += step) {
                if (!reader.go_to(b) || reader.keys().empty()) return bounds;
                seen.push_back({reader.keys()[0], p.count * step / reader.blocks() + 1});
            }
        }
    }
    std::sort(seen.begin(), seen.end(),
              [](const sample& a, const sample& b) { return a.at < b.at; });
    std::uint64_t weight = 0;
    for (const sample& s : seen) weight += s.weight;
    const std::uint64_t each = weight / ranges + 1;
    std::uint64_t sum = 0;
    for (const sample& s : seen) {
        if (sum >= each * (bounds.size() + 1) && (bounds.empty() || bounds.back() < s.at))
            bounds.push_back(s.at);
        sum += s.weight;
    }
    return bounds;
}

}  // namespace senda::detail
