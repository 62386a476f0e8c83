// SPDX-License-Identifier: MIT
// Nodes as numbers that can be sorted: what the files of a search on disk hold.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace senda::detail {

/// A number of 128 bits, of which only sorting and differences are asked.
struct wide_key {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend constexpr bool operator==(const wide_key&, const wide_key&) = default;
    friend constexpr auto operator<=>(const wide_key&, const wide_key&) = default;
    friend constexpr wide_key operator-(const wide_key& a, const wide_key& b) noexcept {
        return {a.high - b.high - (a.low < b.low ? 1U : 0U), a.low - b.low};
    }
    friend constexpr wide_key operator+(const wide_key& a, const wide_key& b) noexcept {
        const std::uint64_t sum = a.low + b.low;
        return {a.high + b.high + (sum < a.low ? 1U : 0U), sum};
    }
};

/// How many bits a number has up to its highest 1.
[[nodiscard]] constexpr unsigned key_width(std::uint64_t k) noexcept {
    return static_cast<unsigned>(std::bit_width(k));
}
[[nodiscard]] constexpr unsigned key_width(const wide_key& k) noexcept {
    return k.high != 0 ? 64 + key_width(k.high) : key_width(k.low);
}
[[nodiscard]] constexpr std::uint64_t low_word(std::uint64_t k) noexcept { return k; }
[[nodiscard]] constexpr std::uint64_t low_word(const wide_key& k) noexcept { return k.low; }
[[nodiscard]] constexpr std::uint64_t high_word(std::uint64_t) noexcept { return 0; }
[[nodiscard]] constexpr std::uint64_t high_word(const wide_key& k) noexcept { return k.high; }
template <class Key>
[[nodiscard]] constexpr Key make_key(std::uint64_t high, std::uint64_t low) noexcept {
    if constexpr (std::same_as<Key, wide_key>) {
        return {high, low};
    } else {
        return low;
    }
}

/// A graph that numbers its nodes and finds them by number: `g.index(n)` and `g.node(k)`.
template <class G, class Node>
concept FindsByNumber = requires(const G& g, const Node& n, std::uint64_t k) {
    { g.index(n) } -> std::convertible_to<std::uint64_t>;
    { g.node(k) } -> std::convertible_to<Node>;
};

/// How the nodes of a graph become keys and back: by number, else by value or by bytes.
template <class G, class Node>
struct node_keys {
    static constexpr bool by_number = FindsByNumber<G, Node>;
    static constexpr bool by_value = std::integral<Node> || std::is_enum_v<Node>;
    using key = std::conditional_t<by_number || sizeof(Node) <= 8, std::uint64_t, wide_key>;

    [[nodiscard]] static key key_of([[maybe_unused]] const G& g, const Node& n) {
        if constexpr (by_number) {
            return static_cast<std::uint64_t>(g.index(n));
        } else if constexpr (by_value) {
            return static_cast<std::uint64_t>(n);
        } else {
            std::uint64_t words[2] = {};
            std::memcpy(words, &n, sizeof(Node));
            return make_key<key>(words[1], words[0]);
        }
    }
    [[nodiscard]] static Node node_of([[maybe_unused]] const G& g, const key& k) {
        if constexpr (by_number) {
            return static_cast<Node>(g.node(k));
        } else if constexpr (by_value) {
            return static_cast<Node>(k);
        } else {
            const std::uint64_t words[2] = {low_word(k), high_word(k)};
            return node_of_word<Node>([&] {
                node_word<Node> w{};
                std::memcpy(&w, words, sizeof(Node));
                return w;
            }());
        }
    }
};

}  // namespace senda::detail
