// SPDX-License-Identifier: MIT
// What is prepared says `memory_limit` where the system has no memory, and throws nothing: each is
// made again and again, and each time a little more memory is there.
#include "scarce_new.hpp"

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <senda/estimates/landmarks.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>
#include <string>
#include <utility>
#include <vector>

namespace {

using senda::cell;
using senda::status;

/// Makes something and says how that ended.
struct preparation {
    std::string name;
    std::function<status()> make;
};

struct places {
    senda::csr<std::uint32_t> roads;
    senda::csr<senda::unweighted> paths;
    senda::octile_grid open;
    senda::octile_grid_cutting cutting;
    senda::grid straight;
};

/// A square of streets, and maps with walls.
places made_places(int side) {
    senda::random_source random(7);
    std::vector<senda::csr<std::uint32_t>::edge_type> roads;
    std::vector<senda::csr<senda::unweighted>::edge_type> paths;
    const auto join = [&](int from, int to) {
        const auto a = static_cast<std::uint32_t>(from);
        const auto b = static_cast<std::uint32_t>(to);
        const auto cost = static_cast<std::uint32_t>(1 + random.below(100));
        roads.push_back({a, b, cost});
        roads.push_back({b, a, cost});
        paths.push_back({a, b});
        paths.push_back({b, a});
    };
    const int streets = side / 4;
    for (int y = 0; y < streets; ++y) {
        for (int x = 0; x < streets; ++x) {
            if (x + 1 < streets) join(y * streets + x, y * streets + x + 1);
            if (y + 1 < streets) join(y * streets + x, (y + 1) * streets + x);
        }
    }
    const auto nodes = static_cast<std::size_t>(streets * streets);
    const auto is_open = [](cell c) { return c.x % 9 != 5 || c.y % 8 == 2; };
    return {*senda::csr<std::uint32_t>::from_edges(nodes, roads),
            *senda::csr<senda::unweighted>::from_edges(nodes, paths),
            senda::octile_grid(side, side, is_open),
            senda::octile_grid_cutting(side, side, is_open), senda::grid(side, side, is_open)};
}

std::vector<preparation> all_preparations(const places& p) {
    std::vector<preparation> all;
    const auto add = [&](std::string name, std::function<status()> make) {
        all.push_back({std::move(name), std::move(make)});
    };
    add("customizable_graph", [&] { return senda::customizable_graph(p.roads).status(); });
    add("customizable_graph on threads",
        [&] { return senda::customizable_graph(p.roads, {.threads = 3}).status(); });
    add("customized_graph", [&] {
        const senda::customizable_graph order(p.roads);
        return order.customize().status();
    });
    add("customized_graph without weights", [&] {
        const senda::customizable_graph order(p.paths);
        return order.customize({.threads = 3}).status();
    });
    add("contraction_hierarchy", [&] { return senda::contraction_hierarchy(p.roads).status(); });
    add("contraction_hierarchy on threads",
        [&] { return senda::contraction_hierarchy(p.roads, {.threads = 3}).status(); });
    const auto ready =
        std::make_shared<senda::contraction_hierarchy<senda::csr<std::uint32_t>>>(p.roads);
    add("hub_labels", [ready] { return senda::hub_labels(*ready).status(); });
    add("landmarks", [&] { return senda::landmarks(p.roads).status(); });
    add("hpa_grid", [&] { return senda::hpa_grid(p.open).status(); });
    add("hpa_grid, straight", [&] { return senda::hpa_grid(p.straight).status(); });
    add("hpa_grid that changes", [&] {
        senda::hpa_grid map(p.open);
        map.set({40, 41});
        map.close({40, 41});
        return map.status();
    });
    add("prepared_grid", [&] { return senda::prepared_grid(p.open).status(); });
    add("prepared_grid, cutting", [&] { return senda::prepared_grid(p.cutting).status(); });
    add("flow_field", [&] { return senda::flow_field(p.open, cell{0, 0}).status(); });
    return all;
}

int faults = 0;

/// One try; whether it was made.
bool succeeds(const preparation& p, const char* how, std::uint64_t much,
              const std::function<void(bool)>& be_scarce) {
    status ended = status::running;
    bool has_thrown = false;
    be_scarce(true);
    try {
        ended = p.make();
    } catch (const std::exception&) {
        has_thrown = true;
    }
    be_scarce(false);
    if (!has_thrown && ended == status::complete) return true;
    if (has_thrown || ended != status::memory_limit) {
        ++faults;
        std::printf("%s, %s %llu: %s\n", p.name.c_str(), how, static_cast<unsigned long long>(much),
                    has_thrown ? "it threw" : senda::to_string(ended));
    }
    return false;
}

/// Only so many objects can be made: a few at least, with which it can count what it takes.
void check_objects(const preparation& p) {
    for (std::uint64_t most = 4;; most += 1 + most / 3) {
        const int before = faults;
        if (succeeds(p, "objects", most, [&](bool is_scarce) {
                is_scarce ? scarce::allow(most) : scarce::allow_all();
            }))
            return;
        if (faults != before) return;
    }
}

/// The size of the process may only grow by so much.
void check_size(const preparation& p) {
    rlimit unlimited{};
    getrlimit(RLIMIT_AS, &unlimited);
    for (std::uint64_t kilobytes = 64; kilobytes < (1U << 20U); kilobytes *= 2) {
        const int before = faults;
        if (succeeds(p, "kilobytes", kilobytes, [&](bool is_scarce) {
                rlimit limit = unlimited;
                if (is_scarce) limit.rlim_cur = scarce::size_of_process() + kilobytes * 1024;
                setrlimit(RLIMIT_AS, &limit);
            }))
            return;
        if (faults != before) return;
    }
}

}  // namespace

int main() {
    const places small = made_places(66);
    for (const preparation& p : all_preparations(small)) check_objects(p);
    const places large = made_places(100);
    for (const preparation& p : all_preparations(large)) check_size(p);
    if (faults == 0) std::puts("what is prepared keeps within the memory that there is");
    return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
