// SPDX-License-Identifier: MIT
// Prioritized planning, with restarts.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/safe_interval_search.hpp>
#include <senda/detail/agents/timetable.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Plans agents in an order; if one finds no path, or the plan shall get better, in another.
class prioritized_search {
    static constexpr int most_failures = 1'000;

public:
    explicit prioritized_search(planning_task& task)
        : task_(task), random_(task.options.seed), search_(task.graph) {
        for (std::uint32_t i = 0; i < task.starts.size(); ++i) {
            order_.push_back(i);
            longest_ = std::max(longest_, task.team.distance(i, task.starts[i]));
        }
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t from_a = task.team.distance(a, task.starts[a]);
            const std::uint32_t from_b = task.team.distance(b, task.starts[b]);
            return from_a != from_b ? from_a > from_b : a < b;
        });
    }

    [[nodiscard]] place_plan run() {
        place_plan best;
        std::uint64_t least = ~std::uint64_t{0};
        for (int failures = 0; failures < most_failures && task_.control.poll();) {
            const std::size_t failed = plan_in_order();
            if (failed < order_.size()) {
                ++failures;
                std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(failed),
                            order_.begin() + static_cast<std::ptrdiff_t>(failed) + 1);
                if (failures % 16 == 0) shuffle(order_, random_);
                continue;
            }
            std::uint64_t cost = 0;
            for (const auto& path : paths_) cost += path.size() - 1;
            if (cost < least) {
                least = cost;
                best.paths = paths_;
                if (task_.options.progress != nullptr)
                    task_.options.progress->set_best(static_cast<std::int64_t>(cost));
            }
            if (task_.options.effort == agents::effort::first_plan || least == task_.single_costs)
                return best;
            shuffle(order_, random_);
            failures = 0;
        }
        task_.control.end(status::width_limit);
        return best;
    }

private:
    /// Plans all agents; the place in the order of the first that finds no path, or their number.
    [[nodiscard]] std::size_t plan_in_order() {
        timetable table(task_.graph, std::size_t{longest_} + longest_ / 2 + 64);
        paths_.assign(order_.size(), {});
        control_allowance allowance{task_.control};
        for (std::size_t k = 0; k < order_.size(); ++k) {
            const std::uint32_t i = order_[k];
            const std::uint32_t most = table.horizon() + task_.graph.size();
            if (!search_(table, task_.team, i, task_.starts[i], most, paths_[i], allowance))
                return k;
            table.grow(paths_[i].size() + 1);
            table.add(i, paths_[i]);
        }
        return order_.size();
    }

    planning_task& task_;
    random_source random_;
    safe_interval_search search_;
    std::vector<std::uint32_t> order_;
    std::vector<std::vector<agent_place>> paths_;
    std::uint32_t longest_ = 0;
};

}  // namespace senda::detail
