// SPDX-License-Identifier: MIT
#include <senda/detail/graph/cell_arrays.hpp>

#include <cstddef>
#include <doctest/doctest.h>

namespace cell_arrays_test {

template <class Cells>
Cells made(int width, int height) {
    using word = typename Cells::word;
    const auto count = static_cast<std::size_t>(Cells::words(width, height));
    return Cells(new word[count], width, height, 0);
}

template <class Cells>
void check_cells(int width, int height) {
    Cells cells = made<Cells>(width, height);
    const Cells fresh = cells;
    bool right = true;
    for (int y = -1; y <= height; ++y) {
        for (int x = -1; x <= width; ++x) {
            const bool inside = x >= 0 && x < width && y >= 0 && y < height;
            right = right && cells.get(x, y) == (inside ? 1 : 0);
            if (!inside) continue;
            cells.set(x, y, 0);
            right = right && cells.get(x, y) == 0;
            right = right && !(cells == fresh);
            cells.set(x, y, 1);
        }
    }
    CHECK(right);
    CHECK(cells == fresh);
}

TEST_CASE("Cells are open, their ring is closed, and each is set alone") {
    for (const int width : {1, 2, 15, 16, 17, 33}) {
        for (const int height : {1, 15, 16, 17}) {
            CAPTURE(width);
            CAPTURE(height);
            check_cells<senda::detail::ringed_cells<int>>(width, height);
            check_cells<senda::detail::tiled_cells>(width, height);
        }
    }
}

}  // namespace cell_arrays_test
