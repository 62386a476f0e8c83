// SPDX-License-Identifier: MIT
// A count of bytes with a limit, and what arrays of all types share: it is compiled once.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/language/extensions.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace senda {

/// Counts the bytes that a search holds, and refuses those above its limit.
class memory_budget {
public:
    /// A budget without a limit.
    memory_budget() = default;
    /// A budget of `limit` bytes.
    explicit memory_budget(std::uint64_t limit) noexcept : limit_(limit) {}
    /// A part of `whole`, which must outlive it: it asks for `ahead` bytes more than it needs. Each
    /// part is used by one thread at a time, the whole by none while its parts are.
    memory_budget(memory_budget& whole, std::uint64_t ahead) noexcept
        : limit_(0), whole_(&whole), ahead_(ahead) {}
    ~memory_budget() {
        if (whole_ != nullptr) whole_->take_back(limit_);
    }

    memory_budget(const memory_budget&) = delete;
    memory_budget& operator=(const memory_budget&) = delete;

    /// Changes the limit; what is held already is kept.
    void set_limit(std::uint64_t limit) noexcept { limit_ = limit; }

    /// Takes `bytes` if they fit.
    [[nodiscard]] bool take(std::uint64_t bytes) noexcept {
        if (bytes > unused() && (whole_ == nullptr || !ask(bytes - unused()))) return false;
        used_ += bytes;
        if (used_ > peak_) peak_ = used_;
        return true;
    }

    /// Gives back what was taken.
    void give(std::uint64_t bytes) noexcept {
        used_ -= bytes < used_ ? bytes : used_;
        if (whole_ != nullptr && unused() > 4 * ahead_) {
            whole_->take_back(unused() - ahead_);
            limit_ = used_ + ahead_;
        }
    }

    /// The bytes that may still be taken.
    [[nodiscard]] std::uint64_t left() const noexcept {
        return whole_ == nullptr ? unused() : unused() + whole_->left_to_parts();
    }
    /// Whether it is a part of another.
    [[nodiscard]] bool is_part() const noexcept { return whole_ != nullptr; }
    /// The bytes held now.
    [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
    /// The most bytes ever held at once.
    [[nodiscard]] std::uint64_t peak() const noexcept { return peak_; }

private:
    [[nodiscard]] std::uint64_t unused() const noexcept {
        return used_ < limit_ ? limit_ - used_ : 0;
    }

    [[nodiscard]] SENDA_COLD bool ask(std::uint64_t more) noexcept {
        const std::uint64_t wanted[] = {more + ahead_, more};
        for (const std::uint64_t bytes : wanted) {
            if (!whole_->hand_out(bytes)) continue;
            limit_ += bytes;
            return true;
        }
        return false;
    }

    // What parts ask of the whole, several at the same time.
    class lock {
    public:
        explicit lock(unsigned char& taken) noexcept : taken_(taken) {
            while (!detail::compare_exchange<unsigned char>(taken_, 0, 1)) detail::pause();
        }
        lock(const lock&) = delete;
        ~lock() { detail::store<unsigned char>(taken_, 0); }

    private:
        unsigned char& taken_;
    };
    [[nodiscard]] SENDA_COLD bool hand_out(std::uint64_t bytes) noexcept {
        const lock alone(locked_);
        return take(bytes);
    }
    SENDA_COLD void take_back(std::uint64_t bytes) noexcept {
        const lock alone(locked_);
        give(bytes);
    }
    [[nodiscard]] SENDA_COLD std::uint64_t left_to_parts() noexcept {
        const lock alone(locked_);
        return left();
    }

    std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
    memory_budget* whole_ = nullptr;
    std::uint64_t ahead_ = 0;
    unsigned char locked_ = 0;
};

namespace detail {

/// An array whose elements can be moved by copying their bytes.
struct byte_array {
    void* data;
    std::size_t used;  // in bytes, as is the capacity
    std::size_t capacity;
};

/// The most bytes that an array can have.
inline constexpr std::size_t most_bytes_of_array = std::numeric_limits<std::size_t>::max() / 2;

[[nodiscard]] constexpr bool is_paged(std::size_t bytes) noexcept {
    return has_pages && bytes >= paged_from;
}

/// Whether an array on a budget lives on pages: the arrays of parts are smaller, but they are many.
[[nodiscard]] inline bool is_paged(const memory_budget& budget, std::size_t bytes) noexcept {
    return has_pages && bytes >= (budget.is_part() ? paged_from / 4 : paged_from);
}

/// What an array of `bytes` takes.
[[nodiscard]] inline std::size_t held_bytes(const memory_budget& budget,
                                            std::size_t bytes) noexcept {
    return is_paged(budget, bytes) ? whole_pages(bytes) : bytes;
}

/// What an array takes that is no part's, which is known before it is made.
[[nodiscard]] constexpr std::uint64_t array_bytes(std::uint64_t bytes) noexcept {
    return bytes <= most_bytes_of_array && is_paged(static_cast<std::size_t>(bytes))
               ? whole_pages(static_cast<std::size_t>(bytes))
               : bytes;
}

/// The most bytes that such an array can have if it may take `bytes`.
[[nodiscard]] constexpr std::uint64_t array_bytes_within(std::uint64_t bytes) noexcept {
    if (bytes > most_bytes_of_array) bytes = most_bytes_of_array;
    if (!is_paged(static_cast<std::size_t>(bytes))) return bytes;
    return bytes - bytes % whole_pages(1);
}

/// The contents of an array in more memory; null if there is none, and then the array stays.
[[nodiscard]] inline void* moved_bytes(const memory_budget& budget, const byte_array& a,
                                       std::size_t bytes) noexcept {
    if (!is_paged(budget, bytes)) return std::realloc(a.data, bytes);
    if (is_paged(budget, a.capacity)) return remap_pages(a.data, a.capacity, bytes);
    void* pages = map_pages(bytes);
    if (pages != nullptr && a.data != nullptr) {
        std::memcpy(pages, a.data, a.used);
        std::free(a.data);
    }
    return pages;
}

/// Makes room for `count` elements, more than there is; false if the budget or system refuses.
[[nodiscard]] SENDA_COLD inline bool reallocate(memory_budget& budget, byte_array& a,
                                                std::size_t count, std::size_t size) noexcept {
    if (count > most_bytes_of_array / size) return false;
    const std::size_t bytes =
        held_bytes(budget, count * size) / size * size;  // taken pages are used
    const std::size_t more = held_bytes(budget, bytes) - held_bytes(budget, a.capacity);
    if (!budget.take(more)) return false;
    void* const moved = moved_bytes(budget, a, bytes);
    if (moved == nullptr) {
        budget.give(more);
        return false;
    }
    a.data = moved;
    a.capacity = bytes;
    return true;
}

/// Makes room for more than `count` elements: doubles, or takes an eighth more; at the end of the
/// budget half of what is left, so that a limit is used up in a few steps.
template <class Reallocate>
[[nodiscard]] bool grow_from(std::size_t count, std::size_t size, const memory_budget& budget,
                             Reallocate&& reallocate_to) {
    const std::size_t least = 64 / size + 1;
    if (reallocate_to(count < least ? least : count * 2)) return true;
    if (count >= 64 && reallocate_to(count + count / 8)) return true;
    const std::uint64_t half = budget.left() / size / 2;
    return half < most_bytes_of_array / size &&
           reallocate_to(count + static_cast<std::size_t>(half) + 1);
}

/// Makes room for at least one more element of `size` bytes.
[[nodiscard]] SENDA_COLD inline bool grow(memory_budget& budget, byte_array& a,
                                          std::size_t size) noexcept {
    return grow_from(a.capacity / size, size, budget, [&](std::size_t count) {
        const std::size_t bytes = count * size;
        if (budget.is_part() && is_paged(budget, bytes) && whole_pages(bytes) != bytes) {
            // Many arrays, a page of each hardly used, would be too much.
            const std::size_t fewer = (whole_pages(bytes) - whole_pages(1)) / size;
            if (fewer > a.capacity / size) count = fewer;
        }
        return reallocate(budget, a, count, size);
    });
}

SENDA_NOINLINE inline void release(memory_budget& budget, void* data,
                                   std::size_t capacity) noexcept {
    if (is_paged(budget, capacity)) {
        unmap_pages(data, capacity);
    } else {
        std::free(data);
    }
    budget.give(held_bytes(budget, capacity));
}

}  // namespace detail

}  // namespace senda
