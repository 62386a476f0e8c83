// SPDX-License-Identifier: MIT
// The table of a pattern of sliding tiles.
#pragma once

#include <senda/search/estimates/sliding_pattern.hpp>
#include <senda/search/estimates/tables/packed_numbers.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>

namespace senda {

/// The distances of a `sliding_pattern`, made when this is.
template <class Pattern, detail::entry_bits Bits = detail::entry_bits::four>
class sliding_table {
public:
    using abstraction_type = Pattern;
    static constexpr detail::entry_bits bits = Bits;

    explicit sliding_table(const Pattern& pattern, const options& o = {})
        : pattern_(pattern), budget_(o.limits.bytes), bytes_(*budget_) {
        options left = o;
        if (!bytes_.assign_zeros(detail::packed_bytes<Bits>(Pattern::index_bound()))) {
            status_ = status::memory_limit;
            return;
        }
        left.limits.bytes -= budget_->used();
        status_ = pattern_.fill(span{bytes_.data()}, left);
    }
    [[nodiscard]] const Pattern& abstraction() const noexcept { return pattern_; }
    [[nodiscard]] senda::status status() const noexcept { return status_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_.size(); }
    [[nodiscard]] detail::packed_view<Bits> table() const noexcept {
        return detail::packed_view<Bits>(bytes_.data());
    }

private:
    struct span {
        unsigned char* bytes;
        static constexpr unsigned most = detail::packed_view<Bits>::most;
        [[nodiscard]] unsigned char* data() const noexcept { return bytes; }
    };
    Pattern pattern_;
    detail::lasting_budget budget_;
    detail::buffer<unsigned char> bytes_;
    senda::status status_;
};

}  // namespace senda
