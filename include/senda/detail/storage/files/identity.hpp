// SPDX-License-Identifier: MIT
// Numbers by which a file tells whether it was made for this graph, this cost, this name.
#pragma once

#include <senda/detail/storage/files/file_format.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace senda::detail {

/// A number as bits; a float as the double that it is.
template <Cost C>
[[nodiscard]] constexpr std::uint64_t bits_of(C number) noexcept {
    if constexpr (std::floating_point<C>) {
        return std::bit_cast<std::uint64_t>(static_cast<double>(number));
    } else {
        return static_cast<std::uint64_t>(number);
    }
}
/// What `bits_of` was given.
template <Cost C>
[[nodiscard]] constexpr C from_bits(std::uint64_t bits) noexcept {
    if constexpr (std::floating_point<C>) {
        return static_cast<C>(std::bit_cast<double>(bits));
    } else {
        return static_cast<C>(bits);
    }
}

/// The type of costs as a number.
template <Cost C>
inline constexpr std::uint64_t identity_of_costs =
    sizeof(C) << 2U | (std::floating_point<C> ? 2U : 0U) | (std::is_signed_v<C> ? 1U : 0U);

/// A number in which each edge counts and what it costs, and the type of that.
template <class G>
[[nodiscard]] std::uint64_t identity_of_edges(const G& g) {
    using node = declared_node_t<G>;
    using types = graph_types<const G, node>;
    const std::size_t nodes = index_bound_of(g);
    std::uint64_t sum = combine_checksums(identity_of_costs<typename types::cost>, nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        const node n = node_at<node>(g, i);
        if (!is_in(g, n)) continue;
        sum = combine_checksums(sum, i);
        for_each_successor<types>(g, n, [&](const node& to, typename types::cost c, auto&&) {
            sum = combine_checksums(combine_checksums(sum, index_in(g, to)), bits_of(c));
        });
    }
    return sum;
}

/// Something that has a number of its own, by which files for others are told apart.
template <class A>
concept Fingerprinted = requires(const A& a) {
    { a.fingerprint() } -> std::convertible_to<std::uint64_t>;
};

/// What a table of something is saved and loaded by: a name, which may be left off if that has a
/// number of its own.
template <class A, class... Name>
concept NamesTable = (sizeof...(Name) == 1 || (sizeof...(Name) == 0 && Fingerprinted<A>)) &&
                     (std::convertible_to<const Name&, std::string_view> && ...);

/// A number in which that of something counts, and its name, and what is known besides.
template <class A>
[[nodiscard]] std::uint64_t identity_of_name(std::uint64_t besides, const A& a,
                                             std::string_view name = {}) noexcept {
    std::uint64_t sum = besides;
    if constexpr (Fingerprinted<A>)
        sum = combine_checksums(sum, static_cast<std::uint64_t>(a.fingerprint()));
    for (const char letter : name) sum = combine_checksums(sum, static_cast<unsigned char>(letter));
    return combine_checksums(sum, name.size());
}

}  // namespace senda::detail
