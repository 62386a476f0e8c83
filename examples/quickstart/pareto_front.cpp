// SPDX-License-Identifier: MIT
// Fast or cheap? Every trade between hours and money that no other journey beats in both.
#include <senda/resources/pareto_front.hpp>

#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

using ride = senda::edge<std::string, int, std::string>;  // to, hours, by what

// The resource is what is left in the purse. More is better, which is the rule for numbers.
struct purse {
    std::map<std::string, int> price{{"plane", 120}, {"train", 45}, {"bus", 15}};

    std::optional<int> extend(int money, const std::string&, const ride& r) const {
        const int left = money - price.at(r.action);
        if (left < 0) return std::nullopt;
        return left;
    }
};

int main() {
    std::map<std::string, std::vector<ride>> rides{
        {"Lisbon", {{"Madrid", 1, "plane"}, {"Madrid", 9, "bus"}}},
        {"Madrid", {{"Paris", 2, "plane"}, {"Paris", 10, "train"}, {"Paris", 18, "bus"}}},
        {"Paris", {}},
    };
    auto from = [&](const std::string& city) -> const auto& { return rides.at(city); };

    for (const auto& trip : senda::pareto_front(from, "Lisbon", "Paris", purse{}, 200).routes) {
        std::cout << trip.cost << " hours, " << trip.resource() << " euros left:";
        for (const auto& by : trip.actions) std::cout << ' ' << by;
        std::cout << '\n';
    }
}
