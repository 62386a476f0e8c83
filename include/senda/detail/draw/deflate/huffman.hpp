// SPDX-License-Identifier: MIT
// Huffman codes of limited length: fewer bits for what is more frequent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::draw::detail {

/// The code of a symbol as deflate sends it: the first bit is the lowest.
struct prefix_code {
    std::uint16_t bits = 0;
    std::uint8_t length = 0;
};

/// Canonical codes by their lengths (RFC 1951, 3.2.2).
inline void assign_canonical_codes(std::span<prefix_code> codes) {
    constexpr int longest = 15;
    std::uint32_t next[longest + 2] = {};  // the next code of each length
    for (const prefix_code& c : codes) ++next[c.length + 1];
    next[1] = 0;  // no code for what does not occur
    for (int length = 1; length <= longest; ++length)
        next[length + 1] = (next[length] + next[length + 1]) << 1U;
    for (prefix_code& c : codes) {
        std::uint32_t code = c.length == 0 ? 0 : next[c.length]++;
        std::uint32_t reversed = 0;
        for (int bit = 0; bit < c.length; ++bit, code >>= 1U)
            reversed = reversed << 1U | (code & 1U);
        c.bits = static_cast<std::uint16_t>(reversed);
    }
}

struct huffman_node {
    std::uint64_t count;
    std::size_t symbol = 0;  // of a leaf
    std::size_t parent = 0;
    std::size_t depth = 0;
};

/// A Huffman tree in linear time, from leaves sorted by their counts; parents come last.
[[nodiscard]] inline std::vector<huffman_node> huffman_tree(std::vector<huffman_node> nodes) {
    const std::size_t leaf_count = nodes.size();
    std::size_t next_leaf = 0;
    std::size_t next_inner = leaf_count;
    const auto take_least = [&] {
        const bool is_leaf =
            next_leaf < leaf_count &&
            (next_inner == nodes.size() || nodes[next_leaf].count <= nodes[next_inner].count);
        return is_leaf ? next_leaf++ : next_inner++;
    };
    while (nodes.size() < 2 * leaf_count - 1) {
        const std::size_t a = take_least();
        const std::size_t b = take_least();
        nodes[a].parent = nodes[b].parent = nodes.size();
        nodes.push_back({nodes[a].count + nodes[b].count});
    }
    for (std::size_t i = nodes.size() - 1; i-- > 0;)
        nodes[i].depth = nodes[nodes[i].parent].depth + 1;
    return nodes;
}

/// Codes of at most `limit` bits for symbols that occur so often. The code is complete, as strict
/// readers want it: if fewer than two symbols occur, others of the first two get a code too.
inline void assign_huffman_codes(std::span<const std::uint32_t> counts, std::size_t limit,
                                 std::span<prefix_code> codes) {
    std::vector<huffman_node> leaves;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) leaves.push_back({counts[i], i});
    for (std::size_t i = 0; leaves.size() < 2; ++i)
        if (counts[i] == 0) leaves.push_back({1, i});
    std::sort(leaves.begin(), leaves.end(), [](const huffman_node& a, const huffman_node& b) {
        return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
    });
    std::vector<huffman_node> tree = huffman_tree(leaves);
    // Flatter counts make a flatter tree, in the end a balanced one. The rarest symbol is deepest.
    while (tree.front().depth > limit) {
        for (huffman_node& leaf : leaves) leaf.count = leaf.count / 2 + 1;
        tree = huffman_tree(leaves);
    }
    std::fill(codes.begin(), codes.end(), prefix_code{});
    for (std::size_t i = 0; i < leaves.size(); ++i)
        codes[tree[i].symbol].length = static_cast<std::uint8_t>(tree[i].depth);
    assign_canonical_codes(codes);
}

}  // namespace senda::draw::detail
