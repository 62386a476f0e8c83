// SPDX-License-Identifier: MIT
// A stable sort on a budget, which that of the standard library does not keep.
#pragma once

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace senda::detail {

inline constexpr std::ptrdiff_t any_number_of_moves = std::numeric_limits<std::ptrdiff_t>::max();

/// Insertion sort; false, with not all in place, if it takes more moves than allowed.
template <class Item, class Before>
bool sort_by_insertion(Item* begin, Item* end, const Before& before, std::ptrdiff_t moves_left) {
    for (Item* next = begin; next != end; ++next) {
        if (next == begin || !before(*next, next[-1])) continue;
        Item item = std::move(*next);
        Item* at = next;
        do {
            *at = std::move(at[-1]);
            --at;
        } while (at != begin && before(item, at[-1]));
        *at = std::move(item);
        moves_left -= next - at;
        if (moves_left < 0) return false;
    }
    return true;
}

/// Sorts by merging halves; `scratch` has room for the larger one.
template <class Item, class Before>
void sort_by_merging(Item* begin, Item* end, const Before& before, buffer<Item>& scratch) {
    constexpr std::ptrdiff_t few = 16;
    if (end - begin <= few) {
        sort_by_insertion(begin, end, before, any_number_of_moves);
        return;
    }
    Item* right = begin + (end - begin) / 2;
    sort_by_merging(begin, right, before, scratch);
    sort_by_merging(right, end, before, scratch);
    if (!before(*right, right[-1])) return;
    scratch.clear();
    for (Item* i = begin; i != right; ++i) (void)scratch.push(std::move(*i));
    Item* left = scratch.begin();
    Item* out = begin;
    while (left != scratch.end() && right != end) {
        *out++ = std::move(before(*right, *left) ? *right++ : *left++);
    }
    std::move(left, scratch.end(), out);
}

/// Sorts `items` stably; without room for scratch memory only slowly.
template <class Item, class Before>
void stable_sort(buffer<Item>& items, const Before& before, buffer<Item>& scratch) {
    const auto size = static_cast<std::ptrdiff_t>(items.size());
    if (sort_by_insertion(items.begin(), items.end(), before, 8 * size)) return;
    if (scratch.reserve((items.size() + 1) / 2)) {
        sort_by_merging(items.begin(), items.end(), before, scratch);
    } else {
        sort_by_insertion(items.begin(), items.end(), before, any_number_of_moves);
    }
}

}  // namespace senda::detail
