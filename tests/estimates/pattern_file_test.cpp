// SPDX-License-Identifier: MIT
#include <senda/estimates/files.hpp>

#include <senda/detail/storage/mapped_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "boards.hpp"
#include "permutation_puzzles.hpp"
#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/rounds.hpp"

namespace pattern_file_tests {

using namespace boards;
using senda::four_bits;
using senda::infinite;
using senda::load_pattern_database;
using senda::pattern_database;
using senda::save;
using senda::status;
using support::bytes_of;
using support::split_mix64;
using support::write_file;

template <class A, class B>
bool are_same(const A& one, const B& other) {
    for (std::uint64_t i = 0; i < one.abstraction().index_bound(); ++i) {
        const auto small = one.abstraction().node(i);
        if (one(small) != other(small)) return false;
    }
    return one.status() == other.status() && one.bytes() == other.bytes();
}

TEST_CASE("a pattern database that was saved and loaded estimates as before") {
    const support::temporary_folder folder;
    const std::string file = folder.file("patterns");
    split_mix64 random(33);
    for (int round = 0; round < support::rounds(100); ++round) {
        CAPTURE(round);
        const permuted::puzzle g{permuted::random_moves(6, random.percent(50), random)};
        const auto small = permuted::random_pieces(6, 3, random);
        const auto few = static_cast<std::uint64_t>(random.percent(50) ? 1'000'000 : 20);
        const auto check = [&](auto... bits) {
            const pattern_database made(bits..., g, permuted::sorted(), small,
                                        {.limits = {.expansions = few}});
            REQUIRE(save(made, file, "random").code.empty());
            const auto loaded = load_pattern_database(bits..., file, small, "random");
            CAPTURE(loaded.error().message);
            REQUIRE(loaded);
            static_assert(std::is_same_v<std::remove_cvref_t<decltype(*loaded)>,
                                         std::remove_const_t<decltype(made)>>);
            CHECK(are_same(made, *loaded));
        };
        check();
        check(four_bits);
    }
}

TEST_CASE("what was loaded lives as long as a copy, also when the file is replaced") {
    const support::temporary_folder folder;
    const std::string file = folder.file("tiles");
    const some_tiles<2> tiles{{3, 4}};
    const pattern_database made(eight_puzzle{}, eight_puzzle::solved, tiles);
    REQUIRE(save(made, file, "3 4").code.empty());
    std::optional<std::remove_const_t<decltype(made)>> copy;
    {
        const auto loaded = load_pattern_database(file, tiles, "3 4");
        REQUIRE(loaded);
        copy.emplace(*loaded);
    }
    const pattern_database other(seen_moves{}, eight_puzzle::solved, tiles);
    REQUIRE(save(other, file, "3 4").code.empty());
    CHECK(are_same(made, *copy));
    CHECK(are_same(other, *load_pattern_database(file, tiles, "3 4")));
    // Estimates of another type: what cannot be reached stays so.
    const auto wide = load_pattern_database<long>(file, tiles, "3 4");
    static_assert(std::is_same_v<decltype((*wide)(eight_puzzle::solved)), long>);
    const auto g = permuted::puzzle{};
    const permuted::some_pieces small{{0}};
    const pattern_database lonely(g, permuted::sorted(), small);
    REQUIRE(save(lonely, file, "").code.empty());
    CHECK((*load_pattern_database<long>(file, small, ""))(permuted::row{1, 0}) == infinite<long>);
}

struct named_tiles : some_tiles<2> {
    std::uint64_t fingerprint() const { return tiles[0] * 256U + tiles[1]; }
};
struct double_tiles : some_tiles<2> {
    static constexpr int step = 2;
};
struct all_reached : some_tiles<2> {
    static constexpr bool reaches_all = true;
};

TEST_CASE("a file of other patterns is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("tiles");
    const some_tiles<2> tiles{{3, 4}};
    const pattern_database made(eight_puzzle{}, eight_puzzle::solved, tiles);
    REQUIRE(save(made, file, "tiles").code.empty());
    const auto code = [](const auto& loaded) { return loaded.error().code; };
    CHECK(code(load_pattern_database(file, tiles, "tiles")) == "");
    CHECK(code(load_pattern_database(file, tiles, "Tiles")) == "other_patterns");
    CHECK(code(load_pattern_database(file, tiles, "")) == "other_patterns");
    CHECK(code(load_pattern_database(four_bits, file, tiles, "tiles")) == "other_patterns");
    CHECK(code(load_pattern_database(file, some_tiles<3>{{1, 2, 3}}, "tiles")) == "other_patterns");
    CHECK(code(load_pattern_database(file, double_tiles{{{3, 4}}}, "tiles")) == "other_patterns");
    CHECK(code(load_pattern_database(file, all_reached{{{3, 4}}}, "tiles")) == "other_patterns");
    CHECK(load_pattern_database(file, tiles, "else").error().message ==
          file + ": it was made for other patterns");

    const pattern_database named(eight_puzzle{}, eight_puzzle::solved, named_tiles{{{3, 4}}});
    REQUIRE(save(named, file).code.empty());
    CHECK(load_pattern_database(file, named_tiles{{{3, 4}}}));
    CHECK(code(load_pattern_database(file, named_tiles{{{4, 3}}})) == "other_patterns");
    CHECK(code(load_pattern_database(file, tiles, "")) == "other_patterns");
}

TEST_CASE("a file of patterns that is truncated, changed or something else is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("tiles");
    const some_tiles<2> tiles{{3, 4}};
    CHECK(load_pattern_database(file, tiles, "").error().code == "unreadable");
    const pattern_database made(four_bits, eight_puzzle{}, eight_puzzle::solved, tiles);
    REQUIRE(save(made, file, "").code.empty());
    const std::string whole = bytes_of(file);
    const auto load = [&] { return load_pattern_database(four_bits, file, tiles, ""); };
    for (std::size_t i = 0; i < whole.size(); i += support::is_slow ? 7 : 1) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        write_file(file, changed);
        CHECK_FALSE(load().error().code.empty());
        write_file(file, whole.substr(0, i));
        CHECK_FALSE(load().error().code.empty());
    }
    write_file(file, whole + 'x');
    CHECK(load().error().code == "changed_file");
    write_file(file, "a text");
    CHECK(load().error().code == "foreign_file");
    write_file(file, whole);
    CHECK(load());

    // A file with the right checksums that somebody made up.
    const auto forge = [&](const std::vector<std::uint64_t>& about, std::size_t bytes) {
        const std::vector<unsigned char> table(bytes);
        using format = senda::detail::file_of<std::remove_cvref_t<decltype(made)>>;
        REQUIRE(senda::detail::save_arrays(file, format::kind, format::fingerprint(tiles, ""),
                                           std::span<const std::uint64_t>(about),
                                           std::span<const unsigned char>(table))
                    .code.empty());
        return load().error().code;
    };
    CHECK(forge({1, 2}, whole.size() + 5) == "changed_file");
    CHECK(forge({1, 2}, made.bytes() - 1) == "changed_file");
    CHECK(forge({1}, made.bytes()) == "changed_file");
    CHECK(forge({1, 100}, made.bytes()) == "changed_file");
    CHECK(forge({1, 2}, made.bytes()) == "");
}

TEST_CASE("a database without a table is not saved") {
    const support::temporary_folder folder;
    const pattern_database none(eight_puzzle{}, eight_puzzle::solved, some_tiles<2>{{3, 4}},
                                {.limits = {.bytes = 10}});
    CHECK(save(none, folder.file("none"), "").code == "no_table");
    CHECK(folder.files() == 0);
    const pattern_database made(eight_puzzle{}, eight_puzzle::solved, some_tiles<2>{{3, 4}});
    CHECK(save(made, folder.file("there/is/none"), "").code == "unwritable");
}

}  // namespace pattern_file_tests
