// SPDX-License-Identifier: MIT
// What all ranks did in a layer, for who observes it.
#pragma once

#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/scale/mpi/layer_report.hpp>
#include <senda/search/statistics.hpp>

#include <utility>

namespace senda::detail {

/// Tells an observer what was done since it was told last.
class layer_reporter {
public:
    void observe(const mpi::layer_observer& observer) noexcept { observer_ = observer; }
    [[nodiscard]] bool is_observed() const noexcept { return static_cast<bool>(observer_); }

    /// `so_far` is what this rank did in all; all ranks call it.
    void report(const rank_group& ranks, const mpi::rank_work& so_far, mpi::layer_report report) {
        mpi::rank_work own = so_far;
        own.expanded -= told_.expanded;
        own.sent -= told_.sent;
        own.waited -= told_.waited;
        told_ = so_far;
        const double now = now_in_seconds();
        report.seconds = now - std::exchange(told_at_, now);
        for (const auto& told : ranks.tell_all(&own, sizeof own))
            report.ranks.push_back(copied_from<mpi::rank_work>(told.data()));
        if (report.depth >= 0) observer_(report);
    }

private:
    mpi::layer_observer observer_;
    mpi::rank_work told_;
    double told_at_ = now_in_seconds();
};

}  // namespace senda::detail
