// SPDX-License-Identifier: MIT
// The ways in which a type says itself where its nodes lead.
#pragma once

#include <array>  // for std::begin: <iterator> would bring the streams along
#include <concepts>

namespace senda::detail {

template <class Range>
concept Iterable = requires(Range&& range) {
    { std::begin(range) != std::end(range) } -> std::convertible_to<bool>;
    *std::begin(range);
};

/// Stands for the sink of an algorithm when a graph is tested for taking one.
struct any_sink {
    template <class... Parts>
    constexpr void operator()(Parts&&...) const noexcept {}
};

// The four spellings of successors; `G&`, so that const and mutable graphs are tested apart.
template <class G, class Node>
concept MemberSink = requires(G& g, const Node& n, any_sink& emit) { g.successors(n, emit); };
template <class G, class Node>
concept MemberRange = requires(G& g, const Node& n) {
    { g.successors(n) } -> Iterable;
};
template <class G, class Node>
concept CallSink = !MemberSink<G, Node> && !MemberRange<G, Node> &&
                   requires(G& g, const Node& n, any_sink& emit) { g(n, emit); };
template <class G, class Node>
concept CallRange = !MemberSink<G, Node> && !MemberRange<G, Node> && requires(G& g, const Node& n) {
    { g(n) } -> Iterable;
};

/// A type that is a graph by itself.
template <class G, class Node>
concept SpelledGraph =
    MemberSink<G, Node> || MemberRange<G, Node> || CallSink<G, Node> || CallRange<G, Node>;

}  // namespace senda::detail
