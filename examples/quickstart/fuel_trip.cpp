// SPDX-License-Identifier: MIT
// The shortest trip that does not run dry: the state is a place and what is left in the tank.
#include <senda/resources/constrained.hpp>

#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

using place = std::string;
using road = senda::edge<place, int>;  // to, kilometres

// A litre lasts 10 km. The only pump is in Oasis, and it fills the tank of 50 litres.
struct tank {
    std::optional<int> extend(int litres, const place&, const road& r) const {
        const int left = litres - r.cost / 10;
        if (left < 0) return std::nullopt;  // stranded: this path ends here
        return r.to == "Oasis" ? 50 : left;
    }
};

int main() {
    std::map<place, std::vector<road>> roads{
        {"Home", {{"Desert", 300}, {"Oasis", 380}}},
        {"Desert", {{"Sea", 350}, {"Oasis", 120}}},
        {"Oasis", {{"Desert", 120}, {"Sea", 450}}},
        {"Sea", {}},
    };
    auto from = [&](const place& p) -> const auto& { return roads.at(p); };

    const auto trip = senda::constrained(from, "Home", "Sea", tank{}, 50);

    for (std::size_t i = 0; i < trip.path.size(); ++i)
        std::cout << trip.path[i] << " with " << trip.resources[i] << " litres\n";
    std::cout << trip.cost << " km; the 650 km through the desert would have run dry.\n";
}
