// SPDX-License-Identifier: MIT
// A* on many ranks, by rounds of the smallest f.
#pragma once

#include <senda/detail/mpi/engines/rank_search.hpp>
#include <senda/detail/mpi/ranks/layer_files.hpp>
#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/path_label.hpp>
#include <senda/detail/mpi/ranks/rank_exchange.hpp>
#include <senda/detail/mpi/ranks/rank_failure.hpp>
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

#include <algorithm>
#include <array>
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

/// In the place of `ordered` costs: none.
inline constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();

/// The least, by hash and by bytes, of the goals of this rank that cost the least.
template <class Node, Cost C>
class cheapest_goal {
public:
    void meet(std::uint64_t hash, const Node& node, C g) {
        if (g > cost_) return;
        if (g < cost_) goals_.forget();
        cost_ = g;
        (void)goals_.meet(hash, node);
    }
    [[nodiscard]] std::uint64_t ordered_cost() const noexcept {
        return goals_.size() != 0 ? ordered(cost_) : no_cost;
    }
    /// The least of all ranks, of those that cost so much.
    [[nodiscard]] Node agree(const rank_group& ranks, std::uint64_t least_cost) {
        if (ordered_cost() != least_cost) goals_.forget();
        goals_.agree(ranks);
        mpi::reader from = goals_.packed(0);
        return unpacked<Node>(from);
    }

private:
    first_nodes goals_;
    C cost_ = infinite<C>;
};

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

/// Checkpoints of a search with labels: each has the nodes that changed since the one before, so
/// that the last one of a node stands. Whether a node is closed is in the first bit of its steps.
template <class Node, Cost C>
class label_files {
    using label = path_label<Node, C>;
    using messages = label_messages<Node, C>;

public:
    static constexpr std::uint32_t is_closed = std::uint32_t{1} << 31;

    /// What all ranks did up to a checkpoint, beside what `layer_files` keeps.
    struct progress {
        std::uint64_t nodes = 0;
        std::uint64_t reopened = 0;
    };

    label_files(const rank_group& ranks, const mpi::checkpoints& how)
        : ranks_(ranks), files_(ranks, how, {{"mpi labels", 2}, {"mpi label", 2}}) {}

    [[nodiscard]] bool is_used() const noexcept { return files_.is_used(); }
    [[nodiscard]] bool is_due() const noexcept { return files_.is_due(); }
    /// How many checkpoints are there.
    [[nodiscard]] std::size_t count() const noexcept {
        return files_.layers() == 0 ? 0 : files_.layers() - 1;
    }
    /// What was done before this run.
    [[nodiscard]] const layer_files::counts& done() const noexcept { return done_; }
    [[nodiscard]] const progress& so_far() const noexcept { return so_far_; }

    /// Looks for checkpoints, and refuses those of another search.
    void open(std::uint64_t starts, rank_failure& failure) {
        files_.open({messages::packed_size, combine(starts, std::floating_point<C> ? 1 : 0)},
                    failure);
        if (count() != 0) done_ = files_.done();
    }

    /// Calls `take(node, label)` for the nodes that this rank is to read of a checkpoint.
    template <class Take>
    void read(std::size_t at, rank_failure& failure, Take&& take) {
        files_.read(at + 1, failure, [&](checksummed_reader& in, std::uint64_t nodes) {
            if (!in.read(&so_far_, sizeof so_far_)) return false;
            return read_records(in, nodes, messages::packed_size, [&](mpi::reader& from) {
                messages::unpack_to(from, [&](Node&& node, label&& how) {
                    if (from.is_good() && from.left() == 0) take(node, how);
                });
                return true;
            });
        });
    }
    /// Once all is read: rank 0 has read a part of each checkpoint.
    void agree_on_progress() {
        std::string text(reinterpret_cast<const char*>(&so_far_), sizeof so_far_);
        ranks_.tell(0, text);
        mpi::reader from(text.data(), text.size());
        unpack(from, so_far_);
    }

    /// Writes a checkpoint: `for_each(write)` calls `write(node, label)` for what has changed. What
    /// goes wrong is told on all ranks, and the last checkpoint stands.
    template <class ForEach>
    [[nodiscard]] std::string write(const layer_files::counts& counts, const progress& now,
                                    const ForEach& for_each) {
        const auto write = [&](checksummed_writer& out, std::size_t, std::uint64_t& nodes) {
            bool good = out.write(&now, sizeof now);
            for_each([&](const Node& node, const label& how) {
                good =
                    good && write_record(out, messages_.packed(node, how), messages::packed_size);
                ++nodes;
            });
            return good;
        };
        return files_.write(count() + 2, counts, write);
    }

    [[nodiscard]] std::string foreign(const std::string& why) const { return files_.foreign(why); }
    void remove() { files_.remove(); }

private:
    const rank_group& ranks_;
    layer_files files_;
    layer_files::counts done_;
    progress so_far_;
    messages messages_;
};

/// Keeps what the labels of a round were that it changes; nodes that are new in it come after the
/// others. A record has `how`, a label, `now`, a `State`, and `is_written`.
template <class Node, Cost C, class State>
class round_before {
    using label = path_label<Node, C>;

public:
    void begin(std::size_t nodes, const statistics& counts) {
        changed_.clear();
        nodes_ = nodes;
        counts_ = counts;
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
                        {all[3], all[2] + files.so_far().reopened}, write);
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
    bool has_begun_ = false;
};

/// In each round all ranks expand what is open up to some node, as it stood when the round began:
/// the first, by f and then by depth, whose hash is one of a few. So a round has some thousand
/// nodes, and which they are does not depend on the number of ranks. Of whole costs it has one f at
/// most: the last f need not be finished once a goal is met there.
///
/// What these lead to is sent to its owners, which keep the best path by cost, by steps, and by the
/// parent. That is the least of a set, in whatever order it comes, so that how it stands after a
/// round depends neither on time nor on the number of ranks. A parent has fewer steps where it
/// costs the same: going back to parents comes to a start.
template <class G, class Node, class Goal, class H>
class rank_astar : public rank_search<rank_astar<G, Node, Goal, H>, G, Node, Goal> {
    using base = rank_search<rank_astar, G, Node, Goal>;
    friend base;
    using base::agreed_, base::all_run, base::control_, base::do_phase, base::exchange_,
        base::failure_, base::goal_, base::graph_, base::has_agreed_failure, base::message_,
        base::note_failure, base::own, base::owners_, base::ranks_;
    using typename base::graph, typename base::types, typename base::action;
    using cost = typename types::cost;
    using id = std::uint32_t;

    using label = path_label<Node, cost>;
    using messages = label_messages<Node, cost>;
    using files = label_files<Node, cost>;
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
    static constexpr std::uint64_t round_size = 2048;  // nodes, on average

public:
    using result_type = mpi::result<Node, cost, action>;

    rank_astar(MPI_Comm comm, G& g, const Goal& goal, H& h, const options& o,
               const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o),
          estimate_(h),
          nodes_(control_.budget()),
          open_(control_.budget()),
          ends_(control_.budget()),
          due_(control_.budget()),
          files_(ranks_, checkpoints),
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
        (void)have_same_starts(ranks_, starts, fits && control_.running(), failure_);
        files_.open(starts, failure_);
        note_failure();
        if (!exchange_.open(messages::size) && fits) control_.end(status::memory_limit);
        if (files_.count() != 0 && all_run()) read_files();
    }

    /// Goes on where another run wrote that it was, with the same labels, closed nodes and rounds.
    void read_files() {
        is_reading_ = true;
        for (std::size_t i = 0; i < files_.count() && all_run(); ++i) {
            std::uint64_t sent = 0;
            do_phase([&] {
                files_.read(i, failure_, [&](const Node& node, const label& how) {
                    if (exchange_.is_stopping() || !control_.tick()) return;
                    if (!is_in(graph_, node)) return fail_as_foreign();
                    messages_.send(exchange_, owners_.owner(node), node, how);
                    if (++sent % at_once == 0) exchange_.poll();
                });
            });
        }
        is_reading_ = false;
        files_.agree_on_progress();
        if (!all_run()) return;
        if (ranks_.sum(std::uint64_t{nodes_.size()}) != files_.so_far().nodes) {
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
        const state now = (how.steps & files::is_closed) != 0 ? state::closed : state::open;
        how.steps &= ~files::is_closed;
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

    void write_files() { message_ = before_.write(ranks_, files_, nodes_, state::closed); }

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
        if (files_.is_used()) before_.note(slot.id, r);
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
        if (r.is_goal) goals_.meet(owners_.hash(node), node, g);
        if (now != state::open) return;
        const bool ends_round = mix(owners_.hash(node)) % round_size == 0;
        (void)control_.fits(open_.push(f, g, at) && (!ends_round || ends_.push(f, g, at)));
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
        all[goal] = goals_.ordered_cost();
        all[write] = files_.is_due() ? 0 : 1;
        all[ended + static_cast<std::size_t>(control_.status())] = 0;
        ranks_.least(all.data(), static_cast<int>(all.size()));
        const bool is_found = all[goal] != no_cost && all[goal] <= all[least];
        agreed_ = first_reason(
            is_found, [&](status s) { return all[ended + static_cast<std::size_t>(s)] == 0; });
        least_goal_ = all[goal];
        if (agreed_ != status::running) return false;
        due_.clear();
        before_.begin(nodes_.size(), control_.statistics());
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
        if (files_.is_used() && is_stopped(agreed_) && before_.has_begun()) {
            before_.take_back(nodes_);
            for (std::size_t i = 0; i < due_.size(); ++i)
                nodes_.record(due_[i].node).now = state::open;
            write_files();
        }
        result_type r;
        if (agreed_ == status::found) read_path(r);
        r.status = agreed_;
        r.lower_bound = r ? r.cost : lower_bound_;
        r.message = message_;
        r.reached = ranks_.sum(std::uint64_t{nodes_.size()});
        add_up(r, control_, ranks_, failure_);
        r.statistics.expanded += files_.done().expanded;
        r.statistics.generated += files_.done().generated;
        r.statistics.reopened += files_.so_far().reopened;
        if (r || agreed_ == status::exhausted) files_.remove();
        return r;
    }

    /// From the least of the cheapest goals back to a start: the owner of each node says its
    /// parent.
    void read_path(result_type& r) {
        r.path.push_back(goals_.agree(ranks_, least_goal_));
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
            add_actions<types, true>(graph_, r);
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
    round_before<Node, cost, state> before_;
    messages messages_;
    files files_;
    bool is_reading_ = false;
    bool is_checking_ = false;  // what was read
    std::size_t read_ = 0;      // nodes of this rank
    cost cost_limit_;
    cost most_f_{0};   // of what is expanded in a round,
    cost least_g_{0};  // and of these the least cost of a path
    cost lower_bound_{0};
    cheapest_goal<Node, cost> goals_;
    std::uint64_t least_goal_ = 0;
};

}  // namespace senda::detail
