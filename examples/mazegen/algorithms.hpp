// SPDX-License-Identifier: MIT
// All generators, by name: for programs whose user chooses.
#pragma once

#include <mazegen/algorithms/aldous_broder.hpp>
#include <mazegen/algorithms/binary_tree.hpp>
#include <mazegen/algorithms/eller.hpp>
#include <mazegen/algorithms/growing_tree.hpp>
#include <mazegen/algorithms/hunt_and_kill.hpp>
#include <mazegen/algorithms/kruskal.hpp>
#include <mazegen/algorithms/kruskal_rooms.hpp>
#include <mazegen/algorithms/prim.hpp>
#include <mazegen/algorithms/prim_frontier.hpp>
#include <mazegen/algorithms/recursive_backtracker.hpp>
#include <mazegen/algorithms/sidewinder.hpp>
#include <mazegen/algorithms/wilson.hpp>
#include <mazegen/generate.hpp>
#include <mazegen/maze.hpp>
#include <senda/graph/grid.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace senda::mazegen {

/// The generators that come along.
enum class algorithm : std::uint8_t {
    aldous_broder,
    binary_tree,
    eller,
    growing_tree,
    hunt_and_kill,
    kruskal,
    kruskal_rooms,
    prim,
    prim_frontier,
    recursive_backtracker,
    sidewinder,
    wilson
};

/// What there is to say about a generator.
struct algorithm_description {
    algorithm which;           ///< the generator itself
    std::string_view name;     ///< what it is called
    std::string_view summary;  ///< in one line
    bool takes_masks;          ///< whether rooms may be left out
};

/// Calls `visit` with the generator, as a value of its own type.
template <class Visit>
constexpr decltype(auto) visit_algorithm(algorithm a, Visit&& visit) {
    switch (a) {
        case algorithm::aldous_broder: return visit(aldous_broder{});
        case algorithm::binary_tree: return visit(binary_tree{});
        case algorithm::eller: return visit(eller{});
        case algorithm::growing_tree: return visit(growing_tree{});
        case algorithm::hunt_and_kill: return visit(hunt_and_kill{});
        case algorithm::kruskal: return visit(kruskal{});
        case algorithm::kruskal_rooms: return visit(kruskal_rooms{});
        case algorithm::prim: return visit(prim{});
        case algorithm::prim_frontier: return visit(prim_frontier{});
        case algorithm::recursive_backtracker: return visit(recursive_backtracker{});
        case algorithm::sidewinder: return visit(sidewinder{});
        case algorithm::wilson: break;
    }
    return visit(wilson{});
}

/// All generators, in the order of their names.
inline constexpr auto algorithms = [] {
    constexpr std::size_t count = static_cast<std::size_t>(algorithm::wilson) + 1;
    std::array<algorithm_description, count> all{};
    for (std::size_t i = 0; i < count; ++i) {
        const auto which = static_cast<algorithm>(i);
        all[i] = visit_algorithm(which, [which](const auto& a) {
            return algorithm_description{which, a.name, a.summary, a.takes_masks};
        });
    }
    return all;
}();

/// The name of a generator as it is spelled in the code.
[[nodiscard]] constexpr std::string_view to_string(algorithm a) noexcept {
    return algorithms[static_cast<std::size_t>(a)].name;
}

/// The generator of that name. Error: `unknown_algorithm`.
[[nodiscard]] inline parsed<algorithm> find_algorithm(std::string_view name) {
    std::string expected;
    for (const algorithm_description& known : algorithms) {
        if (known.name == name) return known.which;
        if (known.which != algorithms.front().which)
            expected += known.which == algorithms.back().which ? " or " : ", ";
        expected += known.name;
    }
    return diagnostic{"unknown_algorithm",
                      "unknown algorithm " + quoted(name) + ": expected " + expected};
}

/// A maze made by the generator of that kind: `generate(algorithm::wilson, 25, 30, 7)`.
template <class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(algorithm a, std::int64_t rows, std::int64_t cols,
                                    std::uint64_t seed, Observer&& observer = {},
                                    const generate_options& o = {}) {
    return visit_algorithm(
        a, [&](const auto& one) { return generate(one, rows, cols, seed, observer, o); });
}
/// The same for the rooms that `mask` leaves open.
template <class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(algorithm a, const grid& mask, std::uint64_t seed,
                                    Observer&& observer = {}, const generate_options& o = {}) {
    return visit_algorithm(a,
                           [&](const auto& one) { return generate(one, mask, seed, observer, o); });
}

/// A maze made by the generator of that name: `generate("wilson", 25, 30, 7)`. Errors: also
/// `unknown_algorithm`.
template <class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(std::string_view name, std::int64_t rows, std::int64_t cols,
                                    std::uint64_t seed, Observer&& observer = {},
                                    const generate_options& o = {}) {
    const parsed<algorithm> known = find_algorithm(name);
    if (!known) return known.error();
    return generate(*known, rows, cols, seed, observer, o);
}
/// The same for the rooms that `mask` leaves open.
template <class Observer = no_observer>
[[nodiscard]] parsed<maze> generate(std::string_view name, const grid& mask, std::uint64_t seed,
                                    Observer&& observer = {}, const generate_options& o = {}) {
    const parsed<algorithm> known = find_algorithm(name);
    if (!known) return known.error();
    return generate(*known, mask, seed, observer, o);
}

}  // namespace senda::mazegen
