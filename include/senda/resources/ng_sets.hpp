// SPDX-License-Identifier: MIT
// The ng-route relaxation: where which prizes are remembered, as bits, and how that grows.
#pragma once

#include <senda/detail/language/algorithm.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda {

/// The sets of the ng-route relaxation (R. Baldacci, A. Mingozzi, R. Roberti, 2011): which prizes
/// that were taken are remembered at which nodes. What is forgotten can be taken again, so small
/// sets lose no path; they only let in some that are none.
///
/// What is remembered at a node is a set of bits. Prizes of one set have different bits (a
/// coloring, kept while the sets grow), so that few words are enough for many prizes.
class ng_sets {
public:
    using prize = std::uint32_t;  ///< its number
    using node = std::uint32_t;   ///< its number

    /// No prize.
    static constexpr prize none = std::numeric_limits<prize>::max();

    /// The prizes of as many nodes, each remembered at its own: prize `p` is at node `p`.
    explicit ng_sets(prize prizes) : bit_(prizes, 0), at_(prizes), in_(prizes) {
        for (prize p = 0; p < prizes; ++p) add(p, p);
    }
    /// So many nodes, and prizes that are remembered nowhere yet.
    ng_sets(node nodes, prize prizes) : bit_(prizes, 0), at_(nodes), in_(prizes) {}

    /// Whether a prize is remembered at a node.
    [[nodiscard]] bool contains(node at, prize p) const noexcept {
        return member(at, bit_[p]) == p;
    }

    /// The prize that a bit stands for at a node; `none` if it has no meaning there.
    [[nodiscard]] prize member(node at, std::uint32_t bit) const noexcept {
        return bit < at_[at].size() ? at_[at][bit] : none;
    }

    /// The bit of a prize, wherever it is remembered.
    [[nodiscard]] std::uint32_t bit(prize p) const noexcept { return bit_[p]; }

    /// How many 64-bit words hold the bits of any set.
    [[nodiscard]] std::size_t words() const noexcept { return (bits_ + 63) / 64; }

    /// The nodes at which a prize is remembered.
    [[nodiscard]] std::span<const node> nodes_of(prize p) const noexcept { return in_[p]; }

    /// Remembers a prize at a node from now on.
    void add(node at, prize p) {
        if (contains(at, p)) return;
        if (member(at, bit_[p]) != none) recolor(p, at);
        place(at, p);
        in_[p].push_back(at);
    }

    /// Writes what is still remembered at `to` of what was at `from`: the prizes of both sets for
    /// which `matters(prize)` says yes.
    template <class Matters>
    void carry(std::span<const std::uint64_t> known, node from, node to,
               std::vector<std::uint64_t>& kept, const Matters& matters) const {
        kept.assign(known.size(), 0);
        for (std::size_t i = 0; i < known.size(); ++i)
            for (std::uint64_t left = known[i]; left != 0; left &= left - 1) {
                const auto b = static_cast<std::uint32_t>(64 * i) +
                               static_cast<std::uint32_t>(std::countr_zero(left));
                const prize p = member(from, b);
                if (member(to, b) == p && matters(p)) kept[i] |= left & (~left + 1);
            }
    }

private:
    void place(node at, prize p) {
        const std::uint32_t bit = bit_[p];
        if (bit >= at_[at].size()) at_[at].resize(bit + 1, none);
        at_[at][bit] = p;
    }

    /// Gives a prize the first bit that no other has in its sets and in the one of `also`.
    void recolor(prize p, node also) {
        std::vector<bool> used(bits_ + 1);
        const auto use = [&](node at) {
            for (std::size_t bit = 0; bit < at_[at].size(); ++bit)
                if (at_[at][bit] != none) used[bit] = true;
        };
        for (const node at : in_[p]) {
            at_[at][bit_[p]] = none;
            use(at);
        }
        use(also);
        const auto free = std::find(used.begin(), used.end(), false);
        bit_[p] = static_cast<std::uint32_t>(free - used.begin());
        bits_ = std::max(bits_, bit_[p] + 1);
        for (const node at : in_[p]) place(at, p);
    }

    std::vector<std::uint32_t> bit_;
    std::uint32_t bits_ = 1;
    std::vector<std::vector<prize>> at_;  // the set of each node, by bit
    std::vector<std::vector<node>> in_;   // the sets that a prize is in
};

/// Decremental state-space relaxation (G. Righini, M. Salani, 2008): calls `remember(i, prize)` for
/// each stop `i` of a path from a visit that took a prize to the next one that took it again, the
/// last excluded. Once it is remembered at all of them, this path is found no more.
///
/// `stops`     how many stops the path has.
/// `prizes`    how many prizes there are.
/// `taken_at`  `taken_at(i)` is the prize taken at a stop, or `ng_sets::none`.
/// `remember`  what is called.
template <class TakenAt, class Remember>
void for_each_forgetful_stop(std::size_t stops, std::size_t prizes, const TakenAt& taken_at,
                             const Remember& remember) {
    constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> last(prizes, never);
    for (std::size_t i = 0; i < stops; ++i) {
        const ng_sets::prize p = taken_at(i);
        if (p == ng_sets::none) continue;
        for (std::size_t k = last[p]; k < i; ++k) remember(k, p);
        last[p] = i;
    }
}

}  // namespace senda
