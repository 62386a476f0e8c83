// SPDX-License-Identifier: MIT
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/files.hpp>
#include <senda/grid/hpa_grid.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace hpa_grid_file_test {

using senda::cell;
using senda::grid_moves;
using senda::hpa_grid;
using senda::load_hpa_grid;
using support::bytes_of;
using support::split_mix64;
using support::write_file;

template <class Grid>
Grid any_grid(split_mix64& random, int width, int height, int walls) {
    return Grid(width, height, [&](cell) { return !random.percent(walls); });
}

template <class Grid>
void check_round_trip(split_mix64& random, const std::string& file) {
    const int width = random.between(1, 300);
    const int height = random.between(1, 300);
    auto g = any_grid<Grid>(random, width, height, random.below(50));
    hpa_grid<Grid> made{g};
    for (int i = 0; i < 10; ++i) {  // what is saved may have changed
        const cell c{random.below(width), random.below(height)};
        random.percent(50) ? g.set(c) : g.close(c);
        g.open(c) ? made.set(c) : made.close(c);
    }
    REQUIRE(save(made, file).code.empty());
    const std::string bytes = bytes_of(file);
    auto loaded = load_hpa_grid(file, g);
    CAPTURE(loaded.error().message);
    REQUIRE(loaded);
    CHECK(*loaded == made);
    for (int i = 0; i < 20; ++i) {
        const cell start{random.below(width), random.below(height)};
        const cell goal{random.below(width), random.below(height)};
        const auto before = made.path(start, goal);
        const auto after = loaded->path(start, goal);
        CHECK(before.status == after.status);
        CHECK(before.path == after.path);
        CHECK(loaded->distance(start, goal) == before.cost);
    }
    REQUIRE(save(*loaded, file).code.empty());
    CHECK(bytes_of(file) == bytes);
    const cell changed{random.below(width), random.below(height)};
    g.open(changed) ? made.close(changed) : made.set(changed);
    g.open(changed) ? loaded->close(changed) : loaded->set(changed);
    CHECK(*loaded == made);
}

TEST_CASE("a hierarchical grid that was saved and loaded answers as before, and can change") {
    const support::temporary_folder folder;
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(12); ++i) {
        CAPTURE(i);
        check_round_trip<senda::grid>(random, folder.file("a"));
        check_round_trip<senda::octile_grid>(random, folder.file("b"));
        check_round_trip<senda::octile_grid_cutting>(random, folder.file("c"));
    }
}

TEST_CASE("a file of another hierarchical grid is refused, and one without regions is not saved") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    senda::grid g(70, 70);
    REQUIRE(save(hpa_grid{g}, file).code.empty());
    CHECK(load_hpa_grid(file, g));
    CHECK(load_hpa_grid(file, senda::octile_grid(70, 70)).error().code == "other_grid");
    g.close({3, 3});
    CHECK(load_hpa_grid(file, g).error().code == "other_grid");
    CHECK(load_hpa_grid(folder.file("none"), g).error().code == "unreadable");
    CHECK(save(hpa_grid{g, {.limits = {.expansions = 1}}}, file).code == "unfinished");
    CHECK(save(hpa_grid{g}, folder.file("no/folder")).code == "unwritable");
    REQUIRE(save(hpa_grid{senda::grid{}}, file).code.empty());
    CHECK(load_hpa_grid(file, senda::grid{}));
}

/// Two regions with a wall between that has two gaps.
senda::octile_grid two_rooms() {
    return senda::octile_grid(70, 5, [](cell c) { return c.x != 63 || c.y == 0 || c.y == 4; });
}

TEST_CASE("a hierarchical grid that was truncated or changed anywhere is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    split_mix64 random{2};
    const auto g = two_rooms();
    REQUIRE(save(hpa_grid{g}, file).code.empty());
    const std::string good = bytes_of(file);
    for (std::size_t at = 0; at < good.size(); ++at) {
        write_file(file, good.substr(0, at));
        CHECK(!load_hpa_grid(file, g));
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        write_file(file, bad);
        CHECK(!load_hpa_grid(file, g));
    }
    write_file(file, good);
    CHECK(load_hpa_grid(file, g));
}

TEST_CASE("lengths that somebody made up are refused, or give answers that end") {
    constexpr auto moves = grid_moves::octile;
    using length = senda::detail::region_length<moves>::type;
    split_mix64 random{3};
    const auto g = any_grid<senda::octile_grid>(random, 400, 330, 35);
    senda::detail::region_map map(g.width(), g.height());
    for (int y = 0; y < g.height(); ++y) map.put_row(g, y);
    senda::detail::region_levels<moves> levels(map);
    senda::detail::search_control control({});
    REQUIRE(senda::detail::region_builder<moves>(map, levels).make(control));
    std::vector<length> good;
    levels.for_each_length([&](length l) { good.push_back(l); });
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    int refused = 0;
    const int rounds = support::rounds(200);
    for (int i = 0; i < rounds; ++i) {
        auto bad = good;
        length& l = bad[static_cast<std::size_t>(random.below(static_cast<int>(bad.size())))];
        switch (random.below(6)) {
            case 0: l += static_cast<length>(random.below(1 << 30)) << 4; break;
            case 1: l = 0; break;
            case 2: l = std::numeric_limits<length>::max(); break;
            case 3: bad.push_back(good[0]); break;
            case 4: bad.clear(); break;
            default: bad.pop_back(); break;
        }
        using format = senda::detail::file_of<senda::hpa_grid<senda::octile_grid>>;
        REQUIRE(senda::detail::save_arrays(file, format::kind,
                                           senda::detail::identity_of_cells<moves>(g),
                                           std::span<const length>{bad})
                    .code.empty());
        const auto loaded = load_hpa_grid(file, g);
        if (!loaded) {
            ++refused;
            CHECK(loaded.error().code == "changed_file");
            continue;
        }
        for (int k = 0; k < 5; ++k) {
            const cell start{random.below(400), random.below(330)};
            const auto found = loaded->path(start, {random.below(400), random.below(330)});
            if (found) CHECK(found.path.front() == start);
        }
    }
    CHECK(refused > rounds / 3);
    CHECK(refused < rounds);
}

}  // namespace hpa_grid_file_test
