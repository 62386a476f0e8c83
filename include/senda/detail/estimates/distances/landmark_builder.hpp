// SPDX-License-Identifier: MIT
// Chooses landmarks one after the other and fills their lanes, several searches at a time.
#pragma once

#include <senda/detail/engines/parallel/shared_rows.hpp>
#include <senda/detail/estimates/distances/cost_columns.hpp>
#include <senda/detail/estimates/distances/distance_rows.hpp>
#include <senda/detail/estimates/distances/landmark_choice.hpp>
#include <senda/detail/graph/access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/statistics.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::detail {

/// Fills the rows of a graph. Which searches run at a time, and in which order their columns are
/// put into rows, does not depend on the number of threads; nor does what is chosen.
template <class G, class Node, Cost C, class Entry>
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
    landmark_builder(const G& g, const options& o, memory_budget& budget)
        : graph_(g),
          left_(o),
          budget_(budget),
          is_symmetric_(way::is_symmetric(g)),
          rows_(budget),
          choice_(rows_, is_symmetric_) {
        left_.limits.cost = limits{}.cost;  // what lies beyond would count as out of reach
        left_.progress = nullptr;
        progress_ = o.progress;
        // As in `distance_matrix`: threads do not count expansions together.
        if (o.limits.expansions == limits{}.expansions) team_.start(o.threads);
    }

    /// Takes the memory for so many landmarks; false if there is none.
    [[nodiscard]] bool prepare(std::size_t landmarks, bool needs_trees) {
        needed_ = landmarks;
        const std::size_t nodes = index_bound_of(graph_);
        bool has_memory = rows_.prepare(nodes, landmarks * ways());
        if (!is_symmetric_) {
            has_memory = has_memory && budget_.take(way::bytes_backward(graph_));
            if (has_memory) backward_.emplace(graph_);
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

    /// Chooses nodes that are far from each other.
    void take_farthest(random_source& random) {
        while (is_going_on()) {
            const std::optional<std::size_t> any = draw(random);
            if (!any) return;
            std::optional<std::size_t> next;
            if (choice_.distance(*any) != infinite<double>) {
                next = choice_.farthest();
            } else {  // not joined to any landmark yet, such as the first
                next = farthest_from(*any);
                if (status_ != status::running) return;
            }
            if (!next || choice_.is_landmark(*next)) next = any;
            std::vector<task> tasks;
            add_landmark(*next, tasks);
            run(tasks);
        }
    }

    /// Chooses nodes behind which estimates are bad.
    void take_avoided(random_source& random) {
        std::optional<std::size_t> root = draw(random);
        if (root) run({{kind::tree, *root}});
        while (is_going_on() && root) {
            std::optional<std::size_t> next = choice_.avoided(tree_, *root);
            if (!next) next = choice_.farthest();
            if (!next || choice_.is_landmark(*next)) next = root;
            std::vector<task> tasks;
            add_landmark(*next, tasks);
            root = draw(random);
            if (root && choice_.size() < needed_) tasks.push_back({kind::tree, *root});
            run(tasks);
        }
    }

    [[nodiscard]] std::size_t ways() const noexcept { return is_symmetric_ ? 1 : 2; }
    /// `exhausted` if all is done, else what ended it.
    [[nodiscard]] senda::status status() const noexcept {
        return status_ == status::running ? status::exhausted : status_;
    }
    /// The landmarks whose lanes are filled.
    [[nodiscard]] std::vector<Node> landmarks() const {
        std::vector<Node> nodes;
        for (std::size_t i = 0; i < filled_ / ways(); ++i)
            nodes.push_back(node_at<Node>(graph_, choice_.node(i)));
        return nodes;
    }
    [[nodiscard]] distance_rows<C, Entry>& rows() noexcept { return rows_; }
    [[nodiscard]] const statistics& used() const noexcept { return used_; }

private:
    [[nodiscard]] bool is_going_on() const noexcept {
        return status_ == status::running && choice_.size() < needed_;
    }

    /// A node that is no landmark, nearly at random: the next one from a number that is. None if
    /// all are landmarks.
    [[nodiscard]] std::optional<std::size_t> draw(random_source& random) const {
        const std::size_t bound = index_bound_of(graph_);
        if (bound == 0) return std::nullopt;
        auto at = static_cast<std::size_t>(random.below(bound));
        for (std::size_t tried = 0; tried < bound; ++tried, at = at + 1 < bound ? at + 1 : 0)
            if (is_in(graph_, node_at<Node>(graph_, at)) && !choice_.is_landmark(at)) return at;
        return std::nullopt;
    }

    [[nodiscard]] std::size_t farthest_from(std::size_t root) {
        run({{kind::from, root, nowhere}});
        std::size_t best = root;
        if (status_ != status::running) return best;
        const column& from_root = columns_.front();
        for (std::size_t n = 0; n < from_root.costs.size(); ++n) {
            const C cost = from_root.costs[n];
            if (cost != infinite<C> && cost > from_root.costs[best] && is_node(n)) best = n;
        }
        return best;
    }
    [[nodiscard]] bool is_node(std::size_t n) const {
        return is_in(graph_, node_at<Node>(graph_, n));
    }

    void add_landmark(std::size_t node, std::vector<task>& tasks) {
        const std::size_t lane = choice_.size() * ways();
        choice_.add(node);
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
                if (done.ending != status::exhausted) {
                    if (status_ == status::running) status_ = done.ending;
                } else if (status_ == status::running && t.what != kind::tree &&
                           t.lane != nowhere) {
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
        const auto work = [&](std::size_t i) {
            const Node root = node_at<Node>(graph_, tasks[i].root);
            if (tasks[i].what == kind::tree) return tree_.fill(graph_, root, each);
            if (tasks[i].what == kind::from) return columns_[i].fill(graph_, root, each);
            columns_[i].fill(backward_->graph(), root, each);
        };
        used_.threads = std::max(used_.threads, static_cast<unsigned>(count));
#if SENDA_HAS_THREADS
        if (count > 1) {
            row_roster roster(count);
            const auto share = [&](unsigned) {
                for (std::size_t i; (i = roster.next()) < count;) work(i);
            };
            return roster.run(team_, share);
        }
#endif
        for (std::size_t i = 0; i < count; ++i) work(i);
    }

    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    const G& graph_;
    options left_;
    memory_budget& budget_;
    search_progress* progress_ = nullptr;
    bool is_symmetric_;
    std::optional<typename way::backward> backward_;
    distance_rows<C, Entry> rows_;
    landmark_choice<C, Entry> choice_;
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
