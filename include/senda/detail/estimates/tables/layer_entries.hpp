// SPDX-License-Identifier: MIT
// Breadth-first search that writes down each number's depth when it sees it.
#pragma once

#include <senda/detail/estimates/tables/abstract_space.hpp>
#include <senda/detail/estimates/tables/packed_numbers.hpp>
#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <cstddef>

namespace senda::detail {

/// What a `layer_search` knows of each number, beside a table of entries. The table is written once
/// a number, while the bits, a fourth or half of its size, are looked at once an edge.
template <class A, entry_bits Bits>
class layer_entries : public layer_bits {
public:
    layer_entries(memory_budget& budget, const A& abstraction, packed_span<Bits> table) noexcept
        : layer_bits(budget), abstraction_(&abstraction), table_(table) {}

    [[nodiscard]] bool see(std::size_t number, std::size_t depth, bool alone) {
        if (!layer_bits::see(number, depth, alone)) return false;
        table_.set(number, entry_code<A, Bits>::entry(*abstraction_, number, depth), alone);
        return true;
    }

    /// Gives an entry to the numbers that were not seen.
    void set_unseen(unsigned entry) const noexcept {
        for (std::size_t at = 0; at < words(); ++at) {
            for (word unseen = this->unseen(at); unseen != 0; unseen &= unseen - 1) {
                const std::size_t number = at * bit_pairs::pairs_in_word +
                                           static_cast<std::size_t>(std::countr_zero(unseen)) / 2;
                if (number < table_.size()) table_.set(number, entry, true);
            }
        }
    }

private:
    const A* abstraction_;
    packed_span<Bits> table_;
};

}  // namespace senda::detail
