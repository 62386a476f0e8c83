// SPDX-License-Identifier: MIT
// How far every place is from the goals of agents, in two bytes a place, shared by agents with the
// same goal. Small graphs are flooded whole; in large ones a search from the goal goes on only
// until the place that is asked about is reached.
#pragma once

#include <senda/detail/agents/agent_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Further than any place from which a goal can be reached.
inline constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

/// The distances to some goals, which agents come to use and leave again. In a large graph they are
/// found by A* backwards from the goal toward the first agent that asks (D. Silver, Cooperative
/// Pathfinding, 2005), kept so that it can go on, in pages that are made when it comes there.
class agent_distances {
    static constexpr std::uint16_t nowhere = std::numeric_limits<std::uint16_t>::max();
    static constexpr std::uint32_t longest = nowhere - 1;
    static constexpr std::uint32_t page_bits = 10;
    static constexpr std::uint32_t page_size = 1U << page_bits;

    static constexpr std::uint64_t bytes_of_spare = std::uint64_t{1} << 28U;

    // The distances to one goal: all of them, or those that a search has found so far.
    struct field {
        agent_place goal = nobody;
        std::uint32_t users = 0;
        std::uint16_t* row = nullptr;
        std::uint32_t* wide_row = nullptr;  // where two bytes are too few
        std::uint32_t level = 0;            // distance and estimate of what is expanded next
        agent_place toward = nobody;        // what estimates are of; nobody: no search has begun
        std::vector<agent_place> open[3] =
            {};  // by level modulo 3: no edge raises it by more than 2
    };

public:
    agent_distances(const agent_graph& g, memory_budget& budget)
        : graph_(g),
          budget_(budget),
          field_of_(g.size(), nobody),
          most_spare_(64 + static_cast<std::size_t>(bytes_of_spare / sizeof(std::uint16_t) /
                                                    (std::uint64_t{g.size()} + 1))),
          pages_per_field_((g.size() >> page_bits) + 1),
          pages_(budget),
          values_(budget) {}
    agent_distances(const agent_distances&) = delete;
    agent_distances& operator=(const agent_distances&) = delete;
    ~agent_distances() {
        for (field& f : fields_) release(f);
    }

    /// Chooses floods of the whole graph if so many goals are worth them.
    void expect(std::size_t goals) noexcept {
        constexpr std::uint64_t most = std::uint64_t{1} << 29U;  // bytes
        const std::uint64_t bytes = std::uint64_t{goals} * graph_.size() * sizeof(std::uint16_t);
        is_whole_ = bytes <= most && bytes <= budget_.left() / 2;
    }
    /// Whether asking changes nothing, so that threads may.
    [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

    /// The number of the distances to a goal, for one more user, which is at `toward`; `nobody` if
    /// there is no memory.
    [[nodiscard]] std::uint32_t acquire(agent_place goal, agent_place toward) {
        std::uint32_t& at = field_of_[goal];
        if (at == nobody) {
            at = static_cast<std::uint32_t>(fields_.size());
            fields_.emplace_back().goal = goal;
        }
        field& f = fields_[at];
        ++f.users;
        const bool is_there = f.row != nullptr || f.wide_row != nullptr || f.toward != nobody;
        if (is_there || (is_whole_ ? flood(f) : search(at, toward))) return at;
        --fields_[at].users;
        has_failed_ = false;  // nobody asks in vain
        return nobody;
    }
    /// One user less. Distances to goals that nobody has stay for a while, as somebody may come
    /// back.
    void leave(std::uint32_t f) {
        if (--fields_[f].users != 0) return;
        spare_.push_back(f);
        if (spare_.size() - oldest_spare_ > most_spare_) (void)forget_one();
    }

    [[nodiscard]] agent_place goal(std::uint32_t f) const noexcept { return fields_[f].goal; }
    /// All distances, by place; null if some are not known yet or do not fit.
    [[nodiscard]] const std::uint16_t* row(std::uint32_t f) const noexcept {
        return fields_[f].row;
    }
    /// A distance in a row.
    [[nodiscard]] static std::uint32_t in_row(const std::uint16_t* row, agent_place p) noexcept {
        return row[p] == nowhere ? unreachable : row[p];
    }

    /// How far a place is from the goal; `unreachable` also if memory ended.
    [[nodiscard]] std::uint32_t distance(std::uint32_t number, agent_place p) {
        field& f = fields_[number];
        while (f.row == nullptr && f.wide_row == nullptr) {
            const std::uint32_t known = value(number, p);
            // What is on the frontier at this level would be expanded next: nothing is cheaper.
            if (known != 0 && known - 1 + estimate(f, p) <= f.level) return known - 1;
            if (!expand(number, p)) return unreachable;
        }
        return f.row != nullptr ? in_row(f.row, p) : f.wide_row[p];
    }

    /// No less than the distance, and less again at some next place: enough to walk by, and mostly
    /// known along the way without searching on.
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint32_t walk(std::uint32_t number, agent_place p) {
        const std::uint32_t known = value(number, p);
        return known != 0 ? known - 1 : walk_unknown(number, p);
    }

    /// Whether memory ended.
    [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

private:
    [[nodiscard]] std::uint32_t value(std::uint32_t number, agent_place p) const noexcept {
        if (pages_.empty()) return 0;
        const std::size_t page = pages_[number * pages_per_field_ + (p >> page_bits)];
        return values_[page << page_bits | (p & (page_size - 1))];
    }
    SENDA_NOINLINE std::uint32_t walk_unknown(std::uint32_t number, agent_place p) {
        const field& f = fields_[number];
        if (f.row != nullptr) return in_row(f.row, p);
        if (f.wide_row != nullptr) return f.wide_row[p];
        // Through the nearest places whose distance is known.
        constexpr std::size_t most = 64;
        queue_.assign(1, p);
        std::uint32_t least = unreachable;
        std::uint32_t steps = 1;
        for (std::size_t head = 0; queue_.size() < most && head < queue_.size(); ++steps) {
            for (const std::size_t end = queue_.size(); head < end; ++head) {
                for (const agent_place q : graph_.successors(queue_[head])) {
                    const std::uint32_t known = value(number, q);
                    if (known != 0) least = std::min(least, known - 1 + steps);
                    if (std::find(queue_.begin(), queue_.end(), q) == queue_.end())
                        queue_.push_back(q);
                }
            }
            if (least != unreachable) return least;
        }
        return distance(number, p);
    }

    // ----- A search that goes on when it is asked -----

    [[nodiscard]] std::uint32_t estimate(const field& f, agent_place p) const noexcept {
        if (graph_.cells.empty()) return 0;
        const cell a = graph_.cells[p];
        const cell b = graph_.cells[f.toward];
        return static_cast<std::uint32_t>((a.x < b.x ? b.x - a.x : a.x - b.x) +
                                          (a.y < b.y ? b.y - a.y : a.y - b.y));
    }
    [[nodiscard]] bool search(std::uint32_t number, agent_place toward) {
        if (values_.empty() && !values_.assign_zeros(page_size)) return fail();  // nothing is known
        while (pages_.size() < (std::size_t{number} + 1) * pages_per_field_)
            if (!pages_.push(0U)) return fail();
        field& f = fields_[number];
        f.toward = toward;
        f.level = estimate(f, f.goal);
        for (std::uint32_t k = 0; k < graph_.slots_of(f.goal); ++k)
            if (!reach(number, f.goal + k, 0)) return false;
        return true;
    }
    SENDA_COLD bool make_page(std::uint32_t& page) {
        while (true) {
            if (!free_pages_.empty()) {
                page = free_pages_.back();
                free_pages_.pop_back();
                break;
            }
            const std::size_t made = values_.size();
            if (made + page_size <= values_.capacity() ||
                values_.reserve(made + made / 2 + page_size) || values_.reserve(made + page_size)) {
                values_.set_size(made + page_size);
                page = static_cast<std::uint32_t>(made >> page_bits);
                break;
            }
            if (!forget_one()) return fail();
        }
        std::uint16_t* const values = values_.data() + (std::size_t{page} << page_bits);
        std::fill(values, values + page_size, std::uint16_t{0});
        return true;
    }
    /// Notes the distance of a place and that it is to be expanded; false if there is no memory.
    [[nodiscard]] bool reach(std::uint32_t number, agent_place p, std::uint32_t steps) {
        std::uint32_t& page = pages_[number * pages_per_field_ + (p >> page_bits)];
        if (page == 0 && !make_page(page)) return false;
        values_[std::size_t{page} << page_bits | (p & (page_size - 1))] =
            static_cast<std::uint16_t>(steps + 1);
        field& f = fields_[number];
        f.open[(steps + estimate(f, p)) % 3].push_back(p);
        return true;
    }
    /// Expands places until one is known that was not, or its distance got less, or until there is
    /// nothing left at this level; false if there is nothing left at all, or no memory.
    [[nodiscard]] bool expand(std::uint32_t number, agent_place sought) {
        field& f = fields_[number];
        for (int empty = 0; f.open[f.level % 3].empty(); ++f.level)
            if (++empty > 2) return false;
        std::vector<agent_place>* const open[3] = {&f.open[f.level % 3], &f.open[(f.level + 1) % 3],
                                                   &f.open[(f.level + 2) % 3]};
        std::uint32_t* const pages = pages_.data() + number * pages_per_field_;
        const std::uint32_t before = value(number, sought);
        while (!open[0]->empty()) {
            const agent_place p = open[0]->back();
            open[0]->pop_back();
            const std::uint16_t* const mine =
                values_.data() + (std::size_t{pages[p >> page_bits]} << page_bits);
            const std::uint32_t next = mine[p & (page_size - 1)] + std::uint32_t{1};
            if (next - 2 + estimate(f, p) != f.level) continue;  // reached on a shorter path
            if (next > longest) return flood(f);
            for (const agent_place q : graph_.predecessors(p)) {
                std::uint32_t& page = pages[q >> page_bits];
                if (page == 0 && !make_page(page)) [[unlikely]]
                    return false;
                std::uint16_t& known =
                    values_[std::size_t{page} << page_bits | (q & (page_size - 1))];
                if (known != 0 && known <= next) continue;
                known = static_cast<std::uint16_t>(next);
                open[next - 1 + estimate(f, q) - f.level]->push_back(q);
            }
            if (value(number, sought) != before) break;
        }
        return true;
    }

    // ----- All at once -----

    [[nodiscard]] bool flood(field& f) {
        f.row = make_row<std::uint16_t>();
        if (f.row == nullptr) return fail();
        if (fill(f.goal, f.row, nowhere)) return true;
        free_row(std::exchange(f.row, nullptr));
        f.wide_row = make_row<std::uint32_t>();
        return f.wide_row != nullptr ? fill(f.goal, f.wide_row, unreachable) : fail();
    }
    /// Breadth-first search; false if a distance does not fit.
    template <class Number>
    [[nodiscard]] bool fill(agent_place goal, Number* row, Number none) {
        std::fill(row, row + graph_.size(), none);
        queue_.resize(std::size_t{graph_.size()} + 1);
        agent_place* tail = queue_.data();
        for (std::uint32_t k = 0; k < graph_.slots_of(goal); ++k) {
            row[goal + k] = 0;
            *tail++ = goal + k;
        }
        const bool is_both_ways = graph_.first_back.empty();
        const std::uint32_t* const first =
            is_both_ways ? graph_.first.data() : graph_.first_back.data();
        const agent_place* const to = is_both_ways ? graph_.to.data() : graph_.back.data();
        for (const agent_place* head = queue_.data(); head != tail; ++head) {
            const auto next = static_cast<Number>(row[*head] + 1);
            if (next == none) return false;
            for (std::uint32_t e = first[*head]; e != first[*head + 1]; ++e) {
                const agent_place q = to[e];
                *tail = q;  // is overwritten unless it is new
                const bool is_new = row[q] == none;
                tail += is_new ? 1 : 0;
                row[q] = is_new ? next : row[q];
            }
        }
        return true;
    }

    /// Memory for a row, if need be that of one which nobody uses; null if there is none.
    template <class Number>
    [[nodiscard]] Number* make_row() {
        const std::uint64_t bytes = std::uint64_t{graph_.size()} * sizeof(Number);
        while (!budget_.take(bytes))
            if (!forget_one()) return nullptr;
        return static_cast<Number*>(::operator new(static_cast<std::size_t>(bytes)));
    }
    template <class Number>
    void free_row(Number* row) noexcept {
        if (row == nullptr) return;
        ::operator delete(row);
        budget_.give(std::uint64_t{graph_.size()} * sizeof(Number));
    }
    void release(field& f) noexcept {
        free_row(std::exchange(f.row, nullptr));
        free_row(std::exchange(f.wide_row, nullptr));
    }
    /// Gives the memory of distances back that nobody has asked for the longest time; false if all
    /// are in use.
    [[nodiscard]] bool forget_one() {
        while (oldest_spare_ < spare_.size()) {
            const std::uint32_t f = spare_[oldest_spare_++];
            if (2 * oldest_spare_ > spare_.size() + 64) {
                spare_.erase(spare_.begin(),
                             spare_.begin() + static_cast<std::ptrdiff_t>(oldest_spare_));
                oldest_spare_ = 0;
            }
            if (fields_[f].users != 0) continue;
            forget(f);
            return true;
        }
        return false;
    }
    /// Gives the memory of distances back.
    void forget(std::uint32_t number) {
        field& f = fields_[number];
        release(f);
        if (f.toward == nobody) return;
        f.toward = nobody;
        for (auto& open : f.open) open = {};
        std::uint32_t* const pages = pages_.data() + number * pages_per_field_;
        for (std::size_t k = 0; k < pages_per_field_; ++k)
            if (pages[k] != 0) free_pages_.push_back(std::exchange(pages[k], 0));
    }
    SENDA_COLD bool fail() noexcept {
        has_failed_ = true;
        return false;
    }

    const agent_graph& graph_;
    memory_budget& budget_;
    std::vector<std::uint32_t> field_of_;  // by the goal
    std::vector<field> fields_;
    std::vector<std::uint32_t> spare_;  // fields without users, the oldest first,
    std::size_t oldest_spare_ = 0;      // from here on
    std::size_t most_spare_;
    std::vector<std::uint32_t> free_pages_;
    std::vector<agent_place> queue_;
    std::size_t pages_per_field_;
    buffer<std::uint32_t> pages_;   // of each field: where in `values_` its pages are; 0: none yet
    buffer<std::uint16_t> values_;  // one more than the distance; 0 is unknown
    bool is_whole_ = true;
    bool has_failed_ = false;
};

/// The agents of an instance, with the distances to their goals.
class agent_team {
public:
    explicit agent_team(agent_distances& distances) noexcept : distances_(distances) {}
    agent_team(const agent_team&) = delete;
    agent_team& operator=(const agent_team&) = delete;

    /// Adds an agent that is at `from`; false if there is no memory.
    [[nodiscard]] bool add(agent_place from, agent_place goal) {
        const std::uint32_t f = distances_.acquire(goal, from);
        if (f == nobody) return false;
        fields_.push_back(f);
        rows_.push_back(distances_.row(f));
        goals_.push_back(goal);
        return true;
    }
    /// Gives an agent that is at `from` another goal; false, and it keeps the old, without memory.
    [[nodiscard]] bool set_goal(std::size_t agent, agent_place from, agent_place goal) {
        const std::uint32_t f = distances_.acquire(goal, from);
        if (f == nobody) return false;
        distances_.leave(fields_[agent]);
        fields_[agent] = f;
        rows_[agent] = distances_.row(f);
        goals_[agent] = goal;
        return true;
    }

    [[nodiscard]] std::size_t size() const noexcept { return fields_.size(); }
    [[nodiscard]] agent_place goal(std::size_t agent) const noexcept { return goals_[agent]; }
    /// How far a place is from the goal of an agent.
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint32_t distance(std::size_t agent,
                                                             agent_place p) const {
        if (rows_[agent] != nullptr) [[likely]]
            return agent_distances::in_row(rows_[agent], p);
        return distances_.distance(fields_[agent], p);
    }
    /// The same, or a bound above it that gets smaller all the way to the goal: to walk by.
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint32_t walk(std::size_t agent, agent_place p) const {
        if (rows_[agent] != nullptr) [[likely]]
            return agent_distances::in_row(rows_[agent], p);
        return distances_.walk(fields_[agent], p);
    }
    [[nodiscard]] const agent_distances& distances() const noexcept { return distances_; }

private:
    agent_distances& distances_;
    std::vector<std::uint32_t> fields_;
    std::vector<const std::uint16_t*> rows_;  // null: distances are searched for
    std::vector<agent_place> goals_;
};

}  // namespace senda::detail
