// SPDX-License-Identifier: MIT
// EXPECT: ResourceModel<
// LAST: m.extend(a, from, e)
#include <array>
#include <optional>
#include <senda/resources/pareto_front.hpp>
#include <string>

struct fuel {
    std::optional<int> extend(int left, int, const auto&) const {
        return left > 0 ? std::optional{left - 1} : std::nullopt;
    }
};

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
#ifndef WITHOUT_FAULT
    const std::string full = "full";
#else
    const int full = 9;
#endif
    return static_cast<int>(senda::pareto_front(next, 1, 5, fuel{}, full).routes.size());
}
