// SPDX-License-Identifier: MIT
// Breadth-first search of hashed nodes on several threads: each node belongs to one of some parts.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/contract/path.hpp>
#include <senda/search/control.hpp>
#include <senda/search/engines/parallel/node_parts.hpp>
#include <senda/search/engines/parallel/part_server.hpp>
#include <senda/search/engines/parallel/sharing.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/searchable_graph.hpp>
#include <senda/storage/threads.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Goes on with a `bfs_search`. The hash of a node says to which part it belongs. A layer is done
/// in rounds: each part expands some of its nodes and sends what they lead to, a box for each part;
/// then each part takes in what was sent to it, in the order of the senders. A thread that is free
/// serves the next part. So what is found depends neither on time nor on the number of threads.
template <class Search>
class shared_bfs {
    using types = typename Search::types;
    using graph = typename Search::graph;
    using store = typename Search::store;
    using record = typename Search::record;
    using action = typename Search::action;
    using node_type = typename types::node;
    using id = std::remove_const_t<decltype(store::none)>;

    static constexpr unsigned parts = 32;
    static constexpr id most_in_part = store::none / parts - 1;
    static constexpr std::size_t at_once = 64;  // look-ups that wait for memory together
    static constexpr std::uint64_t interval = 64;

    using part = node_part<graph, store, record>;
    using message = typename part::message;

public:
    using result_type = typename Search::result_type;

    shared_bfs(Search& search, unsigned threads, const sharing& how)
        : how_(how),
          search_(search),
          graph_(search.graph_),
          goal_(search.goal_),
          control_(search.control_),
          threads_(threads) {}
    shared_bfs(const shared_bfs&) = delete;
    shared_bfs& operator=(const shared_bfs&) = delete;

    /// Whether so many nodes wait that threads can help.
    [[nodiscard]] static bool is_worth_it(const Search& search, const sharing& how) noexcept {
        return search.store_.size() - search.next_ >= how.wide;
    }

    /// Takes over what the search has found; false if there is no room: it must go on by itself.
    [[nodiscard]] bool take_over() {
        if (!parts_.make(control_.budget(), graph_) || !distribute()) {
            parts_.release();
            return false;
        }
        search_.release();
        control_.note_engine(engine_kind::shared);
        control_.note_threads(server_.size());
        return true;
    }

    /// Goes on to the end.
    void run() {
        while (control_.running()) {
            const std::uint64_t wanted = plan();
            if (wanted == 0) {
                if (!begin_layer()) control_.end(status::exhausted);
                continue;
            }
            const std::uint64_t allowed = control_.could_expand_together(wanted);
            if (allowed == 0) return control_.end_by_limit();
            if (allowed < wanted) cut(allowed);
            share<&shared_bfs::expand>(allowed);
            share<&shared_bfs::take_in>(allowed);
            end_round();
        }
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::found) {
            append_path(trail{this, found_}, r.path, r.actions);
            r.cost = r.lower_bound = static_cast<steps>(r.path.size() - 1);
        } else {
            // Nodes are tested for the goal when they are found: none of this layer is one.
            r.lower_bound = r.status == status::exhausted ? infinite<steps> : depth_ + 1;
        }
        return r;
    }

    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// How many nodes were reached.
    [[nodiscard]] std::size_t reached() const noexcept {
        std::size_t all = 0;
        for (unsigned p = 0; p < parts; ++p) all += parts_[p].nodes.size();
        return all;
    }
    /// Calls `take(node)` for each node that was reached, layer by layer: those that are due have a
    /// parent in the layer before.
    template <class Take>
    void for_each_reached(Take&& take) const {
        std::array<std::size_t, parts> begin{};
        std::array<std::size_t, parts> end{};
        const auto is_due = [&](id parent) {
            if (parent == store::none) return begin == end;
            const std::size_t at = parent / parts;
            return at >= begin[parent % parts] && at < end[parent % parts];
        };
        for (bool is_going_on = true; is_going_on;) {
            auto next = end;
            for (unsigned p = 0; p < parts; ++p) {
                const part& own = parts_[p];
                while (next[p] != own.nodes.size() && is_due(own.parents[next[p]]))
                    take(own.nodes.node(next[p]++));
            }
            is_going_on = next != end;
            begin = std::exchange(end, next);
        }
    }

private:
    [[nodiscard]] static unsigned part_of(std::uint64_t hash) noexcept {
        return static_cast<unsigned>(hash % parts);  // tables use the upper bits
    }
    [[nodiscard]] static id number(std::size_t in_part, unsigned p) noexcept {
        return static_cast<id>(in_part * parts + p);
    }

    /// Sends the nodes of the search to their parts, in their order.
    [[nodiscard]] bool distribute() {
        const std::size_t count = search_.store_.size();
        const auto level = search_.level_of_next();
        depth_ = level.depth;
        buffer<id> numbers(control_.budget());
        if (!numbers.reserve(count)) return false;
        part& sender = parts_[0];
        for (std::size_t i = 0; i < count; ++i) {
            const node_type& node = search_.store_.node(i);
            const std::uint64_t hash = hash_in(graph_, node);
            const unsigned p = part_of(hash);
            const id parent = search_.parents_[i];
            (void)numbers.push(number(sender.boxes[p].size(), p));
            if (!part::send(sender.boxes[p], node, parent == store::none ? parent : numbers[parent],
                            hash, search_.store_.record(i))) {
                return false;
            }
            parts_[p].next += i < search_.next_ ? 1 : 0;
            parts_[p].layer_end += i < level.end ? 1 : 0;
        }
        server_.start(threads_);
        share<&shared_bfs::take_in>(count);
        for (buffer<message>& box : sender.boxes) box.release();
        bool fits = true;
        for (unsigned p = 0; p < parts; ++p) fits = fits && !parts_[p].is_full;
        return fits;
    }

    [[nodiscard]] bool begin_layer() noexcept {
        bool is_empty = true;
        for (unsigned p = 0; p < parts; ++p) {
            parts_[p].layer_end = parts_[p].nodes.size();
            is_empty = is_empty && parts_[p].next == parts_[p].layer_end;
        }
        depth_ += is_empty ? 0 : 1;
        return !is_empty;
    }

    /// Begins a round: how many nodes there are to expand. The more nodes are known, the more: then
    /// many look-ups of a part are near each other, and the boxes take little room beside the
    /// nodes.
    [[nodiscard]] std::uint64_t plan() noexcept {
        std::size_t known = 0;
        for (unsigned p = 0; p < parts; ++p) known += parts_[p].nodes.size();
        most_ = std::clamp(known / parts / 4, how_.least, how_.most);
        is_last_ = depth_ == search_.bounds_.cap();
        if (is_last_) most_ = 16;  // one that leads to a new node is enough
        std::uint64_t all = 0;
        for (unsigned p = 0; p < parts; ++p) {
            part& own = parts_[p];
            own.round_end = std::min(own.layer_end, own.next + most_);
            own.expanded = own.round_end - own.next;
            all += own.expanded;
        }
        return all;
    }
    void cut(std::uint64_t allowed) noexcept {
        for (unsigned p = 0; p < parts; ++p) {
            part& own = parts_[p];
            own.expanded = std::min(own.expanded, allowed);
            own.round_end = own.next + static_cast<std::size_t>(own.expanded);
            allowed -= own.expanded;
        }
    }

    /// Sees to it that all parts are served, by this thread alone if it is about few nodes.
    template <void (shared_bfs::*Work)(unsigned)>
    void share(std::uint64_t nodes) {
        server_.serve_all(
            [](void* self, unsigned p) { (static_cast<shared_bfs*>(self)->*Work)(p); }, this,
            nodes < how_.worth);
    }

    void expand(unsigned p) {
        part& own = parts_[p];
        for (buffer<message>& box : own.boxes) box.clear();
        buffer<message>* const boxes = own.boxes.data();
        const bool is_watched = control_.is_watched();
        const std::size_t first = own.next;
        std::size_t next = first;
        std::uint64_t edges = 0;
        std::uint64_t sent = 0;
        for (; next != own.round_end && sent < most_; ++next) {
            if (is_watched && (next - first) % interval == 0 && control_.is_overdue()) {
                own.is_overdue = true;
                break;
            }
            const auto& node = own.nodes.pinned(next);
            const id from = number(next, p);
            [[maybe_unused]] const auto back = node_before(own, next);
            for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
                ++edges;
                if constexpr (store::is_plain) {
                    if (to == back) return;
                }
                ++sent;
                const std::uint64_t hash = hash_in(graph_, to);
                if (!part::send(boxes[part_of(hash)], std::forward<decltype(to)>(to), from, hash,
                                record{std::move(a)})) [[unlikely]] {
                    own.is_full = true;
                }
            });
        }
        own.next = next;
        own.expanded = next - first;
        own.generated = edges;
    }

    /// The node from which one was reached, which many lead back to; itself if it is a start.
    [[nodiscard]] auto node_before(const part& own, std::size_t at) const noexcept {
        if constexpr (store::is_plain) {
            const std::size_t soon = std::min(at + 16, own.round_end - 1);
            prefetch(&node_or_start(own.parents[soon], own, soon));
            return node_or_start(own.parents[at], own, at);
        } else {
            return nullptr;  // not worth a copy
        }
    }
    [[nodiscard]] const node_type& node_or_start(id from, const part& own,
                                                 std::size_t at) const noexcept {
        return from == store::none ? own.nodes.node(at)
                                   : parts_[from % parts].nodes.node(from / parts);
    }

    void take_in(unsigned p) {
        part& own = parts_[p];
        if (is_last_) [[unlikely]] {
            for_each_batch(
                own, p, [&](message* sent, std::size_t count) { look_beyond(own, sent, count); });
        } else if constexpr (store::has_appender) {
            typename store::appender list(own.nodes);
            for_each_batch(
                own, p, [&](message* sent, std::size_t count) { append(own, list, sent, count); });
            own.parents.set_size(list.size());
        } else {
            for_each_batch(own, p,
                           [&](message* sent, std::size_t count) { intern(own, sent, count); });
        }
    }

    /// Calls `take(sent, count)` with what was sent to a part, in the order of the senders.
    template <class Take>
    SENDA_ALWAYS_INLINE void for_each_batch(const part& own, unsigned p, Take&& take) {
        for (unsigned from = 0; from < parts; ++from) {
            buffer<message>& box = parts_[from].boxes[p];
            for (std::size_t i = 0; i < box.size(); i += at_once) {
                if (!own.is_going_on()) return;
                take(box.data() + i, std::min(at_once, box.size() - i));
            }
        }
    }

    // At the limit on costs a node that is new is left out, and says that the limit is in the way.
    SENDA_COLD void look_beyond(part& own, const message* sent, std::size_t count) {
        for (std::size_t i = 0; i < count && !own.is_beyond; ++i) {
            own.is_beyond = !own.nodes.contains(graph_, sent[i].node);
        }
    }

    // Without a branch on whether a node is new, as `discovery` does.
    template <class Appender>
    void append(part& own, Appender& list, const message* sent, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) list.touch(part::key_of(graph_, sent[i]));
        const bool fits = make_room(own, list, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (!fits && !make_room(own, list, 1)) [[unlikely]] {
                own.is_full = true;
                return;
            }
            const message& m = sent[i];
            const auto [at, fresh] = list.intern(part::key_of(graph_, m), m.node, m.how);
            own.parents.data()[at] = m.parent;
            if ((is_compared || fresh) && goal_(graph_, m.node)) [[unlikely]] {
                own.found = at;
                return;
            }
        }
    }
    static constexpr bool is_compared =
        std::same_as<decltype(Search::goal_), node_goal<graph, node_type>>;

    template <class Appender>
    [[nodiscard]] static bool make_room(part& own, Appender& list, std::size_t count) {
        const std::size_t size = list.size() + count;
        own.parents.set_size(list.size());
        if (size > most_in_part || !list.make_room(count)) return false;
        while (own.parents.capacity() < size) {
            if (!own.parents.grow()) return false;
        }
        return true;
    }

    void intern(part& own, message* sent, std::size_t count) {
        if constexpr (requires { own.nodes.guess(part::key_of(graph_, *sent)); }) {
            for (std::size_t i = 0; i < count; ++i) own.nodes.touch(own.nodes.guess(sent[i].k));
        }
        for (std::size_t i = 0; i < count; ++i) {
            message& m = sent[i];
            const auto [at, fresh] = own.nodes.intern(part::key_of(graph_, m), std::move(m.node),
                                                      [&] { return std::move(m.how); });
            if (at > most_in_part || (fresh && !own.parents.push(m.parent))) {
                own.is_full = true;
                return;
            }
            if (fresh && goal_(graph_, own.nodes.node(at))) {
                own.found = at;
                return;
            }
        }
    }

    /// Counts what was done; a goal comes before a limit.
    void end_round() {
        bool is_full = false;
        bool is_beyond = false;
        bool is_overdue = false;
        for (unsigned p = 0; p < parts; ++p) {
            const part& own = parts_[p];
            control_.count_expanded(own.expanded);
            control_.count_generated(own.generated);
            if (own.found != store::none && found_ == store::none) found_ = number(own.found, p);
            is_full = is_full || own.is_full;
            is_beyond = is_beyond || own.is_beyond;
            is_overdue = is_overdue || own.is_overdue;
        }
        if (found_ != store::none) return control_.end(status::found);
        if (is_full) return control_.end(status::memory_limit);
        if (is_beyond) return control_.end(status::cost_limit);
        if (is_overdue) control_.end_by_limit();
    }

    struct trail {
        const shared_bfs* search;
        id at;

        [[nodiscard]] const part& own() const { return search->parts_[at % parts]; }
        [[nodiscard]] const node_type& node() const { return own().nodes.node(at / parts); }
        [[nodiscard]] decltype(auto) action() const {
            return (own().nodes.record(at / parts).action);
        }
        [[nodiscard]] bool at_start() const { return own().parents[at / parts] == store::none; }
        void go_back() { at = own().parents[at / parts]; }
    };

    sharing how_;
    Search& search_;
    const graph& graph_;
    decltype(Search::goal_)& goal_;
    search_control& control_;
    unsigned threads_;
    node_parts<part, parts> parts_;
    steps depth_ = 0;  // of the layer that is expanded
    bool is_last_ = false;
    std::size_t most_ = 0;  // nodes of a part in a round, and what they lead to
    id found_ = store::none;
    part_server server_{parts};
};

}  // namespace senda::detail
