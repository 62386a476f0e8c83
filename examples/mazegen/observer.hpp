// SPDX-License-Identifier: MIT
// Observing how a maze is carved, and stopping it. Without an observer it costs nothing.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/search/observer.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace senda::mazegen {

// The observer of a generator is any object with any of
//   `on_carve(from, to)`          when the passage between two rooms is opened, with their cells,
//                                 or what else the rooms are nodes by;
//   `on_progress(done, total)`    now and then, with rooms that are done and rooms in all;
// each returns `void` or a `senda::flow`, where `flow::stop` ends the work.
using senda::no_observer;

namespace detail {

template <class Observer, class Room = cell>
concept WatchesCarving = requires(Observer& o, Room room) { o.on_carve(room, room); };

template <class Observer>
concept WatchesProgress =
    requires(Observer& o, std::uint64_t count) { o.on_progress(count, count); };

template <class Observer, class Room = cell>
constexpr void check_observer() {
    static_assert(
        WatchesCarving<Observer, Room> || !requires { &Observer::on_carve; },
        "Observer: on_carve takes two cells, from and to");
    static_assert(
        WatchesProgress<Observer> || !requires { &Observer::on_progress; },
        "Observer: on_progress takes two counts, done and total");
}

/// Calls a hook; whether it lets the work go on.
template <class Hook>
constexpr bool goes_on(Hook&& hook) {
    using answer = decltype(hook());
    static_assert(std::is_void_v<answer> || std::same_as<answer, flow>,
                  "Observer: a hook returns void or senda::flow");
    if constexpr (std::is_void_v<answer>) {
        hook();
        return true;
    } else {
        return hook() != flow::stop;
    }
}

}  // namespace detail

}  // namespace senda::mazegen
