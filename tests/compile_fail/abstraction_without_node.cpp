// SPDX-License-Identifier: MIT
// EXPECT: pattern_database: an abstraction finds small states by number
#include <senda/estimates/pattern_database.hpp>

#include <cstddef>

struct line {
    using cost_type = int;
    int operator()(int n) const { return n; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 10; }
#ifdef WITHOUT_FAULT
    int node(std::size_t i) const { return static_cast<int>(i); }
#endif
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit(n == 9 ? 0 : n + 1, cost_type{1});
        emit(n == 0 ? 9 : n - 1, cost_type{1});
    }
};

int main() { return senda::pattern_database(line{}, 3, line{}) ? 0 : 1; }
