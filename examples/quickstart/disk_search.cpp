// SPDX-License-Identifier: MIT
// A search in files: it takes two megabytes of memory, and goes on where it was stopped.
#include <senda/scale/disk_bfs.hpp>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>

/// Eight pancakes as digits; a move turns over some from the top.
struct pancakes {
    std::uint64_t operator()(std::uint64_t stack, unsigned count) const {
        std::uint64_t turned = stack >> (4 * count) << (4 * count);
        for (unsigned i = 0; i < count; ++i)
            turned |= (stack >> (4 * i) & 15) << (4 * (count - 1 - i));
        return turned;
    }
    template <class Emit>
    void successors(std::uint64_t stack, Emit&& emit) const {
        for (unsigned count = 2; count <= 8; ++count) emit((*this)(stack, count));
    }
};

int main() {
    const std::string folder = (std::filesystem::temp_directory_path() / "senda-pancakes").string();
    senda::disk_options options{.folder = folder,
                                .limits = {.bytes = 2'000'000, .cost = 5},
                                .edges = senda::disk_edges::undirected};
    auto first = senda::disk_bfs(pancakes{}, std::uint64_t{0x87654321}, senda::no_goal{}, options);
    std::cout << "stopped by " << to_string(first.status) << " at depth 5\n";

    options.limits.cost = 100;
    auto all = senda::disk_bfs(pancakes{}, std::uint64_t{0x87654321}, senda::no_goal{}, options);
    std::cout << "went on from " << all.layers_resumed << " layers\n";
    for (std::uint64_t count : all.layers) std::cout << count << ' ';
    std::cout << "stacks after 0, 1, ... flips\n";
    return all.layers.size() == 10 && all.layers_resumed == 6 ? 0 : 1;
}
