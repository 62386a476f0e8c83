// SPDX-License-Identifier: MIT
// EXPECT: ResourceModel<
// EXPECT: m.extend(a, from, e)
// LINES: 25
#include <array>
#include <optional>
#include <senda/resources/constrained.hpp>

struct fuel {
#ifndef WITHOUT_FAULT
    int burn(int left) const { return left - 1; }
#else
    std::optional<int> extend(int left, int, const auto&) const {
        return left > 0 ? std::optional{left - 1} : std::nullopt;
    }
#endif
};

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
    return senda::constrained(next, 1, 5, fuel{}, 9).cost;
}
