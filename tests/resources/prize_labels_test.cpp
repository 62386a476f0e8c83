// SPDX-License-Identifier: MIT
#include <senda/resources/prize_labels.hpp>

#include <bit>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/resources/ng_sets.hpp>
#include <vector>

#include "support/random_graphs.hpp"

namespace prize_labels_test {

TEST_CASE("prizes of one set have different bits, however the sets grow") {
    constexpr std::uint32_t prizes = 90;
    senda::ng_sets sets(prizes);
    std::vector<std::vector<bool>> in(prizes, std::vector<bool>(prizes));
    support::split_mix64 random{7};
    for (std::uint32_t k = 0; k < prizes; ++k) in[k][k] = true;
    for (int added = 0; added < 3000; ++added) {
        const auto at = static_cast<std::uint32_t>(random.below(prizes));
        const auto prize = static_cast<std::uint32_t>(random.below(prizes));
        sets.add(at, prize);
        in[at][prize] = true;
        if (added % 100 != 0) continue;
        for (std::uint32_t set = 0; set < prizes; ++set) {
            std::vector<bool> used(64 * sets.words());
            for (std::uint32_t k = 0; k < prizes; ++k) {
                REQUIRE(sets.contains(set, k) == in[set][k]);
                if (!in[set][k]) continue;
                REQUIRE(sets.member(set, sets.bit(k)) == k);
                REQUIRE_FALSE(used[sets.bit(k)]);
                used[sets.bit(k)] = true;
            }
        }
    }
}

TEST_CASE("what is remembered a step on are the prizes of both sets that matter") {
    constexpr std::uint32_t prizes = 70;
    constexpr std::uint32_t nodes = 20;
    senda::ng_sets sets(nodes, prizes);
    support::split_mix64 random{5};
    for (int added = 0; added < 600; ++added)
        sets.add(static_cast<std::uint32_t>(random.below(nodes)),
                 static_cast<std::uint32_t>(random.below(prizes)));
    for (int round = 0; round < 200; ++round) {
        const auto from = static_cast<std::uint32_t>(random.below(nodes));
        const auto to = static_cast<std::uint32_t>(random.below(nodes));
        std::vector<std::uint64_t> known(sets.words());
        std::vector<bool> is_known(prizes);
        for (std::uint32_t p = 0; p < prizes; ++p) {
            is_known[p] = sets.contains(from, p) && random.percent(60);
            if (is_known[p]) known[sets.bit(p) / 64] |= std::uint64_t{1} << sets.bit(p) % 64;
        }
        std::vector<std::uint64_t> kept;
        sets.carry(known, from, to, kept, [](std::uint32_t p) { return p % 3 != 0; });
        REQUIRE(kept.size() == known.size());
        int count = 0;
        for (std::uint32_t p = 0; p < prizes; ++p) {
            if (!is_known[p] || !sets.contains(to, p) || p % 3 == 0) continue;
            ++count;
            CHECK((kept[sets.bit(p) / 64] >> sets.bit(p) % 64 & 1) == 1);
        }
        for (const std::uint64_t word : kept) count -= std::popcount(word);
        CHECK(count == 0);
    }
}

TEST_CASE("keys leave out no label that dominates") {
    support::split_mix64 random{3};
    const auto draw = [&](std::uint64_t most) {
        // Also what is out of the range of a field.
        const std::uint64_t large = random.percent(10) ? 5'000'000 : 0;
        return static_cast<std::int64_t>(
            large + static_cast<std::uint64_t>(random.below(static_cast<int>(most))));
    };
    constexpr std::int64_t worth = 5;
    int dominated = 0;
    int left_out = 0;
    for (int i = 0; i < 20'000; ++i) {
        struct drawn {
            std::int64_t left;
            std::int64_t cost;
            std::uint64_t memory;
            senda::dominance_key key() const {
                return {left, left - worth * std::popcount(memory), cost};
            }
        };
        const auto label = [&] {
            return drawn{draw(30), draw(4), static_cast<std::uint64_t>(draw(64))};
        };
        const drawn a = label();
        const drawn b = label();
        const bool dominates =
            a.cost <= b.cost && a.left - b.left >= worth * std::popcount(a.memory & ~b.memory);
        if (dominates) REQUIRE(a.key().may_dominate(b.key()));
        dominated += dominates ? 1 : 0;
        left_out += a.key().may_dominate(b.key()) ? 0 : 1;
    }
    CHECK(dominated > 500);
    CHECK(left_out > 10'000);
}

}  // namespace prize_labels_test
