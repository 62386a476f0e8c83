// SPDX-License-Identifier: MIT
// Prefix codes of limited length: fewer bits for what is more frequent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::draw::detail {

/// A symbol's code, the way deflate sends it: the first bit is the lowest.
struct prefix_code {
    std::uint16_t bits = 0;
    std::uint8_t length = 0;
};

/// Sets the length of the code of each symbol, 0 for those that do not occur, and none over
/// `limit`. The code is complete, as strict readers want it: if less than two symbols occur, others
/// of the first two get a code too.
class code_lengths {
public:
    void assign(std::span<const std::uint32_t> counts, int limit, std::span<std::uint8_t> lengths) {
        std::fill(lengths.begin(), lengths.end(), std::uint8_t{0});
        leaves_.clear();
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i] > 0) leaves_.push_back({counts[i], static_cast<std::uint16_t>(i)});
        for (std::uint16_t i = 0; leaves_.size() < 2; ++i)
            if (counts[i] == 0) leaves_.push_back({1, i});
        std::sort(leaves_.begin(), leaves_.end(), [](const leaf& a, const leaf& b) {
            return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
        });
        // Flatter counts make a flatter tree; in the end all are equal, and the tree is balanced.
        while (!build(limit, lengths))
            for (leaf& l : leaves_) l.count = l.count / 2 + 1;
    }

private:
    struct leaf {
        std::uint32_t count;
        std::uint16_t symbol;
    };
    struct node {
        std::uint64_t count;
        std::size_t parent;
    };

    // Of the leaves, in order, and the inner nodes, which come into being in order, the two with
    // the fewest become one, until one is left.
    bool build(int limit, std::span<std::uint8_t> lengths) {
        nodes_.clear();
        for (const leaf& l : leaves_) nodes_.push_back({l.count, 0});
        const std::size_t leaf_count = nodes_.size();
        std::size_t next_leaf = 0;
        std::size_t next_inner = leaf_count;
        const auto take_least = [&] {
            const bool is_leaf =
                next_leaf < leaf_count && (next_inner == nodes_.size() ||
                                           nodes_[next_leaf].count <= nodes_[next_inner].count);
            return is_leaf ? next_leaf++ : next_inner++;
        };
        while (nodes_.size() < 2 * leaf_count - 1) {
            const std::size_t a = take_least();
            const std::size_t b = take_least();
            nodes_[a].parent = nodes_[b].parent = nodes_.size();
            nodes_.push_back({nodes_[a].count + nodes_[b].count, 0});
        }
        // A parent comes after its children, so that going down the depth of each is known.
        nodes_.back().count = 0;
        for (std::size_t i = nodes_.size() - 1; i-- > 0;) {
            nodes_[i].count = nodes_[nodes_[i].parent].count + 1;
            if (nodes_[i].count > static_cast<std::uint64_t>(limit)) return false;
            if (i < leaf_count)
                lengths[leaves_[i].symbol] = static_cast<std::uint8_t>(nodes_[i].count);
        }
        return true;
    }

    std::vector<leaf> leaves_;
    std::vector<node> nodes_;
};

/// Gives each symbol its code: the shorter first, and among equally long ones in order.
inline void assign_codes(std::span<const std::uint8_t> lengths, std::span<prefix_code> codes) {
    constexpr int longest = 15;
    std::uint32_t first[longest + 2] = {};
    for (const std::uint8_t length : lengths) ++first[length + 1];
    first[1] = 0;  // no code for what does not occur
    for (int length = 1; length <= longest; ++length)
        first[length + 1] = (first[length] + first[length + 1]) << 1U;
    // Now first[n] is the first code of n bits: twice the one after the last of n - 1 bits.
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::uint8_t length = lengths[i];
        std::uint32_t code = length == 0 ? 0 : first[length]++;
        std::uint32_t bits = 0;
        for (int bit = 0; bit < length; ++bit, code >>= 1U) bits = bits << 1U | (code & 1U);
        codes[i] = {static_cast<std::uint16_t>(bits), length};
    }
}

}  // namespace senda::draw::detail
