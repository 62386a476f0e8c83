// SPDX-License-Identifier: MIT
// Atomic access to plain values: by builtins, which take no time to compile and are there where the
// standard library has no std::atomic_ref, else by that.
#pragma once

#include <senda/language/extensions.hpp>

#include <utility>
#include <version>

#define SENDA_DETAIL_ATOMIC_BUILTINS 1
#if !SENDA_HAS_BUILTINS && defined(__cpp_lib_atomic_ref)
#include <atomic>
#undef SENDA_DETAIL_ATOMIC_BUILTINS
#define SENDA_DETAIL_ATOMIC_BUILTINS 0
#endif

namespace senda::detail {

/// The value, and everything that was written before it was stored.
template <class T>
[[nodiscard]] T load(const T& value) noexcept {
#if SENDA_DETAIL_ATOMIC_BUILTINS
    T now{};
    __atomic_load(&value, &now, __ATOMIC_ACQUIRE);
    return now;
#else
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_acquire);
#endif
}

template <class T>
void store(T& value, T to) noexcept {
#if SENDA_DETAIL_ATOMIC_BUILTINS
    __atomic_store(&value, &to, __ATOMIC_RELEASE);
#else
    std::atomic_ref<T>(value).store(to, std::memory_order_release);
#endif
}

/// Adds, and returns what was there before. A thread that is alone saves locking the bus.
template <class T>
T fetch_add(T& value, T more, bool alone) noexcept {
    if (alone) return std::exchange(value, static_cast<T>(value + more));
#if SENDA_DETAIL_ATOMIC_BUILTINS
    return __atomic_fetch_add(&value, more, __ATOMIC_ACQ_REL);
#else
    return std::atomic_ref<T>(value).fetch_add(more, std::memory_order_acq_rel);
#endif
}

/// Sets bits, and returns what was there before. It does not order what else was written.
template <class T>
T fetch_or(T& value, T bits, bool alone) noexcept {
    if (alone) return std::exchange(value, static_cast<T>(value | bits));
#if SENDA_DETAIL_ATOMIC_BUILTINS
    return __atomic_fetch_or(&value, bits, __ATOMIC_RELAXED);
#else
    return std::atomic_ref<T>(value).fetch_or(bits, std::memory_order_relaxed);
#endif
}

/// The value alone: nothing is known of what else was written.
template <class T>
[[nodiscard]] T load_relaxed(const T& value) noexcept {
#if SENDA_DETAIL_ATOMIC_BUILTINS
    return __atomic_load_n(&value, __ATOMIC_RELAXED);
#else
    return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_relaxed);
#endif
}

/// Stores the value alone: it does not order what else was written.
template <class T>
void store_relaxed(T& value, T to) noexcept {
#if SENDA_DETAIL_ATOMIC_BUILTINS
    __atomic_store_n(&value, to, __ATOMIC_RELAXED);
#else
    std::atomic_ref<T>(value).store(to, std::memory_order_relaxed);
#endif
}

/// Changes `from` to `to`; false if it is not `from`.
template <class T>
[[nodiscard]] bool compare_exchange(T& value, T from, T to) noexcept {
#if SENDA_DETAIL_ATOMIC_BUILTINS
    return __atomic_compare_exchange(&value, &from, &to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#else
    return std::atomic_ref<T>(value).compare_exchange_strong(from, to, std::memory_order_acq_rel,
                                                             std::memory_order_acquire);
#endif
}

/// Replaces the value unless `stands(value)`, and returns what was there before.
template <class T, class Stands>
T replace_unless(T& value, T to, bool alone, const Stands& stands) noexcept {
    T now = load_relaxed(value);
    if (alone) {
        if (!stands(now)) value = to;
        return now;
    }
    while (!stands(now) && !compare_exchange(value, now, to)) now = load_relaxed(value);
    return now;
}

/// Lowers a value unless it is lower; 0 is none.
template <class T>
void set_least(T& value, T to, bool alone) noexcept {
    replace_unless(value, to, alone, [to](T now) { return now != 0 && !(to < now); });
}

/// Raises a value unless it is higher, and returns what was there before.
template <class T>
T fetch_max(T& value, T to, bool alone) noexcept {
    return replace_unless(value, to, alone, [to](T now) { return !(now < to); });
}

}  // namespace senda::detail

#undef SENDA_DETAIL_ATOMIC_BUILTINS
