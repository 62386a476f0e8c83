// SPDX-License-Identifier: MIT
// Labels of paths on which prizes are taken once: the prizes that they remember, and dominance.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda {

/// A label in a number that tells of most others at a glance that it does not dominate them: the
/// resource that it has, the resource without the prizes that it remembers, and what it costs. It
/// dominates only labels that are in none of these better (proof in docs/inside.md).
class dominance_key {
public:
    /// The largest value that is told from larger ones.
    static constexpr std::int64_t most = (1 << 20) - 1;

    /// The key of a label whose numbers are from 0 to `most`: what is beyond says less, and still
    /// nothing wrong.
    ///
    /// `resource`  what the label has.
    /// `without`   the same without the prizes remembered, which may be negative.
    /// `cost`      what it took.
    constexpr dominance_key(std::int64_t resource, std::int64_t without, std::int64_t cost) noexcept
        : fields_(field(resource) << 42 | field(without + (most + 1) / 2) << 21 |
                  field(most - cost)) {}

    /// False only if the label dominates none that has the other.
    [[nodiscard]] constexpr bool may_dominate(dominance_key other) const noexcept {
        // No field borrows from the next one, but from its own guard if it is less.
        return (((fields_ | guards) - other.fields_) & guards) == guards;
    }

private:
    static constexpr std::uint64_t guards =
        std::uint64_t{1} << 20 | std::uint64_t{1} << 41 | std::uint64_t{1} << 62;

    static constexpr std::uint64_t field(std::int64_t value) noexcept {
        return static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, most));
    }

    std::uint64_t fields_;
};

/// The labels of a search, each with the prizes that it remembers, and at each node those that none
/// dominates. A label never moves, so that its path can be read back.
///
/// `Rules` says what a label is and when one dominates another:
///  - `label`: a struct with the numbers `node` and `parent`, and the flag `dominated`.
///  - `word`: of what sets of prizes are made, such as 64 bits, or the number of a prize.
///  - `key(label, set)`: its `dominance_key`.
///  - `summary(label, set)`: a small value, and `may_dominate(a, b)` of two such: a second glance.
///  - `dominates(a, set_a, b, set_b)`: whether one at the same node does.
///  - `is_past(a, b)`, if there is one: whether the label with that summary dominates neither this
///    nor later ones, so that it need not be compared any more.
///  - `most_compared`, if there is one: how many labels of a node are compared at most. Where they
///    are very many, this takes less time than the labels that are kept in vain.
template <class Rules>
class prize_labels {
public:
    using label = typename Rules::label;  ///< what is kept of a path
    using word = typename Rules::word;    ///< of what sets of prizes are made
    using set = std::span<const word>;    ///< prizes that are remembered

    /// No label.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// No labels at so many nodes; `rules` and `control` must outlive this.
    prize_labels(const Rules& rules, std::size_t nodes, search_control& control)
        : rules_(&rules),
          control_(&control),
          labels_(control.budget()),
          words_(control.budget()),
          ends_(control.budget()) {
        const std::uint64_t bytes = std::uint64_t{nodes} * sizeof(labels_here);
        if (!control.budget().take(bytes)) return;  // reported with the first label
        held_ = bytes;
        at_.reserve(nodes);
        for (std::size_t i = 0; i < nodes; ++i) at_.emplace_back(control.budget());
    }
    prize_labels(const prize_labels&) = delete;
    prize_labels& operator=(const prize_labels&) = delete;
    ~prize_labels() { control_->budget().give(held_); }

    /// The label with a number.
    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    /// How many labels were to be added, dominated or not.
    [[nodiscard]] std::uint64_t tried() const noexcept { return tried_; }
    /// How many others might have dominated them.
    [[nodiscard]] std::uint64_t compared() const noexcept { return compared_; }

    /// The prizes that a label remembers.
    [[nodiscard]] set set_of(std::uint32_t id) const noexcept {
        const std::uint32_t first = id == 0 ? 0 : ends_[id - 1];
        return {words_.data() + first, ends_[id] - first};
    }

    /// The set of the label that is made next, to be filled before it is added.
    [[nodiscard]] std::vector<word>& next_set() noexcept { return next_; }

    /// Adds a label instead of those that it dominates; `none` if it is dominated, or if out of
    /// memory.
    std::uint32_t add(const label& made) {
        ++tried_;
        if (at_.empty()) return out_of_memory();
        labels_here& others = at_[made.node];
        const dominance_key key = rules_->key(made, next_);
        const summary sum = rules_->summary(made, next_);
        if (is_dominated(others, key, sum, made)) return none;
        drop_dominated(others, key, sum, made);
        const std::uint32_t id = keep(made);
        return id == none || others.push(entry{key, sum, id}) ? id : out_of_memory();
    }

    /// Adds a label that dominates none and is not dominated, such as the first; `none` if out of
    /// memory.
    std::uint32_t keep(const label& made) {
        const std::size_t first = words_.size();
        bool fits = labels_.size() < none && first < none - next_.size();
        for (const word w : next_) fits = fits && words_.push(w);
        fits = fits && ends_.push(static_cast<std::uint32_t>(words_.size()));
        if (fits && labels_.push(made)) return static_cast<std::uint32_t>(labels_.size() - 1);
        words_.truncate(first);
        ends_.truncate(labels_.size());
        return out_of_memory();
    }

    /// The labels from the first to this one.
    [[nodiscard]] std::vector<std::uint32_t> path_to(std::uint32_t id) const {
        std::vector<std::uint32_t> path;
        for (; id != none; id = labels_[id].parent) path.push_back(id);
        std::reverse(path.begin(), path.end());
        return path;
    }

private:
    using summary =
        decltype(std::declval<const Rules&>().summary(std::declval<const label&>(), set{}));
    static constexpr bool has_past =
        requires(const Rules& rules, const summary& s) { rules.is_past(s, s); };
    struct entry {
        dominance_key key;
        summary sum;
        std::uint32_t id;
    };
    /// The labels at a node that none dominates.
    using labels_here = buffer<entry>;

    template <class Is>
    static void remove_if(labels_here& from, const Is& is_out) {
        const entry* const end = std::remove_if(from.begin(), from.end(), is_out);
        from.truncate(static_cast<std::size_t>(end - from.begin()));
    }

    [[nodiscard]] bool is_dominated(labels_here& others, dominance_key key, const summary& sum,
                                    const label& made) {
        const auto may = [key](dominance_key other) { return other.may_dominate(key); };
        bool any_past = false;
        const bool dominated = any_key(others, may, [&](std::size_t i) {
            const entry& other = others[i];
            if constexpr (has_past) {
                if (rules_->is_past(other.sum, sum)) {
                    any_past = true;
                    return false;
                }
            }
            ++compared_;
            if (!rules_->may_dominate(other.sum, sum)) return false;
            if (!rules_->dominates(labels_[other.id], set_of(other.id), made, set{next_}))
                return false;
            // What dominates once does so again.
            std::swap(others[i], others[i / 2]);
            return true;
        });
        if constexpr (has_past) {
            if (any_past)
                remove_if(others, [&](const entry& e) { return rules_->is_past(e.sum, sum); });
        }
        return dominated;
    }

    void drop_dominated(labels_here& others, dominance_key key, const summary& sum,
                        const label& made) {
        const auto may = [key](dominance_key other) { return key.may_dominate(other); };
        bool any = false;
        any_key(others, may, [&](std::size_t i) {
            const entry& other = others[i];
            if (rules_->may_dominate(sum, other.sum) &&
                rules_->dominates(made, set{next_}, labels_[other.id], set_of(other.id)))
                labels_[other.id].dominated = any = true;
            return false;
        });
        if (any) remove_if(others, [&](const entry& e) { return labels_[e.id].dominated; });
    }

    /// Calls `use(index)` for the keys for which `may` is true, from the first to the last, until
    /// it says yes; whether it did.
    template <class May, class Use>
    static bool any_key(const labels_here& others, const May& may, const Use& use) {
        std::size_t size = others.size();
        if constexpr (requires { Rules::most_compared; })
            size = std::min(size, Rules::most_compared);
        for (std::size_t i = 0; i < size; ++i)
            if (may(others[i].key) && use(i)) return true;
        return false;
    }

    std::uint32_t out_of_memory() const {
        control_->end(status::memory_limit);
        return none;
    }

    const Rules* rules_;
    search_control* control_;
    std::uint64_t held_ = 0;  // the bytes of `at_` itself
    std::uint64_t tried_ = 0;
    std::uint64_t compared_ = 0;
    std::vector<word> next_;
    buffer<label> labels_;
    buffer<word> words_;           // of all sets
    buffer<std::uint32_t> ends_;   // where the set of each label ends among them
    std::vector<labels_here> at_;  // by node
};

}  // namespace senda
