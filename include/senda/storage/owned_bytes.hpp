// SPDX-License-Identifier: MIT
// What a value holds in memory outside itself: a limit of bytes counts that too.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

/// What an allocator takes: a word of its own, in steps of two words, and four at least.
[[nodiscard]] constexpr std::uint64_t allocated_bytes(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t step = 2 * sizeof(void*);
    const std::uint64_t taken = (bytes + sizeof(void*) + step - 1) / step * step;
    return taken < 2 * step ? 2 * step : taken;
}

template <class T>
concept SaysWhatItOwns = requires(const T& t) {
    { t.owned_bytes() } -> std::convertible_to<std::uint64_t>;
};

/// A string or a vector: elements in a row, with room for more.
template <class T>
concept OwnsArray = requires(const T& t) {
    typename T::value_type;
    { t.capacity() } -> std::convertible_to<std::size_t>;
    { t.size() } -> std::convertible_to<std::size_t>;
    t.begin();
};

/// A list, a set or a map: elements here and there.
template <class T>
concept OwnsElements = !OwnsArray<T> && requires(const T& t) {
    typename T::value_type;
    typename T::allocator_type;
    { t.size() } -> std::convertible_to<std::size_t>;
    t.begin();
};

/// A pair, a tuple or an array.
template <class T>
concept HasParts = requires { std::tuple_size<T>::value; };

template <class T>
[[nodiscard]] constexpr bool owns_bytes();

template <class T, std::size_t... I>
[[nodiscard]] constexpr bool parts_own_bytes(std::index_sequence<I...>) {
    return (owns_bytes<std::tuple_element_t<I, T>>() || ...);
}

/// Whether values of a type may hold memory outside themselves, as far as is known.
template <class T>
[[nodiscard]] constexpr bool owns_bytes() {
    if constexpr (SaysWhatItOwns<T>) {
        return true;
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        return false;
    } else if constexpr (HasParts<T>) {
        return parts_own_bytes<T>(std::make_index_sequence<std::tuple_size_v<T>>{});
    } else {
        return OwnsArray<T> || OwnsElements<T>;
    }
}

template <class T>
[[nodiscard]] std::uint64_t array_bytes(const T& t) noexcept {
    if constexpr (requires {
                      { t.data() } -> std::convertible_to<const void*>;
                  }) {
        const auto* const data = reinterpret_cast<const unsigned char*>(t.data());
        const auto* const self = reinterpret_cast<const unsigned char*>(&t);
        if (t.capacity() == 0 || (data >= self && data < self + sizeof(T))) return 0;
        const std::uint64_t end_mark = requires { t.c_str(); } ? 1 : 0;
        return allocated_bytes((t.capacity() + end_mark) * sizeof(typename T::value_type));
    } else {
        return t.capacity() == 0 ? 0 : allocated_bytes(t.capacity() / 8 + 1);  // vector<bool>
    }
}

}  // namespace detail

/// The bytes that a value holds outside itself, as a limit of bytes counts them. Known for what the
/// standard library has: strings, vectors and other containers, pairs, tuples and arrays of them.
/// Another type says it with a member `owned_bytes()`, which must not change while a search holds
/// the value; without one it counts as its `sizeof` alone.
template <class T>
[[nodiscard]] std::uint64_t owned_bytes(const T& t) {
    if constexpr (!detail::owns_bytes<T>()) {
        return 0;
    } else if constexpr (detail::SaysWhatItOwns<T>) {
        return static_cast<std::uint64_t>(t.owned_bytes());
    } else if constexpr (detail::HasParts<T>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            using std::get;
            return (owned_bytes(get<I>(t)) + ...);
        }(std::make_index_sequence<std::tuple_size_v<T>>{});
    } else {
        std::uint64_t sum = 0;
        if constexpr (detail::OwnsArray<T>) {
            sum = detail::array_bytes(t);
        } else {
            // An element comes with two to four pointers.
            constexpr std::size_t bytes = sizeof(typename T::value_type) + 3 * sizeof(void*);
            sum = std::uint64_t{t.size()} * detail::allocated_bytes(bytes);
        }
        if constexpr (detail::owns_bytes<typename T::value_type>()) {
            for (const auto& element : t) sum += owned_bytes(element);
        }
        return sum;
    }
}

}  // namespace senda
