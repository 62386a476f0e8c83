// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, each of which is one thread.
#pragma once

#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/mpi/checkpoints.hpp>
#include <senda/mpi/engines/rank_layers.hpp>
#include <senda/mpi/packing.hpp>
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
    void keep(Node&& n) { intern(std::move(n)); }
    [[nodiscard]] std::size_t fresh() const noexcept { return nodes_.fresh(); }
    void begin_layer() { nodes_.begin_layer(this->forgets_); }
    template <class Take>
    void for_each_node(std::size_t layer, Take&& take_node) const {
        nodes_.for_each(layer, take_node);
    }

    SENDA_FLATTEN void expand() {
        std::uint64_t edges = 0;
        mpi::bytes packed;
        const std::size_t end = nodes_.end();
        for (std::size_t next = nodes_.first(); next != end && !exchange_.is_stopping();) {
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
            // At the limit on costs it only looks for one node beyond: how soon is chance.
            if (!is_last_) control_.count_expanded(allowed);
            exchange_.poll();
            this->note_progress();
        }
        if (!is_last_) control_.count_generated(edges);
    }
    void finish() { exchange_.finish(); }

    /// Takes in a block of nodes that others met.
    void take(const unsigned char* records, std::size_t bytes) {
        if (exchange_.is_stopping()) return;
        failure_.call([&] {
            if (this->is_checking_) {
                this->for_each_sent(records, bytes, [&](Node&& n) {
                    this->check_sent(n, nodes_.has_met(owners_.keys(), n));
                });
                return;
            }
            if constexpr (nodes::can_append) {
                if (!is_last_) {
                    const std::size_t count = bytes / nodes::step_size;
                    (void)control_.fits(nodes_.append(owners_.keys(), records, count, meeting()));
                    return;
                }
            }
            this->for_each_sent(records, bytes, [&](Node&& n) {
                if (!is_last_) return intern(std::move(n));
                if (!nodes_.has_met(owners_.keys(), n)) control_.end(status::cost_limit);
            });
        });
        this->note_failure();
    }

    void intern(Node&& n) {
        if (!control_.running()) return;
        (void)control_.fits(nodes_.intern(owners_.keys(), std::move(n), meeting()));
    }
    [[nodiscard]] auto meeting() {
        return [this](const Node& n, bool fresh) {
            if ((base::is_compared || fresh) && goal_(graph_, n)) [[unlikely]]
                met_goal(n);
        };
    }
    SENDA_COLD void met_goal(const Node& n) { (void)goals_.meet(owners_.hash(n), n); }

    nodes nodes_;
};

}  // namespace senda::detail
