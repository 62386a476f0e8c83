// SPDX-License-Identifier: MIT
// The nodes of a search in shards, each of which one thread serves at a time.
#pragma once

#include <senda/storage/memory.hpp>

#include <cstddef>
#include <new>

namespace senda::detail {

/// A number of shards on one budget, which must outlive them.
template <class Shard, unsigned Count>
class node_shards {
public:
    node_shards() = default;
    node_shards(const node_shards&) = delete;
    node_shards& operator=(const node_shards&) = delete;
    ~node_shards() { release(); }

    [[nodiscard]] Shard& operator[](std::size_t p) noexcept { return shards_[p]; }
    [[nodiscard]] const Shard& operator[](std::size_t p) const noexcept { return shards_[p]; }
    [[nodiscard]] Shard* begin() noexcept { return shards_; }
    [[nodiscard]] Shard* end() noexcept { return shards_ + Count; }
    [[nodiscard]] const Shard* begin() const noexcept { return shards_; }
    [[nodiscard]] const Shard* end() const noexcept { return shards_ + Count; }

    /// Makes them, empty, for a graph or what stands for it; false if there is no room.
    template <class G>
    [[nodiscard]] bool make(memory_budget& budget, const G& g) {
        if (!budget.take(bytes)) return false;
        void* const memory = ::operator new(bytes, std::align_val_t{alignof(Shard)}, std::nothrow);
        if (memory == nullptr) {
            budget.give(bytes);
            return false;
        }
        budget_ = &budget;
        shards_ = static_cast<Shard*>(memory);
        for (unsigned p = 0; p < Count; ++p) ::new (static_cast<void*>(shards_ + p)) Shard(budget);
        for (Shard& own : *this) {
            if (!own.prepare(g)) return false;
            if constexpr (requires { own.outboxes; }) {
                if (!own.outboxes.reserve(Count)) return false;
                for (unsigned to = 0; to < Count; ++to) (void)own.outboxes.push(own.budget);
            }
        }
        return true;
    }

    void release() noexcept {
        if (shards_ == nullptr) return;
        destroy(begin(), end());
        deallocate(shards_);
        shards_ = nullptr;
        budget_->give(bytes);
    }

private:
    static constexpr std::size_t bytes = Count * sizeof(Shard);

    Shard* shards_ = nullptr;
    memory_budget* budget_ = nullptr;
};

}  // namespace senda::detail
