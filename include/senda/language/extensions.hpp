// SPDX-License-Identifier: MIT
// What compilers have beyond C++20, with a plain form for the others. SENDA_PORTABLE=1, defined by
// the user, takes the plain forms everywhere. And the names of enumerators, which C++20 does not
// tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <version>

#if !defined(__cpp_lib_atomic_wait) || defined(__wasm__) ||      \
    (defined(__GLIBCXX__) && !defined(_GLIBCXX_HAS_GTHREADS)) || \
    defined(_LIBCPP_HAS_NO_THREADS) || (defined(_LIBCPP_HAS_THREADS) && !_LIBCPP_HAS_THREADS)
/// 1 where a search may start threads, else 0.
#define SENDA_HAS_THREADS 0
#elif !defined(_REENTRANT) &&                                               \
    (defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || \
     (defined(__GLIBC__) && __GLIBC__ == 2 && __GLIBC_MINOR__ < 34))
#define SENDA_HAS_THREADS 0  // without -pthread
#else
#define SENDA_HAS_THREADS 1
#endif

/// 1 where extensions may be used at all, else 0.
#if defined(SENDA_PORTABLE) && SENDA_PORTABLE
#define SENDA_HAS_EXTENSIONS 0
#else
#define SENDA_HAS_EXTENSIONS 1
#endif

/// 1 where the compiler knows the attributes and builtins of g++, as clang does, else 0.
#if SENDA_HAS_EXTENSIONS && (defined(__GNUC__) || defined(__clang__))
#define SENDA_HAS_BUILTINS 1
#else
#define SENDA_HAS_BUILTINS 0
#endif

// These come after [[nodiscard]] and before everything else in a declaration.
#if SENDA_HAS_BUILTINS
/// A function to be inlined whatever its size.
#define SENDA_ALWAYS_INLINE [[gnu::always_inline]] inline
/// A function to be called, so that what is around it stays small.
#define SENDA_NOINLINE [[gnu::noinline]]
/// A function to be called, and seldom.
#define SENDA_COLD [[gnu::noinline, gnu::cold]]
/// A function into which all that it calls is inlined.
#define SENDA_FLATTEN [[gnu::flatten]]
#elif SENDA_HAS_EXTENSIONS && defined(_MSC_VER)
#define SENDA_ALWAYS_INLINE __forceinline
#define SENDA_NOINLINE __declspec(noinline)
#define SENDA_COLD __declspec(noinline)
#define SENDA_FLATTEN
#else
#define SENDA_ALWAYS_INLINE inline
#define SENDA_NOINLINE
#define SENDA_COLD
#define SENDA_FLATTEN
#endif

/// A statement whose calls are inlined.
#if SENDA_HAS_BUILTINS && defined(__clang__)
#define SENDA_INLINE_CALLS [[clang::always_inline]]
#else
#define SENDA_INLINE_CALLS
#endif

/// A member that takes no room if it is empty. Visual C++ ignores the standard's attribute.
#if SENDA_HAS_EXTENSIONS && defined(_MSC_VER)
#define SENDA_NO_UNIQUE_ADDRESS [[msvc::no_unique_address]]
#else
#define SENDA_NO_UNIQUE_ADDRESS [[no_unique_address]]
#endif

/// 1 where there are registers of 16 bytes and types for them, else 0.
#define SENDA_HAS_VECTORS 0
#if SENDA_HAS_BUILTINS && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector) && \
    (defined(__ARM_NEON) || defined(__SSE2__) || defined(__wasm_simd128__))
#undef SENDA_HAS_VECTORS
#define SENDA_HAS_VECTORS 1
#endif
#endif

/// 1 where a program is linked with the library senda::compiled, which says so itself, else 0.
#if !defined(SENDA_COMPILED)
#define SENDA_COMPILED 0
#endif

namespace senda::detail {

#if SENDA_HAS_VECTORS
using vector_of_8 [[gnu::vector_size(16)]] = std::uint16_t;

/// The elements of `a` and then of `b` that have these numbers.
template <int... Numbers>
[[nodiscard]] SENDA_ALWAYS_INLINE vector_of_8 shuffle(vector_of_8 a, vector_of_8 b) noexcept {
    return __builtin_shufflevector(a, b, Numbers...);
}
#else
/// Eight numbers, with the operators of one for each.
struct vector_of_8 {
    std::uint16_t numbers[8];

    template <class Operation>
    static constexpr vector_of_8 each(vector_of_8 a, vector_of_8 b, Operation operation) noexcept {
        for (int i = 0; i < 8; ++i)
            a.numbers[i] = static_cast<std::uint16_t>(operation(a.numbers[i], b.numbers[i]));
        return a;
    }
    friend constexpr vector_of_8 operator|(vector_of_8 a, vector_of_8 b) noexcept {
        return each(a, b, [](unsigned x, unsigned y) { return x | y; });
    }
    friend constexpr vector_of_8 operator&(vector_of_8 a, vector_of_8 b) noexcept {
        return each(a, b, [](unsigned x, unsigned y) { return x & y; });
    }
    friend constexpr vector_of_8 operator^(vector_of_8 a, vector_of_8 b) noexcept {
        return each(a, b, [](unsigned x, unsigned y) { return x ^ y; });
    }
    friend constexpr vector_of_8 operator+(vector_of_8 a, vector_of_8 b) noexcept {
        return each(a, b, [](unsigned x, unsigned y) { return x + y; });
    }
    friend constexpr vector_of_8 operator~(vector_of_8 a) noexcept {
        return each(a, a, [](unsigned x, unsigned) { return ~x; });
    }
    friend constexpr vector_of_8 operator<<(vector_of_8 a, int by) noexcept {
        return each(a, a, [by](unsigned x, unsigned) { return x << by; });
    }
    friend constexpr vector_of_8 operator>>(vector_of_8 a, int by) noexcept {
        return each(a, a, [by](unsigned x, unsigned) { return x >> by; });
    }
};

/// As above.
template <int... Numbers>
[[nodiscard]] constexpr vector_of_8 shuffle(vector_of_8 a, vector_of_8 b) noexcept {
    return {{(Numbers < 8 ? a.numbers[Numbers % 8] : b.numbers[Numbers % 8])...}};
}
#endif

/// Asks for memory that will be read soon. In a loop g++ makes slower code of the builtin itself.
inline void prefetch([[maybe_unused]] const void* memory) noexcept {
#if SENDA_HAS_BUILTINS
    __builtin_prefetch(memory);
#endif
}

/// Asks for memory that will be written soon.
inline void prefetch_to_write([[maybe_unused]] const void* memory) noexcept {
#if SENDA_HAS_BUILTINS
    __builtin_prefetch(memory, 1);
#endif
}

/// Tells the processor that this thread only waits.
inline void pause() noexcept {
#if SENDA_HAS_BUILTINS && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
}

/// Adds two integers; false, without a sum, if that does not fit their type.
template <class T>
[[nodiscard]] constexpr bool add_within(T a, T b, T& sum) noexcept {
#if SENDA_HAS_BUILTINS
    return !__builtin_add_overflow(a, b, &sum);
#else
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_signed_v<T>) {
        if (b < 0 ? a < limits::min() - b : a > limits::max() - b) return false;
    } else {
        if (a > static_cast<T>(limits::max() - b)) return false;
    }
    sum = static_cast<T>(a + b);
    return true;
#endif
}

/// The name of a value of an enumeration that counts from 0: `names` has them in its order. A value
/// that it does not declare is "unknown".
template <class Enum, std::size_t N>
[[nodiscard]] constexpr const char* enum_name(Enum value, const char* const (&names)[N]) noexcept {
    const auto number = static_cast<std::size_t>(value);
    return number < N ? names[number] : "unknown";
}

}  // namespace senda::detail

namespace senda {

/// The name of a value of an enumeration.
using detail::enum_name;

}  // namespace senda
