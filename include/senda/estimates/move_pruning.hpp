// SPDX-License-Identifier: MIT
// Move pruning for `ida_star`: sequences of actions that another one makes redundant are found by a
// short search, and an automaton skips them.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/hash.hpp>
#include <senda/storage/random.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace senda {

/// A sequence of actions that need not be done, by their numbers.
struct redundant_sequence {
    std::vector<int> actions;  ///< what is redundant
    std::vector<int> instead;  ///< what leads to the same node, and can be done wherever that can
};

}  // namespace senda

namespace senda::detail {

/// Where a sequence of actions leads from a node, if it can be done there.
template <class G, class Node>
[[nodiscard]] std::optional<Node> after_sequence(const G& g, const Node& from,
                                                 const std::vector<int>& actions) {
    std::optional<Node> n(from);
    for (const int a : actions) {
        if (!g.allows(std::as_const(*n), a)) return std::nullopt;
        g.apply(*n, a);
    }
    return n;
}

/// Sequences in the order of their lengths, then of their actions. Kept are those that contain no
/// redundant one and can be done in some node.
template <class G, class Nodes>
class sequence_search {
    using node = std::remove_cvref_t<decltype(*std::begin(std::declval<const Nodes&>()))>;
    static_assert(HashedByGraph<G, node> || Hashable<node>,
                  "move_pruning needs nodes that have a hash and can be compared");

    struct kept_sequence {
        std::size_t prefix;  // without its last action
        std::size_t suffix;  // without its first
        int last;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

public:
    sequence_search(const G& g, const Nodes& representatives)
        : graph_(g),
          from_(std::begin(representatives), std::end(representatives)),
          actions_(static_cast<std::size_t>(g.action_count())) {
        keep({none, none, -1}, places_of({}));
    }

    /// The redundant sequences of up to `length` actions among the first `most` that are kept.
    [[nodiscard]] std::vector<redundant_sequence> find(int length, std::size_t most) {
        std::vector<redundant_sequence> found;
        std::size_t prefix = 0;
        for (int l = 1; l <= length; ++l) {
            for (const std::size_t end = kept_.size(); prefix < end; ++prefix) {
                for (std::size_t a = 0; a < actions_; ++a) {
                    if (kept_.size() > most) return found;
                    extend(prefix, static_cast<int>(a), found);
                }
            }
        }
        return found;
    }

private:
    using place = std::optional<node>;

    void extend(std::size_t prefix, int a, std::vector<redundant_sequence>& found) {
        const std::size_t shorter = kept_[prefix].suffix;
        const std::size_t suffix = prefix == 0 ? 0 : longer_[shorter * actions_ + place_of(a)];
        if (suffix == none) return;  // its end is redundant, or can never be done
        std::vector<int> actions = actions_of(prefix);
        actions.push_back(a);
        const std::vector<place> to = places_of(actions);
        const bool can_be_done =
            std::any_of(to.begin(), to.end(), [](const place& p) { return p.has_value(); });
        if (!can_be_done) return;
        if (auto instead = find_instead(to)) {
            found.push_back({std::move(actions), std::move(*instead)});
        } else {
            longer_[prefix * actions_ + place_of(a)] = kept_.size();
            keep({prefix, suffix, a}, to);
        }
    }

    void keep(const kept_sequence& s, const std::vector<place>& to) {
        for (std::size_t i = 0; i < to.size(); ++i)
            if (to[i]) by_place_.emplace(key_of(i, *to[i]), kept_.size());
        kept_.push_back(s);
        longer_.insert(longer_.end(), actions_, none);
    }

    // The first kept sequence that can be done wherever a new one can and leads to the same nodes.
    // One that is not kept need not be looked at: what is done instead of its redundant part
    // makes one that comes before it and leads as far.
    [[nodiscard]] std::optional<std::vector<int>> find_instead(const std::vector<place>& to) const {
        std::size_t i = 0;
        while (!to[i]) ++i;
        std::size_t first = none;
        const auto [begin, end] = by_place_.equal_range(key_of(i, *to[i]));
        for (auto at = begin; at != end; ++at) {
            if (at->second < first && leads_to(actions_of(at->second), to)) first = at->second;
        }
        if (first == none) return std::nullopt;
        return actions_of(first);
    }

    [[nodiscard]] bool leads_to(const std::vector<int>& actions,
                                const std::vector<place>& to) const {
        for (std::size_t i = 0; i < to.size(); ++i)
            if (to[i] && after_sequence(graph_, from_[i], actions) != to[i]) return false;
        return true;
    }

    [[nodiscard]] std::vector<place> places_of(const std::vector<int>& actions) const {
        std::vector<place> to;
        for (const node& n : from_) to.push_back(after_sequence(graph_, n, actions));
        return to;
    }

    [[nodiscard]] std::vector<int> actions_of(std::size_t sequence) const {
        std::vector<int> actions;
        for (; sequence != 0; sequence = kept_[sequence].prefix)
            actions.push_back(kept_[sequence].last);
        std::reverse(actions.begin(), actions.end());
        return actions;
    }

    [[nodiscard]] std::uint64_t key_of(std::size_t representative, const node& to) const {
        return combine(hash_in(graph_, to), representative);
    }
    [[nodiscard]] static std::size_t place_of(int a) noexcept {
        return static_cast<std::size_t>(a);
    }

    const G& graph_;
    std::vector<node> from_;  // the representatives
    std::size_t actions_;
    std::vector<kept_sequence> kept_;
    std::vector<std::size_t> longer_;  // by an action, for each that is kept
    std::unordered_multimap<std::uint64_t, std::size_t> by_place_;
};

}  // namespace senda::detail

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
          actions_(static_cast<std::size_t>(g.action_count())),
          after_(actions_, none) {
        for (const redundant_sequence& s : redundant_) add(s.actions);
        complete();
    }

    /// The redundant sequences, shortest first, none of which contains another, with what is done
    /// instead.
    [[nodiscard]] const std::vector<redundant_sequence>& redundant() const noexcept {
        return redundant_;
    }

    /// The state of the automaton after an action, or -1 if that would complete a redundant
    /// sequence. It begins in state 0.
    [[nodiscard]] int after(int state, int action) const noexcept {
        return after_[static_cast<std::size_t>(state) + static_cast<std::size_t>(action)];
    }

    /// How many states the automaton has.
    [[nodiscard]] std::size_t state_count() const noexcept {
        return actions_ == 0 ? 1 : after_.size() / actions_;
    }

    /// How many bytes its table takes, which a search should find in the cache.
    [[nodiscard]] std::size_t bytes() const noexcept { return after_.size() * sizeof(int); }

private:
    // The automaton of A. Aho and M. Corasick, *Efficient string matching*, 1975. A state is the
    // longest end of what was done that begins a redundant sequence; its number is where its row
    // stands in the table.
    static constexpr int none = -2;  // no sequence goes on so
    static constexpr int ends = -1;  // one ends so

    [[nodiscard]] int& next(int state, std::size_t action) {
        return after_[static_cast<std::size_t>(state) + action];
    }

    void add(const std::vector<int>& sequence) {
        int state = 0;
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            const auto action = static_cast<std::size_t>(sequence[i]);
            if (i + 1 == sequence.size()) {
                next(state, action) = ends;
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

    std::vector<redundant_sequence> redundant_;
    std::size_t actions_;
    std::vector<int> after_;  // of each state and action
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
