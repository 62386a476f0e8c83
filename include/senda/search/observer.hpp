// SPDX-License-Identifier: MIT
// Looking on while a search works, and steering it. Without an observer it costs nothing.
#pragma once

#include <concepts>
#include <type_traits>

namespace senda {

/// What an observer may answer. `prune` leaves out the node or edge just reported.
enum class flow { proceed, prune, stop };

/// The observer of a search that nobody watches. An observer is any object with any of
///   `on_expand(node, cost)`         before a node's successors are asked for;
///   `on_generate(from, to, cost)`   for each edge, with the cost of the path that ends with it;
///   `on_improve(from, to, cost)`    when that path is the first to its end, or a cheaper one;
/// each may leave off trailing arguments and returns `void` or a `flow`.
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

template <class Hook, class Observer, class... Parts>
constexpr flow ask(Observer& o, const Parts&... parts) {
    using answer = decltype(Hook::call(o, parts...));
    static_assert(std::is_void_v<answer> || std::same_as<answer, flow>,
                  "Observer: a hook returns void or senda::flow");
    if constexpr (std::is_void_v<answer>) {
        Hook::call(o, parts...);
        return flow::proceed;
    } else {
        return Hook::call(o, parts...);
    }
}

/// Reports to the observer if it has the hook, with as many of the parts as the hook takes.
template <class Hook, class Observer, class A, class B>
constexpr flow notify(Observer& o, const A& a, const B& b) {
    if constexpr (Takes<Hook, Observer, A, B>) {
        return ask<Hook>(o, a, b);
    } else if constexpr (Takes<Hook, Observer, A>) {
        return ask<Hook>(o, a);
    } else {
        static_assert(!Hook::template named<Observer>,
                      "Observer: on_expand takes (node, cost), the other hooks (from, to, cost)");
        return flow::proceed;
    }
}

template <class Hook, class Observer, class A, class B, class C>
constexpr flow notify(Observer& o, const A& a, const B& b, const C& c) {
    if constexpr (Takes<Hook, Observer, A, B, C>) {
        return ask<Hook>(o, a, b, c);
    } else {
        return notify<Hook>(o, a, b);
    }
}

/// Whether an observer watches at all: searches that nobody watches may work in larger bites.
template <class Observer>
inline constexpr bool watched = !std::same_as<std::remove_cvref_t<Observer>, no_observer>;

}  // namespace detail

}  // namespace senda
