// SPDX-License-Identifier: MIT
// Dijkstra's algorithm on a stored graph with whole costs: all nodes of one cost at once, by
// several threads if they are many.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/engines/csr/csr_graph.hpp>
#include <senda/detail/engines/csr/thread_buckets.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/radix_queue.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Objects for all numbers below another, which stay where they are: made once somebody asks.
class heap_numbers {
    using list = std::vector<std::uint32_t>;

public:
    heap_numbers() = default;
    heap_numbers(heap_numbers&& other) noexcept : made_(std::exchange(other.made_, nullptr)) {}
    heap_numbers& operator=(heap_numbers&& other) noexcept {
        std::swap(made_, other.made_);
        return *this;
    }
    ~heap_numbers() { delete made_; }

    /// May be called by several threads at once.
    [[nodiscard]] const std::uint32_t* up_to(std::size_t count) const {
        const list* const known = load(made_);
        if (known != nullptr && known->size() >= count) return known->data();
        auto* const fresh = new list(count);
        for (std::size_t i = 0; i < count; ++i) (*fresh)[i] = static_cast<std::uint32_t>(i);
        const bool is_first = compare_exchange<const list*>(made_, known, fresh);
        delete (is_first ? known : fresh);
        return is_first ? fresh->data() : up_to(count);
    }

private:
    mutable const list* made_ = nullptr;
};

/// One word a node, which several threads may raise at once. Nodes beyond the limit on costs are
/// known, but not reached.
template <class Rows, std::integral C, class Action>
class csr_labels {
    using id = std::uint32_t;
    using label = cost_label<C>;
    using word = typename label::word;
    using local_buckets = thread_buckets<C>;

public:
    explicit csr_labels(memory_budget& budget) noexcept : words_(budget), listed_(budget) {}

    /// Makes room for `nodes`; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, C most) {
        most_ = most;
        return words_.size() == nodes || words_.assign_zeros(nodes);
    }

    /// In no more time than it took to reach them.
    void forget() noexcept {
        if (lists_all_) {
            for (const id node : listed_) words_[node] = 0;
        } else {
            words_.set_zero();
        }
        listed_.clear();
        lists_all_ = true;
    }
    /// From now on nodes are reached by several threads, and not listed.
    void list_no_more() noexcept { lists_all_ = false; }

    [[nodiscard]] bool is_known(std::size_t node) const noexcept {
        return node < words_.size() && words_[node] != 0;
    }
    [[nodiscard]] bool is_reached(std::size_t node) const noexcept {
        return is_known(node) && cost_of(node) <= most_;
    }
    /// Of a node that is known.
    [[nodiscard]] C cost_of(std::size_t node) const noexcept {
        return label::cost_of(words_[node]);
    }

    /// Whether that is the cost of a node, which may not change while threads make others cheaper.
    [[nodiscard]] bool has_cost(std::size_t node, C g) const noexcept {
        const word now = load_relaxed(words_[node]);
        return now != 0 && label::cost_of(now) == g;
    }

    /// The least cost beyond the limit.
    [[nodiscard]] C least_pruned() const noexcept {
        C least = infinite<C>;
        for (std::size_t i = 0; i < places(); ++i) {
            const id node = node_at(i);
            if (is_known(node) && cost_of(node) > most_) least = std::min(least, cost_of(node));
        }
        return least;
    }

    /// Fetches what is needed of a node that is soon to be expanded.
    void expect(const Rows& rows, id node) const noexcept {
        prefetch(&words_[node]);
        prefetch(&rows.offsets[node]);
    }

    void begin_at(local_buckets& own, id node, C g) {
        raise<true>(own, node, label::of(g, no_node));
    }

    /// Relaxes the edges out of `due[first]` up to `due[last]`, all of cost `g`, for one thread or
    /// beside others. Edges of cost 0 are only noted.
    template <bool Alone>
    void relax(local_buckets& own, const Rows rows, C g, const buffer<id>& due, std::size_t first,
               std::size_t last) {
        const id* const nodes = due.data();
        const std::size_t end = due.size();
        const std::size_t fetched = rows.edges == nullptr ? 0 : end;
        std::uint64_t edges = 0;
        C lowest = 0;
        for (std::size_t i = first; i < last; ++i) {
            if (i + 8 < end) prefetch(&rows.offsets[nodes[i + 8]]);
            if (i + 4 < fetched) {  // in a function of its own g++ would leave it out
                const auto* const ahead =
                    reinterpret_cast<const char*>(&rows.edges[rows.offsets[nodes[i + 4]]]);
                prefetch(ahead);
                prefetch(ahead + 64);
                prefetch(ahead + 128);
            }
            const id from = nodes[i];
            const std::size_t begin = rows.offsets[from];
            const std::size_t row_end = rows.offsets[std::size_t{from} + 1];
            edges += row_end - begin;
            relax_edges<Alone>(own, rows, g, from, begin, row_end, lowest);
        }
        if constexpr (!Alone) settle(own);
        own.counts.edges += edges;
        own.counts.expanded += last - first;
        own.has_negative = own.has_negative || is_negative(lowest);
    }
    /// Relaxes some of the edges out of a node, and counts them, beside other threads.
    void relax_part(local_buckets& own, const Rows rows, C g, id from, std::size_t first,
                    std::size_t last) {
        C lowest = 0;
        relax_edges<false>(own, rows, g, from, first, last, lowest);
        settle(own);
        own.counts.edges += last - first;
        own.counts.expanded += first == rows.offsets[from] ? 1 : 0;
        own.has_negative = own.has_negative || is_negative(lowest);
    }

    /// Follows the edges of cost 0 that were noted, from the least number first.
    void follow_free_edges(local_buckets& own, const Rows& rows, C g) {
        std::sort(own.free_from.begin(), own.free_from.end());
        for (const id from : own.free_from) {
            for (std::size_t e = rows.offsets[from]; e < rows.offsets[std::size_t{from} + 1]; ++e) {
                const id to = rows.edges[e].to;
                if (cost_along(rows.edges[e]) == 0 && costs_more<true>(to, g))
                    raise<true>(own, to, label::of(g, from + 1));
            }
        }
        own.free_from.clear();
    }

    /// Stands at a node of a path and goes back.
    struct parent_cursor {
        const csr_labels* labels;
        id at;

        [[nodiscard]] id node() const { return at; }
        [[nodiscard]] bool at_start() const { return labels->node_before(at) == no_node; }
        void go_back() { at = labels->node_before(at) - 1; }
    };

    /// Walks all nodes that were reached.
    class walk {
    public:
        walk() = default;
        explicit walk(const csr_labels& labels)
            : labels_(&labels), numbers_(labels.numbers_.up_to(labels.words_.size())) {
            skip();
        }

        [[nodiscard]] bool at_end() const { return at_ == labels_->places(); }
        void go_on() {
            ++at_;
            skip();
        }
        [[nodiscard]] auto here() const {
            static constexpr Action none{};
            const id node = labels_->node_at(at_);
            const id before = labels_->node_before(node);
            return tree_node<id, C, Action>{numbers_[node], labels_->cost_of(node),
                                            before == no_node ? nullptr : &numbers_[before - 1],
                                            none};
        }

    private:
        void skip() {
            while (!at_end() && !labels_->is_reached(labels_->node_at(at_))) ++at_;
        }

        const csr_labels* labels_ = nullptr;
        const id* numbers_ = nullptr;
        std::size_t at_ = 0;
    };

private:
    static constexpr id no_node = label::no_node;

    [[nodiscard]] id node_before(std::size_t node) const noexcept {
        return label::node_before(words_[node]);
    }

    // Nodes that may be known: those in the list, or all.
    [[nodiscard]] std::size_t places() const noexcept {
        return lists_all_ ? listed_.size() : words_.size();
    }
    [[nodiscard]] id node_at(std::size_t place) const noexcept {
        return lists_all_ ? listed_[place] : static_cast<id>(place);
    }

    template <class Edge>
    [[nodiscard]] static C cost_along([[maybe_unused]] const Edge& edge) noexcept {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(edge.cost)>, unweighted>) {
            return C{1};
        } else {
            return static_cast<C>(edge.cost);
        }
    }

    template <bool Alone>
    SENDA_ALWAYS_INLINE void relax_edges(local_buckets& own, const Rows& rows, C g, id from,
                                         std::size_t first, std::size_t last, C& lowest) {
        const word* const words = words_.data();
        for (std::size_t e = first; e < last; ++e) {
            const id to = rows.edges[e].to;
            const C step = cost_along(rows.edges[e]);
            if constexpr (std::signed_integral<C>) lowest = std::min(lowest, step);
            const word better = label::of(add_costs(g, step), from + 1);
            if (better > (Alone ? words[to] : load_relaxed(words[to]))) [[unlikely]] {
                if constexpr (Alone) {
                    improve<true>(own, to, better, step, from);
                } else {
                    claim(own, to, better, step, from);
                }
            }
        }
    }
    /// Notes a better path: several wait for memory at once, as a thread owns what it writes.
    SENDA_NOINLINE void claim(local_buckets& own, id to, word better, C step, id from) {
        prefetch_to_write(&words_[to]);
        own.claims[own.claim_count++] = {better, to, from, step};
        if (own.claim_count == own.claims.size()) settle(own);
    }
    void settle(local_buckets& own) {
        for (std::size_t i = 0; i < own.claim_count; ++i) {
            const auto& [better, to, from, step] = own.claims[i];
            improve<false>(own, to, better, step, from);
        }
        own.claim_count = 0;
    }

    // Most edges make nothing better: only the rest is worth a call.
    template <bool Alone>
    SENDA_NOINLINE void improve(local_buckets& own, id to, word better, C step, id from) {
        if (step > 0 && !is_closed(step)) [[likely]] {
            raise<Alone>(own, to, better);
        } else if (step == 0 && costs_more<Alone>(to, label::cost_of(better))) {
            own.note_free_from(from);
        }
    }

    template <bool Alone>
    [[nodiscard]] bool costs_more(id node, C g) const noexcept {
        const word known = Alone ? words_[node] : load_relaxed(words_[node]);
        return known == 0 || g < label::cost_of(known);
    }

    /// Notes a path if it is better; a node that has become cheaper is queued.
    template <bool Alone>
    SENDA_ALWAYS_INLINE void raise(local_buckets& own, id to, word better) {
        const word before = fetch_max(words_[to], better, Alone);
        const C there = label::cost_of(better);
        if (before >= better || (before != 0 && label::cost_of(before) == there)) return;
        if (before == 0) {
            ++own.counts.fresh;
            if (Alone && lists_all_) own.note(listed_.push(to));
        }
        const bool was_out = before != 0 && label::cost_of(before) > most_;
        const bool is_out = there > most_;
        own.counts.pruned += (is_out ? 1 : 0) - (was_out ? 1 : 0);
        if (!is_out) own.note(own.open.push(there, to));
    }

    buffer<word> words_;
    buffer<id> listed_;      // nodes in the order in which they were reached,
    bool lists_all_ = true;  // unless there are others
    C most_ = largest_cost<C>;
    heap_numbers numbers_;
};

/// Whether `csr_dijkstra` can search: a cost and the number of a node fit into one word.
template <class G, class Node, class Goal, class Observer>
concept CsrCosts =
    CsrGraph<std::remove_cvref_t<G>, Node> && std::integral<cost_of<G, Node>> &&
    sizeof(cost_of<G, Node>) <= 4 && !has_terminal_costs<Goal, Node> && !has_observer<Observer>;

/// When nodes of one cost are shared by threads, whatever their number.
struct bucket_tuning {
    std::uint64_t min_generated = 1U << 17;  ///< edges seen before threads are started
    std::size_t min_frontier = 64;           ///< nodes of one cost, and
    std::size_t min_edges = 16'384;          ///< edges out of them, which threads share
};

/// Takes the nodes of the least cost out of buckets, all that are not settled yet, and relaxes
/// their edges. A node has one word, by which threads agree: the cost of the best path and the node
/// before it, of several the one with the least number. Edges of cost 0 are followed afterwards, by
/// one thread in the order of numbers. So nothing depends on the number of threads.
template <class G, class Node, class Goal, class Observer>
    requires CsrCosts<G, Node, Goal, Observer>
class csr_dijkstra
    : public tree_engine<csr_dijkstra<G, Node, Goal, Observer>, G, Node, Goal, Observer> {
    using base = tree_engine<csr_dijkstra, G, Node, Goal, Observer>;
    friend base;
    friend typename base::restartable_type;
    friend typename base::engine_type;
    friend struct bucket_tuner;
    using typename base::cost, typename base::action;

    using id = std::uint32_t;
    using local_buckets = thread_buckets<cost>;
    using pool = bucket_thread_pool<cost>;
    using rows = decltype(std::declval<const std::remove_cvref_t<G>&>().edge_rows());
    using labels = csr_labels<rows, cost, action>;
    static constexpr int most_narrow = 8;  // rounds for which threads stay
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    csr_dijkstra(G&& g, const Start& start, const Goal& goal, no_heuristic, const options& o,
                 Observer&& observer)
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer), engine_kind::rows),
          labels_(control_.budget()),
          due_(control_.budget()),
          own_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            this->tell_path(found_, r);
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

    /// Goes on until the least cost to a node is certain; that cost, if there is a path to it.
    std::optional<cost> settle(const Node& node) {
        if (!is_in(graph_, node)) return std::nullopt;
        for (;; this->step(std::max<std::size_t>(1, due_.size() - next_))) {
            if (labels_.is_reached(node) && labels_.cost_of(node) <= bounds_.proven_bound())
                return labels_.cost_of(node);
            if (!control_.running()) return std::nullopt;
        }
    }

    /// Every node that was reached with the cost of the best path found to it, its parent and the
    /// action: `for (const auto& [node, cost, parent, action] : search.tree())`.
    [[nodiscard]] auto tree() const { return search_tree(typename labels::walk(labels_)); }

    /// How many nodes were reached, within the limit on costs.
    [[nodiscard]] std::size_t reached() const noexcept {
        return static_cast<std::size_t>(counts_.fresh - counts_.pruned);
    }
    /// The node expanded last, and the cost of the path to it.
    [[nodiscard]] std::pair<const Node&, cost> last_expanded() const noexcept {
        return {last_, labels_.cost_of(last_)};
    }

private:
    using base::control_, base::graph_, base::goal_, base::bounds_;

    static constexpr bool has_no_goal =
        std::same_as<Goal, no_goal> || std::same_as<Goal, const no_goal>;
    static constexpr bool has_one_goal =
        std::same_as<goal_test<G, Node, Goal>, node_goal<std::remove_cvref_t<G>, id>>;

    void forget() {
        labels_.forget();
        due_.clear();
        own_.clear();
        if (pool_) pool_->clear();
        counts_ = {};
        next_ = 0;
        key_ = 0;
        control_.note_threads(1);
    }

    template <class Start>
    void begin(const Start& start) {
        const std::size_t nodes = graph_.edge_rows().node_count;
        if (!control_.fits(labels_.prepare(nodes, bounds_.cost_limit()))) return;
        const bool is_valid = for_each_start_cost<typename base::types>(
            graph_, start, [&](id node, cost g) { labels_.begin_at(own_, node, g); });
        add_counts(own_);
        if (!is_valid) control_.end(status::negative_cost);
    }

    void advance(std::uint64_t most) {
        rows_ = graph_.edge_rows();
        if (next_ == due_.size() && !begin_bucket()) return;
        const std::size_t due = due_.size() - next_;
        const bool may_all = most >= due && control_.peek_expansion_batch(due) >= due;
        if (may_all && is_wide(due)) {
            const bool may_go_on = (has_no_goal || has_one_goal) && most == no_limit &&
                                   control_.limits().expansions == no_limit;
            return expand_shared(!may_go_on);
        }
        // Threads leave nodes in any order, of which a limit must not choose.
        if (pool_ && !may_all && next_ == 0) std::sort(due_.begin(), due_.end());
        const std::uint64_t count = control_.request_expansions(std::min<std::uint64_t>(most, due));
        if (count == 0) return;
        last_ = due_[next_ + count - 1];
        labels_.template relax<true>(own_, rows_, key_, due_, next_, next_ + count);
        next_ += count;
        add_counts(own_);
    }

    /// Takes out the nodes of the least cost; false if there are none, or the search ends there.
    [[nodiscard]] bool begin_bucket() {
        do {
            follow_free_edges();
            if (!control_.running()) return false;
            if (!take_least()) {
                finish();
                return false;
            }
        } while (control_.running() && due_.empty());
        if (!control_.running()) return false;
        bounds_.raise_lower_bound(key_);
        if (!meets_goal()) return true;
        control_.end(status::found);
        return false;
    }

    /// Fills `due_` from the first bucket; false if there is none.
    [[nodiscard]] bool take_least() {
        const unsigned others = pool_ ? pool_->team.size() : 0;
        bool is_empty = true;
        const auto each_queue = [&](auto&& act) {
            if (!own_.open.empty()) act(own_.open);
            for (unsigned i = 0; i < others; ++i) {
                if (!pool_->buckets_of(i).open.empty()) act(pool_->buckets_of(i).open);
            }
        };
        each_queue([&](auto& open) {
            const cost least = open.min_key();
            key_ = is_empty ? least : std::min(key_, least);
            is_empty = false;
        });
        due_.clear();
        next_ = 0;
        if (is_empty) return false;
        each_queue([&](auto& open) {
            if (open.min_key() == key_)
                control_.fits(open.pop_least(due_, [&](id node) { labels_.expect(rows_, node); }));
        });
        leave_out_stale(due_, key_);
        return true;
    }
    /// Leaves out nodes that were reached at a lower cost since they were queued.
    void leave_out_stale(buffer<id>& due, cost g) const {
        std::size_t current = 0;
        for (std::size_t i = 0; i < due.size(); ++i) {
            const id node = due[i];
            due[current] = node;
            current += labels_.has_cost(node, g) ? 1 : 0;
        }
        due.truncate(current);
    }

    /// Of several goals the one with the least number.
    [[nodiscard]] bool meets_goal() {
        if constexpr (has_no_goal) {
            return false;
        } else if constexpr (has_one_goal) {
            found_ = *goal_.begin();
            return labels_.is_reached(found_) && labels_.cost_of(found_) == key_;
        } else {
            bool is_met = false;
            for (const id node : due_) {
                if ((is_met && node > found_) || !goal_(graph_, node)) continue;
                found_ = node;
                is_met = true;
            }
            return is_met;
        }
    }

    void finish() {
        if (counts_.pruned != 0) bounds_.prune(labels_.least_pruned());
        control_.end(bounds_.ending());
    }

    /// Counts what a thread did.
    void add_counts(local_buckets& own) {
        counts_.fresh += own.counts.fresh;
        counts_.pruned += own.counts.pruned;
        control_.count_expanded(own.counts.expanded);
        control_.count_generated(own.counts.edges);
        own.counts = {};
        if (std::exchange(own.has_negative, false)) control_.end(status::negative_cost);
        if (std::exchange(own.is_full, false)) control_.end(status::memory_limit);
    }

    void follow_free_edges() {
        for (unsigned i = 0; pool_ && i < pool_->team.size(); ++i) {
            local_buckets& other = pool_->buckets_of(i);
            for (const id from : other.free_from) own_.note_free_from(from);
            other.free_from.clear();
        }
        labels_.follow_free_edges(own_, rows_, key_);
        add_counts(own_);
    }

    /// Whether threads share the nodes that are due; starts them once.
    [[nodiscard]] bool is_wide(std::size_t due) {
        const unsigned threads = control_.options().threads;
        if (!SENDA_HAS_THREADS || threads < 2 || due < tuning_.min_frontier) return false;
        if (!pool_ && control_.statistics().generated < tuning_.min_generated) return false;
        std::size_t edges = 0;  // guessed from every fourth node
        for (std::size_t i = next_; i < due_.size(); i += 4)
            edges += 4 * (rows_.offsets[std::size_t{due_[i]} + 1] - rows_.offsets[due_[i]]);
        if (edges < tuning_.min_edges) return false;
        if (!pool_) pool_ = pool::start(threads, control_.budget());
        return static_cast<bool>(pool_);
    }

    /// Expands the nodes that are due, and if nothing is to be decided between, those of the next
    /// costs, by threads that meet once a cost.
    SENDA_COLD void expand_shared(bool only_these) {
        labels_.list_no_more();
        control_.note_threads(pool_->team.size());
        last_ = due_[due_.size() - 1];
        if (!deal_out()) return control_.end(status::memory_limit);
        bool is_listing = true;
        std::uint64_t work_before = 0;
        int narrow = 0;  // rounds in a row
        const auto next_loop = [&]() -> std::size_t {
            for (;;) {
                if (std::exchange(is_listing, !is_listing)) {
                    if (const std::size_t blocks = pool_->count_blocks(); blocks != 0)
                        return blocks;
                    continue;
                }
                const auto [work, must_leave] = pool_->summarize();
                narrow = work - work_before < tuning_.min_edges / 8 ? narrow + 1 : 0;
                work_before = work;
                const bool must_end = must_leave || only_these || narrow == most_narrow;
                return must_end || !find_least() ? 0 : pool_->team.size();
            }
        };
        const auto work = [&](std::size_t number, unsigned thread) {
            if (is_listing) {
                list_due(pool_->of(static_cast<unsigned>(number)));
            } else {
                relax_block(number, pool_->buckets_of(thread));
            }
        };
        const bool is_done = pool_->team.for_each_in_loops(next_loop, work, &control_);
        for (unsigned i = 0; i < pool_->team.size(); ++i) add_counts(pool_->buckets_of(i));
        bounds_.raise_lower_bound(key_);
        if (!is_done) control_.end_by_limit();
    }

    /// Deals out the nodes that wait to the threads.
    [[nodiscard]] bool deal_out() {
        const unsigned threads = pool_->team.size();
        for (unsigned i = 0; i < threads; ++i) pool_->of(i).clear_due();
        unsigned next = 0;
        const auto deal = [&](auto&& take) {
            bool had_room = true;
            for (; next_ < due_.size(); ++next_, next = next + 1 == threads ? 0 : next + 1)
                had_room = take(pool_->of(next), due_[next_]) && had_room;
            due_.clear();
            next_ = 0;
            return had_room;
        };
        bool had_room = deal([](auto& to, id node) { return to.due.push(node); });
        for (unsigned i = 0; i < threads; ++i) pool_->of(i).divide(rows_);
        while (had_room && !own_.open.empty()) {
            const cost g = own_.open.min_key();
            had_room = own_.open.pop_least(due_, [](id) {}) &&
                       deal([g](auto& to, id node) { return to.own.open.push(g, node); });
        }
        own_.open.clear();  // it may be given lower costs again
        return had_room;
    }

    /// Goes on to the least cost of a node that waits; false if there is none, or a goal has it.
    [[nodiscard]] bool find_least() {
        cost least = 0;
        if (!pool_->find_least(least) || is_goal_cost(least)) return false;
        key_ = least;
        return true;
    }
    void list_due(typename pool::worker& me) {
        me.take_least(key_, [&](id node) { labels_.expect(rows_, node); });
        leave_out_stale(me.due, key_);
        me.divide(rows_);
    }

    void relax_block(std::size_t number, local_buckets& into) {
        auto& from = pool_->owner_of(number);
        if (number < from.parts.size()) {
            const auto [node, edge] = from.parts[number];
            const std::size_t end = rows_.offsets[std::size_t{node} + 1];
            labels_.relax_part(into, rows_, key_, node, edge,
                               std::min(end, edge + pool::worker::edges_at_once));
        } else {
            const std::size_t first = (number - from.parts.size()) * pool_->at_once;
            labels_.template relax<false>(into, rows_, key_, from.due, first,
                                          std::min(from.due.size(), first + pool_->at_once));
        }
    }

    [[nodiscard]] bool is_goal_cost([[maybe_unused]] cost g) const {
        if constexpr (has_one_goal) {
            const id goal = *goal_.begin();
            return is_in(graph_, goal) && labels_.has_cost(goal, g);
        } else {
            return false;
        }
    }

    [[nodiscard]] std::optional<id> find_reached(const Node& node) const noexcept {
        return labels_.is_reached(node) ? std::optional<id>(node) : std::nullopt;
    }
    [[nodiscard]] cost cost_at(id node) const noexcept { return labels_.cost_of(node); }
    [[nodiscard]] auto cursor_at(id node) const noexcept {
        return typename labels::parent_cursor{&labels_, node};
    }

    bucket_tuning tuning_;
    rows rows_;
    labels labels_;
    buffer<id> due_;        // the nodes of the cost that is expanded,
    std::size_t next_ = 0;  // from here on
    cost key_ = 0;          // that cost
    local_buckets own_;
    typename local_buckets::count counts_;
    id found_ = 0;
    id last_ = 0;
    lasting<pool> pool_;
};

/// For tests.
struct bucket_tuner {
    template <class Search>
    static void set(Search& search, const bucket_tuning& tuning) {
        search.tuning_ = tuning;
    }
};

}  // namespace senda::detail
