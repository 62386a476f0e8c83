// SPDX-License-Identifier: MIT
// What iterative deepening on one node keeps of its path and of a round, and what may be added to
// both: move pruning by the graph, pathmax by the estimate, a transposition table by the options.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A graph whose actions `in_place_ida_star` can do and undo: each counts one step.
template <class G, class Node>
concept InPlaceGraph = ActionGraph<G, Node> && !is_weighted<G, Node>;

/// A graph that knows an automaton of redundant actions: `g.pruning_after(state, a)` is its state
/// after the action `a`, or -1 where that need not be done. It begins in state 0.
template <class G>
concept PrunesMoves = requires(const std::remove_reference_t<G>& g, int state, int a) {
    { g.pruning_after(state, a) } -> std::same_as<int>;
};

/// An estimate whose value at a node also bounds those of its neighbours, see
/// `bidirectional_pathmax`.
template <class H>
concept PropagatesBack = requires { requires std::remove_cvref_t<H>::propagates_back; };

/// How many actions a graph has, if that is known when it is compiled; else very many.
template <class G>
[[nodiscard]] consteval int known_action_count() {
    if constexpr (requires { std::integral_constant<int, int{G::action_count()}>(); }) {
        return G::action_count();
    } else {
        return std::numeric_limits<int>::max();
    }
}

struct numbered_step {
    int action = -1;  // that led here, if any
    int next = 0;     // to be tried next
};
struct pruned_step : numbered_step {
    int state = 0;  // of the automaton
};
template <class G>
using step_on = std::conditional_t<PrunesMoves<G>, pruned_step, numbered_step>;

/// A step with what the estimate keeps of the node that it led to.
template <class Step, class Parts>
struct estimated_step : Step {
    Parts parts;
};

/// What is kept of a step: an estimate that is brought up to date by actions needs its parts.
template <class G, class H, class Node>
struct step_kept {
    using type = step_on<G>;
};
template <class G, class H, class Node>
    requires IncrementalHeuristic<H, Node>
struct step_kept<G, H, Node> {
    using type =
        estimated_step<step_on<G>, std::remove_cvref_t<decltype(std::declval<const H&>().parts(
                                       std::declval<const Node&>()))>>;
};

class round_bounds {
public:
    /// f up to here is tried in this round.
    [[nodiscard]] steps threshold() const noexcept { return threshold_; }
    /// The smallest f above it that was met; if it stays infinite, no goal follows.
    [[nodiscard]] steps beyond() const noexcept {
        return static_cast<steps>(static_cast<std::uint32_t>(threshold_) + least_);
    }

    void begin_round(steps threshold) noexcept {
        threshold_ = threshold;
        least_ = static_cast<std::uint32_t>(infinite<steps> - threshold);
    }
    /// What another met in the same round.
    void take_in(const round_bounds& other) noexcept { least_ = std::min(least_, other.least_); }

    // Whether `h` is within `room`, which is below 0 for a start. Only `infinite` leaves out.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool admit(steps h, steps room) noexcept {
        if (!(h > room)) return true;
        const auto above = static_cast<std::uint32_t>(h) - static_cast<std::uint32_t>(room);
        if (above < least_) note(h, room);  // seldom, as it only ever falls
        return false;
    }

private:
    SENDA_COLD void note(steps h, steps room) noexcept {
        if (h == infinite<steps>) return;
        const steps f = std::min({beyond(), add_costs(threshold_ - room, h), largest_cost<steps>});
        least_ = static_cast<std::uint32_t>(f - threshold_);
    }

    steps threshold_ = 0;
    std::uint32_t least_ = static_cast<std::uint32_t>(infinite<steps>);  // that f is above it
};

/// The same where an estimate `h` of a node says that its neighbours are at least `h` - 1 away. An
/// estimate that is far out of room leaves out nodes before it on the path, too: what lies `i`
/// steps before has `i` more room, and an estimate of at least `h` - `i`.
struct pathmax_bounds : round_bounds {
    steps leave = 0;  // so many nodes at the end of the path

    [[nodiscard]] SENDA_ALWAYS_INLINE bool admit(steps h, steps room) noexcept {
        if (!(h > room)) return true;
        if (h - 2 > room) {
            leave_nodes(h, room);
        } else {
            (void)round_bounds::admit(h, room);
        }
        return false;
    }

private:
    void leave_nodes(steps h, steps room) noexcept {
        leave = threshold() - room;  // as many as there are
        if (h == infinite<steps>) return;
        leave = std::min(leave, static_cast<steps>((std::int64_t{h} - room - 1) / 2));
        (void)round_bounds::admit(h - leave, room + leave);
    }
};

/// Remembers nothing of the nodes that were met.
struct no_transpositions {
    static constexpr bool remembers = false;

    no_transpositions(memory_budget&, std::uint64_t) noexcept {}
    static constexpr void begin_round() noexcept {}
};

/// How large a table of that type shall be.
template <class Table>
struct table_size {
    std::uint64_t bytes = 0;
};

}  // namespace senda::detail
