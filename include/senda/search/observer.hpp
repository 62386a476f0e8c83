// SPDX-License-Identifier: MIT
// Watching a search as it works, and steering it. Without an observer it costs nothing.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace senda {

/// What an observer may answer. `prune` leaves out the node or edge just reported.
enum class flow { proceed, prune, stop };

/// The observer of a search that nobody watches. An observer is any object with any of
///   `on_expand(node, cost)`         before a node's successors are asked for;
///   `on_generate(from, to, cost)`   for each edge, with the cost of the path that ends with it;
///   `on_improve(from, to, cost)`    when that path is the first to its end, or a cheaper one;
/// each may leave off trailing arguments and returns `void` or a `flow`. One without any of them
/// does not compile.
struct no_observer {};

namespace detail {

struct expand_hook {
    template <class O, class... Parts>
    static constexpr auto call(O& o, const Parts&... parts) -> decltype(o.on_expand(parts...)) {
        return o.on_expand(parts...);
    }
    template <class O>
    static constexpr bool named = requires { &O::on_expand; };
};

struct generate_hook {
    template <class O, class... Parts>
    static constexpr auto call(O& o, const Parts&... parts) -> decltype(o.on_generate(parts...)) {
        return o.on_generate(parts...);
    }
    template <class O>
    static constexpr bool named = requires { &O::on_generate; };
};

struct improve_hook {
    template <class O, class... Parts>
    static constexpr auto call(O& o, const Parts&... parts) -> decltype(o.on_improve(parts...)) {
        return o.on_improve(parts...);
    }
    template <class O>
    static constexpr bool named = requires { &O::on_improve; };
};

template <class Hook, class Observer, class... Parts>
concept Takes = requires(Observer& o, const Parts&... parts) { Hook::call(o, parts...); };

/// Whether a hook takes the parts, or those left when trailing ones are left off.
template <class Hook, class Observer, class A, class B, class... C>
concept TakesSome =
    Takes<Hook, Observer, A, B, C...> || Takes<Hook, Observer, A, B> || Takes<Hook, Observer, A>;

/// Whether an observer has a hook; one that takes other parts is a fault of its own.
template <class Observer, class Node, class Cost>
concept Observes = std::same_as<std::remove_cv_t<Observer>, no_observer> ||
                   (expand_hook::named<Observer> || generate_hook::named<Observer> ||
                    improve_hook::named<Observer>) ||
                   TakesSome<expand_hook, Observer, Node, Cost> ||
                   TakesSome<generate_hook, Observer, Node, Node, Cost> ||
                   TakesSome<improve_hook, Observer, Node, Node, Cost>;
/// A message about the concept would go through all that a hook may take.
template <class Observer, class Node, class Cost>
inline constexpr bool has_a_hook = Observes<Observer, Node, Cost>;

/// What a hook answers to as many of the first parts as it takes; void without one.
template <class Hook, class Observer, class A, class B, class... C>
constexpr auto answer_to(Observer& o, const A& a, const B& b, const C&... c) {
    if constexpr (Takes<Hook, Observer, A, B, C...>) {
        return Hook::call(o, a, b, c...);
    } else if constexpr (Takes<Hook, Observer, A, B>) {
        return Hook::call(o, a, b);
    } else if constexpr (Takes<Hook, Observer, A>) {
        return Hook::call(o, a);
    }
}

template <class Hook, class Observer, class A, class B, class... C>
inline constexpr bool takes_parts =
    !Hook::template named<Observer> || TakesSome<Hook, Observer, A, B, C...>;
template <class Hook, class Observer, class... Parts>
inline constexpr bool answers_flow = [] {
    using reply =
        decltype(answer_to<Hook>(std::declval<Observer&>(), std::declval<const Parts&>()...));
    return std::is_void_v<reply> || std::same_as<reply, flow>;
}();

/// Checks an observer where a search takes it: where it calls a hook the message would be long.
template <class Observer, class Node, class Cost>
constexpr void check_observer() {
    static_assert(has_a_hook<Observer, Node, Cost>,
                  "Observer: none of on_expand(node, cost), on_generate(from, to, cost) and "
                  "on_improve(from, to, cost) is there");
    static_assert(takes_parts<expand_hook, Observer, Node, Cost> &&
                      takes_parts<generate_hook, Observer, Node, Node, Cost> &&
                      takes_parts<improve_hook, Observer, Node, Node, Cost>,
                  "Observer: on_expand takes (node, cost), the other hooks (from, to, cost)");
    static_assert(answers_flow<expand_hook, Observer, Node, Cost> &&
                      answers_flow<generate_hook, Observer, Node, Node, Cost> &&
                      answers_flow<improve_hook, Observer, Node, Node, Cost>,
                  "Observer: a hook returns void or senda::flow");
}

/// Reports to the observer if it has the hook.
template <class Hook, class Observer, class A, class B, class... C>
constexpr flow notify(Observer& o, const A& a, const B& b, const C&... c) {
    using reply = decltype(answer_to<Hook>(o, a, b, c...));
    if constexpr (std::same_as<reply, flow>) {
        return answer_to<Hook>(o, a, b, c...);
    } else {
        answer_to<Hook>(o, a, b, c...);
        return flow::proceed;
    }
}

/// Whether an observer watches at all: searches that nobody watches may work in larger bites.
template <class Observer>
inline constexpr bool has_observer = !std::same_as<std::remove_cvref_t<Observer>, no_observer>;

}  // namespace detail

}  // namespace senda
