// SPDX-License-Identifier: MIT
#include "support/folder.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/scale/disk/layer_builder.hpp>
#include <senda/detail/scale/disk/manifest.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace key_file_test {

using namespace senda::detail;
using support::split_mix64;
using support::temporary_folder;

template <class Key>
using parts_of = std::vector<key_part<Key>>;

/// Keys that are dense, spread, clustered or at the ends of their range.
template <class Key>
std::vector<Key> random_keys(split_mix64& random) {
    std::set<Key> keys;
    const unsigned shift = static_cast<unsigned>(random.below(64));
    const int count = random.below(random.percent(20) ? 20'000 : 3'000);
    for (int i = 0; i < count; ++i)
        keys.insert(
            make_key<Key>(random.percent(30) ? random.next() >> shift : 0, random.next() >> shift));
    if (random.percent(30))
        for (std::uint64_t i = 0; i < 30'000; ++i) keys.insert(make_key<Key>(0, i));
    if (random.percent(30)) keys.insert(make_key<Key>(std::uint64_t(-1), std::uint64_t(-1)));
    return {keys.begin(), keys.end()};
}

template <class Key>
void write_part(parts_of<Key>& parts, std::string name, std::span<const Key> keys) {
    if (keys.empty()) return;
    key_writer<Key> out;
    REQUIRE(out.open(std::move(name), {}));
    bool good = true;
    for (const Key& k : keys) good = good && out.push(k);
    REQUIRE((good && out.finish()));
    CHECK(out.part().count == keys.size());
    CHECK(out.part().bytes == std::filesystem::file_size(out.part().name));
    parts.push_back(out.part());
}

template <class Key>
std::vector<Key> rest_of(key_cursor<Key> cursor) {
    std::vector<Key> keys;
    for (; !cursor.at_end(); cursor.advance()) keys.push_back(cursor.key());
    CHECK_FALSE(cursor.has_failed());
    return keys;
}

template <class Key>
void check_reading(std::uint64_t seed) {
    split_mix64 random(seed);
    const temporary_folder folder;
    const std::vector<Key> keys = random_keys<Key>(random);
    const std::span<const Key> all(keys);
    const auto cut = static_cast<std::size_t>(random.next() % (keys.size() + 1));
    parts_of<Key> parts;
    write_part(parts, folder.file("a"), all.first(cut));
    write_part(parts, folder.file("b"), all.subspan(cut));
    CHECK(rest_of(key_cursor<Key>(parts, nullptr, nullptr)) == keys);
    const auto any_key = [&] {
        if (keys.empty() || random.percent(40)) return make_key<Key>(random.next(), random.next());
        return keys[static_cast<std::size_t>(random.next() % keys.size())];
    };
    for (int i = 0; i < (support::is_slow ? 4 : 8); ++i) {
        const Key from = any_key();
        const Key below = any_key();
        const auto first = std::lower_bound(keys.begin(), keys.end(), from);
        const auto last = std::lower_bound(keys.begin(), keys.end(), below);
        const std::vector<Key> expected(first, std::max(first, last));
        CHECK(rest_of(key_cursor<Key>(parts, &from, &below)) == expected);
        senda::diagnostic error;
        CHECK(contains_key(parts, from, error) == (first != keys.end() && *first == from));
        CHECK(error.code == "");
    }
}

TEST_CASE("sorted keys are read from files as they were written, from any key to any other") {
    for (unsigned seed = 0; seed < support::rounds(support::is_slow ? 60U : 120U); ++seed) {
        check_reading<std::uint64_t>(seed);
        check_reading<wide_key>(seed);
    }
}

TEST_CASE("keys are sorted and each is kept once") {
    for (unsigned seed = 0; seed < support::rounds(200U); ++seed) {
        split_mix64 random(seed);
        std::vector<std::uint64_t> keys(static_cast<std::size_t>(random.below(3'000)));
        const unsigned shift = static_cast<unsigned>(random.below(64));
        for (std::uint64_t& k : keys) k = random.next() >> shift;
        const std::set<std::uint64_t> expected(keys.begin(), keys.end());
        const std::uint64_t* const end = sort_unique(keys.data(), keys.data() + keys.size());
        keys.resize(static_cast<std::size_t>(end - keys.data()));
        CHECK(std::equal(keys.begin(), keys.end(), expected.begin(), expected.end()));
    }
}

TEST_CASE("merging gives what is in some and in none of the known") {
    for (unsigned seed = 0; seed < support::rounds(60U); ++seed) {
        split_mix64 random(seed);
        const temporary_folder folder;
        std::set<std::uint64_t> expected;
        std::vector<std::vector<std::uint64_t>> memory;
        std::vector<parts_of<std::uint64_t>> runs;
        std::vector<parts_of<std::uint64_t>> known;
        const auto draw = [&] {
            std::set<std::uint64_t> keys;
            for (int i = random.below(4'000); i > 0; --i) keys.insert(random.next() % 9'000);
            return std::vector<std::uint64_t>(keys.begin(), keys.end());
        };
        for (int i = random.below(4); i > 0; --i) memory.push_back(draw());
        for (const auto& keys : memory) expected.insert(keys.begin(), keys.end());
        for (int i = random.below(6); i > 0; --i) {
            const auto keys = draw();
            expected.insert(keys.begin(), keys.end());
            write_part<std::uint64_t>(runs.emplace_back(), folder.file("r" + std::to_string(i)),
                                      keys);
        }
        for (int i = random.below(3); i > 0; --i) {
            const auto keys = draw();
            for (const std::uint64_t k : keys) expected.erase(k);
            write_part<std::uint64_t>(known.emplace_back(), folder.file("k" + std::to_string(i)),
                                      keys);
        }
        std::vector<key_cursor<std::uint64_t>> from;
        std::vector<key_cursor<std::uint64_t>> without;
        for (const auto& keys : memory) from.emplace_back(std::span<const std::uint64_t>(keys));
        for (const auto& run : runs) from.emplace_back(run, nullptr, nullptr);
        for (const auto& set : known) without.emplace_back(set, nullptr, nullptr);
        senda::diagnostic error;
        std::vector<std::uint64_t> merged;
        CHECK(merge_keys(from, without, error, [&](std::uint64_t k) {
            merged.push_back(k);
            return true;
        }));
        CHECK(std::equal(merged.begin(), merged.end(), expected.begin(), expected.end()));
    }
}

TEST_CASE("ranges of keys are of about the same size") {
    split_mix64 random(1);
    const temporary_folder folder;
    std::set<std::uint64_t> drawn;
    while (drawn.size() < 100'000) drawn.insert(random.next() >> 20U);
    const std::vector<std::uint64_t> keys(drawn.begin(), drawn.end());
    std::vector<parts_of<std::uint64_t>> runs(1);
    write_part<std::uint64_t>(runs[0], folder.file("a"), keys);
    key_reader<std::uint64_t> reader;
    for (const bool in_memory : {false, true}) {
        const std::vector<std::span<const std::uint64_t>> memory{keys};
        const auto bounds = in_memory ? range_bounds<std::uint64_t>({}, memory, reader, 4)
                                      : range_bounds<std::uint64_t>(runs, {}, reader, 4);
        REQUIRE(bounds.size() == 3);
        std::size_t before = 0;
        for (const std::uint64_t b : bounds) {
            const auto at = static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), b) -
                                                     keys.begin());
            CHECK(at - before > 20'000);
            CHECK(at - before < 30'000);
            before = at;
        }
    }
}

TEST_CASE("keys that are spread evenly take as many bits as the page says") {
    split_mix64 random(3);
    const temporary_folder folder;
    std::set<std::uint64_t> drawn;
    while (drawn.size() < 50'000) drawn.insert(random.next() >> 20U);
    parts_of<std::uint64_t> parts;
    write_part<std::uint64_t>(parts, folder.file("a"), std::vector(drawn.begin(), drawn.end()));
    const double bits = 8.0 * static_cast<double>(parts[0].bytes) / 50'000;
    CHECK(bits < 44 - 15.61 + 2.05);  // log2(2^44 / 50000) and 2, with the headers
}

TEST_CASE("a manifest is read as it was written") {
    const temporary_folder place;
    disk_folder folder;
    REQUIRE(folder.take(place.name()).code.empty());
    disk_layers<wide_key> all;
    all.fingerprint = 77;
    all.is_directed = true;
    all.closed_layers = 1;
    write_part<wide_key>(all.closed.parts, folder.name("closed-1-0"),
                         std::vector{wide_key{0, 1}, wide_key{3, 0}});
    all.closed.count = 2;
    write_part<wide_key>(all.layers.emplace_back().parts, folder.name("layer-0-0"),
                         std::vector{wide_key{0, 1}});
    write_part<wide_key>(all.layers[0].parts, folder.name("layer-0-1"),
                         std::vector{wide_key{3, 0}});
    all.layers[0].count = 2;
    REQUIRE(write_manifest(folder, all, {}).code.empty());
    disk_layers<wide_key> read;
    read.fingerprint = 77;
    read.is_directed = true;
    REQUIRE(read_manifest(folder, read).message == "");
    CHECK(read.closed_layers == 1);
    CHECK(read.closed.count == 2);
    REQUIRE(read.layers.size() == 1);
    REQUIRE(read.layers[0].parts.size() == 2);
    CHECK(read.layers[0].parts[1].name == all.layers[0].parts[1].name);
    CHECK(read.layers[0].parts[1].seal == all.layers[0].parts[1].seal);
    CHECK(read.layers[0].parts[1].first == wide_key{3, 0});
    CHECK(read.bytes() == all.bytes());
    disk_layers<std::uint64_t> narrow;
    CHECK(read_manifest(folder, narrow).code == "other_search");
}

TEST_CASE("keys that files hold are found among others") {
    const temporary_folder place;
    split_mix64 random(5);
    std::vector<key_part<std::uint64_t>> parts;
    std::set<std::uint64_t> held;
    std::uint64_t k = 0;
    for (const char* const name : {"a", "b", "c"}) {
        key_writer<std::uint64_t> out;
        REQUIRE(out.open(place.file(name), {}));
        for (int i = 0; i < support::rounds(40'000); ++i) {
            k += 1 + random.next() % 1'000'000;
            held.insert(k);
            REQUIRE(out.push(k));
        }
        REQUIRE(out.finish());
        parts.push_back(out.part());
    }
    std::vector<std::uint64_t> asked;
    for (int i = 0; i < 200; ++i) asked.push_back(random.next() % (k + 1'000));
    for (const std::uint64_t h : held)
        if (random.next() % 500 == 0) asked.push_back(h);
    for (const std::uint64_t edge : {*held.begin(), *held.rbegin()}) asked.push_back(edge);
    senda::diagnostic error;
    for (const std::uint64_t one : asked)
        CHECK(contains_key(parts, one, error) == held.contains(one));
    CHECK(error.code == "");
}

TEST_CASE("a plan uses nearly all of the memory, and never more") {
    for (const std::uint64_t bytes : {600'000U, 1'000'000U, 40'000'000U, 2'000'000'000U}) {
        for (const unsigned threads : {1U, 2U, 16U}) {
            const auto plan = disk_plan::make<std::uint64_t>(bytes, threads, false);
            REQUIRE(plan.keys > 0);
            const std::uint64_t used =
                plan.threads * (plan.keys * 8 + plan.file_memory<std::uint64_t>());
            CHECK(used <= bytes);
            CHECK(used >= bytes / 16 * 14);  // a large array takes whole pages
            CHECK(plan.threads <= threads);
        }
    }
    CHECK(disk_plan::make<std::uint64_t>(100'000, 4, false).keys == 0);
}

/// Makes the arrays of plans on budgets of their limits; how many limits had a plan.
template <class Key>
std::size_t count_plans(unsigned threads, bool is_directed) {
    std::size_t plans = 0;
    for (std::uint64_t bytes = 50'000; bytes < (support::is_slow ? 6'000'000 : 2'000'000'000);
         bytes += bytes / 9) {
        INFO(bytes << " bytes, " << threads << " threads");
        const auto plan = disk_plan::make<Key>(bytes, threads, is_directed);
        if (plan.keys == 0) {
            CHECK(plans == 0);  // what less was enough for, more is
            continue;
        }
        ++plans;
        senda::memory_budget budget(bytes);
        CHECK(budget.take(plan.threads * plan.template file_memory<Key>()));
        std::vector<buffer<Key>> arrays;
        for (unsigned t = 0; t < plan.threads; ++t) {
            arrays.emplace_back(budget);
            CHECK(arrays.back().reserve(plan.keys));
        }
    }
    return plans;
}

TEST_CASE("the arrays of a plan fit into its limit, for every limit and number of threads") {
    for (unsigned threads = 1; threads <= 64; threads += 1 + threads / (support::is_slow ? 1 : 3)) {
        for (const bool is_directed : {false, true}) {
            CHECK(count_plans<std::uint64_t>(threads, is_directed) > 10);
            CHECK(count_plans<wide_key>(threads, is_directed) > 10);
        }
    }
}

TEST_CASE("the least memory of a plan is known") {
    for (const bool is_directed : {false, true}) {
        const std::uint64_t least = disk_plan::least_bytes<std::uint64_t>(is_directed);
        CHECK(disk_plan::make<std::uint64_t>(least, 4, is_directed).keys != 0);
        CHECK(disk_plan::make<std::uint64_t>(least - 1, 4, is_directed).keys == 0);
    }
}

}  // namespace key_file_test
