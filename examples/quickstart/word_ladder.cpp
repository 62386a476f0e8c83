// SPDX-License-Identifier: MIT
// From one word to another, one letter at a time. Words are nodes; the dictionary is the graph.
#include <senda/search/bfs.hpp>

#include <iostream>
#include <string>
#include <vector>

int main() {
    const std::vector<std::string> dictionary{"bold", "card", "care", "cold", "cord", "core",
                                              "corn", "ford", "gold", "hard", "hold", "iron",
                                              "lord", "ward", "ware", "warm", "warn", "wood",
                                              "word", "wore", "work", "worm", "worn"};

    auto neighbours = [&](const std::string& word) {
        std::vector<std::string> found;
        for (const auto& other : dictionary) {
            int different = 0;
            for (std::size_t i = 0; i < word.size(); ++i) different += word[i] != other[i];
            if (different == 1) found.push_back(other);
        }
        return found;
    };

    const auto ladder = senda::bfs(neighbours, "cold", "warm");
    for (const auto& word : ladder.path) std::cout << word << ' ';
    std::cout << "takes " << ladder.cost << " changes.\n";

    const auto none = senda::bfs(neighbours, "cold", "iron");
    std::cout << "From cold to iron: " << to_string(none.status) << ", so there is no ladder.\n";
}
