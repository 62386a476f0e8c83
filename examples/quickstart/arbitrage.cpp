// SPDX-License-Identifier: MIT
// Currencies whose rates do not fit together: a round of exchanges that makes money is a cycle of
// negative cost, if an exchange costs the negative logarithm of its rate.
#include <senda/search/bellman_ford.hpp>

#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

int main() {
    const std::map<std::string, std::map<std::string, double>> rates{
        {"sol", {{"dollar", 0.27}, {"euro", 0.245}}},
        {"dollar", {{"sol", 3.69}, {"euro", 0.92}, {"yen", 149.0}}},
        {"euro", {{"sol", 4.05}, {"dollar", 1.08}, {"yen", 163.5}}},
        {"yen", {{"dollar", 0.00669}, {"euro", 0.00611}}},
    };
    const auto exchanges = [&](const std::string& from) {
        std::vector<std::pair<std::string, double>> costs;
        for (const auto& [to, rate] : rates.at(from)) costs.emplace_back(to, -std::log(rate));
        return costs;
    };

    const auto found = senda::bellman_ford(exchanges, "sol");
    auto round = found.cycle();
    if (round.empty()) {
        std::cout << "No round of exchanges makes money.\n";
        return 0;
    }
    round.push_back(round.front());
    double money = 1000;
    std::cout << money << ' ' << round.front();
    for (std::size_t i = 1; i < round.size(); ++i) {
        money *= rates.at(round[i - 1]).at(round[i]);
        std::cout << " -> " << money << ' ' << round[i];
    }
    std::cout << '\n';
}
