// SPDX-License-Identifier: MIT
// Runners at treasures: how much life they have, which treasures they remember, who beats whom.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/distances/key_nodes.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// At which stations a runner remembers which treasures he has taken. One who forgets a treasure is
/// paid again when he comes back to it. So a search with little memory misses no route; it only
/// sees some that are none. At a treasure that treasure itself is always remembered.
class relaxed_memory {
public:
    explicit relaxed_memory(station treasures) : at_(treasures) {}

    /// Whether a treasure is remembered at another, or at itself.
    [[nodiscard]] bool holds(station at, station treasure) const noexcept {
        return at == treasure || std::binary_search(at_[at].begin(), at_[at].end(), treasure);
    }

    /// Remembers a treasure at a station from now on.
    void add(station at, station treasure) {
        if (holds(at, treasure)) return;
        at_[at].insert(std::lower_bound(at_[at].begin(), at_[at].end(), treasure), treasure);
    }

private:
    std::vector<std::vector<station>> at_;  // each in order
};

/// A runner who has just come to a station.
struct label {
    life_points life;
    station at;
    std::uint32_t slack;
    std::uint32_t parent;
    std::uint32_t first;  // where the treasures that he remembers are listed
    std::uint32_t count;
    loss_points loss;  // of the way here
    bool paid;         // whether the treasure here paid
    bool beaten;       // whether another made him useless
};

/// The labels of a search, and at each station those that none beats.
class label_store {
    struct entry {
        life_points life;
        std::uint32_t slack;
        std::uint32_t first;
        std::uint32_t count;
        std::uint32_t id;
    };

public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    label_store(station treasures, const relaxed_memory& memory, search_control& control)
        : control_(&control),
          memory_(&memory),
          labels_(control_->budget()),
          remembered_(control_->budget()),
          gone_(treasures) {
        for (station s = 0; s < treasures; ++s) at_.emplace_back(control_->budget());
    }

    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

    /// Whether the treasure at `to` pays a runner who comes from there.
    [[nodiscard]] bool pays(std::uint32_t from, station to) const noexcept {
        if (gone_[to]) return false;
        const auto known = remembered(labels_[from].first, labels_[from].count);
        return !std::binary_search(known.begin(), known.end(), to);
    }

    /// The runner at the beginning; `none` if out of memory. The treasures `taken` are gone for all
    /// who come after him, and need not be remembered.
    std::uint32_t add_first(station at, life_points life, std::span<const station> taken) {
        for (const station s : taken) gone_[s] = true;
        return push({life, at, 0, none, 0, 0, 0, false, false});
    }

    /// A runner who comes by `w` and has `life` then; `none` if another beats him, or if out of
    /// memory.
    std::uint32_t add(std::uint32_t from, const way& w, life_points life, bool paid) {
        label made{life, w.to, labels_[from].slack + w.slack, from, 0, 0, w.loss, paid, false};
        if (!remember(made)) return out_of_memory();
        senda::detail::buffer<entry>& others = at_[w.to];
        for (const entry& other : others)
            if (other.slack <= made.slack && beats(other, made)) return drop(made);
        std::size_t kept = 0;
        for (const entry& other : others) {
            if (made.slack <= other.slack && beats(made, other)) {
                labels_[other.id].beaten = true;
            } else {
                others[kept++] = other;
            }
        }
        others.truncate(kept);
        const std::uint32_t id = push(made);
        if (id == none || !others.push(entry{life, made.slack, made.first, made.count, id}))
            return out_of_memory();
        return id;
    }

    /// A runner who comes to the end by `w`.
    std::uint32_t add_last(std::uint32_t from, const way& w, life_points life) {
        return push({life, w.to, labels_[from].slack + w.slack, from, 0, 0, w.loss, false, false});
    }

private:
    std::span<const station> remembered(std::uint32_t first, std::uint32_t count) const noexcept {
        return {remembered_.data() + first, count};
    }

    std::uint32_t out_of_memory() const {
        control_->end(status::memory_limit);
        return none;
    }

    std::uint32_t push(const label& made) {
        if (labels_.size() >= none || !labels_.push(made)) return out_of_memory();
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    // What a label remembers is at the end of the list while it is being made.
    std::uint32_t drop(const label& made) {
        remembered_.truncate(made.first);
        return none;
    }

    bool remember(label& made) {
        if (remembered_.size() >= none - made.at) return false;
        made.first = static_cast<std::uint32_t>(remembered_.size());
        const label& from = labels_[made.parent];
        bool listed = gone_[made.at];
        for (std::uint32_t i = from.first; i != from.first + from.count; ++i) {
            const station known = remembered_[i];
            if (!listed && known >= made.at) {
                if (!remembered_.push(made.at)) return false;
                listed = true;
            }
            if (known != made.at && memory_->holds(made.at, known) && !remembered_.push(known))
                return false;
        }
        if (!listed && !remembered_.push(made.at)) return false;
        made.count = static_cast<std::uint32_t>(remembered_.size()) - made.first;
        return true;
    }

    // Of two runners at a station, `a` makes `b` useless if he has no more slack behind him and as
    // much life, even if every treasure that he alone remembers paid `b` once more: whatever way
    // `b` goes, `a` can follow it and always has as much life.
    template <class A, class B>
    [[nodiscard]] bool beats(const A& a, const B& b) const noexcept {
        if (a.life < b.life) return false;
        const life_points spare = (a.life - b.life) / treasure_life;
        if (spare >= a.count) return true;
        return has_at_most(static_cast<std::uint32_t>(spare), remembered(a.first, a.count),
                           remembered(b.first, b.count));
    }

    /// Whether at most so many of `mine` are not in `others`; both are in order.
    static bool has_at_most(std::uint32_t spare, std::span<const station> mine,
                            std::span<const station> others) noexcept {
        auto other = others.begin();
        for (const station s : mine) {
            while (other != others.end() && *other < s) ++other;
            if (other != others.end() && *other == s) continue;
            if (spare == 0) return false;
            --spare;
        }
        return true;
    }

    search_control* control_;
    const relaxed_memory* memory_;
    senda::detail::buffer<label> labels_;
    senda::detail::buffer<station> remembered_;
    std::vector<bool> gone_;
    std::vector<senda::detail::buffer<entry>> at_;
};

}  // namespace senda::maze::detail
