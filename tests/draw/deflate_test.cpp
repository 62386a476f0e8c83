// SPDX-License-Identifier: MIT
#include <senda/draw/deflate.hpp>

#include "inflate.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using support::split_mix64;

std::string compressed(std::string_view bytes, std::size_t piece = std::string_view::npos) {
    senda::draw::zlib_compressor z;
    std::string out;
    while (!bytes.empty()) {
        z.write(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
        out += z.output();
        z.output().clear();
    }
    z.finish();
    return out + z.output();
}

bool survives(const std::string& bytes, std::size_t piece = std::string_view::npos) {
    const auto back = test_draw::read_zlib(compressed(bytes, piece));
    return back && back->bytes == bytes;
}

std::string random_bytes(split_mix64& random, std::size_t size, int letters) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random.below(letters));
    return bytes;
}

/// Rows of a picture of rooms: each row of pixels comes several times, with walls in between.
std::string rows_of_rooms(split_mix64& random, int rooms, int room_rows) {
    std::string bytes;
    for (int row = 0; row < rooms; ++row) {
        std::string line(1, '\0');
        for (int col = 0; col < rooms; ++col)
            line += random.percent(40) ? std::string("\x01\x00\x00\x00", 4) : std::string(4, '\0');
        for (int i = 0; i < room_rows; ++i) bytes += line;
    }
    return bytes;
}

/// Words in sentences, so that matches are short and at many distances.
std::string prose(split_mix64& random, std::size_t size) {
    std::vector<std::string> words;
    for (int i = 0; i < 500; ++i) {
        std::string word;
        for (int k = random.between(2, 9); k > 0; --k)
            word += static_cast<char>('a' + random.below(random.between(3, 26)));
        words.push_back(word);
    }
    std::string text;
    while (text.size() < size) {
        const int which = random.below(random.between(1, 500));
        text += words[static_cast<std::size_t>(which)] + (random.percent(10) ? ". " : " ");
    }
    return text.substr(0, size);
}

}  // namespace

TEST_CASE("the check sums are those of the standards") {
    CHECK(senda::draw::crc32("") == 0);
    CHECK(senda::draw::crc32("123456789") == 0xCBF43926);
    CHECK(senda::draw::crc32("IEND") == 0xAE426082);
    CHECK(senda::draw::crc32("6789", senda::draw::crc32("12345")) == 0xCBF43926);
    CHECK(senda::draw::adler32("") == 1);
    CHECK(senda::draw::adler32("Wikipedia") == 0x11E60398);
    CHECK(senda::draw::adler32("pedia", senda::draw::adler32("Wiki")) == 0x11E60398);
    const std::string most(100'000, '\xFF');  // where sums that are not reduced in time overflow
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (std::size_t i = 0; i < most.size(); ++i) {
        low = (low + 255) % 65521;
        high = (high + low) % 65521;
    }
    CHECK(senda::draw::adler32(most) == (high << 16 | low));
}

TEST_CASE("short inputs of every length survive compression") {
    split_mix64 random{1};
    for (std::size_t size = 0; size <= support::rounds(600U); ++size) {
        CAPTURE(size);
        REQUIRE(survives(std::string(size, 'x')));
        REQUIRE(survives(random_bytes(random, size, 2)));
        REQUIRE(survives(random_bytes(random, size, 256)));
        REQUIRE(survives(rows_of_rooms(random, 20, 2).substr(0, size)));
    }
}

TEST_CASE("inputs around the sizes of the window and the buffer survive compression") {
    split_mix64 random{2};
    int turn = 0;  // under the sanitizers each size is tried with one kind of bytes
    for (const std::size_t size :
         {32767U, 32768U, 32769U, 65535U, 65536U, 131072U, 262143U, 262144U, 262145U}) {
        CAPTURE(size);
        ++turn;
        const auto is_due = [&](int kind) { return !support::is_slow || turn % 4 == kind; };
        if (is_due(3)) CHECK(survives(std::string(size, '\0')));
        if (is_due(0)) CHECK(survives(random_bytes(random, size, 256)));
        if (is_due(1)) CHECK(survives(random_bytes(random, size, 4)));
        if (is_due(2)) CHECK(survives(prose(random, size)));
    }
}

TEST_CASE("a match may be as far as the window reaches and no farther") {
    split_mix64 random{3};
    for (const std::size_t apart : {32000U, 32767U, 32768U, 32769U, 33000U}) {
        CAPTURE(apart);
        const std::string copy = random_bytes(random, 200, 256);
        const std::string between = random_bytes(random, apart - copy.size(), 256);
        const std::string bytes = copy + between + copy;
        REQUIRE(survives(bytes));
        const bool is_shorter = compressed(bytes).size() < bytes.size() - 100;
        CHECK(is_shorter == (apart <= 32768));
    }
}

TEST_CASE("the pieces in which bytes come do not matter") {
    split_mix64 random{4};
    const std::size_t size = support::is_slow ? 40'000 : 100'000;
    const std::string bytes = prose(random, size + size / 2) + random_bytes(random, size, 256) +
                              rows_of_rooms(random, 100, 5) + std::string(size, 'z');
    const std::string whole = compressed(bytes);
    const auto back = test_draw::read_zlib(whole);
    REQUIRE(back);
    CHECK(back->bytes == bytes);
    for (const std::size_t piece : {1U, 7U, 1000U, 65536U, 300'000U}) {
        CAPTURE(piece);
        CHECK(compressed(bytes, piece) == whole);
    }
}

TEST_CASE("random mixtures survive compression") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        std::string bytes;
        for (int part = random.between(1, 12); part > 0; --part) {
            const auto size =
                static_cast<std::size_t>(random.below(random.percent(20) ? 40'000 : 900));
            switch (random.below(5)) {
                case 0: bytes += random_bytes(random, size, 256); break;
                case 1: bytes += random_bytes(random, size, random.between(1, 9)); break;
                case 2: bytes += std::string(size, static_cast<char>(random.below(256))); break;
                case 3: bytes += prose(random, size); break;
                default:
                    if (!bytes.empty()) bytes += bytes.substr(bytes.size() / 2, size);
            }
        }
        REQUIRE(survives(bytes, static_cast<std::size_t>(random.between(1, 5000))));
    }
}

TEST_CASE("what cannot be compressed grows by little") {
    split_mix64 random{5};
    CHECK(compressed(random_bytes(random, 200'000, 256)).size() < 200'500);
    CHECK(compressed("abc").size() < 100);
}

TEST_CASE("the output is about as short as zlib's at its usual level") {
    // The sizes of zlib 1.2.13 at level 6 for the same bytes.
    split_mix64 random{6};
    CHECK(compressed(std::string(1'000'000, '\0')).size() <= 991 * 1.02);
    const std::string rooms = rows_of_rooms(random, 200, 5);
    CHECK(static_cast<double>(compressed(rooms).size()) <= 1.02 * 17968);
    const std::string text = prose(random, 300'000);
    CHECK(static_cast<double>(compressed(text).size()) <= 1.02 * 93487);
}

TEST_CASE("prefix codes are complete, within the limit, and as short as possible") {
    split_mix64 random{7};
    for (int round = 0; round < 400; ++round) {
        CAPTURE(round);
        const auto symbols = static_cast<std::size_t>(random.between(2, 19));
        const unsigned limit = random.percent(50) ? 7 : 15;
        std::vector<std::uint32_t> counts(symbols);
        const bool is_steep = random.percent(30);  // Fibonacci-like counts make the deepest trees
        for (std::size_t i = 0; i < symbols; ++i)
            counts[i] = is_steep             ? std::uint32_t{1} << std::min<std::size_t>(i, 30)
                        : random.percent(25) ? 0
                                             : static_cast<std::uint32_t>(random.between(1, 1000));
        const auto codes = senda::draw::detail::huffman_codes(counts, limit);
        std::vector<unsigned> lengths;
        for (const auto& code : codes) lengths.push_back(code.length);
        double filled = 0;
        bool all_right = true;
        std::size_t used = 0;
        for (std::size_t i = 0; i < symbols; ++i) {
            if (lengths[i] > 0) filled += 1.0 / (1U << lengths[i]);
            if (counts[i] > 0) ++used;
            all_right = all_right && lengths[i] <= limit && (counts[i] == 0 || lengths[i] > 0);
        }
        CHECK(all_right);
        CHECK(filled == 1.0);
        // Huffman's own cost: the sum of the two least, again and again.
        std::vector<std::uint64_t> rest;
        for (const std::uint32_t c : counts)
            if (c > 0) rest.push_back(c);
        std::uint64_t best = 0;
        while (rest.size() > 1) {
            std::sort(rest.rbegin(), rest.rend());
            const std::uint64_t sum = rest[rest.size() - 1] + rest[rest.size() - 2];
            rest.resize(rest.size() - 2);
            rest.push_back(sum);
            best += sum;
        }
        std::uint64_t cost = 0;
        for (std::size_t i = 0; i < symbols; ++i) cost += std::uint64_t{counts[i]} * lengths[i];
        if (used >= 2 && *std::max_element(lengths.begin(), lengths.end()) < limit)
            CHECK(cost == best);
        CHECK(cost >= best);
    }
}
