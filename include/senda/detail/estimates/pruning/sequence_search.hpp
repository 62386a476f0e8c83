// SPDX-License-Identifier: MIT
// Which short sequences of actions are redundant: a breadth-first search over sequences.
#pragma once

#include <senda/detail/estimates/pruning/sequence_automaton.hpp>
#include <senda/detail/graph/access.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/hash.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

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
template <class G, class Node>
class sequence_search {
    static_assert(HashedByGraph<G, Node> || Hashable<Node>,
                  "move_pruning needs nodes that have a hash and can be compared");

    struct kept_sequence {
        std::size_t prefix;  // without its last action
        std::size_t suffix;  // without its first
        int last;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

public:
    template <class Nodes>
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
    using place = std::optional<Node>;

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
        for (const Node& n : from_) to.push_back(after_sequence(graph_, n, actions));
        return to;
    }

    [[nodiscard]] std::vector<int> actions_of(std::size_t sequence) const {
        std::vector<int> actions;
        for (; sequence != 0; sequence = kept_[sequence].prefix)
            actions.push_back(kept_[sequence].last);
        std::reverse(actions.begin(), actions.end());
        return actions;
    }

    [[nodiscard]] std::uint64_t key_of(std::size_t representative, const Node& to) const {
        return combine(hash_in(graph_, to), representative);
    }
    [[nodiscard]] static std::size_t place_of(int a) noexcept {
        return static_cast<std::size_t>(a);
    }

    const G& graph_;
    std::vector<Node> from_;  // the representatives
    std::size_t actions_;
    std::vector<kept_sequence> kept_;
    std::vector<std::size_t> longer_;  // by an action, for each that is kept
    std::unordered_multimap<std::uint64_t, std::size_t> by_place_;
};

template <class G, class Nodes>
[[nodiscard]] std::vector<redundant_sequence> find_redundant(const G& g,
                                                             const Nodes& representatives,
                                                             int length, std::size_t most) {
    using node = std::remove_cvref_t<decltype(*std::begin(representatives))>;
    return sequence_search<G, node>(g, representatives).find(length, most);
}

}  // namespace senda::detail
