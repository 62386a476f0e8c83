// SPDX-License-Identifier: MIT
#include <senda/graph/formats/binary_vectors.hpp>

#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace binary_vector_tests {

using id = std::uint32_t;
using numbers = std::vector<id>;
using namespace std::string_view_literals;

std::string bytes_of(const numbers& values) { return senda::write_binary_vector(values); }

/// The error of a graph of these rows.
senda::diagnostic refused(const numbers& first, const numbers& head, const numbers& weight) {
    const auto read = senda::parse_binary_graph(bytes_of(first), bytes_of(head), bytes_of(weight));
    CHECK_FALSE(read);
    return read.error();
}

TEST_CASE("values of a binary vector are little-endian on every machine") {
    constexpr std::string_view bytes = "\x01\x02\x03\x04\xff\xff\xff\xff\0\0\x80\xbf"sv;
    CHECK(*senda::parse_binary_vector<id>(bytes) == numbers{0x0403'0201, 0xffff'ffff, 0xbf80'0000});
    CHECK(senda::parse_binary_vector<std::int32_t>(bytes)->at(1) == -1);
    CHECK(senda::parse_binary_vector<float>(bytes)->at(2) == -1.0F);
    CHECK(senda::write_binary_vector(*senda::parse_binary_vector<id>(bytes)) == bytes);
    CHECK(senda::write_binary_vector(std::vector<float>{-1}) == bytes.substr(8));
    CHECK(senda::parse_binary_vector<id>("")->empty());
    const auto odd = senda::parse_binary_vector<id>("12345");
    REQUIRE_FALSE(odd);
    CHECK(odd.error().code == "bad_size");
}

TEST_CASE("a graph is read from three binary vectors, on random graphs") {
    for (std::uint64_t seed = 1; seed <= support::rounds<std::uint64_t>(300); ++seed) {
        support::split_mix64 random{seed};
        const int nodes = random.between(1, 20);
        numbers first{0};
        numbers head;
        std::vector<float> weight;
        std::vector<std::pair<std::size_t, id>> expected;
        for (int n = 0; n < nodes; ++n) {
            for (int i = random.below(4); i > 0; --i) {
                head.push_back(static_cast<id>(random.below(nodes)));
                weight.push_back(static_cast<float>(random.unit()));
                expected.emplace_back(static_cast<std::size_t>(n), head.back());
            }
            first.push_back(static_cast<id>(head.size()));
        }
        const auto read = senda::parse_binary_graph<float>(bytes_of(first), bytes_of(head),
                                                           senda::write_binary_vector(weight));
        REQUIRE(read);
        CHECK(read->node_count() == static_cast<std::size_t>(nodes));
        std::size_t edge = 0;
        for (id n = 0; n < read->node_count(); ++n) {
            read->successors(n, [&](id to, float cost) {
                REQUIRE(edge < expected.size());
                CHECK(expected[edge] == std::pair{std::size_t{n}, to});
                CHECK(weight[edge++] == cost);
            });
        }
        CHECK(edge == expected.size());
    }
}

TEST_CASE("rows that are no graph are refused, and the message names the element") {
    const auto check = [](const senda::diagnostic& d, std::string_view code,
                          std::string_view part) {
        CHECK(d.code == code);
        CAPTURE(d.message);
        CHECK(d.message.find(part) != std::string::npos);
    };
    check(refused({}, {}, {}), "bad_rows", "there are no rows");
    check(refused({1, 1}, {0}, {5}), "bad_rows", "row 0 begins at edge 1: expected 0");
    check(refused({0, 2, 1, 2}, {0, 1}, {5, 6}), "bad_rows", "row 1 is from edge 2 to 1");
    check(refused({0, 3}, {0, 0}, {5, 6}), "bad_rows", "row 0 is from edge 0 to 3");
    check(refused({0, 1}, {0, 0}, {5, 6}), "bad_rows", "the last row ends at edge 1: expected 2");
    check(refused({0, 1, 2}, {1, 2}, {5, 6}), "bad_node", "edge 1 goes from node 1 to node 2");
    check(refused({0, 1}, {0}, {}), "bad_cost", "there are 0 costs: expected 1");
    check(refused({0, 1}, {0}, {1, 2}), "bad_cost", "there are 2 costs: expected 1");
    check(senda::parse_binary_graph("", "123", "").error(), "bad_size", "head: there are 3 bytes");
    CHECK(senda::parse_binary_graph(bytes_of({0}), "", "")->node_count() == 0);
}

TEST_CASE("rows of any container make a csr") {
    const std::vector<int> first{0, 2, 2, 3};
    const std::vector<std::size_t> targets{1, 2, 0};
    const auto plain = senda::csr<>::from_rows(first, targets);
    REQUIRE(plain);
    CHECK(plain->node_count() == 3);
    CHECK(plain->degree(0) == 2);
    CHECK_FALSE(plain->is_undirected());
    const auto small = senda::csr<std::uint8_t>::from_rows(first, targets, std::vector{1, 2, 256});
    REQUIRE_FALSE(small);
    CHECK(small.error().code == "bad_cost");
    CHECK(senda::csr<>::from_rows(std::vector{0, -1}, targets).error().code == "bad_rows");
    CHECK(senda::csr<>::from_rows(std::vector{-1, 0}, targets).error().code == "bad_rows");
    CHECK(senda::csr<>::from_rows(std::vector{0, 1}, std::vector{-1}).error().code == "bad_node");
}

TEST_CASE("a graph is read from files, and a message names the one that is wrong") {
    const support::temporary_folder folder;
    const senda::binary_graph_files files{folder.file("first_out"), folder.file("head"),
                                          folder.file("travel_time")};
    const auto write = [](const std::string& file, const numbers& values) {
        REQUIRE_FALSE(support::write_file(file, bytes_of(values)));
    };
    const auto refused_in = [&](const std::string& file, std::string_view code) {
        const auto read = senda::read_binary_graph(files);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == code);
        CHECK(read.error().message.substr(0, file.size() + 2) == file + ": ");
    };
    refused_in(files.first_out, "unreadable");
    write(files.first_out, {0, 1, 2});
    refused_in(files.head, "unreadable");
    write(files.head, {1, 0});
    refused_in(files.weight, "unreadable");
    write(files.weight, {7, 8});
    const auto good = senda::read_binary_graph(files);
    REQUIRE(good);
    CHECK(good->edge_count() == 2);

    CHECK(*senda::read_binary_vector<id>(files.weight) == numbers{7, 8});
    CHECK(senda::read_binary_vector<id>(files.weight, 8));
    CHECK(senda::read_binary_vector<id>(files.weight, 7).error().code == "unreadable");
    CHECK(senda::read_binary_graph(files, 8).error().code == "unreadable");

    write(files.weight, {7});
    refused_in(files.weight, "bad_cost");
    write(files.head, {1, 2});
    write(files.weight, {7, 8});
    refused_in(files.head, "bad_node");
    write(files.first_out, {0, 1, 3});
    refused_in(files.first_out, "bad_rows");
    REQUIRE_FALSE(support::write_file(files.head, "12345"));
    refused_in(files.head, "bad_size");
}

TEST_CASE("the roads of Luxembourg are read where they are to be had") {
    const std::string stem = support::shared_data("roads/luxembourg_");
    if (!std::filesystem::exists(stem + "head")) return;
    const auto roads =
        senda::read_binary_graph({stem + "first_out", stem + "head", stem + "travel_time"});
    REQUIRE(roads);
    CHECK(roads->node_count() == 76'595);
    CHECK(roads->edge_count() == 175'323);
    const auto latitude = senda::read_binary_vector<float>(stem + "latitude");
    REQUIRE(latitude);
    CHECK(latitude->size() == roads->node_count());
    CHECK(latitude->front() > 49);
    CHECK(latitude->front() < 51);
}

}  // namespace binary_vector_tests
