// SPDX-License-Identifier: MIT
// A* on many ranks without rounds: hash-distributed A* (HDA*).
#pragma once

#include <senda/detail/mpi/engines/rank_ending.hpp>
#include <senda/detail/mpi/engines/rank_path.hpp>
#include <senda/detail/mpi/ranks/node_owner.hpp>
#include <senda/detail/mpi/ranks/path_label.hpp>
#include <senda/detail/mpi/ranks/rank_exchange.hpp>
#include <senda/detail/mpi/ranks/rank_failure.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mpi.h>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Mattern's method of four counters. A rank that has nothing to do says how many blocks it sent
/// and received, and a reduction that nobody waits for adds them up. When all that was sent by the
/// second of two such counts was received by the first, no block was on its way in between, and
/// none has come to a rank since it said that it has nothing to do: none ever will again.
class quiescence {
    enum : std::size_t { sent, received, stopping };

public:
    explicit quiescence(const rank_group& ranks) noexcept : ranks_(ranks) {}

    /// Asked, again and again, by a rank that has nothing to do and nothing that is not sent; it
    /// may have something to do between. True, on all ranks, once all rest or one must stop.
    [[nodiscard]] bool is_reached(std::uint64_t blocks_sent, std::uint64_t blocks_received,
                                  bool is_stopping) {
        if (is_counting_) {
            int is_counted = 0;
            MPI_Test(&request_, &is_counted, MPI_STATUS_IGNORE);
            if (is_counted == 0) return false;
            is_counting_ = false;
            const bool is_still = has_before_ && counts_[sent] == before_;
            has_before_ = !is_still && counts_[stopping] == 0;
            if (!has_before_) return true;
            before_ = counts_[received];
        }
        counts_ = {blocks_sent, blocks_received, std::uint64_t{is_stopping ? 1u : 0u}};
        MPI_Iallreduce(MPI_IN_PLACE, counts_.data(), static_cast<int>(counts_.size()), MPI_UINT64_T,
                       MPI_SUM, ranks_.comm(), &request_);
        is_counting_ = true;
        return false;
    }

private:
    const rank_group& ranks_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::array<std::uint64_t, 3> counts_{};
    std::uint64_t before_ = 0;  // what was received by the count before
    bool has_before_ = false;
    bool is_counting_ = false;
};

/// Each rank expands the best that it owns, sends what that leads to to its owners, and opens again
/// what a better path comes to, until nothing is left that costs less than the best goal known.
///
/// What a node of the answer has in the end is the least of all paths to it: by cost, and by the
/// steps since the cost last grew. Its parent is the least of those that it has that from. So the
/// answer is the same in whatever order paths come; `docs/mpi.md` has the proof.
template <class G, class Node, class Goal, class H>
class rank_hda {
    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;
    using owners = node_owner<graph, Node>;
    using id = std::uint32_t;

    using label = path_label<Node, cost>;
    using messages = label_messages<Node, cost>;
    enum class state : unsigned char {
        closed,  // expanded
        open,    // to be expanded
        pruned,  // beyond the limit on costs
        aside    // leads to no goal, or to none that is better
    };
    struct record {
        label how;
        state now;
        bool is_goal;
    };
    /// In the place of a label: that there is a goal of that cost.
    static constexpr std::uint32_t tells_goal = label::no_path;

    using index = std::conditional_t<IndexedGraph<graph, Node>, dense_index<Node, id>,
                                     hashed_index<Node, id>>;
    using store = indexed_nodes<Node, record, id, index>;
    static constexpr int at_once = 32;  // expansions between two looks at what has come

public:
    using result_type = mpi::result<Node, cost, action>;

    rank_hda(MPI_Comm comm, G& g, const Goal& goal, H& h, const options& o)
        : ranks_(comm),
          graph_(g),
          goal_(g, goal),
          estimate_(h),
          control_(o, engine_kind::shared),
          owners_(g, static_cast<std::uint64_t>(ranks_.size())),
          nodes_(control_.budget()),
          open_(control_.budget()),
          exchange_(
              ranks_, control_.budget(),
              [](void* self, const unsigned char* records, std::size_t bytes) {
                  static_cast<rank_hda*>(self)->take(records, bytes);
              },
              this),
          rest_(ranks_),
          limit_(o.limits.cost.most<cost>()),
          bound_(limit_) {}

    /// Searches to the end; throws what the graph, the goal or the estimate throws on this rank,
    /// once all know. A `refusal` ends it at once.
    template <class Start>
    [[nodiscard]] result_type run(const Start& start, const char* refusal = nullptr) {
        const bool fits =
            failure_.call([&] { (void)control_.fits(nodes_.prepare(owners_.keys())); });
        if (refusal != nullptr && ranks_.rank() == 0) failure_.fail(refusal);
        if (!exchange_.open(messages::size) && fits) control_.end(status::memory_limit);
        note_failure();
        if (ranks_.first_of(!control_.running()) == ranks_.size()) {
            std::uint64_t starts = 0;
            const bool is_known = failure_.call([&] {
                for_each_start<Node>(graph_, start, [&](const Node& n) {
                    starts = combine(starts, owners_.hash(n));
                    if (owners_.owner(n) == own()) discover(Node(n), {Node(n), {}, 0});
                });
            });
            if (have_same_starts(ranks_, starts, is_known, failure_)) work();
            note_failure();
        }
        agree();
        return result();
    }

private:
    [[nodiscard]] std::size_t own() const noexcept {
        return static_cast<std::size_t>(ranks_.rank());
    }

    void note_failure() {
        if (failure_.has_failed()) control_.end(status::aborted);
        if (!control_.running()) exchange_.stop();
    }

    /// Expands and takes in, until all ranks have nothing more to do or one must stop.
    void work() {
        for (int turn = 0;; ++turn) {
            exchange_.poll();
            failure_.call([&] { expand_some(); });
            tell();
            const bool is_busy = has_work();
            // Few nodes for each of many ranks are not worth a block each time.
            if (!is_busy || turn % (1 + ranks_.size() / 2) == 0) exchange_.send_all();
            if (is_busy) continue;
            if (rest_.is_reached(exchange_.sent(), exchange_.received(), exchange_.is_stopping()))
                break;
            (void)control_.poll();
        }
        exchange_.finish();
    }

    [[nodiscard]] bool has_work() {
        return !exchange_.is_stopping() && !open_.empty() && !(open_.min_f() > bound_);
    }

    void expand_some() {
        for (int i = 0; i < at_once && has_work();) {
            const auto next = open_.pop();
            record& r = nodes_.record(next.id);
            if (r.now != state::open || r.how.g != next.g) continue;
            if (!control_.may_expand()) return lose(next.f);
            r.now = state::closed;
            expand(next.id, next.f);
            ++i;
        }
    }

    void expand(id from, cost f) {
        const auto& node = nodes_.pinned(from);
        const label how = nodes_.record(from).how;
        std::uint64_t edges = 0;
        for_each_successor<types>(graph_, node, [&](const Node& to, cost step, auto&&) {
            ++edges;
            if (is_negative(step)) [[unlikely]]
                return control_.end(status::negative_cost);
            // A path back to the parent is never better than its own.
            if (same_node(graph_, to, how.parent)) return;
            const std::size_t owner = owners_.owner(to);
            if (owner == own()) {
                discover(Node(to), how.after_flat(node, step));
            } else {
                messages_.send(exchange_, owner, to, how.after_flat(node, step));
            }
        });
        control_.count_generated(edges);
        if (!control_.running()) lose(f);
    }

    /// Tells the others of a better goal, or that they must stop: not while a block is taken in.
    void tell() {
        note_failure();
        if (!control_.running() && !std::exchange(has_told_stop_, true)) exchange_.send_all(true);
        if (!goals_.is_there() || !(goals_.cost() < told_cost_) || exchange_.is_stopping()) return;
        told_cost_ = goals_.cost();
        failure_.call([&] {
            const Node node = goals_.node();
            for (std::size_t to = 0; to < static_cast<std::size_t>(ranks_.size()); ++to) {
                if (to != own())
                    messages_.send(exchange_, to, node, {node, told_cost_, tells_goal});
            }
        });
        exchange_.send_all();
    }

    void take(const unsigned char* records, std::size_t bytes) {
        failure_.call([&] {
            messages::for_each(
                records, bytes, nodes_, owners_.keys(),
                [&](Node&& node, label&& how) { discover(std::move(node), std::move(how)); });
        });
        note_failure();
    }

    /// No path that is not looked at costs less.
    void lose(cost f) noexcept { lost_ = std::min(lost_, f); }
    void lose(const Node& node, cost g) {
        lose(path_bound(g, as_estimate<cost>(estimate_(node)), limit_));
    }

    /// A path to a node of this rank.
    void discover(Node&& node, label&& how) {
        if (how.steps == tells_goal) return lower(how.g);
        if (!control_.running() || exchange_.is_stopping()) return lose(node, how.g);
        const auto key = store::key_of(owners_.keys(), node);
        const auto slot = nodes_.look_up(key, node);
        if (slot.id == store::none) {
            const cost h = as_estimate<cost>(estimate_(node));
            const cost f = path_bound(how.g, h, limit_);
            if (is_useless(f)) return;
            const bool is_goal = goal_(graph_, node);
            const id added = nodes_.add(slot, key, std::move(node),
                                        record{std::move(how), state::aside, is_goal});
            if (!control_.fits(added != store::none)) return lose(f);
            return place(added, f, h);
        }
        record& r = nodes_.record(slot.id);
        const auto order = how.compare(r.how);
        if (order > 0) return;
        if (order == 0) return (void)r.how.choose_parent(graph_, owners_, std::move(how));
        r.how = std::move(how);
        const cost h = as_estimate<cost>(estimate_(node));
        place(slot.id, path_bound(r.how.g, h, limit_), h);
    }

    /// Whether what a node leads to costs more than a goal that is known.
    [[nodiscard]] bool is_useless(cost f) const noexcept { return f > bound_ && !(f > limit_); }

    /// Opens a node by the cost of its path, or leaves it out.
    void place(id at, cost f, cost h) {
        record& r = nodes_.record(at);
        const Node& node = nodes_.node(at);
        const bool was_expanded = r.now == state::closed;
        r.now = state::aside;
        if (f > limit_ && h != infinite<cost>) r.now = state::pruned;
        if (f > limit_ || is_useless(f)) return;
        control_.count_reopened(was_expanded ? 1 : 0);
        r.now = state::open;
        if (r.is_goal) {
            goals_.meet(owners_.hash(node), node, r.how.g);
            lower(r.how.g);
        }
        if (!control_.fits(open_.push(f, r.how.g, at))) lose(f);
    }

    /// A goal costs so much. Where costs are rounded, f may be a little more than the cost of the
    /// path: that much is looked at as well, so that the cost is the least of all paths.
    void lower(cost goal) noexcept {
        cost bound = goal;
        if constexpr (std::floating_point<cost>)
            bound += goal * (4096 * std::numeric_limits<cost>::epsilon());
        bound_ = std::min(bound_, bound);
    }

    /// What is open first, without what was improved since.
    [[nodiscard]] cost least_open() {
        while (!open_.empty()) {
            const auto first = open_.pop();
            const record& r = nodes_.record(first.id);
            if (r.now != state::open || r.how.g != first.g) continue;
            if (!control_.fits(open_.push(first.f, first.g, first.id))) lose(first.f);
            return first.f;
        }
        return infinite<cost>;
    }

    /// All ranks agree on how it ends.
    void agree() {
        enum : std::size_t { least, goal, ended };
        std::array<std::uint64_t, ended + status_count> all;
        all.fill(1);
        const cost next = std::min(least_open(), lost_);
        all[least] = next < infinite<cost> ? ordered(next) : no_cost;
        all[goal] = goals_.ordered_cost();
        all[ended + static_cast<std::size_t>(control_.status())] = 0;
        ranks_.least(all.data(), static_cast<int>(all.size()));
        least_goal_ = all[goal];
        const bool is_found = all[goal] != no_cost && all[goal] <= all[least];
        agreed_ = first_reason(
            is_found, [&](status s) { return all[ended + static_cast<std::size_t>(s)] == 0; });
        if (agreed_ == status::running) return agree_on_limit();
        const std::uint64_t f = std::min(all[least], all[goal]);
        if (f != no_cost && agreed_ != status::aborted) lower_bound_ = cost_from<cost>(f);
    }

    /// Nothing is open and no goal was found.
    void agree_on_limit() {
        std::uint64_t least = no_cost;
        failure_.call([&] {
            least = least_pruned(nodes_, estimate_, limit_,
                                 [](const record& r) { return r.now == state::pruned; });
        });
        note_failure();
        least = ranks_.least(least);
        const bool is_cut = least != no_cost;
        agreed_ = is_cut ? status::cost_limit : status::exhausted;
        lower_bound_ = is_cut ? cost_from<cost>(least) : infinite<cost>;
        if (ranks_.first_of(failure_.has_failed()) != ranks_.size()) agreed_ = status::aborted;
    }

    [[nodiscard]] result_type result() {
        result_type r;
        if (agreed_ == status::found) read_path(r);
        r.status = agreed_;
        r.lower_bound = r ? r.cost : lower_bound_;
        r.reached = ranks_.sum(std::uint64_t{nodes_.size()});
        add_up(r, control_, ranks_, failure_);
        r.engine = "ranks, asynchronous: each expands the best of the nodes that it owns";
        return r;
    }

    void read_path(result_type& r) {
        if (read_labelled_path<types>(r, graph_, ranks_, owners_, nodes_, goals_, least_goal_,
                                      failure_))
            return;
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
    rank_exchange exchange_;
    quiescence rest_;
    rank_failure failure_;
    messages messages_;
    cost limit_;  // on costs
    cost bound_;  // on f, by the best goal that is known
    cost lower_bound_{0};
    cost lost_ = infinite<cost>;  // the least that a stop left out
    cheapest_goal<Node, cost> goals_;
    cost told_cost_ = infinite<cost>;
    std::uint64_t least_goal_ = 0;
    status agreed_ = status::running;
    bool has_told_stop_ = false;
};

}  // namespace senda::detail
