// SPDX-License-Identifier: MIT
// Breadth-first search on several threads: each node belongs to one of some shards.
#pragma once

#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The shards of a breadth-first search.
inline constexpr unsigned bfs_shards = 32;

/// The shard that has a node, and what its store knows the node by: here its hash.
template <class G, class Node>
struct shard_keys {
    static constexpr bool are_numbers = false;
    static constexpr parallel_tuning tuning{};

    explicit shard_keys(const G& g) noexcept : graph(g) {}

    [[nodiscard]] std::uint64_t of(const Node& node) const { return hash_in(graph, node); }
    [[nodiscard]] static unsigned shard(std::uint64_t hash) noexcept {
        return static_cast<unsigned>(hash % bfs_shards);  // tables use the upper bits
    }
    /// What a store takes for the graph.
    [[nodiscard]] const G& in_shard() const noexcept { return graph; }

    const G& graph;
};

/// Nodes whose numbers are near each other belong to the same shard: on a map most edges lead to
/// the shard where they begin. A shard has numbers of its own from 0.
template <class G, class Node>
    requires IndexedGraph<G, Node>
struct shard_keys<G, Node> {
    static constexpr bool are_numbers = true;
    // Layers are shared as a whole.
    static constexpr parallel_tuning tuning{
        .probe_every = 16'384, .min_frontier = 512, .min_batch = 256};
    static constexpr std::size_t least_shard = 512;  // bits that fill a cache line

    explicit shard_keys(const G& g)
        : graph(g),
          shift(static_cast<std::size_t>(
              std::bit_width(std::max(index_bound_of(g) / bfs_shards, least_shard - 1)))),
          last((std::size_t{1} << shift) - 1) {}

    [[nodiscard]] std::uint64_t of(const Node& node) const { return index_in(graph, node); }
    [[nodiscard]] unsigned shard(std::uint64_t number) const noexcept {
        return static_cast<unsigned>(number >> shift);
    }

    [[nodiscard]] const shard_keys& in_shard() const noexcept { return *this; }
    [[nodiscard]] std::size_t index(const Node& node) const { return index_in(graph, node) & last; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return last + 1; }
    [[nodiscard]] static bool is_node(const Node&) noexcept { return true; }

    const G& graph;
    std::size_t shift;  // log2 of the numbers of a shard,
    std::size_t last;   // and the last of them
};

/// Some of the nodes, with how they were reached; what two threads write is apart.
template <class Node, class Store, class Record>
struct alignas(64) bfs_shard {
    using id = std::remove_const_t<decltype(Store::none)>;

    // The key of an appended node is sooner made again than sent.
    struct no_key {};
    static constexpr bool sends_key = !Store::has_appender;

    /// A node that was met, on its way to its shard.
    struct message {
        Node node;
        id parent;
        SENDA_NO_UNIQUE_ADDRESS std::conditional_t<sends_key, typename Store::key, no_key> k;
        SENDA_NO_UNIQUE_ADDRESS Record how;
    };

    explicit bfs_shard(memory_budget& whole) noexcept
        : budget(whole, 4096), nodes(budget), parents(budget), outboxes(budget) {}

    template <class Keys>
    [[nodiscard]] bool prepare(const Keys& keys) {
        return nodes.prepare(keys);
    }

    template <class N>
    [[nodiscard]] static bool send(buffer<message>& box, N&& node, id parent,
                                   [[maybe_unused]] std::uint64_t hash, Record how) {
        if constexpr (sends_key) {
            return box.push(std::forward<N>(node), parent, Store::key_of_hash(hash),
                            std::move(how));
        } else {
            return box.push(std::forward<N>(node), parent, no_key{}, std::move(how));
        }
    }

    /// Whether it takes in more: no goal was met, and there is room.
    [[nodiscard]] bool is_going_on() const noexcept { return found == Store::none && !is_full; }

    memory_budget budget;
    Store nodes;
    buffer<id> parents;                // by their numbers, not those in their shard
    buffer<buffer<message>> outboxes;  // to each shard
    std::size_t next = 0;              // to be expanded,
    std::size_t layer_end = 0;         // the last of the layer,
    std::size_t round_end = 0;         // and of the round
    std::uint64_t expanded = 0;        // in the round, as is all that follows
    std::uint64_t generated = 0;
    std::uint64_t sent = 0;
    id found = Store::none;
    bool is_full = false;
    bool is_over_limit = false;
    bool must_stop = false;
};

/// Goes on with a `bfs_search`. A layer is done in rounds: each shard expands some of its nodes and
/// sends what they lead to, a box for each shard; then each shard takes in what was sent to it, in
/// the order of the senders. Numbered nodes of its own it takes in at once. A thread that is free
/// serves the next shard. So what is found depends neither on time nor on the number of threads.
template <class Search>
class shared_bfs {
    using types = typename Search::types;
    using graph = typename Search::graph;
    using store = typename Search::store;
    using record = typename Search::record;
    using action = typename Search::action;
    using node_type = typename types::node;
    using id = std::remove_const_t<decltype(store::none)>;
    using keys = shard_keys<graph, node_type>;
    using shard = bfs_shard<node_type, store, record>;
    using message = typename shard::message;

    static constexpr unsigned shards = bfs_shards;
    static constexpr id most_in_shard = store::none / shards - 1;
    static constexpr std::uint64_t interval = 64;  // expansions between looks at the clock
    static constexpr std::size_t at_once = 64;     // look-ups that wait for memory together
    static constexpr int most_narrow = 256;        // rounds for which other threads wait
    static constexpr bool is_compared =
        std::same_as<decltype(Search::goal_), node_goal<graph, node_type>>;

public:
    using result_type = typename Search::result_type;
    static constexpr const parallel_tuning& tuning = keys::tuning;

    shared_bfs(Search& search, unsigned threads, const parallel_tuning& how)
        : how_(how),
          search_(search),
          graph_(search.graph_),
          goal_(search.goal_),
          control_(search.control_),
          keys_(search.graph_),
          threads_(threads) {}
    shared_bfs(const shared_bfs&) = delete;
    shared_bfs& operator=(const shared_bfs&) = delete;

    /// Whether enough nodes wait for threads to help.
    [[nodiscard]] static bool should_share(const Search& search,
                                           const parallel_tuning& how) noexcept {
        return search.store_.size() - search.next_ >= how.min_frontier;
    }

    /// Takes over what the search has found; false if there is no room: it must go on by itself.
    [[nodiscard]] bool take_over() {
        team_.start(std::min(threads_, shards));
        if (!shards_.make(control_.budget(), keys_.in_shard()) || !distribute()) {
            shards_.release();
            return false;
        }
        search_.release();
        control_.note_engine(shared_engine<graph, node_type>);
        control_.note_threads(team_.size());
        return true;
    }

    /// Goes on to the end.
    void run() {
        while (control_.running()) {
            team_.for_each_in_loops(
                [this] { return next_loop(); },
                [this](std::size_t p, unsigned) { serve(static_cast<unsigned>(p)); });
        }
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::found) {
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            r.cost = r.lower_bound = static_cast<steps>(r.path.size() - 1);
        } else {
            // Nodes are tested for the goal when they are found: none of this layer is one.
            r.lower_bound = r.status == status::exhausted ? infinite<steps> : depth_ + 1;
        }
        return r;
    }

    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }
    [[nodiscard]] answer as_answer() const { return answer_of(control_); }

    /// How many nodes were reached.
    [[nodiscard]] std::size_t reached() const noexcept {
        std::size_t all = 0;
        for (const shard& own : shards_) all += own.nodes.size();
        return all;
    }
    /// Calls `take(node, depth)` for each, nearest first, layer by layer: those that are due have a
    /// parent in the layer before.
    template <class Take>
    void for_each_at_depth(Take&& take) const {
        std::array<std::size_t, shards> begin{};
        std::array<std::size_t, shards> end{};
        const auto is_due = [&](id parent) {
            if (parent == store::none) return begin == end;
            const std::size_t at = parent / shards;
            return at >= begin[parent % shards] && at < end[parent % shards];
        };
        steps depth = 0;
        for (bool is_going_on = true; is_going_on; ++depth) {
            auto next = end;
            for (unsigned p = 0; p < shards; ++p) {
                const shard& own = shards_[p];
                while (next[p] != own.nodes.size() && is_due(own.parents[next[p]]))
                    take(own.nodes.node(next[p]++), depth);
            }
            is_going_on = next != end;
            begin = std::exchange(end, next);
        }
    }

private:
    [[nodiscard]] static id number(std::size_t in_shard, unsigned p) noexcept {
        return static_cast<id>(in_shard * shards + p);
    }

    /// Goes on to the next loop over the shards that threads share; 0 at the end, and after many
    /// that are not worth it.
    [[nodiscard]] std::size_t next_loop() {
        for (int narrow = 0; control_.running() && narrow < most_narrow; ++narrow) {
            std::uint64_t nodes = 0;
            if (phase_ == phase::expanding) {
                phase_ = phase::receiving;
                nodes = count_sent();
                if (receivers_ == 0) continue;
            } else {
                if (phase_ == phase::receiving) end_round();
                phase_ = phase::none;
                if (!control_.running() || !begin_round()) continue;
                phase_ = phase::expanding;
                nodes = count_shared();
            }
            if (nodes >= how_.min_batch) return shards;
            for (unsigned p = 0; p < shards; ++p) serve(p);
        }
        return 0;
    }
    void serve(unsigned p) { phase_ == phase::expanding ? expand(p) : receive(p); }

    /// Begins a round or a layer; false if there is no round.
    [[nodiscard]] bool begin_round() {
        const std::uint64_t wanted = plan();
        if (wanted == 0) {
            if (!begin_layer()) control_.end(status::exhausted);
            return false;
        }
        const std::uint64_t allowed = control_.peek_expansion_batch(wanted);
        if (allowed == 0) {
            control_.end_by_limit();
            return false;
        }
        if (allowed < wanted) limit_round(allowed);
        return true;
    }

    /// Sends the nodes of the search to their shards, in their order.
    [[nodiscard]] bool distribute() {
        const std::size_t count = search_.store_.size();
        const auto level = search_.level_of_next();
        depth_ = level.depth;
        buffer<id> numbers(control_.budget());
        if (!numbers.reserve(count)) return false;
        shard& sender = shards_[0];
        for (std::size_t i = 0; i < count; ++i) {
            const node_type& node = search_.store_.node(i);
            const std::uint64_t key = keys_.of(node);
            const unsigned p = keys_.shard(key);
            const id parent = search_.parents_[i];
            (void)numbers.push(number(sender.outboxes[p].size(), p));
            if (!shard::send(sender.outboxes[p], node,
                             parent == store::none ? parent : numbers[parent], key,
                             search_.store_.record(i))) {
                return false;
            }
            shards_[p].next += i < search_.next_ ? 1 : 0;
            shards_[p].layer_end += i < level.end ? 1 : 0;
        }
        sent_to_[0] = ~shard_set{0};
        (void)count_sent();
        team_.for_each(shards,
                       [this](std::size_t p, unsigned) { receive(static_cast<unsigned>(p)); });
        for (buffer<message>& box : sender.outboxes) box.release();
        sent_to_[0] = 0;
        return std::none_of(shards_.begin(), shards_.end(),
                            [](const shard& own) { return own.is_full; });
    }

    [[nodiscard]] bool begin_layer() noexcept {
        bool is_empty = true;
        for (shard& own : shards_) {
            own.layer_end = own.nodes.size();
            is_empty = is_empty && own.next == own.layer_end;
        }
        depth_ += is_empty ? 0 : 1;
        return !is_empty;
    }

    /// Begins a round: how many nodes there are to expand. The more nodes are known, the more: then
    /// many look-ups of a shard are near each other, and the boxes take little room beside the
    /// nodes.
    [[nodiscard]] std::uint64_t plan() noexcept {
        most_ = std::clamp(reached() / shards / 4, how_.min_round, how_.max_round);
        is_last_ = depth_ == search_.bounds_.cost_limit();
        if (is_last_) most_ = 16;  // one that leads to a new node is enough
        std::uint64_t all = 0;
        for (shard& own : shards_) {
            own.round_end = std::min(own.layer_end, own.next + most_);
            own.expanded = own.round_end - own.next;
            own.generated = own.sent = 0;
            all += own.expanded;
        }
        return all;
    }
    void limit_round(std::uint64_t allowed) noexcept {
        for (shard& own : shards_) {
            own.expanded = std::min(own.expanded, allowed);
            own.round_end = own.next + static_cast<std::size_t>(own.expanded);
            allowed -= own.expanded;
        }
    }

    /// How many nodes of the round are worth sharing: what is all in one shard is for one thread.
    [[nodiscard]] std::uint64_t count_shared() const noexcept {
        std::uint64_t all = 0;
        std::uint64_t most = 0;
        for (const shard& own : shards_) {
            all += own.expanded;
            most = std::max(most, own.expanded);
        }
        return all - most < how_.min_batch / 2 ? 0 : all;
    }
    /// How many nodes were sent, and who receives them.
    [[nodiscard]] std::uint64_t count_sent() noexcept {
        std::uint64_t sent = 0;
        for (const shard& own : shards_) sent += own.sent;
        receivers_ = 0;
        for (const shard_set to : sent_to_) receivers_ |= to;
        return sent;
    }

    void expand(unsigned p) {
        shard& own = shards_[p];
        for (shard_set to = std::exchange(sent_to_[p], 0); to != 0; to &= to - 1)
            own.outboxes[static_cast<std::size_t>(std::countr_zero(to))].clear();
        if (own.expanded == 0) return;
        expand_some(own, p);
    }
    SENDA_FLATTEN void expand_some(shard& own, unsigned p) {
        std::conditional_t<keys::are_numbers, numbers_taker, no_taker> take(*this, own);
        const keys in = keys_;
        buffer<message>* const outboxes = own.outboxes.data();
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        const std::size_t first = own.next;
        std::size_t next = first;
        std::uint64_t edges = 0;
        std::uint64_t sent = 0;
        shard_set sent_to = keys::are_numbers ? 0 : ~shard_set{0};
        for (; next != own.round_end && sent < most_ && own.is_going_on(); ++next) {
            if (has_deadline_or_stop && (next - first) % interval == 0 && control_.must_stop()) {
                own.must_stop = true;
                break;
            }
            const auto& node = own.nodes.pinned(next);
            const id from = number(next, p);
            [[maybe_unused]] const auto back = node_before(own, next);
            for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
                ++edges;
                if constexpr (looks_back) {
                    if (to == back) return;
                }
                const std::uint64_t key = in.of(to);
                const unsigned at = in.shard(key);
                if (at == p && take(to, from, a)) return;
                ++sent;
                if constexpr (keys::are_numbers) sent_to |= shard_set{1} << at;
                if (!shard::send(outboxes[at], std::forward<decltype(to)>(to), from, key,
                                 record{std::move(a)})) [[unlikely]] {
                    own.is_full = true;
                }
            });
        }
        own.next = next;
        own.expanded = next - first;
        own.generated = edges;
        own.sent = sent;
        sent_to_[p] = sent_to;
    }

    /// Takes in nodes of the shard that expands them at once, or says that they must be sent.
    struct no_taker {
        no_taker(const shared_bfs&, const shard&) noexcept {}
        bool operator()(const node_type&, id, const action&) const noexcept { return false; }
    };
    class numbers_taker {
    public:
        numbers_taker(const shared_bfs& search, shard& own)
            : goal_(search.goal_),
              keys_(search.keys_),
              is_last_(search.is_last_),
              own_(own),
              list_(own.nodes) {
            reload();
        }
        ~numbers_taker() { own_.parents.set_size(list_.size()); }

        SENDA_ALWAYS_INLINE bool operator()(const node_type& node, id from, const action& a) {
            if (list_.size() >= room_) [[unlikely]] {
                if (is_last_) return false;
                own_.is_full = own_.is_full || !make_room(own_, list_, 1);
                if (own_.is_full) return true;
                reload();
            }
            const std::size_t at = list_.size();
            const auto fresh = list_.intern(store::key_of(keys_, node), node, record{a}).fresh;
            parents_[at] = from;
            if ((is_compared || fresh) && goal_(keys_.graph, node)) [[unlikely]]
                note_goal(own_, at, list_.size());
            return true;
        }

    private:
        // Out of line: a branch on whether a node is new is hard to predict.
        SENDA_COLD static void note_goal(shard& own, std::size_t at, std::size_t size) noexcept {
            if (at != size && own.found == store::none) own.found = static_cast<id>(at);
        }
        void reload() noexcept {
            parents_ = own_.parents.data();
            room_ = std::min({list_.room(), own_.parents.capacity(), std::size_t{most_in_shard}});
            if (is_last_) room_ = 0;
        }

        std::conditional_t<is_compared, const decltype(Search::goal_), decltype(Search::goal_)&>
            goal_;
        const keys keys_;
        const bool is_last_;
        shard& own_;
        typename store::appender list_;
        id* parents_ = nullptr;
        std::size_t room_ = 0;
    };

    /// The node from which one was reached, which many lead back to; itself if it is a start.
    static constexpr bool looks_back = store::is_plain && !keys::are_numbers;
    [[nodiscard]] auto node_before(const shard& own, std::size_t at) const noexcept {
        if constexpr (looks_back) {
            const std::size_t soon = std::min(at + 16, own.round_end - 1);
            prefetch(&node_or_start(own.parents[soon], own, soon));
            return node_or_start(own.parents[at], own, at);
        } else {
            return nullptr;  // not worth a copy
        }
    }
    [[nodiscard]] const node_type& node_or_start(id from, const shard& own,
                                                 std::size_t at) const noexcept {
        return from == store::none ? own.nodes.node(at)
                                   : shards_[from % shards].nodes.node(from / shards);
    }

    void receive(unsigned p) {
        if ((receivers_ >> p & 1) == 0) return;
        shard& own = shards_[p];
        if (is_last_) [[unlikely]] {
            for_each_batch(own, p, [&](batch sent) { look_over_limit(own, sent); });
        } else if constexpr (store::has_appender) {
            append_all(own, p);
        } else {
            for_each_batch(own, p, [&](batch sent) { intern(own, sent); });
        }
    }

    /// Some of what was sent to a shard.
    struct batch {
        message* sent = nullptr;
        std::size_t count = 0;

        [[nodiscard]] message* begin() const noexcept { return sent; }
        [[nodiscard]] message* end() const noexcept { return sent + count; }
    };
    /// What was sent to a shard, in the order of the senders.
    class mail {
    public:
        mail(shared_bfs& search, unsigned to) noexcept : search_(search), to_(to) {}

        /// The next batch; empty at the end.
        [[nodiscard]] batch next() noexcept {
            for (; from_ < shards; ++from_, read_ = 0) {
                if ((search_.sent_to_[from_] >> to_ & 1) == 0) continue;
                buffer<message>& box = search_.shards_[from_].outboxes[to_];
                const std::size_t first = read_;
                if (first == box.size()) continue;
                read_ = std::min(first + at_once, box.size());
                return {box.data() + first, read_ - first};
            }
            return {};
        }

    private:
        shared_bfs& search_;
        unsigned to_;
        unsigned from_ = 0;
        std::size_t read_ = 0;
    };
    template <class Take>
    void for_each_batch(const shard& own, unsigned p, Take&& take) {
        mail sent(*this, p);
        for (batch b = sent.next(); b.count != 0 && own.is_going_on(); b = sent.next()) take(b);
    }

    // At the limit on costs a node that is new is left out, and says that the limit is in the way.
    SENDA_COLD void look_over_limit(shard& own, batch sent) {
        for (const message& m : sent) {
            own.is_over_limit = own.is_over_limit || !own.nodes.contains(keys_.in_shard(), m.node);
        }
    }

    // Without a branch on whether a node is new, as `frontier_appender` does; while a batch is
    // looked up, the memory of the next is on its way.
    void append_all(shard& own, unsigned p) {
        typename store::appender list(own.nodes);
        using found_keys = std::array<typename store::key, at_once>;
        std::array<found_keys, 2> found;
        const auto ask_for = [&](batch b, found_keys& into) {
            for (std::size_t i = 0; i < b.count; ++i) {
                into[i] = store::key_of(keys_.in_shard(), b.sent[i].node);
                if constexpr (store::is_hashed) list.prefetch(into[i]);
            }
            return b;
        };
        mail sent(*this, p);
        batch now = ask_for(sent.next(), found[0]);
        for (std::size_t turn = 0; now.count != 0 && own.is_going_on(); turn ^= 1) {
            const batch next = ask_for(sent.next(), found[turn ^ 1]);
            append(own, list, now, found[turn].data());
            now = next;
        }
        own.parents.set_size(list.size());
    }
    template <class Appender, class Key>
    SENDA_ALWAYS_INLINE void append(shard& own, Appender& list, batch sent, const Key* key) {
        const bool fits = make_room(own, list, sent.count);
        for (const message& m : sent) {
            if (!fits && !make_room(own, list, 1)) [[unlikely]] {
                own.is_full = true;
                return;
            }
            const auto [at, fresh] = list.intern(*key++, m.node, m.how);
            own.parents.data()[at] = m.parent;
            if ((is_compared || fresh) && goal_(graph_, m.node)) [[unlikely]] {
                own.found = at;
                return;
            }
        }
    }

    template <class Appender>
    [[nodiscard]] static bool make_room(shard& own, Appender& list, std::size_t count) {
        const std::size_t size = list.size() + count;
        own.parents.set_size(list.size());
        if (size > most_in_shard || !list.make_room(count)) return false;
        while (own.parents.capacity() < size) {
            if (!own.parents.grow()) return false;
        }
        return true;
    }

    void intern(shard& own, batch sent) {
        if constexpr (shard::sends_key) {
            for (const message& m : sent) own.nodes.touch(own.nodes.guess(m.k));
            for (message& m : sent) {
                const auto [at, fresh] =
                    own.nodes.intern(m.k, std::move(m.node), [&] { return std::move(m.how); });
                if (at > most_in_shard || (fresh && !own.parents.push(m.parent))) {
                    own.is_full = true;
                    return;
                }
                if (fresh && goal_(graph_, own.nodes.node(at))) {
                    own.found = at;
                    return;
                }
            }
        }
    }

    /// Counts what was done; a goal comes before a limit.
    void end_round() {
        bool is_full = false;
        bool is_over_limit = false;
        bool must_stop = false;
        for (unsigned p = 0; p < shards; ++p) {
            const shard& own = shards_[p];
            control_.count_expanded(own.expanded);
            control_.count_generated(own.generated);
            if (own.found != store::none && found_ == store::none) found_ = number(own.found, p);
            is_full = is_full || own.is_full;
            is_over_limit = is_over_limit || own.is_over_limit;
            must_stop = must_stop || own.must_stop;
        }
        if (found_ != store::none) return control_.end(status::found);
        if (is_full) return control_.end(status::memory_limit);
        if (is_over_limit) return control_.end(status::cost_limit);
        if (must_stop) control_.end_by_limit();
        if (search_progress* const p = control_.options().progress) p->advance(reached());
    }

    struct parent_cursor {
        const shared_bfs* search;
        id at;

        [[nodiscard]] const shard& own() const { return search->shards_[at % shards]; }
        [[nodiscard]] const node_type& node() const { return own().nodes.node(at / shards); }
        [[nodiscard]] decltype(auto) action() const {
            return (own().nodes.record(at / shards).action);
        }
        [[nodiscard]] bool at_start() const { return own().parents[at / shards] == store::none; }
        void go_back() { at = own().parents[at / shards]; }
    };

    using shard_set = std::uint32_t;

    parallel_tuning how_;
    Search& search_;
    const graph& graph_;
    decltype(Search::goal_)& goal_;
    search_control& control_;
    keys keys_;
    unsigned threads_;
    node_shards<shard, shards> shards_;
    std::array<shard_set, shards> sent_to_{};  // by each shard in the round,
    shard_set receivers_ = 0;                  // and by all of them
    steps depth_ = 0;                          // of the layer that is expanded
    bool is_last_ = false;
    std::size_t most_ = 0;  // nodes of a shard in a round, and what they send
    enum class phase { none, expanding, receiving } phase_ = phase::none;
    id found_ = store::none;
    thread_team team_;
};

}  // namespace senda::detail
