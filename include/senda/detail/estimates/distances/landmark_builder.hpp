// SPDX-License-Identifier: MIT
// Distances of all nodes from a few, side by side for each node and rounded down to few bits; and
// how landmarks are chosen one after the other, and their lanes filled, several at a time.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A distance divided by a step that all have in common, and rounded down.
using distance_entry = std::uint16_t;
/// One that is known is at most `largest_entry`, so that the difference between `unreached_entry`
/// and any of these is more.
inline constexpr distance_entry unreached_entry = 0xffff;
inline constexpr distance_entry largest_entry = 0x7fff;

/// The largest difference between two rows of entries, in groups of eight, or `at_least`. It is
/// spelled as compilers make vectors of it.
[[nodiscard]] SENDA_ALWAYS_INLINE distance_entry
largest_difference(const distance_entry* a, const distance_entry* b, std::size_t eights,
                   distance_entry at_least) noexcept {
    for (std::size_t i = 0; i < eights * 8; ++i) {
        const auto here = static_cast<distance_entry>((a[i] > b[i] ? a[i] : b[i]) - b[i]);
        at_least = here > at_least ? here : at_least;
    }
    return at_least;
}

/// Rows of distances as somebody keeps them, in memory or in a file. By the triangle inequality
/// it costs at least d(L, t) - d(L, n) from n to t, and d(n, L) - d(t, L): in both kinds of lanes
/// the entry of t less that of n, or nothing if that is negative.
template <Cost C>
struct distance_view {
    using step_type = std::conditional_t<std::floating_point<C>, C, std::uint64_t>;

    std::span<const distance_entry> entries = {};  ///< all rows
    std::size_t stride = 0;  ///< how many entries a row has, those that only fill it up included
    step_type step = 1;      ///< what entries count; distances are known to less than that
    C rounding = 0;          ///< what additions of fractions may have been off by

    [[nodiscard]] const distance_entry* row(std::size_t node) const noexcept {
        return entries.data() + node * stride;
    }

    /// The least that it costs if entries differ by so much. As both were rounded down, distances
    /// differ by more than all steps but one; whole ones thus by one at least.
    [[nodiscard]] SENDA_ALWAYS_INLINE C cost(distance_entry difference) const noexcept {
        if (difference == 0) return C{0};
        if (difference > largest_entry) [[unlikely]]
            return infinite<C>;
        if constexpr (std::floating_point<C>) {
            const C least = static_cast<C>(difference - 1) * step - rounding;
            return least > 0 ? least : C{0};
        } else {
            return static_cast<C>((std::uint64_t{difference} - 1) * step + 1);
        }
    }
};

/// A row for each node, with a lane for each column of distances. The step is a power of two, and
/// doubles when a column does not fit: dividing twice and rounding down each time is the same as
/// once by the product.
template <Cost C>
class distance_rows {
public:
    explicit distance_rows(memory_budget& budget) noexcept : entries_(budget) {}

    /// Rows have lanes in eights, so that compilers compare them by vectors alone.
    [[nodiscard]] static constexpr std::size_t stride_for(std::size_t lanes) noexcept {
        return (lanes + 7) / 8 * 8;
    }
    /// What a table takes.
    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::size_t nodes,
                                                           std::size_t lanes) noexcept {
        return std::uint64_t{nodes} * stride_for(lanes) * sizeof(distance_entry);
    }

    /// Makes a table of zeros; false if there is no memory for it.
    [[nodiscard]] bool prepare(std::size_t nodes, std::size_t lanes) {
        stride_ = stride_for(lanes);
        return lanes == 0 || entries_.assign_zeros(nodes * stride_);
    }

    [[nodiscard]] const distance_entry* row(std::size_t node) const noexcept {
        return entries_.data() + node * stride_;
    }
    /// What a difference between entries comes to, about.
    [[nodiscard]] double in_costs(double difference) const noexcept {
        return std::ldexp(difference, halvings());
    }

    /// Puts a column of distances into a lane. What is `infinite` in it is unreached.
    void put(std::size_t lane, const C* column) {
        C largest = 0;
        for (std::size_t n = 0; n < nodes(); ++n)
            if (column[n] != infinite<C>) largest = std::max(largest, column[n]);
        halve_for(largest);
        for (std::size_t n = 0; n < nodes(); ++n)
            entries_[n * stride_ + lane] =
                column[n] == infinite<C> ? unreached_entry : rounded(column[n]);
    }

    /// Turns the distances in every second of `lanes` round: more is less then, and a difference
    /// between two is that of distances to a node.
    void turn_every_second(std::size_t lanes) noexcept {
        for (std::size_t n = 0; n < nodes(); ++n) {
            distance_entry* const row = entries_.data() + n * stride_;
            for (std::size_t lane = 1; lane < lanes; lane += 2)
                row[lane] = static_cast<distance_entry>(unreached_entry - row[lane]);
        }
    }

    [[nodiscard]] distance_view<C> view() const noexcept {
        distance_view<C> v{.entries = {entries_.data(), entries_.size()}, .stride = stride_};
        if constexpr (std::floating_point<C>) {
            v.step = std::ldexp(C{1}, halvings());
            // Each of the additions along a path may have been off by half of this.
            v.rounding = std::numeric_limits<C>::epsilon() * static_cast<C>(nodes()) *
                         (C{largest_entry} + 1) * v.step;
        } else {
            v.step = std::uint64_t{1} << halvings();
        }
        return v;
    }

private:
    static constexpr int unknown = std::numeric_limits<int>::min();

    [[nodiscard]] std::size_t nodes() const noexcept {
        return stride_ == 0 ? 0 : entries_.size() / stride_;
    }
    /// How often distances were halved; less than never where they are fractions.
    [[nodiscard]] int halvings() const noexcept { return halvings_ == unknown ? 0 : halvings_; }

    /// Makes the step large enough for a distance.
    void halve_for(C largest) {
        if constexpr (std::floating_point<C>) {
            constexpr int bits = std::numeric_limits<distance_entry>::digits - 1;
            if (largest > 0) halve_to(std::ilogb(largest) - bits + 1);
        } else {
            int halvings = std::max(halvings_, 0);
            while (static_cast<std::make_unsigned_t<C>>(largest) >> halvings > largest_entry)
                ++halvings;
            halve_to(halvings);
        }
    }
    void halve_to(int halvings) {
        if (halvings <= halvings_) return;
        const int before = std::exchange(halvings_, halvings);
        if (before == unknown) return;  // all entries are 0
        const int shift = std::min(halvings - before, 15);
        for (distance_entry& e : entries_)
            if (e != unreached_entry) e = static_cast<distance_entry>(e >> shift);
    }

    [[nodiscard]] distance_entry rounded(C distance) const noexcept {
        if constexpr (std::floating_point<C>) {
            return static_cast<distance_entry>(std::ldexp(distance, -halvings()));
        } else {
            return static_cast<distance_entry>(static_cast<std::make_unsigned_t<C>>(distance) >>
                                               halvings_);
        }
    }

    buffer<distance_entry> entries_;
    std::size_t stride_ = 0;
    int halvings_ = unknown;
};

/// What is asked about a graph besides its edges: whether each leads both ways at the same cost,
/// and what it is backwards.
template <class G>
struct two_ways;

template <class Weight>
struct two_ways<csr<Weight>> {
    [[nodiscard]] static bool is_symmetric(const csr<Weight>& g) noexcept {
        return g.is_undirected();
    }
    [[nodiscard]] static csr<Weight> backward(const csr<Weight>& g) { return g.transposed(); }
    /// What that takes.
    [[nodiscard]] static std::uint64_t bytes_backward(const csr<Weight>& g) noexcept {
        return (g.node_count() + 1) * sizeof(std::size_t) +
               g.edge_count() * sizeof(csr_half_edge<Weight>);
    }
};
template <class Weight>
struct two_ways<reversible_csr<Weight>> : two_ways<csr<Weight>> {};

template <grid_moves Moves, class Weight>
struct two_ways<basic_grid<Moves, Weight>> {
    using grid_type = basic_grid<Moves, Weight>;

    [[nodiscard]] static constexpr bool is_symmetric(const grid_type&) noexcept {
        return std::same_as<Weight, unweighted>;
    }
    [[nodiscard]] static reversed<const grid_type&> backward(const grid_type& g) noexcept {
        return reverse(g);
    }
    [[nodiscard]] static constexpr std::uint64_t bytes_backward(const grid_type&) noexcept {
        return 0;
    }
};

/// A graph that landmarks are made for.
template <class G>
concept LandmarkGraph = requires { sizeof(two_ways<G>); };

/// The least costs between a root and all nodes, by their numbers, and the tree of the paths.
template <Cost C>
struct cost_column {
    explicit cost_column(memory_budget& budget) noexcept : costs(budget), parents(budget) {}

    buffer<C> costs;                ///< `infinite` for what cannot be reached
    buffer<std::uint32_t> parents;  ///< the number of the node before; only if wanted
    status ending = status::running;
    statistics used = {};

    /// Takes the memory; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, bool wants_parents) {
        return costs.resize(nodes) && (!wants_parents || parents.resize(nodes));
    }

    /// Finds them. A cost that does not fit its type counts as the largest one that does: distances
    /// cut off at one height differ by no more than they did. A tree does without such nodes.
    template <class G, class Node>
    void fill(const G& g, const Node& root, const options& o) {
        no_observer unobserved;
        least_cost_search<const G, Node, no_observer> search(g, root, no_goal{}, o, unobserved);
        ending = completed(search.run());
        used = search.statistics();
        if (ending != status::complete && ending != status::cost_limit) return;
        const bool is_cut = ending == status::cost_limit && parents.empty();
        for (C& cost : costs) cost = is_cut ? largest_cost<C> : infinite<C>;
        for (const auto& reached : search.tree()) {
            const std::size_t index = index_in(g, reached.node);
            costs[index] = reached.cost;
            if (!parents.empty())
                parents[index] = static_cast<std::uint32_t>(
                    reached.parent == nullptr ? index : index_in(g, *reached.parent));
        }
        ending = status::complete;
    }
};

/// Chooses landmarks and fills their lanes, which are not turned yet: that of a landmark has the
/// distances from it; if edges do not lead both ways, the next those to it. Which searches run at a
/// time, and in which order their columns are put into rows, does not depend on the number of
/// threads; nor does what is chosen.
template <class G, class Node, Cost C>
class landmark_builder {
    using way = two_ways<G>;
    using column = cost_column<C>;

    enum class kind : std::uint8_t { from, to, tree };
    struct task {
        kind what;
        std::size_t root;
        std::size_t lane = 0;
    };

public:
    /// Fills `rows`, which draw on `budget`.
    landmark_builder(const G& g, const options& o, memory_budget& budget, distance_rows<C>& rows)
        : graph_(g), left_(o), budget_(budget), is_symmetric_(way::is_symmetric(g)), rows_(rows) {
        left_.limits.cost = limits{}.cost;  // what lies beyond would count as out of reach
        left_.progress = nullptr;
        progress_ = o.progress;
        // As in `distance_matrix`: threads do not count expansions together.
        if (o.limits.expansions == limits{}.expansions) team_.start(o.threads);
    }

    /// Takes the memory for `landmarks`; false if there is none.
    [[nodiscard]] bool prepare(std::size_t landmarks, bool needs_trees) {
        needed_ = landmarks;
        const std::size_t nodes = index_bound_of(graph_);
        bool has_memory = rows_.prepare(nodes, landmarks * ways());
        if (!is_symmetric_) {
            has_memory = has_memory && budget_.take(way::bytes_backward(graph_));
            if (has_memory) backward_.emplace(way::backward(graph_));
        }
        // Sums, children, the largest of them and a list: see `avoided`.
        if (needs_trees) has_memory = has_memory && budget_.take(nodes * (sizeof(double) + 12));
        for (unsigned i = 0; i < team_.size() && has_memory; ++i)
            has_memory = columns_.emplace_back(budget_).prepare(nodes, false);
        has_memory = has_memory && (!needs_trees || tree_.prepare(nodes, true));
        if (!has_memory) status_ = status::memory_limit;
        return has_memory;
    }

    /// Fills the lanes of nodes that are given.
    void take(const std::vector<std::size_t>& nodes) {
        std::vector<task> tasks;
        for (const std::size_t n : nodes) add_landmark(n, tasks);
        run(tasks);
    }

    /// Chooses nodes behind which estimates are bad.
    void take_avoided(random_source& random) {
        std::optional<std::size_t> root = draw(random);
        if (root) run({{kind::tree, *root}});
        while (is_going_on() && root) {
            std::optional<std::size_t> next = avoided(*root);
            if (!next || is_landmark(*next)) next = root;
            std::vector<task> tasks;
            add_landmark(*next, tasks);
            root = draw(random);
            if (root && chosen_.size() < needed_) tasks.push_back({kind::tree, *root});
            run(tasks);
        }
    }

    [[nodiscard]] std::size_t ways() const noexcept { return is_symmetric_ ? 1 : 2; }
    /// `complete` if all is done, else what ended it.
    [[nodiscard]] senda::status status() const noexcept {
        return status_ == status::running ? status::complete : status_;
    }
    /// The landmarks whose lanes are filled.
    [[nodiscard]] std::vector<Node> landmarks() const {
        std::vector<Node> nodes;
        for (std::size_t i = 0; i < filled_ / ways(); ++i)
            nodes.push_back(node_at<Node>(graph_, chosen_[i]));
        return nodes;
    }
    [[nodiscard]] const statistics& used() const noexcept { return used_; }

private:
    static constexpr std::uint32_t none = 0xffff'ffffU;

    [[nodiscard]] bool is_landmark(std::size_t node) const noexcept {
        return std::find(chosen_.begin(), chosen_.end(), node) != chosen_.end();
    }

    /// A leaf of a tree of shortest paths, in a subtree without landmarks in which estimates from
    /// the root are farthest off in all (A. Goldberg, R. Werneck, Computing point-to-point shortest
    /// paths from external memory, 2005). None if all estimates are exact.
    [[nodiscard]] std::optional<std::size_t> avoided(std::size_t root) const {
        constexpr double has_landmark = -1;
        const std::size_t nodes = tree_.costs.size();
        std::vector<double> sizes(nodes, 0);
        std::vector<std::uint32_t> children(nodes, 0);
        std::vector<std::uint32_t> largest_child(nodes, none);
        const auto is_in = [&](std::size_t n) { return tree_.costs[n] != infinite<C>; };
        for (std::size_t n = 0; n < nodes; ++n)
            if (is_in(n) && n != root) ++children[tree_.parents[n]];
        for (const std::size_t n : chosen_) sizes[n] = has_landmark;

        std::size_t largest = none;
        double most = 0;
        std::vector<std::uint32_t> done;  // nodes whose subtrees are summed up
        for (std::size_t n = 0; n < nodes; ++n)
            if (is_in(n) && children[n] == 0) done.push_back(static_cast<std::uint32_t>(n));
        while (!done.empty()) {
            const std::uint32_t n = done.back();
            done.pop_back();
            if (sizes[n] != has_landmark) {
                const double cost = static_cast<double>(tree_.costs[n]);
                sizes[n] += std::max(0.0, cost - bound(root, n));
                if (sizes[n] > most) {
                    most = sizes[n];
                    largest = n;
                }
            }
            if (n == root) break;
            const std::uint32_t up = tree_.parents[n];
            if (sizes[n] == has_landmark) {
                sizes[up] = has_landmark;
            } else if (sizes[up] != has_landmark) {
                sizes[up] += sizes[n];
                std::uint32_t& child = largest_child[up];
                if (child == none || sizes[n] > sizes[child]) child = n;
            }
            if (--children[up] == 0) done.push_back(up);
        }
        if (largest == none) return std::nullopt;
        while (largest_child[largest] != none) largest = largest_child[largest];
        return largest;
    }

    /// A lower bound on what it costs from one node to another.
    [[nodiscard]] double bound(std::size_t from, std::size_t to) const noexcept {
        const distance_entry* const a = rows_.row(from);
        const distance_entry* const b = rows_.row(to);
        double best = 0;
        for (std::size_t lane = 0; lane < chosen_.size() * ways(); ++lane) {
            if (a[lane] == unreached_entry || b[lane] == unreached_entry) continue;
            const auto apart = static_cast<double>(b[lane]) - static_cast<double>(a[lane]);
            best = std::max(best, is_symmetric_ ? std::abs(apart) : lane % 2 == 0 ? apart : -apart);
        }
        return rows_.in_costs(best);
    }

    [[nodiscard]] bool is_going_on() const noexcept {
        return status_ == status::running && chosen_.size() < needed_;
    }

    /// A node that is no landmark, nearly at random: the next one from a number that is. None if
    /// all are landmarks.
    [[nodiscard]] std::optional<std::size_t> draw(random_source& random) const {
        const std::size_t bound = index_bound_of(graph_);
        if (bound == 0) return std::nullopt;
        auto at = static_cast<std::size_t>(random.below(bound));
        for (std::size_t tried = 0; tried < bound; ++tried, at = at + 1 < bound ? at + 1 : 0)
            if (is_in(graph_, node_at<Node>(graph_, at)) && !is_landmark(at)) return at;
        return std::nullopt;
    }

    void add_landmark(std::size_t node, std::vector<task>& tasks) {
        const std::size_t lane = chosen_.size() * ways();
        chosen_.push_back(node);
        tasks.push_back({kind::from, node, lane});
        if (!is_symmetric_) tasks.push_back({kind::to, node, lane + 1});
    }

    /// Runs searches, as many at a time as there are threads, and puts their columns into rows.
    void run(const std::vector<task>& tasks) {
        const double started = now_in_seconds();
        for (std::size_t next = 0; next < tasks.size() && status_ == status::running;) {
            const std::size_t count = std::min<std::size_t>(team_.size(), tasks.size() - next);
            run_together(tasks.data() + next, count);
            for (std::size_t i = 0; i < count; ++i, ++next) {
                const task& t = tasks[next];
                column& done = t.what == kind::tree ? tree_ : columns_[i];
                used_.expanded += done.used.expanded;
                used_.generated += done.used.generated;
                searches_bytes_ = std::max(searches_bytes_, done.used.bytes * count);
                left_.limits.expansions -= std::min(left_.limits.expansions, done.used.expanded);
                if (done.ending != status::complete) {
                    if (status_ == status::running) status_ = done.ending;
                } else if (status_ == status::running && t.what != kind::tree) {
                    rows_.put(t.lane, done.costs.data());
                    ++filled_;
                }
            }
            if (progress_ != nullptr) progress_->advance(filled_, needed_ * ways());
        }
        const double seconds = now_in_seconds() - started;
        used_.seconds += seconds;
        left_.limits.time = left_.limits.time.seconds() - seconds;
        used_.bytes = budget_.peak() + searches_bytes_;
    }

    void run_together(const task* tasks, std::size_t count) {
        options each = left_;
        each.threads = 1;
        each.limits.bytes = budget_.left() / count;
        const auto work = [&](std::size_t i, unsigned) {
            const Node root = node_at<Node>(graph_, tasks[i].root);
            if (tasks[i].what == kind::tree) return tree_.fill(graph_, root, each);
            if (tasks[i].what == kind::from) return columns_[i].fill(graph_, root, each);
            columns_[i].fill(*backward_, root, each);
        };
        used_.threads = std::max(used_.threads, static_cast<unsigned>(count));
        team_.for_each(count, work);
    }

    const G& graph_;
    options left_;
    memory_budget& budget_;
    search_progress* progress_ = nullptr;
    bool is_symmetric_;
    std::optional<decltype(way::backward(std::declval<const G&>()))> backward_;
    distance_rows<C>& rows_;
    std::vector<std::size_t> chosen_;  // the landmarks so far
    std::vector<column> columns_;
    column tree_{budget_};
    thread_team team_;
    std::size_t needed_ = 0;
    std::size_t filled_ = 0;  // lanes, from the first on
    senda::status status_ = status::running;
    std::uint64_t searches_bytes_ = 0;
    statistics used_;
};

}  // namespace senda::detail
