// SPDX-License-Identifier: MIT
// Bidirectional pathmax: an inconsistent estimate corrects itself along the path of `ida_star`.
#pragma once

#include <senda/graph/concepts.hpp>

#include <type_traits>
#include <utility>

namespace senda {

/// An estimate whose value at a node also bounds those of its neighbours, as in an undirected graph
/// they are at most a step apart (A. Felner and others, *Inconsistent heuristics in theory and
/// practice*, 2011). Where `ida_star` does actions in place, one node whose estimate is far too
/// large for the round then cuts off nodes before it on the path, too; other searches ask it as `h`
/// itself. It finds nothing new if `h` is consistent, such as a Manhattan distance or one pattern
/// database; a random or alternating choice among several databases is not.
///
/// The graph must be undirected: for each action that leads from `a` to `b` one leads from `b` to
/// `a`. `h` must be admissible; one that is `infinite` at a node says that no goal can be reached
/// from any node that leads there.
template <class H>
class bidirectional_pathmax {
    using asked = std::remove_reference_t<H>;

public:
    static constexpr bool propagates_back = true;  ///< what `ida_star` recognises it by

    /// Refers to an estimate that is named, and keeps a temporary.
    explicit constexpr bidirectional_pathmax(H&& h) : h_(std::forward<H>(h)) {}

    /// The estimate of a node, as `h` says it.
    template <class Node>
    [[nodiscard]] constexpr auto operator()(const Node& n) const
        requires requires(const asked& h) { h(n); }
    {
        return h_(n);
    }

    /// The estimate after an action, if `h` knows it before that is done.
    template <class Node>
    [[nodiscard]] constexpr auto operator()(const Node& n, int a) const
        requires requires(const asked& h) { h(n, a); }
    {
        return h_(n, a);
    }

    /// The parts of a node, if `h` has some.
    template <class Node>
    [[nodiscard]] constexpr auto parts(const Node& n) const
        requires requires(const asked& h) { h.parts(n); }
    {
        return h_.parts(n);
    }

    /// The parts of `n`, to which the action `a` led from a node with the parts `before`.
    template <class Node, class Parts>
    [[nodiscard]] constexpr auto after(const Node& n, int a, const Parts& before) const
        requires requires(const asked& h) { h.after(n, a, before); }
    {
        return h_.after(n, a, before);
    }

    /// The estimate before the action `a` is done in `n`, whose parts are `before`.
    template <class Node, class Parts>
    [[nodiscard]] constexpr auto ahead(const Node& n, int a, const Parts& before) const
        requires requires(const asked& h) { h.ahead(n, a, before); }
    {
        return h_.ahead(n, a, before);
    }

private:
    H h_;
};
template <class H>
bidirectional_pathmax(H&&) -> bidirectional_pathmax<H>;

}  // namespace senda
