// SPDX-License-Identifier: MIT
#include <senda/scale/files.hpp>
#include <senda/scale/mod3_distance_table.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/grid.hpp>
#include <senda/search/goal.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "../../examples/common/puzzles.hpp"
#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"

namespace distance_table_file_test {

using senda::load_mod3_distance_table;
using senda::mod3_distance_table;
using support::bytes_of;
using support::split_mix64;
using support::write_file;

TEST_CASE("a distance table that was saved and loaded answers as before") {
    using puzzle = puzzles::tiles<2, 3>;
    const support::temporary_folder folder;
    const std::string file = folder.file("table");
    const mod3_distance_table made(puzzle{}, puzzle::solved());
    REQUIRE(save(made, file, "2 x 3 tiles").code.empty());
    const std::string bytes = bytes_of(file);
    const auto loaded = load_mod3_distance_table(file, puzzle{}, puzzle::solved(), "2 x 3 tiles");
    CAPTURE(loaded.error().message);
    REQUIRE(loaded);
    CHECK(*loaded);
    CHECK(loaded->counts() == made.counts());
    CHECK(loaded->bytes() == made.bytes());
    for (std::uint64_t i = 0; i < puzzle::index_bound(); ++i) {
        const auto from = puzzle::node(i);
        CHECK(loaded->distance(from) == made.distance(from));
        CHECK(loaded->path(from).path == made.path(from).path);
    }
    REQUIRE(save(*loaded, file, "2 x 3 tiles").code.empty());
    CHECK(bytes_of(file) == bytes);
}

struct ring {
    using node_type = int;

    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 10; }
    int node(std::size_t i) const { return static_cast<int>(i); }
    std::uint64_t fingerprint() const { return kind; }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit((n + 1) % 10);
        emit((n + 9) % 10);
    }

    std::uint64_t kind = 1;
};

TEST_CASE("a table of other goals, another size or another name is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("table");
    const senda::grid g(20, 10);
    const senda::any_of goals{senda::cell{0, 0}, senda::cell{5, 5}};
    const senda::any_of turned{senda::cell{5, 5}, senda::cell{0, 0}};
    REQUIRE(save(mod3_distance_table(g, goals), file, "yard").code.empty());
    const auto code = [&](const senda::grid& of, const auto& to, const std::string& name) {
        return load_mod3_distance_table(file, of, to, name).error().code;
    };
    CHECK(code(g, goals, "yard").empty());
    CHECK(code(g, turned, "yard").empty());
    CHECK(code(g, senda::cell{0, 0}, "yard") == "other_graph");
    CHECK(code(senda::grid(20, 11), goals, "yard") == "other_graph");
    CHECK(code(g, goals, "court") == "other_graph");
    const mod3_distance_table cut(g, goals, {.limits = {.cost = 2}});
    CHECK(save(cut, file, "yard").code == "unfinished");
    CHECK(load_mod3_distance_table(folder.file("none"), g, goals, "yard").error().code ==
          "unreadable");

    REQUIRE(save(mod3_distance_table(ring{}, 3), file).code.empty());
    CHECK(load_mod3_distance_table(file, ring{}, 3)->distance(8) == 5);
    CHECK(load_mod3_distance_table(file, ring{2}, 3).error().code == "other_graph");
    CHECK(load_mod3_distance_table(file, ring{}, 4).error().code == "other_graph");
}

TEST_CASE("a distance table that was truncated or changed anywhere is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("table");
    split_mix64 random{2};
    REQUIRE(save(mod3_distance_table(ring{}, 3), file).code.empty());
    const std::string good = bytes_of(file);
    for (std::size_t at = 0; at < good.size(); ++at) {
        write_file(file, good.substr(0, at));
        CHECK(!load_mod3_distance_table(file, ring{}, 3));
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        write_file(file, bad);
        CHECK(!load_mod3_distance_table(file, ring{}, 3));
    }
    write_file(file, good);
    CHECK(load_mod3_distance_table(file, ring{}, 3));
}

TEST_CASE(
    "a table whose bits are not as many as are counted is refused although its seal is right") {
    const support::temporary_folder folder;
    const std::string file = folder.file("table");
    const mod3_distance_table made(ring{}, 3);
    REQUIRE(save(made, file).code.empty());
    using format = senda::detail::file_of<std::remove_cvref_t<decltype(made)>>;
    senda::detail::mapped_file in;
    std::span<const std::uint64_t> counts;
    std::span<const std::size_t> words;
    const std::uint64_t identity = format::identity(ring{}, senda::detail::mix(3));
    REQUIRE(in.open(file, format::kind, {identity}, counts, words));
    const std::vector<std::uint64_t> right(counts.begin(), counts.end());
    const std::vector<std::size_t> bits(words.begin(), words.end());
    const auto code_of = [&](const std::vector<std::uint64_t>& numbers,
                             const std::vector<std::size_t>& pairs) {
        REQUIRE(senda::detail::save_arrays(file, format::kind, identity,
                                           std::span<const std::uint64_t>{numbers},
                                           std::span<const std::size_t>{pairs})
                    .code.empty());
        return load_mod3_distance_table(file, ring{}, 3).error().code;
    };
    CHECK(code_of(right, bits).empty());
    CHECK(code_of({1, 2, 2, 2, 2, 2}, bits) == "changed_file");
    CHECK(code_of({}, bits) == "changed_file");
    CHECK(code_of(right, {}) == "changed_file");
    CHECK(code_of(right, {bits[0], 0}) == "changed_file");
    CHECK(code_of(right, {bits[0] ^ 1U}) == "changed_file");
    CHECK(code_of(right, {bits[0] | std::size_t{1} << 20U}) == "changed_file");
}

}  // namespace distance_table_file_test
