// SPDX-License-Identifier: MIT
// Move pruning for `ida_star`: sequences of actions that another one makes redundant are found by a
// short search, and an automaton skips them.
#pragma once

#include <senda/detail/estimates/pruning/sequence_search.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// Which sequences of actions a search need not try, as others do the same (L. Taylor and R. Korf,
/// *Pruning duplicate nodes in depth-first search*, 1993): `up, down` is not needed, and of two
/// turns of opposite faces one order is enough. A sequence is redundant if another one, which is
/// shorter, or as long and first in the order of the actions' numbers, can be done wherever it can
/// and leads to the same node. `ida_star(with_move_pruning(g, rules), ...)` skips them, and finds
/// the same path by fewer nodes.
class move_pruning {
public:
    /// Looks at the sequences of up to `length` actions, from each of the `representatives`.
    ///
    /// These must stand for all nodes of the graph, which the library cannot know: for each node
    /// there is one in which the same sequences of up to `length` actions can be done, and if two
    /// of them lead from it to one node, then from that other node, too. Where all actions are
    /// always allowed and move things, as those of a cube or of pancakes, one node is enough in
    /// which no two things are equal; for sliding tiles, one with each place of the blank
    /// (`one_of_each`). `find_wrong_pruning` looks for a node that shows the opposite.
    ///
    /// `most` is how many sequences to look at: where there are more, the longest are left out.
    template <class G, class Nodes>
    move_pruning(const G& g, const Nodes& representatives, int length,
                 std::size_t most = std::size_t{1} << 20U)
        : redundant_(detail::sequence_search(g, representatives).find(length, most)),
          automaton_(redundant_, static_cast<int>(g.action_count())) {}

    /// The redundant sequences, shortest first, none of which contains another, with what is done
    /// instead.
    [[nodiscard]] const std::vector<redundant_sequence>& redundant() const noexcept {
        return redundant_;
    }

    /// The state of the automaton after an action, or -1 if that would complete a redundant
    /// sequence. It begins in state 0.
    [[nodiscard]] int after(int state, int action) const noexcept {
        return automaton_.after(state, action);
    }

    /// How many states the automaton has.
    [[nodiscard]] std::size_t state_count() const noexcept { return automaton_.state_count(); }

    /// How many bytes its table takes, which a search should find in the cache.
    [[nodiscard]] std::size_t bytes() const noexcept { return automaton_.bytes(); }

private:
    std::vector<redundant_sequence> redundant_;
    detail::sequence_automaton automaton_;
};

/// A graph with rules for its actions: the same to every search but `ida_star`, which does not do
/// what they say is redundant. It refers to a `g` that has a name and keeps one that has none; the
/// rules must outlive it.
template <class G>
class with_move_pruning : public detail::indexed_view<G> {
    using graph = std::remove_cvref_t<G>;
    static constexpr bool counts_at_compile_time =
        requires { std::integral_constant<int, int{graph::action_count()}>(); };

public:
    /// The graph `g` with `rules` that were made for it.
    constexpr with_move_pruning(G&& g, const move_pruning& rules)
        : detail::indexed_view<G>(std::forward<G>(g)), rules_(&rules) {}
    with_move_pruning(G&& g, move_pruning&& rules) = delete;

    /// How many actions there are.
    [[nodiscard]] static constexpr int action_count()
        requires counts_at_compile_time
    {
        return graph::action_count();
    }
    /// How many actions there are, if the graph knows that only when it runs.
    [[nodiscard]] constexpr int action_count() const
        requires(!counts_at_compile_time)
    {
        return static_cast<int>(this->base().action_count());
    }

    /// Whether the action `a` can be done in `n`.
    template <class Node>
    [[nodiscard]] constexpr bool allows(const Node& n, int a) const
        requires ActionGraph<graph, Node>
    {
        return this->base().allows(n, a);
    }
    /// Does it in place.
    template <class Node>
    constexpr void apply(Node& n, int a) const
        requires ActionGraph<graph, Node>
    {
        this->base().apply(n, a);
    }
    /// Takes it back in place.
    template <class Node>
    constexpr void undo(Node& n, int a) const
        requires ActionGraph<graph, Node>
    {
        this->base().undo(n, a);
    }
    /// The action that leads back after `a`, or -1.
    [[nodiscard]] constexpr int inverse(int a) const { return detail::inverse_in(this->base(), a); }

    /// The state of the automaton after an action, or -1 if that is redundant.
    [[nodiscard]] int pruning_after(int state, int a) const noexcept {
        return rules_->after(state, a);
    }

private:
    const move_pruning* rules_;
};
template <class G>
with_move_pruning(G&&, const move_pruning&) -> with_move_pruning<G>;

/// One node for each value of `key(n)`, found from `start`: where what can be done in a node and
/// the key of where that leads depend on its key alone, they are representatives for
/// `move_pruning`. For sliding tiles the key is the place of the blank.
template <class G, class Node, class Key>
    requires ActionGraph<G, Node>
[[nodiscard]] std::vector<Node> one_of_each(const G& g, const Node& start, const Key& key) {
    std::vector<Node> found{start};
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (int a = 0; a < static_cast<int>(g.action_count()); ++a) {
            if (!g.allows(found[i], a)) continue;
            Node to = found[i];
            g.apply(to, a);
            bool is_new = true;
            for (const Node& n : found) is_new = is_new && !(key(n) == key(to));
            if (is_new) found.push_back(std::move(to));
        }
    }
    return found;
}

/// A node that shows that a sequence is not redundant.
template <class Node>
struct wrong_pruning {
    Node node;                    ///< where the sequence can be done
    redundant_sequence sequence;  ///< what is done instead cannot be, or leads elsewhere
};

/// Looks for a node in which a rule is wrong, on random walks from `start`; nothing if there is
/// none among them, which is no proof. For tests of one's representatives.
///
/// `walks` is how many to go, of up to `steps_each` actions; `seed` names them.
template <class G, class Node>
    requires ActionGraph<G, Node> && std::equality_comparable<Node>
[[nodiscard]] std::optional<wrong_pruning<Node>> find_wrong_pruning(
    const G& g, const move_pruning& rules, const Node& start, int walks = 100, int steps_each = 100,
    std::uint64_t seed = 1) {
    random_source random(seed);
    for (int walk = 0; walk < walks; ++walk) {
        Node n = start;
        for (int step = 0; step <= steps_each; ++step) {
            for (const redundant_sequence& rule : rules.redundant()) {
                const auto to = detail::after_sequence(g, n, rule.actions);
                if (to && detail::after_sequence(g, n, rule.instead) != to)
                    return wrong_pruning<Node>{std::move(n), rule};
            }
            const auto a =
                static_cast<int>(random.below(static_cast<std::uint64_t>(g.action_count())));
            if (g.allows(n, a)) g.apply(n, a);
        }
    }
    return std::nullopt;
}

}  // namespace senda
