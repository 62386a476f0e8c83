// SPDX-License-Identifier: MIT
// How a search stood before a round: what a checkpoint has, also of one that was stopped in it.
#pragma once

#include <senda/detail/mpi/engines/label_files.hpp>
#include <senda/detail/mpi/engines/round_range.hpp>
#include <senda/detail/mpi/ranks/path_label.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/statistics.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace senda::detail {

/// Keeps what the labels of a round were that it changes; nodes that are new in it come after the
/// others. A record has `how`, a label, `now`, a `State`, and `is_written`.
template <class Node, Cost C, class State>
class round_before {
    using label = path_label<Node, C>;

public:
    void begin(std::size_t nodes, const statistics& counts, const round_range<C>& range) {
        changed_.clear();
        nodes_ = nodes;
        counts_ = counts;
        range_ = range.save();
        has_begun_ = true;
    }
    /// Whether there was a round.
    [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }

    /// To be called before a record changes.
    template <class Record>
    void note(std::size_t at, const Record& r) {
        if (at < nodes_) changed_.push_back({at, r.now, r.how});
    }
    /// Goes back to where the round began, but for nodes that are new, which are not written, and
    /// for those that were closed in it.
    template <class Store>
    void take_back(Store& nodes) {
        for (std::size_t i = changed_.size(); i-- > 0;) {
            auto& r = nodes.record(changed_[i].node);
            r.how = std::move(changed_[i].how);
            r.now = changed_[i].now;
        }
        changed_.clear();
    }

    /// Writes what was changed since the last checkpoint; what went wrong.
    template <class Store>
    [[nodiscard]] std::string write(const rank_group& ranks, label_files<Node, C>& files,
                                    Store& nodes, State closed) const {
        std::array<std::uint64_t, 4> all{counts_.expanded, counts_.generated, counts_.reopened,
                                         nodes_};
        ranks.sum(all.data(), static_cast<int>(all.size()));
        const auto write = [&](auto&& write_node) {
            for (std::size_t i = 0; i < nodes_; ++i) {
                const auto& r = nodes.record(i);
                if (r.is_written) continue;
                label how = r.how;
                if (r.now == closed) how.steps |= label_files<Node, C>::is_closed;
                write_node(nodes.node(i), how);
            }
        };
        std::string message =
            files.write({all[0] + files.done().expanded, all[1] + files.done().generated},
                        {all[3], all[2] + files.so_far().reopened, range_}, write);
        for (std::size_t i = 0; message.empty() && i < nodes_; ++i)
            nodes.record(i).is_written = true;
        return message;
    }

private:
    struct change {
        std::size_t node;
        State now;
        label how;
    };
    std::vector<change> changed_;
    std::size_t nodes_ = 0;
    statistics counts_;
    typename round_range<C>::saved range_;
    bool has_begun_ = false;
};

}  // namespace senda::detail
