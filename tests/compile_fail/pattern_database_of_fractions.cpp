// SPDX-License-Identifier: MIT
// EXPECT: pattern_database: costs are whole numbers
// LINES: 25
#include <senda/estimates/pattern_database.hpp>

#include <cstddef>

struct line {
#ifdef WITHOUT_FAULT
    using cost_type = int;
#else
    using cost_type = double;
#endif
    int operator()(int n) const { return n; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 10; }
    int node(std::size_t i) const { return static_cast<int>(i); }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit(n == 9 ? 0 : n + 1, cost_type{1});
        emit(n == 0 ? 9 : n - 1, cost_type{1});
    }
};

int main() { return senda::pattern_database(line{}, 3, line{}) ? 0 : 1; }
