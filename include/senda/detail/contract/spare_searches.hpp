// SPDX-License-Identifier: MIT
// Searches that are kept with their memory until somebody asks again.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace senda::detail {

/// A place each for as many threads as work together; several may take and give at once.
template <class Search>
class spare_searches {
public:
    spare_searches() = default;
    /// Searches refer to what they search, and so are not moved with it.
    spare_searches(spare_searches&& other) noexcept { other.clear(); }
    spare_searches& operator=(spare_searches&& other) noexcept {
        clear();
        other.clear();
        return *this;
    }
    ~spare_searches() { clear(); }

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
            Search* nobody = nullptr;
            if (place.compare_exchange_strong(nobody, search, std::memory_order_acq_rel)) return;
        }
        delete search;
    }

private:
    std::array<std::atomic<Search*>, 16> places_{};
};

}  // namespace senda::detail
