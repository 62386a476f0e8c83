// SPDX-License-Identifier: MIT
// What a table of distances needs: small numbers in a row, an abstraction, and the graph of its
// small states.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// How many bits an entry of a table has.
enum class entry_bits : unsigned char { four = 4, eight = 8 };

/// The bytes of `count` entries.
template <entry_bits Bits>
[[nodiscard]] constexpr std::uint64_t packed_bytes(std::uint64_t count) noexcept {
    return Bits == entry_bits::four ? count / 2 + count % 2 : count;
}

/// Reads entries from bytes that belong to somebody else: a table that was made, or one in a file.
template <entry_bits Bits>
class packed_view {
public:
    /// The largest entry.
    static constexpr unsigned most = Bits == entry_bits::four ? 15 : 255;

    constexpr packed_view() = default;
    constexpr explicit packed_view(const unsigned char* bytes) noexcept : bytes_(bytes) {}

    [[nodiscard]] constexpr const unsigned char* data() const noexcept { return bytes_; }
    [[nodiscard]] constexpr unsigned operator[](std::uint64_t number) const noexcept {
        if constexpr (Bits == entry_bits::eight) {
            return bytes_[number];
        } else {
            return static_cast<unsigned>(bytes_[number / 2] >> (4 * (number % 2))) & 15;
        }
    }
    void touch(std::uint64_t number) const noexcept {
        prefetch(bytes_ + (Bits == entry_bits::four ? number / 2 : number));
    }

private:
    const unsigned char* bytes_ = nullptr;
};

/// Writes entries that are 0 until then, into bytes that belong to somebody else.
template <entry_bits Bits>
class packed_span {
public:
    /// The largest entry.
    static constexpr unsigned most = packed_view<Bits>::most;
    static constexpr entry_bits bits = Bits;

    constexpr packed_span() = default;
    constexpr packed_span(unsigned char* bytes, std::uint64_t count) noexcept
        : bytes_(bytes), count_(count) {}

    [[nodiscard]] constexpr unsigned char* data() const noexcept { return bytes_; }
    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return count_; }

    /// Makes an entry of 0 another, one thread each; `alone` if others write to none meanwhile.
    void set(std::uint64_t number, unsigned entry, bool alone) const noexcept {
        if constexpr (Bits == entry_bits::eight) {
            bytes_[number] = static_cast<unsigned char>(entry);
        } else {
            const unsigned shifted = entry << (4 * (number % 2));
            (void)fetch_or(bytes_[number / 2], static_cast<unsigned char>(shifted), alone);
        }
    }

private:
    unsigned char* bytes_ = nullptr;
    std::uint64_t count_ = 0;
};

/// The small state of a node.
template <class A, class Node>
using small_of =
    std::remove_cvref_t<decltype(std::declval<const A&>()(std::declval<const Node&>()))>;

/// The node of a goal, one or `any_of` several.
template <class Goal>
struct node_of_goal {
    using type = std::decay_t<const Goal&>;
};
template <class Node>
struct node_of_goal<any_of<Node>> {
    using type = Node;
};
template <class Goal>
using goal_node = typename node_of_goal<Goal>::type;

/// The small states of a goal.
template <class A, class Goal>
[[nodiscard]] auto small_goals(const A& abstraction, const Goal& goal) {
    using small_type = small_of<A, goal_node<Goal>>;
    std::vector<small_type> abstracted;
    if constexpr (is_any_of<Goal>) {
        for (const auto& n : goal) abstracted.push_back(abstraction(n));
    } else {
        abstracted.push_back(abstraction(goal));
    }
    return any_of<small_type>(abstracted);
}

/// How a distance becomes an entry of a table and an entry an estimate. The largest entry stands
/// for what was not reached, unless the abstraction says that all is.
template <class A, entry_bits Bits>
struct entry_code {
    static constexpr unsigned most = packed_view<Bits>::most;
    static constexpr bool reaches_all = requires { requires A::reaches_all; };
    static constexpr unsigned largest = reaches_all ? most : most - 1;

    [[nodiscard]] static constexpr std::uint64_t step() noexcept {
        if constexpr (requires { A::step; }) {
            static_assert(A::step > 0, "pattern_database: a step is above 0");
            return static_cast<std::uint64_t>(A::step);
        } else {
            return 1;
        }
    }
    template <class Small>
    [[nodiscard]] static constexpr std::uint64_t floor(const A& a, const Small& abstracted) {
        if constexpr (requires { a.floor(abstracted); }) {
            return static_cast<std::uint64_t>(a.floor(abstracted));
        } else {
            return 0;
        }
    }
    /// The entry of a number that was reached: rounded down, and capped.
    [[nodiscard]] static constexpr unsigned entry(const A& a, std::uint64_t number,
                                                  std::uint64_t distance) {
        std::uint64_t known = 0;
        if constexpr (requires { a.floor(a.node(number)); }) known = floor(a, a.node(number));
        const std::uint64_t above = distance < known ? 0 : (distance - known) / step();
        return static_cast<unsigned>(std::min<std::uint64_t>(above, largest));
    }
};

/// A graph of small states, numbered by the abstraction, whose edges are walked backwards: by
/// `predecessors`, or as they are, if it has none; then each must lead both ways.
template <class G, class A, class Small>
class abstract_space {
    using types = graph_types<const G, Small>;

public:
    using node_type = Small;
    using cost = typename types::cost;
    static constexpr bool is_weighted = types::weighted;
    static_assert(Graph<const G, Small>, "pattern_database: a graph of the small states");
    static_assert(std::integral<cost>, "pattern_database: costs are whole numbers");
    static_assert(
        requires(const A& a) { a.node(a.index_bound()); },
        "pattern_database: an abstraction finds small states by number, node(i)");

    abstract_space(const G& g, const A& abstraction) noexcept
        : graph_(g), abstraction_(abstraction) {}

    [[nodiscard]] std::size_t index(const Small& n) const {
        return static_cast<std::size_t>(abstraction_.index(n));
    }
    [[nodiscard]] std::size_t index_bound() const {
        return static_cast<std::size_t>(abstraction_.index_bound());
    }
    [[nodiscard]] Small node(std::size_t number) const {
        using index = std::remove_cvref_t<decltype(abstraction_.index(std::declval<Small>()))>;
        return static_cast<Small>(abstraction_.node(static_cast<index>(number)));
    }

    /// Calls `take(node, cost)` for each edge that leads to a node.
    template <class Take>
    void for_each_edge_to(const Small& n, Take&& take) const {
        const auto edge = [&](const Small& from, cost c, auto&&) { take(from, c); };
        if constexpr (has_predecessors<const G, Small>) {
            for_each_predecessor<types>(graph_, n, edge);
        } else {
            for_each_successor<types>(graph_, n, edge);
        }
    }
    /// Emits the nodes from which an edge leads to a node, without costs.
    template <class Emit>
    void successors(const Small& n, Emit&& emit) const {
        for_each_edge_to(n, [&](const Small& from, cost) { emit(from); });
    }

private:
    const G& graph_;
    const A& abstraction_;
};

}  // namespace senda::detail
