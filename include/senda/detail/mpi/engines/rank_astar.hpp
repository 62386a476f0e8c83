// SPDX-License-Identifier: MIT
// A* on many ranks, by rounds of the smallest f; and how a node is reached, in an order that is the
// same whenever it is heard of.
#pragma once

#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/mpi/engines/rank_search.hpp>
#include <senda/detail/mpi/ranks/layer_files.hpp>
#include <senda/detail/mpi/ranks/rank_exchange.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/detail/storage/files/identity.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mpi.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A cost that is not negative as a number in the same order; `from_bits` is the way back.
template <Cost C>
[[nodiscard]] constexpr std::uint64_t ordered(C cost) noexcept {
    static_assert(sizeof(C) <= 8, "astar on ranks: costs of at most 64 bits");
    return bits_of(static_cast<C>(cost + C{0}));  // which makes of -0.0 what is equal to it
}

/// A lower bound of paths through a node within a limit on costs. Without a limit it is at most the
/// largest cost: only an estimate of `infinite` is beyond it.
template <Cost C>
[[nodiscard]] constexpr C path_bound(C g, C h, C limit) noexcept {
    const C f = add_costs(g, h);
    if (!(f > limit)) return f;
    if (g > limit) return g;
    return limit == largest_cost<C> && h != infinite<C> ? limit : f;
}

/// The cost of a path to a node, and the node before it. Of two paths the cheaper is less, and then
/// that with fewer steps.
template <class Node, Cost C>
struct path_label {
    Node parent;  // itself, if it is a start
    C g;
    std::uint32_t steps;

    /// Over an edge from a node with this label.
    [[nodiscard]] path_label after(const Node& from, C step) const {
        return {from, add_costs(g, step), steps + 1};
    }
    [[nodiscard]] bool is_start() const noexcept { return steps == 0 && !(g > C{0}); }

    [[nodiscard]] std::weak_ordering compare(const path_label& other) const noexcept {
        if (g != other.g)
            return g < other.g ? std::weak_ordering::less : std::weak_ordering::greater;
        return steps <=> other.steps;
    }

    /// Of two paths that are neither less the parent is the least, by hash and by bytes; whether it
    /// is the other one.
    template <class G, class Owners>
    bool choose_parent(const G& graph, const Owners& owners, path_label&& other) {
        const std::uint64_t hash = owners.hash(parent);
        const std::uint64_t other_hash = owners.hash(other.parent);
        if (other_hash > hash) return false;
        if (other_hash == hash) {
            if (same_node(graph, parent, other.parent)) return false;
            first_nodes least;
            (void)least.meet(hash, parent);
            if (!least.meet(other_hash, other.parent)) return false;
        }
        *this = std::move(other);
        return true;
    }
};

/// Nodes with their labels, from rank to rank and in files.
template <class Node, Cost C>
class label_messages {
    using label = path_label<Node, C>;
    struct message {
        Node node;
        label how;
    };
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;
    static constexpr std::size_t at_once = 64;  // nodes whose places are read together

public:
    /// Of one message, if all have the same; else 0.
    static constexpr std::size_t size = is_bytes ? sizeof(message) : 0;

    void send(rank_exchange& by, std::size_t to, const Node& node, const label& how) {
        if constexpr (is_bytes) {
            const message one{node, how};
            by.template put<sizeof(message)>(to, &one);
        } else {
            const mpi::bytes& one = packed(node, how);
            by.put(to, one.data(), one.size());
        }
    }

    /// Calls `meet(node, label)` for each of a block; `nodes` is where they are looked up.
    template <class Store, class Keys, class Meet>
    static void for_each(const unsigned char* records, std::size_t bytes, const Store& nodes,
                         const Keys& keys, Meet&& meet) {
        if constexpr (is_bytes) {
            for (std::size_t left = bytes / sizeof(message); left != 0;) {
                const std::size_t now = std::min(left, at_once);
                touch(records, now, nodes, keys);
                for (std::size_t i = 0; i < now; ++i, records += sizeof(message)) {
                    const auto one = copied_from<message>(records);
                    meet(Node(one.node), label(one.how));
                }
                left -= now;
            }
        } else {
            for_each_record(records, bytes, [&](mpi::reader& from) { unpack_to(from, meet); });
        }
    }

    /// A message as bytes that are the same whoever writes them, until the next is packed.
    [[nodiscard]] const mpi::bytes& packed(const Node& node, const label& how) {
        packed_.clear();
        pack(node, packed_);
        pack(how.parent, packed_);
        pack(how.g, packed_);
        pack(how.steps, packed_);
        return packed_;
    }
    /// Of one message packed, if all have the same; else 0.
    static constexpr std::size_t packed_size =
        is_bytes ? 2 * sizeof(Node) + sizeof(C) + sizeof(std::uint32_t) : 0;
    template <class Meet>
    static void unpack_to(mpi::reader& from, Meet&& meet) {
        auto node = unpacked<Node>(from);
        auto parent = unpacked<Node>(from);
        const auto g = unpacked<C>(from);
        meet(std::move(node), label{std::move(parent), g, unpacked<std::uint32_t>(from)});
    }

private:
    /// Reads what looking up some nodes will read, all at once.
    template <class Store, class Keys>
    static void touch([[maybe_unused]] const unsigned char* records,
                      [[maybe_unused]] std::size_t count, [[maybe_unused]] const Store& nodes,
                      [[maybe_unused]] const Keys& keys) {
        if constexpr (Store::is_hashed) {
            std::array<decltype(nodes.guess(Store::key_of(keys, std::declval<const Node&>()))),
                       at_once>
                guess;
            for (std::size_t i = 0; i < count; ++i) {
                const auto node = copied_from<Node>(records + i * sizeof(message));
                guess[i] = nodes.guess(Store::key_of(keys, node));
            }
            for (std::size_t i = 0; i < count; ++i) nodes.touch(guess[i]);
        }
    }

    mpi::bytes packed_;
};

/// In the place of `ordered` costs: none.
inline constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();

/// One of a few nodes of many, to be looked at again: the first, the second, the fourth, ...
[[nodiscard]] constexpr bool is_sample(std::size_t number) noexcept {
    return (number & (number - 1)) == 0;
}

/// Whether the parent of a label leads to its node, for no more than that costs.
template <class Types, class G, class Node, Cost C>
[[nodiscard]] bool is_led_to(G& graph, const Node& node, const path_label<Node, C>& how) {
    bool is_edge = how.is_start();
    if (is_edge || !is_in(graph, how.parent)) return is_edge;
    for_each_successor<Types>(graph, how.parent, [&](const Node& to, C step, auto&&) {
        is_edge = is_edge || (same_node(graph, to, node) && !(how.g < step));
    });
    return is_edge;
}

/// In each round all ranks expand what is open up to some node, as it stood when the round began:
/// the first, by f and then by depth, whose hash is one of a few. So a round has some thousand
/// nodes, and which they are does not depend on the number of ranks. Of whole costs it has one f at
/// most: the last f need not be finished once a goal is met there.
///
/// What these lead to is sent to its owners, which keep the best path by cost, by steps, and by the
/// parent. That is the least of a set, in whatever order it comes, so that how it stands after a
/// round depends neither on time nor on the number of ranks. A parent has fewer steps where it
/// costs the same: going back to parents comes to a start.
///
/// A checkpoint has the nodes that changed since the one before, as they were between two rounds:
/// the last one of a node stands.
template <class G, class Node, class Goal, class H>
class rank_astar : public rank_search<rank_astar<G, Node, Goal, H>, G, Node, Goal> {
    using base = rank_search<rank_astar, G, Node, Goal>;
    friend base;
    using base::agreed_, base::all_did, base::all_run, base::conclude, base::control_,
        base::do_phase, base::exchange_, base::failure_, base::files_, base::goal_, base::graph_,
        base::has_agreed_failure, base::message_, base::note_failure, base::own, base::owners_,
        base::ranks_;
    using typename base::graph, typename base::types, typename base::action;
    using cost = typename types::cost;
    using id = std::uint32_t;

    using label = path_label<Node, cost>;
    using messages = label_messages<Node, cost>;
    enum class state : unsigned char {
        closed,  // expanded
        open,    // to be expanded
        pruned,  // beyond the limit on costs
        barren   // leads to no goal, says the estimate
    };
    struct record {
        label how;
        state now;
        bool is_goal;
        bool is_written;  // in a checkpoint, as it is
    };
    using index = std::conditional_t<IndexedGraph<graph, Node>, dense_index<Node, id>,
                                     hashed_index<Node, id>>;
    using store = indexed_nodes<Node, record, id, index>;
    static constexpr std::uint64_t at_once = 64;
    static constexpr std::uint32_t is_closed = std::uint32_t{1} << 31;  // in files, of the steps
    static constexpr std::uint64_t round_size = 2048;                   // nodes, on average

public:
    using result_type = mpi::result<Node, cost, action>;

    rank_astar(MPI_Comm comm, G& g, const Goal& goal, H& h, const options& o,
               const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o, checkpoints, {{"mpi labels", 3}, {"mpi label", 3}}),
          estimate_(h),
          nodes_(control_.budget()),
          open_(control_.budget()),
          ends_(control_.budget()),
          due_(control_.budget()),
          cost_limit_(o.limits.cost.most<cost>()) {}

    /// Searches to the end; throws what the graph, the goal or the estimate throws on this rank,
    /// once all know.
    template <class Start>
    [[nodiscard]] result_type run(const Start& start) {
        begin(start);
        while (agree()) do_phase([&] { expand_all(); });
        return result();
    }

private:
    template <class Start>
    void begin(const Start& start) {
        std::uint64_t starts = 0;
        const bool fits = failure_.call([&] {
            if (!control_.fits(nodes_.prepare(owners_.keys()))) return;
            for_each_start<Node>(graph_, start, [&](const Node& n) {
                starts = combine(starts, owners_.hash(n));
                if (owners_.owner(n) == own()) discover(Node(n), {Node(n), cost{0}, 0});
            });
        });
        check_same_starts(ranks_, starts, fits && control_.running(), failure_);
        files_.open({messages::packed_size, combine(starts, std::floating_point<cost> ? 1 : 0)},
                    failure_);
        done_ = files_.done();
        note_failure();
        if (!exchange_.open(messages::size) && fits) control_.end(status::memory_limit);
        if (files_.layers() != 0 && all_run()) read_files();
    }

    /// Goes on where another run wrote that it was, with the same labels, closed nodes and rounds.
    void read_files() {
        is_reading_ = true;
        for (std::size_t i = 1; i < files_.layers() && all_run(); ++i) {
            do_phase([&] {
                files_.read(i, failure_, [&](checksummed_reader& in, std::uint64_t nodes) {
                    return read_records(in, nodes, messages::packed_size,
                                        [&](mpi::reader& from) { return send_on(from); });
                });
            });
        }
        is_reading_ = false;
        if (!all_run()) return;
        if (ranks_.sum(std::uint64_t{nodes_.size()}) != done_.nodes) {
            if (ranks_.rank() == 0) failure_.fail("the checkpoint has other nodes than it says");
        }
        check_files();
        failure_.call([&] {
            for (std::size_t i = 0; i < nodes_.size(); ++i) {
                record& r = nodes_.record(i);
                r.is_written = true;
                if (r.now != state::closed || r.is_goal) place(static_cast<id>(i), r.now);
            }
        });
        note_failure();
    }

    /// Sends a node in a file to its owner; false if the rest is not wanted.
    [[nodiscard]] bool send_on(mpi::reader& from) {
        bool goes_on = false;
        messages::unpack_to(from, [&](Node&& node, label&& how) {
            goes_on =
                from.is_good() && from.left() == 0 && !exchange_.is_stopping() && control_.tick();
            if (!goes_on) return;
            if (!is_in(graph_, node)) return fail_as_foreign();
            messages_.send(exchange_, owners_.owner(node), node, how);
            if (++sent_ % at_once == 0) exchange_.poll();
        });
        return goes_on;
    }
    void fail_as_foreign() {
        failure_.fail(files_.foreign("its nodes are not what this graph leads to: "));
    }
    /// Whether what was read is of this graph: some closed nodes are expanded again, and what they
    /// lead to must be there, by a path that costs no more.
    void check_files() {
        is_checking_ = true;
        do_phase([&] {
            for (std::size_t i = 0; i < nodes_.size() && !exchange_.is_stopping(); ++i) {
                const record& r = nodes_.record(i);
                if (!is_sample(i + 1) || r.now != state::closed) continue;
                const Node& node = nodes_.node(i);
                for_each_successor<types>(graph_, node, [&](const Node& to, cost step, auto&&) {
                    messages_.send(exchange_, owners_.owner(to), to, r.how.after(node, step));
                });
            }
        });
        is_checking_ = false;
    }
    void check(const Node& node, const label& how) {
        const auto slot = nodes_.look_up(store::key_of(owners_.keys(), node), node);
        if (slot.id == store::none || how.g < nodes_.record(slot.id).how.g) fail_as_foreign();
    }
    void read(Node&& node, label&& how) {
        const state now = (how.steps & is_closed) != 0 ? state::closed : state::open;
        how.steps &= ~is_closed;
        if (is_sample(++read_) && !is_led_to<types>(graph_, node, how)) return fail_as_foreign();
        const auto key = store::key_of(owners_.keys(), node);
        const auto slot = nodes_.look_up(key, node);
        if (slot.id != store::none) {
            nodes_.record(slot.id).how = std::move(how);
            nodes_.record(slot.id).now = now;
            return;
        }
        const bool is_goal = goal_(graph_, node);
        (void)control_.fits(nodes_.add(slot, key, std::move(node),
                                       record{std::move(how), now, is_goal, true}) != store::none);
    }

    /// Writes what was changed before this round and since the last checkpoint.
    void write_files() {
        layer_files::counts now{before_.expanded, before_.generated, before_.reopened,
                                nodes_before_};
        now = all_did(now, {done_.expanded, done_.generated, done_.reopened});
        const auto write = [&](checksummed_writer& out, std::size_t, std::uint64_t& written) {
            bool good = true;
            for (std::size_t i = 0; good && i < nodes_before_; ++i) {
                const record& r = nodes_.record(i);
                if (r.is_written) continue;
                label how = r.how;
                if (r.now == state::closed) how.steps |= is_closed;
                good =
                    write_record(out, messages_.packed(nodes_.node(i), how), messages::packed_size);
                ++written;
            }
            return good;
        };
        message_ = files_.write(std::max<std::size_t>(files_.layers(), 1) + 1, now, write);
        for (std::size_t i = 0; message_.empty() && i < nodes_before_; ++i)
            nodes_.record(i).is_written = true;
    }
    /// Goes back to where the round began, but for nodes that are new, which are not written.
    void take_back() {
        for (; !changed_.empty(); changed_.pop_back()) {
            record& r = nodes_.record(changed_.back().node);
            r.how = std::move(changed_.back().how);
            r.now = changed_.back().now;
        }
        for (const due& d : due_) nodes_.record(d.node).now = state::open;
    }

    /// Expands what is due: with the paths of when the round began, whatever comes meanwhile.
    void expand_all() {
        while (!open_.empty() && !(open_.min_f() > most_f_)) {
            const auto next = open_.pop();
            record& r = nodes_.record(next.id);
            if (r.now != state::open || r.how.g != next.g) continue;
            if (next.g < least_g_) {  // the deepest of an f come first
                (void)control_.fits(open_.push(next.f, next.g, next.id));
                break;
            }
            if (!control_.fits(due_.push(due{next.id, r.how.steps, next.g}))) return;
            r.now = state::closed;
            r.is_written = false;
        }
        for (std::size_t i = 0; i < due_.size() && !exchange_.is_stopping(); ++i) {
            if (!control_.may_expand()) return;
            expand(due_[i]);
            if (i % at_once == 0) exchange_.poll();
        }
    }

    struct due {
        id node;
        std::uint32_t steps;
        cost g;
    };
    void expand(const due& from) {
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
            messages_.send(exchange_, owners_.owner(to), to,
                           {node, add_costs(from.g, step), from.steps + 1});
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

    void take(const unsigned char* records, std::size_t bytes) {
        if (exchange_.is_stopping()) return;
        failure_.call([&] {
            messages::for_each(records, bytes, nodes_, owners_.keys(),
                               [&](Node&& node, label&& how) {
                                   if (is_checking_) return check(node, how);
                                   if (is_reading_) return read(std::move(node), std::move(how));
                                   discover(std::move(node), std::move(how));
                               });
        });
        note_failure();
    }

    /// A path to a node of this rank.
    void discover(Node&& node, label&& how) {
        if (!control_.running()) return;
        const auto key = store::key_of(owners_.keys(), node);
        const auto slot = nodes_.look_up(key, node);
        if (slot.id == store::none) {
            const bool is_goal = goal_(graph_, node);
            const id added = nodes_.add(slot, key, std::move(node),
                                        record{std::move(how), state::open, is_goal, false});
            if (control_.fits(added != store::none)) place(added, state::open);
            return;
        }
        record& r = nodes_.record(slot.id);
        const auto order = how.compare(r.how);
        if (order > 0) return;
        if (files_.is_used() && slot.id < nodes_before_)
            changed_.push_back({slot.id, r.now, r.how});
        if (order == 0) {
            if (r.how.choose_parent(graph_, owners_, std::move(how))) r.is_written = false;
            return;
        }
        const bool is_cheaper = how.g < r.how.g;
        r.how = std::move(how);
        r.is_written = false;
        if (!is_cheaper) return;
        control_.count_reopened(r.now == state::closed ? 1 : 0);
        place(slot.id, state::open);
    }

    /// Opens a node by the cost of its path, or leaves it out; or keeps it closed.
    void place(id at, state now) {
        record& r = nodes_.record(at);
        const Node& node = nodes_.node(at);
        const cost g = r.how.g;
        const cost h = as_estimate<cost>(estimate_(node));
        const cost f = path_bound(g, h, cost_limit_);
        r.now = now;
        if (f > cost_limit_) {
            if (now != state::closed) r.now = h == infinite<cost> ? state::barren : state::pruned;
            return;
        }
        if (r.is_goal) meet_goal(node, g);
        if (now != state::open) return;
        const bool ends_round = mix(owners_.hash(node)) % round_size == 0;
        (void)control_.fits(open_.push(f, g, at) && (!ends_round || ends_.push(f, g, at)));
    }

    /// Keeps the least, by hash and by bytes, of the goals of this rank that cost the least.
    void meet_goal(const Node& node, cost g) {
        if (g > goal_cost_) return;
        if (g < goal_cost_) goals_.forget();
        goal_cost_ = g;
        (void)goals_.meet(owners_.hash(node), node);
    }

    struct path_cost {
        std::uint64_t f = no_cost;
        std::uint64_t g = 0;
    };
    using open_nodes = open_list<cost, id, ties::deepest_first>;
    /// What is first in a list, without what was improved or expanded since.
    [[nodiscard]] path_cost first_of(open_nodes& list) {
        while (!list.empty()) {
            const cost f = list.min_f();
            const auto first = list.pop();
            const record& r = nodes_.record(first.id);
            if (r.now != state::open || r.how.g != first.g) continue;
            (void)control_.fits(list.push(f, first.g, first.id));
            return {ordered(f), ordered(first.g)};
        }
        return {};
    }

    /// All ranks agree on whether there is another round, and up to which f.
    [[nodiscard]] bool agree() {
        enum : std::size_t { least, end, goal, write, ended };
        std::array<std::uint64_t, ended + status_count> all;
        all.fill(1);
        path_cost own_end;
        if (control_.running()) {
            all[least] = first_of(open_).f;
            own_end = first_of(ends_);
        } else {
            all[least] = ordered(lower_bound_);  // it may have left out anything of the round
        }
        all[end] = own_end.f;
        all[goal] = goals_.size() != 0 ? ordered(goal_cost_) : no_cost;
        all[write] = files_.is_due() ? 0 : 1;
        all[ended + static_cast<std::size_t>(control_.status())] = 0;
        ranks_.least(all.data(), static_cast<int>(all.size()));
        const bool is_found = all[goal] != no_cost && all[goal] <= all[least];
        agreed_ = first_reason(
            is_found, [&](status s) { return all[ended + static_cast<std::size_t>(s)] == 0; });
        least_goal_ = all[goal];
        if (agreed_ != status::running) return false;
        due_.clear();
        changed_.clear();
        nodes_before_ = nodes_.size();
        before_ = control_.statistics();
        has_begun_ = true;
        if (all[least] == no_cost) {
            agree_on_limit();
            return false;
        }
        if (all[write] == 0) write_files();
        lower_bound_ = std::max(lower_bound_, from_bits<cost>(std::min(all[least], all[goal])));
        if constexpr (std::integral<cost>) {
            most_f_ = from_bits<cost>(all[least]);
            least_g_ = from_bits<cost>(ranks_.largest(own_end.f == all[least] ? own_end.g : 0));
        } else {
            const std::uint64_t most = std::min(all[end], all[goal]);
            most_f_ = most == no_cost ? infinite<cost> : from_bits<cost>(most);
        }
        return true;
    }

    /// Nothing is open and no goal was found.
    void agree_on_limit() {
        std::uint64_t least = no_cost;
        failure_.call([&] {
            for (std::size_t i = 0; i < nodes_.size(); ++i) {
                const record& r = nodes_.record(i);
                if (r.now != state::pruned) continue;
                const cost h = as_estimate<cost>(estimate_(nodes_.node(i)));
                least = std::min(least, ordered(path_bound(r.how.g, h, cost_limit_)));
            }
        });
        note_failure();
        least = ranks_.least(least);
        const bool is_cut = least != no_cost;
        agreed_ = is_cut ? status::cost_limit : status::exhausted;
        lower_bound_ = is_cut ? from_bits<cost>(least) : infinite<cost>;
        if (!all_run()) agreed_ = status::aborted;
    }

    [[nodiscard]] result_type result() {
        if (files_.is_used() && is_stopped(agreed_) && has_begun_) {
            take_back();
            write_files();
        }
        result_type r;
        if (agreed_ == status::found) read_path(r);
        r.lower_bound = agreed_ == status::found ? r.cost : lower_bound_;
        r.reached = ranks_.sum(std::uint64_t{nodes_.size()});
        conclude(r, done_);
        return r;
    }

    /// From the least of the cheapest goals back to a start: the owner of each node says its
    /// parent.
    void read_path(result_type& r) {
        if (ordered(goal_cost_) != least_goal_) goals_.forget();
        goals_.agree(ranks_);
        mpi::reader goal = goals_.packed(0);
        r.path.push_back(unpacked<Node>(goal));
        for (;;) {
            const Node& node = r.path.back();
            const std::size_t owner = owners_.owner(node);
            std::string text;  // the parent, unless it is a start
            if (owner == own()) {
                const auto key = store::key_of(owners_.keys(), node);
                const label& how = nodes_.record(nodes_.look_up(key, node).id).how;
                mpi::bytes packed;
                if (!how.is_start()) pack(how.parent, packed);
                text.assign(packed.data(), packed.data() + packed.size());
                if (!how.is_start()) text.push_back('p');
            }
            ranks_.tell(static_cast<int>(owner), text);
            if (text.empty()) break;
            mpi::reader parent(text.data(), text.size() - 1);
            r.path.push_back(unpacked<Node>(parent));
        }
        std::reverse(r.path.begin(), r.path.end());
        failure_.call([&] {
            append_actions<types>(graph_, r.path, r.actions);
            // With an estimate that is too high a part of the path may have become cheaper.
            r.cost = cost_of_path<types>(graph_, r.path);
        });
        (void)has_agreed_failure();
    }

    H& estimate_;
    store nodes_;
    open_nodes open_;
    open_nodes ends_;  // those of them at which a round ends
    buffer<due> due_;  // what is expanded in a round
    struct change {
        id node;
        state now;
        label how;
    };
    std::vector<change> changed_;   // in this round, as it was before,
    std::size_t nodes_before_ = 0;  // of nodes that were there
    statistics before_;
    bool has_begun_ = false;  // a round
    messages messages_;
    layer_files::counts done_;  // before this run
    std::uint64_t sent_ = 0;    // nodes in files
    bool is_reading_ = false;
    bool is_checking_ = false;  // what was read
    std::size_t read_ = 0;      // nodes of this rank
    cost cost_limit_;
    cost most_f_{0};   // of what is expanded in a round,
    cost least_g_{0};  // and of these the least cost of a path
    cost lower_bound_{0};
    first_nodes goals_;
    cost goal_cost_ = infinite<cost>;
    std::uint64_t least_goal_ = 0;
};

}  // namespace senda::detail
