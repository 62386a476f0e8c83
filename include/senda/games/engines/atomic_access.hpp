// SPDX-License-Identifier: MIT
// Plain values that several threads look at: the few operations that a shared tree needs.
#pragma once

#include <atomic>

namespace senda::games::detail {

#if defined(__cpp_lib_atomic_ref)

inline constexpr bool values_can_be_shared = true;

/// The value, and everything that was written before it was set.
template <class T>
[[nodiscard]] T get(const T& value) noexcept {
    // C++20 has no atomic_ref to const; nothing is written here.
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_acquire);
}

template <class T>
void set(T& value, T to) noexcept {
    std::atomic_ref<T>(value).store(to, std::memory_order_release);
}

/// Adds, and returns what was there before. A thread that is alone saves locking the bus.
template <class T>
T add(T& value, T more, bool alone) noexcept {
    if (!alone) return std::atomic_ref<T>(value).fetch_add(more, std::memory_order_acq_rel);
    const T before = value;
    value = static_cast<T>(before + more);
    return before;
}

/// Changes `from` to `to`; false if it is not `from`.
template <class T>
[[nodiscard]] bool swap_if(T& value, T from, T to) noexcept {
    return std::atomic_ref<T>(value).compare_exchange_strong(from, to, std::memory_order_acq_rel);
}

#else

inline constexpr bool values_can_be_shared = false;

template <class T>
[[nodiscard]] T get(const T& value) noexcept {
    return value;
}

template <class T>
void set(T& value, T to) noexcept {
    value = to;
}

template <class T>
T add(T& value, T more, bool) noexcept {
    const T before = value;
    value = static_cast<T>(before + more);
    return before;
}

template <class T>
[[nodiscard]] bool swap_if(T& value, T from, T to) noexcept {
    if (value != from) return false;
    value = to;
    return true;
}

#endif

}  // namespace senda::games::detail
