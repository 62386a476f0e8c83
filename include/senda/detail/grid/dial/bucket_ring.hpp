// SPDX-License-Identifier: MIT
// The circular bucket queue of Dial's algorithm, for costs that differ by less than 128.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

namespace senda::detail {

/// A bucket for each cost; room is made in all at once, so that pushing checks no capacity.
class bucket_ring {
public:
    using id = std::uint32_t;

    explicit bucket_ring(memory_budget& budget) noexcept : first_(budget), budget_(&budget) {}
    bucket_ring(const bucket_ring&) = delete;
    bucket_ring& operator=(const bucket_ring&) = delete;
    ~bucket_ring() {
        for (const bucket& b : buckets_) {
            if (!is_grown(b)) continue;
            std::free(b.begin);
            budget_->give(b.capacity * sizeof(id));
        }
    }

    /// Makes buckets for cells of which there are `cells`; false if there is no memory.
    [[nodiscard]] bool prepare(std::size_t cells) {
        wanted_ = std::clamp<std::size_t>(cells / 2, 4, 512);
        // Arrays that begin a power of two apart would evict each other from the cache.
        const std::size_t apart = wanted_ * 2 + 80;
        if (!first_.reserve(most * apart)) return false;
        for (std::size_t i = 0; i < most; ++i) {
            buckets_[i] = {first_.data() + i * apart, wanted_ * 2};
            ends_[i] = buckets_[i].begin;
        }
        return true;
    }

    /// The bucket of a cost is number `cost & mask()`.
    [[nodiscard]] std::size_t mask() const noexcept { return mask_; }
    /// Where each bucket ends, to write there and to move on.
    [[nodiscard]] id** ends() noexcept { return ends_.data(); }
    [[nodiscard]] id* begin(std::size_t i) const noexcept { return buckets_[i].begin; }
    [[nodiscard]] std::size_t size(std::size_t i) const noexcept {
        return static_cast<std::size_t>(ends_[i] - buckets_[i].begin);
    }
    void clear(std::size_t i) noexcept { ends_[i] = buckets_[i].begin; }

    [[nodiscard]] std::size_t queued() const noexcept {
        std::size_t sum = 0;
        for (std::size_t i = 0; i <= mask_; ++i) sum += size(i);
        return sum;
    }

    /// Widens the ring for costs up to `weight`, below 128, above the least queued, `cost`.
    void widen(std::size_t weight, std::uint64_t cost) noexcept {
        while (mask_ < weight) {
            const std::size_t half = mask_ + 1;
            for (std::uint64_t c = cost; c < cost + half; ++c) {
                const auto i = static_cast<std::size_t>(c & mask_);
                if ((c & half) == 0) continue;
                std::swap(buckets_[i], buckets_[i + half]);
                std::swap(ends_[i], ends_[i + half]);
            }
            mask_ = half * 2 - 1;
        }
    }

    /// Makes room in every bucket; returns how many ids any one can take, 0 if there is no memory.
    [[nodiscard]] SENDA_NOINLINE std::size_t make_room() {
        for (std::size_t i = 0; i <= mask_; ++i)
            if (buckets_[i].capacity - size(i) < wanted_ && !grow(i)) return 0;
        return wanted_;
    }

private:
    static constexpr std::size_t most = 128;

    struct bucket {
        id* begin = nullptr;
        std::size_t capacity = 0;
    };

    [[nodiscard]] bool is_grown(const bucket& b) const noexcept { return b.capacity > wanted_ * 2; }

    bool grow(std::size_t i) {
        bucket& b = buckets_[i];
        const std::size_t held = size(i);
        const std::size_t more = b.capacity * 2;
        if (more > std::numeric_limits<std::size_t>::max() / 2 / sizeof(id)) return false;
        const std::size_t bytes = (more - (is_grown(b) ? b.capacity : 0)) * sizeof(id);
        if (!budget_->take(bytes)) return false;
        void* moved = std::realloc(is_grown(b) ? b.begin : nullptr, more * sizeof(id));
        if (moved == nullptr) {
            budget_->give(bytes);
            return false;
        }
        if (!is_grown(b)) std::copy_n(b.begin, held, static_cast<id*>(moved));
        b = {static_cast<id*>(moved), more};
        ends_[i] = b.begin + held;
        return true;
    }

    std::array<bucket, most> buckets_{};
    std::array<id*, most> ends_{};
    std::size_t mask_ = 7;
    buffer<id> first_;  // the memory of all buckets that have not grown
    memory_budget* budget_;
    std::size_t wanted_ = 0;  // the room that makes calls of `make_room` rare
};

}  // namespace senda::detail
