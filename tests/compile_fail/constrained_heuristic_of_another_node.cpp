// SPDX-License-Identifier: MIT
// EXPECT: LabelHeuristic<
// EXPECT: h(n), or h(n, r)
// LINES: 25
#include <array>
#include <optional>
#include <senda/resources/constrained.hpp>
#include <string>

struct fuel {
    std::optional<int> extend(int left, int, const auto&) const {
        return left > 0 ? std::optional{left - 1} : std::nullopt;
    }
};

int main() {
    auto next = [](int n) { return std::array{n + 1}; };
#ifndef WITHOUT_FAULT
    auto estimate = [](const std::string& name) { return static_cast<int>(name.size()); };
#else
    auto estimate = [](int n) { return n < 5 ? 5 - n : 0; };
#endif
    return senda::constrained(next, 1, 5, fuel{}, 9, estimate).cost;
}
