// SPDX-License-Identifier: MIT
// Which numbers belong together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// Sets that are joined, by numbers; the least number of a set stands for it.
class joined_sets {
public:
    joined_sets() = default;
    /// So many sets of one.
    explicit joined_sets(std::size_t count) {
        parents_.reserve(count);
        while (parents_.size() < count) add();
    }

    /// Adds a set of one.
    std::uint32_t add() {
        parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
        return parents_.back();
    }
    void clear() noexcept { parents_.clear(); }

    [[nodiscard]] std::uint32_t find(std::uint32_t n) noexcept {
        while (parents_[n] != n) n = parents_[n] = parents_[parents_[n]];
        return n;
    }
    void join(std::uint32_t a, std::uint32_t b) noexcept {
        a = find(a);
        b = find(b);
        if (a < b) {
            parents_[b] = a;
        } else {
            parents_[a] = b;
        }
    }

private:
    std::vector<std::uint32_t> parents_;
};

}  // namespace senda::detail
