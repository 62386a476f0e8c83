// SPDX-License-Identifier: MIT
// A count of bytes with a limit.
#pragma once

#include <cstdint>
#include <limits>

namespace senda {

/// Counts the bytes that a search holds, and refuses those above its limit.
class memory_budget {
public:
    /// A budget without a limit.
    memory_budget() = default;
    /// A budget of `limit` bytes.
    explicit memory_budget(std::uint64_t limit) noexcept : limit_(limit) {}

    memory_budget(const memory_budget&) = delete;
    memory_budget& operator=(const memory_budget&) = delete;

    /// Changes the limit; what is held already is kept.
    void set_limit(std::uint64_t limit) noexcept { limit_ = limit; }

    /// Takes `bytes` if they fit.
    [[nodiscard]] bool take(std::uint64_t bytes) noexcept {
        if (bytes > left()) return false;
        used_ += bytes;
        if (used_ > peak_) peak_ = used_;
        return true;
    }

    /// Gives back what was taken.
    void give(std::uint64_t bytes) noexcept { used_ -= bytes < used_ ? bytes : used_; }

    /// The bytes that may still be taken.
    [[nodiscard]] std::uint64_t left() const noexcept {
        return used_ < limit_ ? limit_ - used_ : 0;
    }
    /// The bytes held now.
    [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
    /// The most bytes ever held at once.
    [[nodiscard]] std::uint64_t peak() const noexcept { return peak_; }

private:
    std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
};

}  // namespace senda
