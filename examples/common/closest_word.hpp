// SPDX-License-Identifier: MIT
// The word that was probably meant.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

/// How many letters must be added, taken away, changed or swapped with the next one to turn one
/// word into another.
inline std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t k = 0; k <= to.size(); ++k) last[k] = k;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t k = 1; k <= to.size(); ++k) {
            const std::size_t changed = last[k - 1] + (from[i - 1] == to[k - 1] ? 0 : 1);
            row[k] = std::min({last[k] + 1, row[k - 1] + 1, changed});
            const bool swapped =
                i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1];
            if (swapped) row[k] = std::min(row[k], before_last[k - 2] + 1);
        }
        before_last = std::exchange(last, row);
    }
    return last[to.size()];
}

/// The word closest to `typed` if one is close enough to be meant: half of it may be wrong, or it
/// may be cut short.
inline std::optional<std::string> closest_word(std::string_view typed,
                                               std::span<const std::string> words) {
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(typed.size() / 2, 1) + 1;
    for (const std::string& word : words) {
        const bool cut_short = typed.size() > 2 && word.starts_with(typed);
        const std::size_t distance = cut_short ? 1 : edit_distance(typed, word);
        if (distance >= least) continue;
        least = distance;
        best = word;
    }
    return best;
}

}  // namespace program
