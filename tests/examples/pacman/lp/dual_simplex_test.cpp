// SPDX-License-Identifier: MIT
#include <pacman/lp/dual_simplex.hpp>

#include "support/rounds.hpp"

#include <pacman/lp/model.hpp>
#include <pacman/lp/sparse.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <utility>
#include <vector>

namespace dual_simplex_test {

using senda::random_source;
using senda::lp::entry;
using senda::lp::infinity;
using senda::lp::range;

constexpr auto always = [] { return true; };

/// A plane on which a vertex may lie: factors * x = value.
struct plane {
    std::vector<double> factors;
    double value;
};

/// The solution of as many planes as columns, by plain elimination; nothing if they are dependent.
std::optional<std::vector<double>> meet(std::vector<plane> planes) {
    const std::size_t n = planes.size();
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t best = c;
        for (std::size_t r = c; r < n; ++r)
            if (std::abs(planes[r].factors[c]) > std::abs(planes[best].factors[c])) best = r;
        if (std::abs(planes[best].factors[c]) < 1e-9) return std::nullopt;
        std::swap(planes[c], planes[best]);
        for (std::size_t r = 0; r < n; ++r) {
            if (r == c) continue;
            const double f = planes[r].factors[c] / planes[c].factors[c];
            for (std::size_t k = 0; k < n; ++k) planes[r].factors[k] -= f * planes[c].factors[k];
            planes[r].value -= f * planes[c].value;
        }
    }
    std::vector<double> x(n);
    for (std::size_t c = 0; c < n; ++c) x[c] = planes[c].value / planes[c].factors[c];
    return x;
}

bool is_allowed(const senda::lp::model& m, const std::vector<double>& x) {
    const auto inside = [](double v, range r) { return v > r.lower - 1e-7 && v < r.upper + 1e-7; };
    for (std::size_t j = 0; j < x.size(); ++j)
        if (!inside(x[j], m.column_range(j))) return false;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        double sum = 0;
        for (const entry& e : m.row(i)) sum += e.value * x[e.at];
        if (!inside(sum, m.row_range(i))) return false;
    }
    return true;
}

/// Tries all choices of planes among those from `next` on.
void try_all(const senda::lp::model& m, const std::vector<plane>& all, std::size_t next,
             std::vector<plane>& chosen, std::optional<double>& least) {
    if (chosen.size() == m.columns()) {
        const auto x = meet(chosen);
        if (!x || !is_allowed(m, *x)) return;
        double cost = 0;
        for (std::size_t j = 0; j < x->size(); ++j) cost += m.cost(j) * (*x)[j];
        least = std::min(least.value_or(cost), cost);
        return;
    }
    for (std::size_t i = next; i < all.size(); ++i) {
        chosen.push_back(all[i]);
        try_all(m, all, i + 1, chosen, least);
        chosen.pop_back();
    }
}

/// The least cost of all vertices; nothing if there are none.
std::optional<double> least_cost(const senda::lp::model& m) {
    std::vector<plane> all;
    const auto add = [&](const std::vector<double>& factors, range r) {
        if (std::isfinite(r.lower)) all.push_back({factors, r.lower});
        if (std::isfinite(r.upper) && r.upper != r.lower) all.push_back({factors, r.upper});
    };
    for (std::size_t j = 0; j < m.columns(); ++j) {
        std::vector<double> unit(m.columns());
        unit[j] = 1;
        add(unit, m.column_range(j));
    }
    for (std::size_t i = 0; i < m.rows(); ++i) {
        std::vector<double> factors(m.columns());
        for (const entry& e : m.row(i)) factors[e.at] = e.value;
        add(factors, m.row_range(i));
    }
    std::vector<plane> chosen;
    std::optional<double> least;
    try_all(m, all, 0, chosen, least);
    return least;
}

double whole(random_source& random, int from, int to) {
    return from + static_cast<double>(random.below(static_cast<std::uint64_t>(to - from + 1)));
}

void add_random_row(senda::lp::model& m, random_source& random) {
    std::vector<entry> sum;
    for (std::uint32_t j = 0; j < m.columns(); ++j)
        if (random.below(3) > 0) sum.push_back({j, whole(random, -3, 3)});
    const double a = whole(random, -4, 4);
    switch (random.below(4)) {
        case 0: m.add_row(std::move(sum), {a, infinity}); break;
        case 1: m.add_row(std::move(sum), {-infinity, a}); break;
        case 2: m.add_row(std::move(sum), {a, a + whole(random, 0, 3)}); break;
        default: m.add_row(std::move(sum), {a, a});
    }
}

senda::lp::model random_model(random_source& random) {
    senda::lp::model m;
    const std::uint64_t columns = 1 + random.below(4);
    for (std::uint64_t j = 0; j < columns; ++j) {
        const double lower = whole(random, -2, 1);
        m.add_column(whole(random, -4, 4), {lower, lower + whole(random, 0, 3)});
    }
    for (std::uint64_t i = random.below(4); i > 0; --i) add_random_row(m, random);
    return m;
}

void check_against_vertices(const senda::lp::model& m, senda::lp::dual_simplex& solver) {
    const std::optional<double> least = least_cost(m);
    const senda::lp::result ended = solver.run(infinity, always);
    if (!least) {
        CHECK(ended == senda::lp::result::infeasible);
        return;
    }
    REQUIRE(ended == senda::lp::result::optimal);
    const double bound = solver.bound();
    CHECK(bound <= *least + 1e-9);
    CHECK(bound > *least - 1e-3);
    std::vector<double> x(m.columns());
    double cost = 0;
    for (std::uint32_t j = 0; j < m.columns(); ++j) {
        x[j] = solver.value(j);
        cost += m.cost(j) * x[j];
    }
    CHECK(is_allowed(m, x));
    CHECK(cost < *least + 1e-3);
}

TEST_CASE("the dual simplex method agrees with the list of all vertices") {
    for (std::uint64_t seed = 0; seed < support::rounds(400U); ++seed) {
        CAPTURE(seed);
        random_source random(seed);
        senda::lp::model m = random_model(random);
        senda::lp::dual_simplex solver(m);
        check_against_vertices(m, solver);
    }
}

TEST_CASE("a run goes on from the last when rows come, go, or ranges change") {
    for (std::uint64_t seed = 0; seed < support::rounds(150U); ++seed) {
        CAPTURE(seed);
        random_source random(seed);
        senda::lp::model m = random_model(random);
        senda::lp::dual_simplex solver(m);
        for (int change = 0; change < 5; ++change) {
            check_against_vertices(m, solver);
            const std::uint64_t what = random.below(3);
            if (what == 0) {
                add_random_row(m, random);
                solver.rows_were_added();
            } else if (what == 1) {
                std::vector<bool> loose(m.rows());
                for (std::uint32_t i = 0; i < m.rows(); ++i)
                    loose[i] = solver.is_row_loose(i) && random.below(2) == 0;
                solver.remove_rows(loose);
            } else {
                const double lower = whole(random, -2, 1);
                m.set_column_range(random.below(m.columns()), {lower, lower + whole(random, 0, 2)});
            }
        }
    }
}

/// A covering problem of some size: each row asks for three of the columns that it has.
senda::lp::model cover(std::uint32_t size, std::uint64_t seed) {
    random_source random(seed);
    senda::lp::model m;
    for (std::uint32_t j = 0; j < size; ++j) m.add_column(whole(random, 1, 9), {0, 1});
    for (std::uint32_t i = 0; i < size; ++i) {
        std::vector<entry> sum;
        for (std::uint32_t j = 0; j < size; ++j)
            if (random.below(size) < 8) sum.push_back({j, 1});
        const auto most = static_cast<double>(sum.size());
        m.add_row(std::move(sum), {std::min(3.0, most), infinity});
    }
    return m;
}

TEST_CASE("the proven bound meets the cost of the solution on larger problems") {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        CAPTURE(seed);
        senda::lp::model m = cover(120, seed);
        senda::lp::dual_simplex solver(m);
        REQUIRE(solver.run(infinity, always) == senda::lp::result::optimal);
        double cost = 0;
        for (std::uint32_t j = 0; j < m.columns(); ++j) cost += m.cost(j) * solver.value(j);
        CHECK(solver.bound() <= cost + 1e-6);
        CHECK(solver.bound() > cost - 1e-2);
        CHECK(solver.run(cost - 1, always) == senda::lp::result::cutoff);
    }
}

TEST_CASE("what a column's cost is above what the rows account for says where it lies") {
    senda::lp::model m = cover(60, 2);
    senda::lp::dual_simplex solver(m);
    REQUIRE(solver.run(infinity, always) == senda::lp::result::optimal);
    CHECK(solver.iterations() > 0);
    int between = 0;
    for (std::uint32_t j = 0; j < m.columns(); ++j) {
        const double x = solver.value(j);
        const double d = solver.reduced_cost(j);
        CAPTURE(j);
        if (x > 1e-6) CHECK(d < 1e-2);       // or less of it would be cheaper
        if (x < 1 - 1e-6) CHECK(d > -1e-2);  // or more of it
        between += x > 1e-6 && x < 1 - 1e-6 ? 1 : 0;
    }
    CHECK(between > 0);
}

TEST_CASE("a run from a basis that was saved ends as the one after which it was saved") {
    for (std::uint64_t seed = 0; seed < support::rounds(100U); ++seed) {
        CAPTURE(seed);
        random_source random(seed);
        senda::lp::model m = random_model(random);
        senda::lp::dual_simplex solver(m);
        const senda::lp::result first = solver.run(infinity, always);
        const senda::lp::dual_simplex::position here = solver.save();
        const std::size_t column = random.below(m.columns());
        const range before = m.column_range(column);
        m.set_column_range(column, {before.upper, before.upper});
        (void)solver.run(infinity, always);
        m.set_column_range(column, before);
        solver.go_back(here);
        const std::uint64_t pivots = solver.iterations();
        CHECK(solver.run(infinity, always) == first);
        if (first == senda::lp::result::optimal) CHECK(solver.iterations() == pivots);
        check_against_vertices(m, solver);
    }
}

TEST_CASE("a run ends when the caller says so, and what is proven holds") {
    senda::lp::model m = cover(120, 1);
    senda::lp::dual_simplex solver(m);
    REQUIRE(solver.run(infinity, always) == senda::lp::result::optimal);
    const double least = solver.bound();
    solver.restart();
    CHECK(solver.run(infinity, [] { return false; }) == senda::lp::result::stopped);
    CHECK(solver.bound() < least);
}

TEST_CASE("any multipliers prove a bound, and none of them too much") {
    for (std::uint64_t seed = 0; seed < support::rounds(200U); ++seed) {
        random_source random(seed);
        const senda::lp::model m = random_model(random);
        std::vector<double> multipliers(m.rows());
        for (double& y : multipliers) y = whole(random, -9, 9) / 4;
        const std::optional<double> least = least_cost(m);
        if (least) CHECK(m.proven_bound(multipliers) <= *least + 1e-9);
        if (least) CHECK(m.proven_bound(multipliers, 0) <= 1e-9);
    }
}

}  // namespace dual_simplex_test
