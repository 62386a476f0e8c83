// SPDX-License-Identifier: MIT
// What it takes to replay a path and to say what is wrong: edges, sums of costs, nodes in words.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/edge.hpp>

#include <concepts>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A number in digits: a fraction in as few as tell it from others.
template <class Number>
    requires std::is_arithmetic_v<Number>
[[nodiscard]] std::string text_of(Number n) {
    if constexpr (std::integral<Number>) {
        return std::to_string(n);
    } else {
        char digits[40];
        for (const int precision : {6, 17, 36}) {
            std::snprintf(digits, sizeof digits, "%.*Lg", precision, static_cast<long double>(n));
            long double read = 0;
            if (std::sscanf(digits, "%Lg", &read) == 1 && static_cast<Number>(read) == n) break;
        }
        return digits;
    }
}

/// A node or an action in words; nothing if it is of a type that has none.
template <class T>
[[nodiscard]] std::string words_of([[maybe_unused]] const T& n) {
    if constexpr (std::same_as<T, char>) {
        return {'\'', n, '\''};
    } else if constexpr (std::is_arithmetic_v<T>) {
        return text_of(n);
    } else if constexpr (std::is_enum_v<T>) {
        return text_of(static_cast<std::underlying_type_t<T>>(n));
    } else if constexpr (std::convertible_to<const T&, std::string_view>) {
        return '"' + std::string(std::string_view(n)) + '"';
    } else if constexpr (requires {
                             requires std::is_arithmetic_v<std::remove_cvref_t<decltype(n.x)>>;
                             requires std::is_arithmetic_v<std::remove_cvref_t<decltype(n.y)>>;
                         }) {
        return '(' + text_of(n.x) + ", " + text_of(n.y) + ')';
    } else {
        return {};
    }
}

/// Whether two sums of `edges` costs are equal: exactly, or up to what rounding can change.
template <Cost C>
[[nodiscard]] bool same_sum(C a, C b, [[maybe_unused]] std::size_t edges) noexcept {
    if constexpr (std::integral<C>) {
        return a == b;
    } else {
        if (a == b) return true;
        const C rounded = 2 * std::numeric_limits<C>::epsilon() * static_cast<C>(edges + 1);
        return (a < b ? b - a : a - b) <= rounded * std::max(a, b);
    }
}

/// What a path can cost: every sum by a choice among parallel edges, or the range of too many.
template <Cost C>
class possible_costs {
    static constexpr std::size_t most = 4096;

public:
    /// Adds an edge that costs one of these, which are not none.
    void add(const std::vector<C>& choices) {
        std::vector<C> next;
        next.reserve(sums_.size() * choices.size());
        for (const C sum : sums_) {
            for (const C step : choices) next.push_back(add_costs(sum, step));
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        if (next.size() > most) {
            next = {next.front(), next.back()};
            is_range_ = true;
        }
        sums_ = std::move(next);
        ++edges_;
    }

    [[nodiscard]] bool contain(C cost) const noexcept {
        if (is_range_ && sums_.front() < cost && cost < sums_.back()) return true;
        return std::any_of(sums_.begin(), sums_.end(),
                           [&](C sum) { return same_sum(sum, cost, edges_); });
    }
    [[nodiscard]] C least() const noexcept { return sums_.front(); }
    [[nodiscard]] bool is_certain() const noexcept { return sums_.size() == 1; }

private:
    std::vector<C> sums_{C{0}};
    std::size_t edges_ = 0;
    bool is_range_ = false;
};

/// Of `count` things the first that is the same as one before it, and that one; `count` if there is
/// none. Those that are the same have the same key.
template <class Key, class IsSame>
[[nodiscard]] std::pair<std::size_t, std::size_t> first_repeated(std::size_t count, const Key& key,
                                                                 const IsSame& is_same) {
    std::vector<std::pair<decltype(key(count)), std::size_t>> sorted;
    sorted.reserve(count);
    for (std::size_t i = 0; i < count; ++i) sorted.emplace_back(key(i), i);
    std::sort(sorted.begin(), sorted.end());
    std::pair repeated{count, count};
    for (auto a = sorted.begin(); a != sorted.end(); ++a)
        for (auto b = a + 1; b != sorted.end() && b->first == a->first; ++b) {
            if (b->second >= repeated.first) break;  // those that follow come later still
            if (is_same(a->second, b->second)) repeated = {b->second, a->second};
        }
    return repeated;
}

}  // namespace senda::detail
