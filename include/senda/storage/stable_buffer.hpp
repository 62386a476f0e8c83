// SPDX-License-Identifier: MIT
// An array on a budget whose elements stay where they are.
#pragma once

#include <senda/storage/memory.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <cstddef>
#include <new>
#include <utility>

namespace senda::detail {

/// A growing array on a budget whose elements never move: blocks of a fixed size. What the elements
/// hold outside themselves is counted as well; they must not change that while they are here.
template <class T>
class stable_buffer {
    static constexpr bool counts_owned = owns_bytes<T>();
    static constexpr std::size_t elements_near(std::size_t bytes) noexcept {
        std::size_t count = 1;
        while (count * 2 * sizeof(T) <= bytes) count *= 2;
        return count;
    }
    static constexpr std::size_t block = elements_near(1u << 14);

public:
    /// An empty array that draws on `budget`, which must outlive it.
    explicit stable_buffer(memory_budget& budget) noexcept : budget_(&budget), blocks_(budget) {}
    stable_buffer(stable_buffer&&) = delete;
    ~stable_buffer() { release(); }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return blocks_[i / block][i % block]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        return blocks_[i / block][i % block];
    }

    /// Appends a T made of `parts`; false if there is no room for it.
    template <class... Parts>
    [[nodiscard]] bool push(Parts&&... parts) {
        if (size_ == blocks_.size() * block && !add_block()) return false;
        T* const made =
            ::new (static_cast<void*>(&(*this)[size_])) T(std::forward<Parts>(parts)...);
        if constexpr (counts_owned) {
            if (!budget_->take(owned_bytes(*made))) {
                made->~T();
                return false;
            }
        }
        ++size_;
        return true;
    }

    /// Keeps the first `count` elements, and the memory of all.
    void truncate(std::size_t count) noexcept {
        while (size_ > count) {
            T& last = (*this)[--size_];
            if constexpr (counts_owned) budget_->give(owned_bytes(last));
            last.~T();
        }
    }

    /// Removes all elements and keeps the memory.
    void clear() noexcept { truncate(0); }

    /// Removes all elements and gives the memory back.
    void release() noexcept {
        clear();
        for (T* data : blocks_) {
            deallocate(data);
            budget_->give(block * sizeof(T));
        }
        blocks_.release();
    }

private:
    bool add_block() {
        if (!blocks_.push(nullptr)) return false;
        if (budget_->take(block * sizeof(T))) {
            blocks_.back() = allocate<T>(block);
            if (blocks_.back() != nullptr) return true;
            budget_->give(block * sizeof(T));
        }
        blocks_.truncate(blocks_.size() - 1);
        return false;
    }

    memory_budget* budget_;
    buffer<T*> blocks_;
    std::size_t size_ = 0;
};

}  // namespace senda::detail
