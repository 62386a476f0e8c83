// SPDX-License-Identifier: MIT
// A hash for any node that has one in the standard library, and for those it forgot: pairs, tuples,
// arrays, ranges, optionals and variants of such, and plain structs that are equal exactly if their
// bytes are.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>  // also for std::hash
#include <type_traits>
#include <utility>

namespace senda {

/// Specialise it as true for a struct whose `==` looks at every byte where the compiler cannot see
/// it: one with pointers, with bit-fields, without a `constexpr` constructor, or of more than 256
/// bytes.
template <class T>
inline constexpr bool compared_by_bytes = false;

namespace detail {

/// Spreads every bit of `x` over all 64: std::hash of an integer is often the integer itself.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x ^= x >> 32;
    x *= 0x0e9846af9b1a615du;
    x ^= x >> 32;
    x *= 0x0e9846af9b1a615du;
    x ^= x >> 28;
    return x;
}

[[nodiscard]] constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t next) noexcept {
    return mix(seed ^ (next + 0x9e3779b97f4a7c15u + (seed << 6)));
}

/// Whether the standard library hashes only some of the elements: libstdc++ takes the first bytes
/// of a `vector<bool>`, and a big-endian machine has the first elements in the last.
template <class T>
inline constexpr bool loses_elements = false;
template <class T>
    requires(std::endian::native == std::endian::big &&
             std::same_as<decltype(*std::declval<const T&>().begin()), bool>)
inline constexpr bool loses_elements<T> = true;

template <class T>
concept StandardHashable = !loses_elements<T> && requires(const T& value) {
    { std::hash<T>{}(value) } -> std::convertible_to<std::size_t>;
};

template <class T>
struct is_hashable;

template <class T>
concept HashableRange = requires(const T& range) {
    { std::begin(range) != std::end(range) } -> std::convertible_to<bool>;
    requires is_hashable<std::remove_cvref_t<decltype(*std::begin(range))>>::value;
};

/// Equal hash tables may hold their elements in different orders.
template <class T>
concept Unordered = requires { typename T::hasher; };

// Known by what they can do: <optional> and <variant> need not be included here.
template <class T>
concept HashableOptional = requires(const T& value) {
    { value.has_value() } -> std::same_as<bool>;
    requires is_hashable<std::remove_cvref_t<decltype(*value)>>::value;
};

template <class T>
inline constexpr std::size_t hashable_alternatives = 0;
template <template <class...> class Variant, class... Alternatives>
    requires requires(const Variant<Alternatives...>& value) {
        { value.valueless_by_exception() } -> std::same_as<bool>;
        { value.index() } -> std::same_as<std::size_t>;
    }
inline constexpr std::size_t hashable_alternatives<Variant<Alternatives...>> =
    (is_hashable<Alternatives>::value && ...) ? sizeof...(Alternatives) : 0;

template <class T>
concept HashableVariant = hashable_alternatives<T> != 0;

template <class T, std::size_t... I>
constexpr bool all_hashable(std::index_sequence<I...>) {
    return (is_hashable<std::remove_cvref_t<std::tuple_element_t<I, T>>>::value && ...);
}

template <class T>
concept HashableTuple = requires { std::tuple_size<T>::value; } &&
                        all_hashable<T>(std::make_index_sequence<std::tuple_size<T>::value>{});

/// Whether `==` sees single bits: the lowest `bits` of each byte of a value of zeros, the lowest of
/// one in which every byte is 1 (which a `bool` can be, too).
template <class T>
constexpr bool equality_sees_all(unsigned bits) {
    struct image {
        unsigned char bytes[sizeof(T)];
        bool operator==(const image&) const = default;
    };
    for (unsigned char base = 0; base < 2; ++base) {
        image x{};
        for (unsigned char& byte : x.bytes) byte = base;
        image y = x;
        if (!(std::bit_cast<T>(x) == std::bit_cast<T>(y))) return false;
        for (unsigned char& byte : y.bytes) {
            for (unsigned bit = 0; bit < (base == 0 ? bits : 1); ++bit) {
                byte = static_cast<unsigned char>(base ^ (1U << bit));
                // g++ makes a `bool` of any byte, and the other bits are lost.
                if (std::bit_cast<T>(x) == std::bit_cast<T>(y) &&
                    std::bit_cast<image>(std::bit_cast<T>(y)) == y) {
                    return false;
                }
            }
            byte = base;
        }
    }
    return true;
}

/// Whether the compiler can find out what `==` sees: not if it is no constant expression.
template <class T, unsigned Bits>
concept KnownEquality = std::equality_comparable<T> &&
                        requires { typename std::bool_constant<equality_sees_all<T>(Bits)>; };

/// Whether equal values have equal bytes and the other way round. Large structs, and those with a
/// `bool` (for clang), are asked for one bit of each byte.
template <class T>
constexpr bool equal_as_bytes() {
    if constexpr (std::integral<T> || std::is_enum_v<T> || compared_by_bytes<T>) {
        return true;
    } else if constexpr (sizeof(T) <= 32 && KnownEquality<T, 8>) {
        return equality_sees_all<T>(8);
    } else if constexpr (sizeof(T) <= 256 && KnownEquality<T, 1>) {
        return equality_sees_all<T>(1);
    } else {
        return false;
    }
}

template <class T>
inline constexpr bool hashable_bytes = false;
template <class T>
    requires(std::has_unique_object_representations_v<T> && std::is_trivially_copyable_v<T> &&
             !std::is_pointer_v<T>)
inline constexpr bool hashable_bytes<T> = equal_as_bytes<T>();
template <class T, std::size_t N>
inline constexpr bool hashable_bytes<std::array<T, N>> = hashable_bytes<T>;

template <class T>
concept HashableBytes = hashable_bytes<T>;

template <class T>
struct is_hashable
    : std::bool_constant<StandardHashable<T> || HashableBytes<T> || HashableRange<T> ||
                         HashableTuple<T> || HashableOptional<T> || HashableVariant<T>> {};

/// The number that eight bytes are on a little-endian machine, so that bytes have the same hash on
/// every machine.
[[nodiscard]] constexpr std::uint64_t little_endian(std::uint64_t word) noexcept {
    if constexpr (std::endian::native == std::endian::big) {
        std::uint64_t swapped = 0;
        for (unsigned byte = 0; byte < 8; ++byte)
            swapped = swapped << 8U | (word >> (8U * byte) & 0xffU);
        return swapped;
    }
    return word;
}

[[nodiscard]] inline std::uint64_t hash_bytes(const void* data, std::size_t size) noexcept {
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::uint64_t seed = size;
    for (; size >= 8; size -= 8, bytes += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, 8);
        seed = combine(seed, little_endian(word));
    }
    if (size != 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, size);
        seed = combine(seed, little_endian(word));
    }
    return seed;
}

}  // namespace detail

/// A node that a hashed table can hold: it compares with `==` and has a hash, one of
///   `std::hash<Node>`;
///   that of its parts, for a pair, a tuple, an optional, a variant or a range of what has one;
///   that of its bytes, for a struct without padding whose `==` is known to look at all of them: by
///   `= default` or as a `constexpr` function, or because `compared_by_bytes<Node>` says so.
template <class Node>
concept Hashable = std::equality_comparable<Node> && detail::is_hashable<Node>::value;

namespace detail {
template <class Variant, std::size_t... I>
constexpr std::uint64_t hash_alternative(const Variant& value, std::index_sequence<I...>);
}

/// The hash of a node, well mixed in all its 64 bits.
template <class Node>
    requires(detail::is_hashable<Node>::value)
[[nodiscard]] constexpr std::uint64_t hash_value(const Node& node) {
    if constexpr (std::integral<Node> || std::is_enum_v<Node>) {
        return detail::mix(static_cast<std::uint64_t>(node));
    } else if constexpr (detail::StandardHashable<Node>) {
        return detail::mix(std::hash<Node>{}(node));
    } else if constexpr (detail::HashableBytes<Node>) {
        if constexpr (sizeof(Node) == 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, &node, 8);
            return detail::mix(detail::little_endian(word));
        } else {
            return detail::hash_bytes(&node, sizeof(Node));
        }
    } else if constexpr (detail::HashableTuple<Node>) {
        return [&node]<std::size_t... I>(std::index_sequence<I...>) {
            using std::get;
            std::uint64_t seed = sizeof...(I);
            ((seed = detail::combine(seed, hash_value(get<I>(node)))), ...);
            return seed;
        }(std::make_index_sequence<std::tuple_size<Node>::value>{});
    } else if constexpr (detail::HashableRange<Node>) {
        std::uint64_t seed = 0;
        for (const auto& part : node) {
            const std::uint64_t next = hash_value(part);
            seed = detail::Unordered<Node> ? seed + next : detail::combine(seed, next);
        }
        return seed;
    } else if constexpr (detail::HashableOptional<Node>) {
        return node.has_value() ? detail::combine(1, hash_value(*node)) : 0;
    } else {
        return detail::hash_alternative(
            node, std::make_index_sequence<detail::hashable_alternatives<Node>>{});
    }
}

namespace detail {

// `get_if` is found in the variant's namespace.
template <class Variant, std::size_t... I>
constexpr std::uint64_t hash_alternative(const Variant& value, std::index_sequence<I...>) {
    std::uint64_t seed = sizeof...(I);
    const auto add = [&](const auto* alternative) {
        if (alternative != nullptr) seed = hash_value(*alternative);
    };
    (add(get_if<I>(&value)), ...);
    return combine(value.index(), seed);
}

}  // namespace detail

/// A hash of what `seed` and `next` are hashes of, in this order.
[[nodiscard]] constexpr std::uint64_t hash_combine(std::uint64_t seed,
                                                   std::uint64_t next) noexcept {
    return detail::combine(seed, next);
}
/// A hash of bytes, the same on every machine.
using detail::hash_bytes;

}  // namespace senda
