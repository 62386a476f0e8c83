// SPDX-License-Identifier: MIT
// A courier who is paid at each address once, and pays for every street.
#include <senda/resources/collect.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

using place = std::string;
using street = senda::edge<place, int>;  // to, minutes

struct courier {
    std::map<place, int> pay{{"Mill", 9}, {"Port", 7}, {"Hill", 2}};

    int prize(const place& p) const { return pay.contains(p) ? pay.at(p) : 0; }
    int loss(const place&, const street& s) const { return s.cost / 2; }  // a coin for two minutes
};

int main() {
    const std::map<place, std::vector<street>> streets{
        {"Home", {{"Mill", 6}, {"Hill", 4}}},
        {"Mill", {{"Home", 6}, {"Port", 10}}},
        {"Hill", {{"Home", 4}, {"Port", 12}}},
        {"Port", {{"Mill", 10}, {"Hill", 12}, {"Home", 20}}},
    };
    const auto from = [&](const place& p) -> const auto& { return streets.at(p); };

    const auto tour = senda::collect(from, "Home", "Home", courier{}, 5, {.prizes = 2});
    std::cout << "two addresses in " << tour.cost << " minutes:";
    for (const place& p : tour.path) std::cout << ' ' << p;
    std::cout << "\ntrade-offs:";
    for (const auto& r : senda::collect_front(from, "Home", "Home", courier{}, 5).routes)
        std::cout << ' ' << r.cost << " min for " << r.left() << " coins;";
    std::cout << '\n';
}
