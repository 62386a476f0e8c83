// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, each of which is one thread.
#pragma once

#include <senda/detail/mpi/engines/rank_layers.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <utility>

namespace senda::detail {

/// What a node leads to is sent at once, and what others send is taken in between two expansions.
template <class G, class Node, class Goal>
class rank_bfs : public rank_layers<rank_bfs<G, Node, Goal>, G, Node, Goal> {
    using base = rank_layers<rank_bfs, G, Node, Goal>;
    friend base;
    using base::control_, base::exchange_, base::failure_, base::goal_, base::goals_, base::graph_,
        base::is_last_, base::owners_;
    using typename base::nodes, typename base::types;

    static constexpr std::uint64_t between_polls = 256;  // expansions: asking MPI costs time

public:
    rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
             const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o, checkpoints), nodes_(control_.budget()) {}

private:
    [[nodiscard]] bool prepare() { return nodes_.prepare(owners_.keys()); }
    void keep(Node&& n) {
        if (!intern(std::move(n))) control_.end(status::memory_limit);
    }
    template <class Function>
    void for_each_part(Function&& function) {
        function(nodes_);
    }

    SENDA_FLATTEN void expand() {
        std::uint64_t edges = 0;
        mpi::bytes packed;
        const std::size_t end = nodes_.end();
        for (std::size_t next = nodes_.next(); next != end && !this->is_interrupted();) {
            if (is_last_ && !control_.may_wait()) break;  // its expansions are not counted
            const std::uint64_t allowed =
                control_.may_expand_many(std::min<std::uint64_t>(end - next, between_polls));
            if (allowed == 0) break;
            for (const std::size_t until = next + static_cast<std::size_t>(allowed); next != until;
                 ++next) {
                const auto& node = nodes_.pinned(next);
                [[maybe_unused]] const auto back = nodes_.before(next);
                for_each_successor<types>(graph_, node, [&](const Node& to, auto, auto&&) {
                    ++edges;
                    if constexpr (base::knows_before) {
                        if (to == back) return;
                    }
                    this->send(to, node, packed);
                });
            }
            nodes_.advance_to(next);
            this->count_expanded(allowed);
            exchange_.poll();
            this->note_progress();
        }
        this->count_generated(edges);
    }
    void finish() { exchange_.finish(); }

    /// Takes in a block of nodes that others met.
    void take(const unsigned char* records, std::size_t bytes) {
        if (this->is_dropping()) return;
        failure_.call([&] {
            if (this->is_checking_) {
                this->for_each_sent(records, bytes, [&](Node&& n) {
                    this->check_sent(n, nodes_.has_met(owners_.keys(), n));
                });
            } else if (is_last_) {
                this->for_each_sent(records, bytes, [&](Node&& n) {
                    if (!nodes_.has_met(owners_.keys(), n)) control_.end(status::cost_limit);
                });
            } else if (is_full_ || !intern_all(records, bytes)) {
                is_full_ = true;
                control_.end(status::memory_limit);
                this->spill(records, bytes);
            }
        });
        this->note_failure();
    }

    /// Keeps those that are new; false if there is no room for one.
    [[nodiscard]] bool intern_all(const unsigned char* records, std::size_t bytes) {
        if constexpr (nodes::can_append) {
            return nodes_.append(owners_.keys(), records, bytes / nodes::step_size, meeting());
        } else {
            bool fits = true;
            this->for_each_sent(records, bytes,
                                [&](Node&& n) { fits = fits && intern(std::move(n)); });
            return fits;
        }
    }
    [[nodiscard]] bool intern(Node&& n) {
        return nodes_.intern(owners_.keys(), std::move(n), meeting());
    }
    [[nodiscard]] auto meeting() {
        return [this](const Node& n, bool fresh) {
            if ((base::is_compared || fresh) && goal_(graph_, n)) [[unlikely]]
                met_goal(n);
        };
    }
    SENDA_COLD void met_goal(const Node& n) { (void)goals_.meet(owners_.hash(n), n); }

    nodes nodes_;
    bool is_full_ = false;
};

}  // namespace senda::detail
