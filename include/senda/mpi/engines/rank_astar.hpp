// SPDX-License-Identifier: MIT
// A* on many ranks, by rounds of the smallest f.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/mpi/engines/parent_path.hpp>
#include <senda/mpi/engines/rank_ending.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/cost_order.hpp>
#include <senda/mpi/ranks/node_owner.hpp>
#include <senda/mpi/ranks/node_records.hpp>
#include <senda/mpi/ranks/rank_exchange.hpp>
#include <senda/mpi/ranks/rank_failure.hpp>
#include <senda/mpi/ranks/rank_group.hpp>
#include <senda/mpi/result.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/node_store.hpp>
#include <senda/storage/open_list.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mpi.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// In each round all ranks expand what is open up to a bound on f, as it stood when the round
/// began, and send what that leads to to its owners; of all that comes they keep the best path by
/// cost, by steps, and by the parent. That is the least of a set, in whatever order it comes, so
/// that how it stands after a round depends neither on time nor on the number of ranks. A parent
/// has fewer steps where it costs the same: going back to parents comes to a start.
template <class G, class Node, class Goal, class H>
class rank_astar {
    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;
    using owners = node_owner<graph, Node>;
    using id = std::uint32_t;

    /// How a node was reached.
    struct reached {
        Node parent;  // itself, if it is a start
        cost g;
        std::uint32_t steps;
    };
    enum class state : unsigned char { closed, open, left_out };
    struct record {
        reached how;
        state now;
        bool is_goal;
    };
    /// What travels: a node, and how it is reached.
    struct message {
        Node node;
        reached how;
    };
    using index = std::conditional_t<IndexedGraph<graph, Node>, dense_index<Node, id>,
                                     hashed_index<Node, id>>;
    using store = indexed_nodes<Node, record, id, index>;
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;
    static constexpr std::uint64_t at_once = 64;
    static constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();

public:
    using result_type = mpi::result<Node, cost, action>;

    rank_astar(MPI_Comm comm, G& g, const Goal& goal, H& h, const options& o)
        : ranks_(comm),
          graph_(g),
          goal_(g, goal),
          estimate_(h),
          control_(o, engine_kind::shared),
          owners_(g, static_cast<std::uint64_t>(ranks_.size())),
          nodes_(control_.budget()),
          open_(control_.budget()),
          due_(control_.budget()),
          exchange_(
              ranks_, control_.budget(),
              [](void* self, const unsigned char* records, std::size_t bytes) {
                  static_cast<rank_astar*>(self)->take(records, bytes);
              },
              this),
          cap_(o.limits.cost.most<cost>()) {}

    /// Searches to the end; throws what the graph, the goal or the estimate throws on this rank,
    /// once all know.
    template <class Start>
    [[nodiscard]] result_type run(const Start& start) {
        begin(start);
        while (agree()) {
            failure_.call([&] {
                if (control_.may_wait()) expand_all();
            });
            note_failure();
            exchange_.finish();
        }
        return result();
    }

private:
    template <class Start>
    void begin(const Start& start) {
        const bool fits = failure_.call([&] {
            if (!control_.fits(nodes_.prepare(owners_.keys()))) return;
            for_each_start<Node>(graph_, start, [&](const Node& n) {
                if (owners_.owner(n) == own()) meet(Node(n), {Node(n), cost{0}, 0});
            });
        });
        note_failure();
        if (!exchange_.open(is_bytes ? sizeof(message) : 0) && fits)
            control_.end(status::memory_limit);
    }

    [[nodiscard]] std::size_t own() const noexcept {
        return static_cast<std::size_t>(ranks_.rank());
    }

    void note_failure() {
        if (failure_.has_failed()) control_.end(status::aborted);
        if (!control_.running()) exchange_.stop();
    }

    /// Expands what is due: with the paths of when the round began, whatever comes meanwhile.
    void expand_all() {
        due_.clear();
        while (!open_.empty() && !(open_.min_f() > bound_)) {
            const auto next = open_.pop();
            record& r = nodes_.record(next.id);
            if (r.now != state::open || r.how.g != next.g) continue;
            r.now = state::closed;
            if (!control_.fits(due_.push(due{next.id, r.how.steps, next.g}))) return;
        }
        mpi::bytes packed;
        for (std::size_t i = 0; i < due_.size() && !exchange_.is_stopping(); ++i) {
            if (!control_.may_expand()) return;
            expand(due_[i], packed);
            if (i % at_once == 0) exchange_.poll();
        }
    }

    struct due {
        id node;
        std::uint32_t steps;
        cost g;
    };
    void expand(const due& from, mpi::bytes& packed) {
        const auto& node = nodes_.pinned(from.node);
        std::uint64_t edges = 0;
        // A path back to the parent costs no less than its own, and has more steps.
        [[maybe_unused]] const auto back = back_from(from.node);
        for_each_successor<types>(graph_, node, [&](const Node& to, cost step, auto&&) {
            ++edges;
            if (is_negative(step)) [[unlikely]]
                return control_.end(status::negative_cost);
            if constexpr (store::is_plain) {
                if (same_node(graph_, to, back)) return;
            }
            send(to, {node, add_costs(from.g, step), from.steps + 1}, packed);
        });
        control_.count_generated(edges);
    }

    [[nodiscard]] auto back_from(id node) const {
        if constexpr (store::is_plain) {
            return nodes_.record(node).how.parent;
        } else {
            return nullptr;  // not worth a copy
        }
    }

    void send(const Node& to, const reached& how, mpi::bytes& packed) {
        if constexpr (is_bytes) {
            const message one{to, how};
            exchange_.template put<sizeof(message)>(owners_.owner(to), &one);
        } else {
            packed.clear();
            pack(to, packed);
            pack(how.parent, packed);
            pack(how.g, packed);
            pack(how.steps, packed);
            exchange_.put(owners_.owner(to), packed.data(), packed.size());
        }
    }

    void take(const unsigned char* records, std::size_t bytes) {
        if (exchange_.is_stopping()) return;
        failure_.call([&] {
            if constexpr (is_bytes) {
                for (std::size_t left = bytes / sizeof(message); left != 0;) {
                    const std::size_t now = std::min<std::size_t>(left, at_once);
                    touch(records, now);
                    for (std::size_t i = 0; i < now; ++i, records += sizeof(message)) {
                        const auto one = copied_from<message>(records);
                        meet(Node(one.node), reached(one.how));
                    }
                    left -= now;
                }
            } else {
                for_each_record(records, bytes, [&](mpi::reader& from) {
                    auto node = unpacked<Node>(from);
                    auto parent = unpacked<Node>(from);
                    const auto g = unpacked<cost>(from);
                    meet(std::move(node), {std::move(parent), g, unpacked<std::uint32_t>(from)});
                });
            }
        });
        note_failure();
    }

    /// Reads what looking up some nodes will read, all at once.
    void touch([[maybe_unused]] const unsigned char* records, [[maybe_unused]] std::size_t count) {
        if constexpr (store::is_hashed) {
            std::array<id, at_once> guess;
            for (std::size_t i = 0; i < count; ++i) {
                const auto node = copied_from<Node>(records + i * sizeof(message));
                guess[i] = nodes_.guess(store::key_of(owners_.keys(), node));
            }
            for (std::size_t i = 0; i < count; ++i) nodes_.touch(guess[i]);
        }
    }

    /// A path to a node of this rank.
    void meet(Node&& node, reached&& how) {
        if (!control_.running()) return;
        const auto key = store::key_of(owners_.keys(), node);
        const auto spot = nodes_.look_up(key, node);
        if (spot.id == store::none) {
            const bool is_goal = goal_(graph_, node);
            const id added = nodes_.add(spot, key, std::move(node),
                                        record{std::move(how), state::closed, is_goal});
            if (control_.fits(added != store::none)) place(added, false);
            return;
        }
        record& r = nodes_.record(spot.id);
        if (!is_better(how, r.how)) return;
        const bool is_cheaper = how.g < r.how.g;
        r.how = std::move(how);
        if (is_cheaper) place(spot.id, r.now == state::closed);
    }

    [[nodiscard]] bool is_better(const reached& a, const reached& b) const {
        if (a.g != b.g) return a.g < b.g;
        if (a.steps != b.steps) return a.steps < b.steps;
        const std::uint64_t hash = owners_.hash(a.parent);
        const std::uint64_t other = owners_.hash(b.parent);
        if (hash != other || same_node(graph_, a.parent, b.parent)) return hash < other;
        least_node least;
        (void)least.meet(other, b.parent);
        return least.meet(hash, a.parent);
    }

    /// Opens a node by the cost of its path, or leaves it out.
    void place(id at, bool was_expanded) {
        record& r = nodes_.record(at);
        const Node& node = nodes_.node(at);
        const cost g = r.how.g;
        const cost h = as_estimate<cost>(estimate_(node));
        const cost f = path_bound(g, h, cap_);
        const bool was_left_out = r.now == state::left_out;
        if (f > cap_ && h != infinite<cost>) {
            left_out_ += was_left_out ? 0 : 1;
            cut_ = std::min(cut_, f);
            r.now = state::left_out;
            return;
        }
        left_out_ -= was_left_out ? 1 : 0;
        if (f > cap_) {  // the estimate says that no goal follows
            r.now = state::closed;
            return;
        }
        control_.count_reopened(was_expanded ? 1 : 0);
        r.now = state::open;
        if (r.is_goal && !(g > goal_cost_)) {
            if (g < goal_cost_) goals_.forget();
            goal_cost_ = g;
            (void)goals_.meet(owners_.hash(node), node);
        }
        (void)control_.fits(open_.push(f, g, at));
    }

    /// What is open first, without what was improved since.
    [[nodiscard]] std::uint64_t least_open() {
        while (!open_.empty()) {
            const cost f = open_.min_f();
            const auto first = open_.pop();
            const record& r = nodes_.record(first.id);
            if (r.now != state::open || r.how.g != first.g) continue;
            (void)control_.fits(open_.push(f, first.g, first.id));
            return ordered(f);
        }
        return no_cost;
    }

    /// All ranks agree on whether there is another round, and up to which f.
    [[nodiscard]] bool agree() {
        enum : std::size_t { least, goal, beyond, ended };
        std::array<std::uint64_t, ended + status_count> all;
        all.fill(1);
        all[least] = control_.running() ? least_open() : no_cost;
        all[goal] = goals_.is_there() ? ordered(goal_cost_) : no_cost;
        all[beyond] = left_out_ != 0 ? ordered(cut_) : no_cost;
        all[ended + static_cast<std::size_t>(control_.status())] = 0;
        ranks_.least(all.data(), static_cast<int>(all.size()));
        const bool has_open = all[least] != no_cost;
        const bool is_found = all[goal] != no_cost && all[goal] <= all[least];
        agreed_ = first_reason(
            is_found, [&](status s) { return all[ended + static_cast<std::size_t>(s)] == 0; });
        const auto bounded = [&](std::uint64_t f) {
            lower_bound_ = std::max(lower_bound_, cost_from<cost>(std::min(f, all[goal])));
        };
        if (agreed_ == status::found) {
            least_goal_ = all[goal];
        } else if (agreed_ == status::running && has_open) {
            bounded(std::min(all[least], all[beyond]));
            widen(cost_from<cost>(all[least]));
            if (all[goal] != no_cost) bound_ = std::min(bound_, cost_from<cost>(all[goal]));
            return true;
        } else if (agreed_ == status::running) {
            const bool is_cut = all[beyond] != no_cost;
            agreed_ = is_cut ? status::cost_limit : status::exhausted;
            lower_bound_ = is_cut ? cost_from<cost>(all[beyond]) : infinite<cost>;
        }
        return false;
    }

    /// Up to which f nodes are expanded in the next round. Whole costs have many nodes of one f;
    /// of others, few: there it grows until a round is worth its while. The number of expansions
    /// is the same for any number of ranks, and so is the bound.
    void widen(cost least) {
        bound_ = least;
        if constexpr (std::floating_point<cost>) {
            const std::uint64_t now = ranks_.sum(control_.expanded());
            const std::uint64_t last = now - std::exchange(expanded_, now);
            if (last < 512) window_ = std::max(window_ * 2, least / 1024);
            if (last > 8192) window_ /= 2;
            bound_ = least + window_;
        }
    }

    [[nodiscard]] result_type result() {
        result_type r;
        if (agreed_ == status::found) read_path(r);
        r.status = agreed_;
        r.lower_bound = r ? r.cost : lower_bound_;
        r.reached = ranks_.sum(std::uint64_t{nodes_.size()});
        add_up(r, control_, ranks_, failure_);
        return r;
    }

    /// From the least of the cheapest goals to its parent, and so on.
    void read_path(result_type& r) {
        if (!goals_.is_there() || ordered(goal_cost_) != least_goal_) goals_.forget();
        goals_.agree(ranks_);
        mpi::reader goal = goals_.packed();
        const auto parent_of = [&](const Node& node) -> const Node* {
            const auto key = store::key_of(owners_.keys(), node);
            const reached& how = nodes_.record(nodes_.look_up(key, node).id).how;
            return how.steps == 0 ? nullptr : &how.parent;
        };
        r.path = path_by_parents(ranks_, owners_, unpacked<Node>(goal), parent_of);
        failure_.call([&] {
            add_actions<types, true>(graph_, r);
            // With an estimate that is too high a part of the path may have become cheaper.
            r.cost = cost_of_path<types>(graph_, r.path);
        });
        if (ranks_.first_of(failure_.has_failed()) == ranks_.size()) return;
        agreed_ = status::aborted;
        note_failure();
    }

    rank_group ranks_;
    G& graph_;
    goal_test<G, Node, Goal> goal_;
    H& estimate_;
    search_control control_;
    owners owners_;
    store nodes_;
    open_list<cost, id, ties::deepest_first> open_;
    buffer<due> due_;  // what is expanded in a round
    rank_exchange exchange_;
    rank_failure failure_;
    cost cap_;
    cost bound_{0};
    cost window_{0};
    cost lower_bound_{0};
    cost cut_ = infinite<cost>;  // of what is left out
    std::uint64_t left_out_ = 0;
    std::uint64_t expanded_ = 0;
    least_node goals_;  // of those that cost the least
    cost goal_cost_ = infinite<cost>;
    std::uint64_t least_goal_ = 0;
    status agreed_ = status::running;
};

}  // namespace senda::detail
