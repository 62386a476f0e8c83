// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, each of which is one thread.
#pragma once

#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/mpi/checkpoints.hpp>
#include <senda/mpi/engines/rank_layers.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/node_records.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <utility>
#include <vector>

namespace senda::detail {

/// Keeps the nodes of a rank in one list, layer after layer. What a node leads to is sent at once,
/// and what others send is taken in between two expansions.
template <class G, class Node, class Goal>
class rank_bfs : public rank_layers<rank_bfs<G, Node, Goal>, G, Node, Goal> {
    using base = rank_layers<rank_bfs, G, Node, Goal>;
    friend base;
    using base::at_once, base::is_bytes, base::is_compared, base::knows_before, base::may_forget,
        base::step_size;
    using base::control_, base::exchange_, base::failure_, base::forgets_, base::goal_,
        base::goals_, base::graph_, base::is_last_, base::owners_;
    using typename base::before_type, typename base::nothing, typename base::step,
        typename base::store, typename base::types;

    static constexpr std::uint64_t between_polls = 256;  // expansions: asking MPI costs time

public:
    rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
             const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o, checkpoints),
          nodes_(control_.budget()),
          before_(control_.budget()),
          before_next_(control_.budget()) {}

private:
    [[nodiscard]] bool prepare() { return nodes_.prepare(owners_.keys()); }
    void keep(Node&& n) { intern(std::move(n)); }
    [[nodiscard]] std::size_t fresh() const noexcept { return nodes_.size() - layers_.back(); }

    void begin_layer() {
        layers_.push_back(nodes_.size());
        std::swap(before_, before_next_);
        before_next_.clear();
        if constexpr (may_forget) {
            if (forgets_ && layers_.size() == 3) {
                nodes_.forget_first(layers_[1]);
                layers_ = {0, layers_[2] - layers_[1]};
                ++forgotten_;
            }
        }
    }

    template <class Take>
    void for_each_node(std::size_t layer, Take&& take_node) const {
        layer -= forgotten_;
        const std::size_t end = layer + 1 < layers_.size() ? layers_[layer + 1] : nodes_.size();
        for (std::size_t i = layers_[layer]; i != end; ++i) take_node(nodes_.node(i));
    }

    SENDA_FLATTEN void expand() {
        const std::size_t first = layers_[layers_.size() - 2];
        const std::size_t end = layers_.back();
        std::uint64_t edges = 0;
        mpi::bytes packed;
        for (std::size_t next = first; next != end && !exchange_.is_stopping();) {
            const std::uint64_t allowed =
                control_.may_expand_many(std::min<std::uint64_t>(end - next, between_polls));
            if (allowed == 0) break;
            for (const std::size_t until = next + static_cast<std::size_t>(allowed); next != until;
                 ++next) {
                const auto& node = nodes_.pinned(next);
                [[maybe_unused]] const auto back = before(next - first);
                for_each_successor<types>(graph_, node, [&](const Node& to, auto, auto&&) {
                    ++edges;
                    if constexpr (knows_before) {
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

    /// From which node one of the layer was met; itself if it is a start.
    [[nodiscard]] auto before(std::size_t at) const noexcept {
        if constexpr (knows_before) {
            return before_[at];
        } else {
            return nothing{};
        }
    }

    /// Takes in a block of nodes that others met.
    void take(const unsigned char* records, std::size_t bytes) {
        if (exchange_.is_stopping()) return;
        failure_.call([&] {
            if constexpr (is_bytes && store::has_appender) {
                if (!is_last_) return append(records, bytes / step_size);
            }
            this->for_each_sent(records, bytes, [&](Node&& n) {
                if (!is_last_) return intern(std::move(n));
                if (!nodes_.has_met(owners_.keys(), n)) control_.end(status::cost_limit);
            });
        });
        this->note_failure();
    }

    // Without a branch on whether a node is new, as `shared_bfs` does; while some are looked up,
    // the memory of the next is on its way.
    void append(const unsigned char* records, std::size_t count) {
        typename store::appender list(nodes_);
        std::array<typename store::key, 2 * at_once> found;
        const auto ask_for = [&](std::size_t from) {
            const std::size_t end = std::min(from + at_once, count);
            for (std::size_t i = from; i < end; ++i) {
                const auto key =
                    store::key_of(owners_.keys(), copied_from<Node>(records + i * step_size));
                found[i % found.size()] = key;
                if constexpr (store::is_hashed) list.prefetch(key);
            }
            return end;
        };
        for (std::size_t i = 0, end = ask_for(0); i != count;) {
            const std::size_t next = end == count ? count : ask_for(end);
            const bool fits = make_room(list, end - i);
            for (; i != end; ++i) {
                if (!fits && !make_room(list, 1)) [[unlikely]]
                    return control_.end(status::memory_limit);
                const unsigned char* const record = records + i * step_size;
                const Node n = copied_from<Node>(record);
                const auto [at, fresh] = list.intern(found[i % found.size()], n, {});
                if constexpr (knows_before) {
                    before_next_.data()[at - layers_.back()] =
                        copied_from<Node>(record + offsetof(step, before));
                }
                if ((is_compared || fresh) && goal_(graph_, n)) [[unlikely]]
                    met_goal(n);
            }
            end = next;
        }
    }
    template <class Appender>
    [[nodiscard]] bool make_room(Appender& list, std::size_t count) {
        if (!list.make_room(count)) return false;
        if constexpr (knows_before) {
            const std::size_t size = list.size() - layers_.back();
            before_next_.set_size(size);
            while (before_next_.capacity() < size + count) {
                if (!before_next_.grow()) return false;
            }
        }
        return true;
    }

    void intern(Node&& n) {
        if (!control_.running()) return;
        const auto key = store::key_of(owners_.keys(), n);
        const auto [id, fresh] = nodes_.intern(key, std::move(n), [] { return nothing{}; });
        if (!control_.fits(id != store::none) || !fresh) return;
        if constexpr (knows_before) {
            if (!control_.fits(before_next_.push(nodes_.node(id)))) return;
        }
        if (goal_(graph_, nodes_.node(id))) met_goal(nodes_.node(id));
    }

    SENDA_COLD void met_goal(const Node& n) { (void)goals_.meet(owners_.hash(n), n); }

    store nodes_;
    buffer<before_type> before_;  // of the layer expanded
    buffer<before_type> before_next_;
    std::vector<std::size_t> layers_{0};  // where each begins in the list
    std::size_t forgotten_ = 0;           // layers before these
};

}  // namespace senda::detail
