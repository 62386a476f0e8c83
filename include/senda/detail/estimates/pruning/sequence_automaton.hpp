// SPDX-License-Identifier: MIT
// An automaton that notices when a sequence of actions ends with one of a list.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace senda {

/// A sequence of actions that need not be done, by their numbers.
struct redundant_sequence {
    std::vector<int> actions;  ///< what is redundant
    std::vector<int> instead;  ///< what leads to the same node, and can be done wherever that can
};

namespace detail {

/// A. Aho and M. Corasick, *Efficient string matching*, 1975. A state is the longest end of what
/// was done that begins a sequence of the list, none of which contains another; its number is where
/// its row stands in the table.
class sequence_automaton {
public:
    sequence_automaton(const std::vector<redundant_sequence>& all, int actions)
        : actions_(static_cast<std::size_t>(actions)), after_(actions_, none) {
        for (const redundant_sequence& s : all) add(s.actions);
        complete();
    }

    [[nodiscard]] int after(int state, int action) const noexcept {
        return after_[static_cast<std::size_t>(state) + static_cast<std::size_t>(action)];
    }

    [[nodiscard]] std::size_t state_count() const noexcept {
        return actions_ == 0 ? 1 : after_.size() / actions_;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return after_.size() * sizeof(int); }

private:
    static constexpr int none = -2;       // no sequence goes on so
    static constexpr int redundant = -1;  // one ends so

    [[nodiscard]] int& next(int state, std::size_t action) {
        return after_[static_cast<std::size_t>(state) + action];
    }

    void add(const std::vector<int>& sequence) {
        int state = 0;
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            const auto action = static_cast<std::size_t>(sequence[i]);
            if (i + 1 == sequence.size()) {
                next(state, action) = redundant;
            } else {
                if (next(state, action) == none) {
                    next(state, action) = static_cast<int>(after_.size());
                    after_.insert(after_.end(), actions_, none);
                }
                state = next(state, action);
            }
        }
    }

    // Shorter states first, which are their own ends' ends: where no sequence goes on, the state
    // is that after the longest proper end of this one.
    void complete() {
        std::vector<std::pair<int, int>> states{{0, 0}};  // with that end
        for (std::size_t i = 0; i < states.size(); ++i) {
            const auto [state, end] = states[i];
            for (std::size_t action = 0; action < actions_; ++action) {
                int& to = next(state, action);
                const int fallback = i == 0 ? 0 : next(end, action);
                if (to >= 0) states.emplace_back(to, fallback);
                if (to == none) to = fallback;
            }
        }
    }

    std::size_t actions_;
    std::vector<int> after_;  // of each state and action
};

}  // namespace detail

}  // namespace senda
