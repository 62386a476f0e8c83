// SPDX-License-Identifier: MIT
// EXPECT: Graph<
// LAST: can_expand<
#include <senda/search/ida_star.hpp>

struct dial {
    int action_count() const { return 2; }
    bool allows(int n, int a) const { return a == 0 || n > 0; }
    void apply(int& n, int a) const { n += a == 0 ? 1 : -1; }
#ifdef WITHOUT_FAULT
    void undo(int& n, int a) const { n -= a == 0 ? 1 : -1; }
#endif
};

int main() {
    return senda::ida_star(dial{}, 1, 7, [](int n) { return n < 7 ? 7 - n : 0; }).cost;
}
