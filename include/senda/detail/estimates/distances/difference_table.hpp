// SPDX-License-Identifier: MIT
// Lower bounds on what it costs from a node to a goal, by differences between rows of distances.
#pragma once

#include <senda/detail/estimates/distances/distance_rows.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// While they are made, entries of a byte have two, so that doubling the step costs them little.
template <class Entry>
using wide_entry = std::conditional_t<std::same_as<Entry, std::uint8_t>, std::uint16_t, Entry>;

/// Rows of distances as somebody keeps them, in memory or in a file. By the triangle inequality
/// it costs at least d(L, t) - d(L, n) from n to t, and d(n, L) - d(t, L): in both kinds of lanes
/// the entry of t less that of n, or nothing if that is negative.
template <Cost C, class Entry>
struct difference_view {
    using entry = distance_entry<C, Entry>;
    using stored = typename entry::stored;
    using step_type = std::conditional_t<std::floating_point<C>, C, std::uint64_t>;
    static constexpr bool is_rounded_real = std::floating_point<C> && !entry::is_real;

    std::span<const stored> entries = {};  ///< all rows
    std::size_t stride = 0;  ///< how many entries a row has, those that only fill it up included
    step_type step = 1;      ///< what entries count; distances are known to less than that
    C rounding = 0;          ///< what additions of fractions may have been off by

    [[nodiscard]] const stored* row(std::size_t node) const noexcept {
        return entries.data() + node * stride;
    }

    /// The least that it costs if entries differ by so much. As both were rounded down, distances
    /// differ by more than all steps but one; whole ones thus by one at least.
    [[nodiscard]] SENDA_ALWAYS_INLINE C cost(stored difference) const noexcept {
        if constexpr (entry::is_real) {
            return difference;
        } else {
            if (difference == 0) return C{0};
            if (difference > entry::most) [[unlikely]]
                return infinite<C>;
            if constexpr (is_rounded_real) {
                const C least = static_cast<C>(difference - 1) * step - rounding;
                return least > 0 ? least : C{0};
            } else {
                return static_cast<C>((std::uint64_t{difference} - 1) * step + 1);
            }
        }
    }
};

/// Rows of distances from landmarks and, turned, of distances to them, made here.
template <Cost C, class Entry>
class difference_table {
    using entry = distance_entry<C, Entry>;
    using view_type = difference_view<C, Entry>;

public:
    using stored = typename entry::stored;
    using wide_rows = distance_rows<C, wide_entry<Entry>>;

    explicit difference_table(std::uint64_t most_bytes) noexcept : budget_(most_bytes) {}

    /// What it draws on.
    [[nodiscard]] memory_budget& budget() noexcept { return budget_; }

    /// Takes over rows that are complete; false if there is no memory for it.
    ///
    /// `lanes`      how many of their lanes are filled.
    /// `is_turned`  whether every second lane has the distances to a landmark.
    [[nodiscard]] bool take(wide_rows& wide, std::size_t lanes, bool is_turned) {
        using wide_form = distance_entry<C, wide_entry<Entry>>;
        std::uint64_t divisor = 1;
        if constexpr (std::same_as<typename wide_form::stored, stored>) {
            rows_ = std::move(wide);
        } else {
            if (!rows_.prepare(wide.nodes(), lanes)) return false;
            typename wide_form::stored largest = 0;
            for (std::size_t n = 0; n < wide.nodes(); ++n)
                for (std::size_t lane = 0; lane < lanes; ++lane)
                    if (const auto e = wide.row(n)[lane]; e != wide_form::unreached)
                        largest = std::max(largest, e);
            divisor += largest / (std::uint64_t{entry::most} + 1);
            for (std::size_t n = 0; n < wide.nodes(); ++n)
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    const auto e = wide.row(n)[lane];
                    rows_.row(n)[lane] = e == wide_form::unreached
                                             ? entry::unreached
                                             : static_cast<stored>(e / divisor);
                }
            rows_.set_halvings(wide.halvings());
        }
        if constexpr (view_type::is_rounded_real) {
            view_.step = std::ldexp(static_cast<C>(divisor), rows_.halvings());
            // Each of the additions along a path may have been off by half of this.
            view_.rounding = std::numeric_limits<C>::epsilon() * static_cast<C>(rows_.nodes()) *
                             (static_cast<C>(entry::most) + 1) * view_.step;
        } else if constexpr (!entry::is_real) {
            view_.step = divisor << rows_.halvings();
        }
        for (std::size_t n = 0; is_turned && n < rows_.nodes(); ++n)
            for (std::size_t lane = 1; lane < lanes; lane += 2)
                rows_.row(n)[lane] = entry::turned(rows_.row(n)[lane]);
        view_.entries = {std::as_const(rows_).row(0), rows_.nodes() * rows_.stride()};
        view_.stride = rows_.stride();
        return true;
    }

    /// What was taken over.
    [[nodiscard]] const view_type& view() const noexcept { return view_; }
    /// The bytes of the rows.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return rows_.bytes(); }

private:
    memory_budget budget_;
    distance_rows<C, Entry> rows_{budget_};
    view_type view_;
};

}  // namespace senda::detail
