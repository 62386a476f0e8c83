// SPDX-License-Identifier: MIT
// Searches that are kept with their memory until somebody asks again.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace senda::detail {

/// A place each for as many threads as work together; several may take and give at once.
template <class Search>
class search_pool {
public:
    search_pool() = default;
    /// Searches refer to what they search, and so are not moved with it.
    search_pool(search_pool&& other) noexcept { other.clear(); }
    search_pool& operator=(search_pool&& other) noexcept {
        clear();
        other.clear();
        return *this;
    }
    ~search_pool() { clear(); }

    /// Gives the memory of all back.
    void clear() noexcept {
        while (Search* const kept = take()) delete kept;
    }

    /// One that was given, or none.
    [[nodiscard]] Search* take() noexcept {
        for (std::atomic<Search*>& place : places_)
            if (Search* const kept = place.exchange(nullptr, std::memory_order_acq_rel))
                return kept;
        return nullptr;
    }
    void give(Search* search) noexcept {
        for (std::atomic<Search*>& place : places_) {
            Search* empty = nullptr;
            if (place.compare_exchange_strong(empty, search, std::memory_order_acq_rel)) return;
        }
        delete search;
    }

private:
    std::array<std::atomic<Search*>, 16> places_{};
};

}  // namespace senda::detail
