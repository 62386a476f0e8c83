// SPDX-License-Identifier: MIT
// Atomic access to plain values, as std::atomic_ref has it, which some standard libraries lack: the
// few operations that a tree needs which threads share.
#pragma once

#include <utility>

namespace senda::games::detail {

/// The value, and everything that was written before it was stored.
template <class T>
[[nodiscard]] T load(const T& value) noexcept {
    T now{};
    __atomic_load(&value, &now, __ATOMIC_ACQUIRE);
    return now;
}

template <class T>
void store(T& value, T to) noexcept {
    __atomic_store(&value, &to, __ATOMIC_RELEASE);
}

/// Adds, and returns what was there before. A thread that is alone saves locking the bus.
template <class T>
T fetch_add(T& value, T more, bool alone) noexcept {
    if (alone) return std::exchange(value, static_cast<T>(value + more));
    return __atomic_fetch_add(&value, more, __ATOMIC_ACQ_REL);
}

/// Changes `from` to `to`; false if it is not `from`.
template <class T>
[[nodiscard]] bool compare_exchange(T& value, T from, T to) noexcept {
    return __atomic_compare_exchange(&value, &from, &to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

}  // namespace senda::games::detail
