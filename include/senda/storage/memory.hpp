// SPDX-License-Identifier: MIT
// Memory that is counted, and whose end is an answer: a budget, and arrays that draw on it.
#pragma once

#include <senda/storage/pages.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

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
    void give(std::uint64_t bytes) noexcept { used_ -= bytes; }

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

namespace detail {

/// Whether a T can be moved by copying its bytes, so that `realloc` may grow an array of it.
template <class T>
inline constexpr bool moves_as_bytes =
    std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t);

template <class T>
[[nodiscard]] T* allocate(std::size_t count) noexcept {
    if constexpr (moves_as_bytes<T>) {
        return static_cast<T*>(std::malloc(count * sizeof(T)));
    } else {
        return static_cast<T*>(
            ::operator new(count * sizeof(T), std::align_val_t{alignof(T)}, std::nothrow));
    }
}

template <class T>
void deallocate(T* data) noexcept {
    if constexpr (moves_as_bytes<T>) {
        std::free(data);
    } else {
        ::operator delete(data, std::align_val_t{alignof(T)}, std::nothrow);
    }
}

}  // namespace detail

/// A growing array on a budget. What would throw elsewhere returns false here.
template <class T>
class buffer {
public:
    /// An empty array that draws on `budget`, which must outlive it.
    explicit buffer(memory_budget& budget) noexcept : budget_(&budget) {}
    buffer(buffer&& other) noexcept
        : budget_(other.budget_),
          data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    buffer& operator=(buffer&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~buffer() { release(); }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    /// The budget that the array draws on.
    [[nodiscard]] memory_budget& budget() const noexcept { return *budget_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* data() noexcept { return data_; }
    [[nodiscard]] const T* data() const noexcept { return data_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
    [[nodiscard]] T& back() noexcept { return data_[size_ - 1]; }
    [[nodiscard]] T* begin() noexcept { return data_; }
    [[nodiscard]] T* end() noexcept { return data_ + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data_; }
    [[nodiscard]] const T* end() const noexcept { return data_ + size_; }

    /// Appends a T made of `parts`; false if there is no room for it.
    template <class... Parts>
    [[nodiscard]] bool push(Parts&&... parts) {
        if (size_ == capacity_) [[unlikely]] {
            return push_growing(std::forward<Parts>(parts)...);
        }
        ::new (static_cast<void*>(data_ + size_)) T(std::forward<Parts>(parts)...);
        ++size_;
        return true;
    }

    /// Says that the caller has made elements up to `count`, within the capacity, by itself.
    void set_size(std::size_t count) noexcept
        requires std::is_trivially_copyable_v<T>
    {
        size_ = count;
    }

    /// Makes room for at least one more; false if the budget or the system refuses. Doubles, or
    /// takes an eighth more; at the end of the budget, half of what is left, so that a limit is
    /// used up in a few steps.
    [[nodiscard, gnu::noinline, gnu::cold]] bool grow() {
        const std::size_t small = 64 / sizeof(T) + 1;
        if (reallocate(capacity_ < small ? small : capacity_ * 2)) return true;
        if (capacity_ >= 64 && reallocate(capacity_ + capacity_ / 8)) return true;
        const std::uint64_t half = budget_->left() / sizeof(T) / 2;
        return half < max_count() && reallocate(capacity_ + static_cast<std::size_t>(half) + 1);
    }

    /// Removes and returns the last element.
    [[nodiscard]] T pop() {
        T last = std::move(data_[size_ - 1]);
        truncate(size_ - 1);
        return last;
    }

    /// Keeps the first `count` elements.
    void truncate(std::size_t count) noexcept {
        if constexpr (!std::is_trivially_destructible_v<T>) std::destroy(data_ + count, end());
        size_ = count;
    }

    /// Removes all elements and keeps the memory.
    void clear() noexcept { truncate(0); }

    /// Removes all elements and gives the memory back.
    void release() noexcept {
        clear();
        if (data_ == nullptr) return;
        if (is_paged(capacity_)) {
            detail::unmap_pages(data_, capacity_ * sizeof(T));
        } else {
            detail::deallocate(data_);
        }
        budget_->give(capacity_ * sizeof(T));
        data_ = nullptr;
        capacity_ = 0;
    }

    /// Makes room for `count` elements in all; false if the budget or the system refuses.
    [[nodiscard]] bool reserve(std::size_t count) {
        return count <= capacity_ || reallocate(count);
    }

    /// Replaces the contents by `count` zeros. The system hands out zeroed pages as they are first
    /// touched, so a large array costs nothing where it is not used.
    [[nodiscard]] bool assign_zeros(std::size_t count)
        requires detail::moves_as_bytes<T>
    {
        release();
        if (count > max_count() || !budget_->take(count * sizeof(T))) return false;
        const std::size_t bytes = count * sizeof(T);
        data_ = static_cast<T*>(is_paged(count) ? detail::map_pages(bytes)
                                                : std::calloc(count == 0 ? 1 : count, sizeof(T)));
        if (data_ == nullptr) {
            budget_->give(bytes);
            return false;
        }
        size_ = capacity_ = count;
        return true;
    }

    /// Adds zeros up to `count` elements in all, without a second array where pages can be moved.
    [[nodiscard]] bool extend_zeros(std::size_t count)
        requires detail::moves_as_bytes<T>
    {
        const std::size_t before = capacity_;
        if (!reserve(count)) return false;
        const std::size_t dirty = is_paged(capacity_) ? before : count;  // new pages are zeroed
        if (size_ < dirty) {
            std::memset(static_cast<void*>(data_ + size_), 0, (dirty - size_) * sizeof(T));
        }
        size_ = count;
        return true;
    }

private:
    static constexpr std::size_t max_count() noexcept {
        return std::numeric_limits<std::size_t>::max() / 2 / sizeof(T);
    }

    // The parts may point into this array, so the element is made before the array moves.
    template <class... Parts>
    [[gnu::noinline, gnu::cold]] bool push_growing(Parts&&... parts) {
        T element(std::forward<Parts>(parts)...);
        if (!grow()) return false;
        ::new (static_cast<void*>(data_ + size_)) T(std::move(element));
        ++size_;
        return true;
    }

    [[nodiscard]] static constexpr bool is_paged(std::size_t count) noexcept {
        return detail::has_pages && detail::moves_as_bytes<T> &&
               count * sizeof(T) >= detail::paged_from;
    }

    bool reallocate(std::size_t count) {
        if (count > max_count()) return false;
        if constexpr (detail::moves_as_bytes<T>) {
            const std::size_t more = (count - capacity_) * sizeof(T);
            if (!budget_->take(more)) return false;
            void* moved = move_bytes(count);
            if (moved == nullptr) {
                budget_->give(more);
                return false;
            }
            data_ = static_cast<T*>(moved);
        } else {
            if (!budget_->take(count * sizeof(T))) return false;
            T* moved = detail::allocate<T>(count);
            if (moved == nullptr) {
                budget_->give(count * sizeof(T));
                return false;
            }
            move_to(moved, count);
        }
        capacity_ = count;
        return true;
    }

    [[nodiscard]] void* move_bytes(std::size_t count) noexcept {
        void* data = static_cast<void*>(data_);
        const std::size_t bytes = count * sizeof(T);
        if (!is_paged(count)) return std::realloc(data, bytes);
        if (is_paged(capacity_)) return detail::remap_pages(data, capacity_ * sizeof(T), bytes);
        void* pages = detail::map_pages(bytes);
        if (pages != nullptr && data != nullptr) {
            std::memcpy(pages, data, size_ * sizeof(T));
            std::free(data);
        }
        return pages;
    }

    void move_to(T* moved, std::size_t count) {
        struct guard {  // an element whose copy throws must not lose the new array
            memory_budget* budget;
            T* data;
            std::size_t bytes;
            ~guard() {
                if (data == nullptr) return;
                detail::deallocate(data);
                budget->give(bytes);
            }
        } unused{budget_, moved, count * sizeof(T)};
        if constexpr (std::is_nothrow_move_constructible_v<T>) {
            std::uninitialized_move(begin(), end(), moved);
        } else {
            std::uninitialized_copy(begin(), end(), moved);
        }
        std::destroy(begin(), end());
        unused.data = std::exchange(data_, moved);
        unused.bytes = capacity_ * sizeof(T);
    }

    memory_budget* budget_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// A growing array on a budget whose elements never move: blocks of a fixed size.
template <class T>
class stable_buffer {
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
        ::new (static_cast<void*>(&(*this)[size_])) T(std::forward<Parts>(parts)...);
        ++size_;
        return true;
    }

    /// Keeps the first `count` elements, and the memory of all.
    void truncate(std::size_t count) noexcept {
        while (size_ > count) std::destroy_at(&(*this)[--size_]);
    }

    /// Removes all elements and keeps the memory.
    void clear() noexcept { truncate(0); }

    /// Removes all elements and gives the memory back.
    void release() noexcept {
        clear();
        for (T* data : blocks_) {
            detail::deallocate(data);
            budget_->give(block * sizeof(T));
        }
        blocks_.release();
    }

private:
    bool add_block() {
        if (!blocks_.push(nullptr)) return false;
        if (budget_->take(block * sizeof(T))) {
            blocks_.back() = detail::allocate<T>(block);
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

}  // namespace senda
