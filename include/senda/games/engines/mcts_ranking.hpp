// SPDX-License-Identifier: MIT
// The moves of a position in the order in which Monte-Carlo search takes them up.
#pragma once

#include <senda/games/engines/move_ordering.hpp>
#include <senda/games/position.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::games::detail {

/// All moves of a position, of which only the part that is wanted is put in order.
template <Position P>
class move_ranking {
    using ranked = ranked_move<move_of<P>>;

public:
    /// Takes the moves of a position. Those without a prior come in an order that the seed
    /// shuffles, the same at every visit.
    void rank(const P& position, std::uint64_t seed) {
        moves_.clear();
        position.for_each_move([&](const move_of<P>& m) {
            const auto order = static_cast<std::uint32_t>(moves_.size());
            std::int32_t drawn = 0;
            if constexpr (!PriorPosition<P>) {
                const std::uint64_t bits = seed + senda::detail::golden * (order + 1ULL);
                drawn = static_cast<std::int32_t>(senda::detail::scatter(bits) >> 33U);
            }
            moves_.emplace_back(m, prior_of(position, m), drawn, order);
            return true;
        });
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(moves_.size());
    }
    [[nodiscard]] const move_of<P>& operator[](std::uint32_t i) const { return moves_[i].move; }

    /// Puts those moves in their places that come from `from` on, before `to`.
    void sort_part(std::uint32_t from, std::uint32_t to) {
        const auto before = [](const ranked& a, const ranked& b) { return b < a; };
        const auto begin = moves_.begin() + static_cast<std::ptrdiff_t>(from);
        const auto end = moves_.begin() + static_cast<std::ptrdiff_t>(to);
        if (from > 0) std::nth_element(moves_.begin(), begin, moves_.end(), before);
        if (end != moves_.end()) std::nth_element(begin, end, moves_.end(), before);
        std::sort(begin, end, before);
    }

private:
    std::vector<ranked> moves_;
};

}  // namespace senda::games::detail
