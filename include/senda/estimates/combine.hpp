// SPDX-License-Identifier: MIT
// Estimates made of estimates: the largest of several, their sum, and one that is asked about the
// mirror image of a node.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

template <class H, class Node>
using estimate_type =
    std::remove_cvref_t<decltype(std::declval<H&>()(std::declval<const Node&>()))>;

template <class H, class Node>
using parts_of =
    std::remove_cvref_t<decltype(std::declval<const H&>().parts(std::declval<const Node&>()))>;

/// Values of several types, copied as bytes, which a tuple is not.
template <class... Parts>
struct part_list {};
template <class First, class... Rest>
struct part_list<First, Rest...> {
    First first;
    SENDA_NO_UNIQUE_ADDRESS part_list<Rest...> rest;

    template <std::size_t I>
    [[nodiscard]] constexpr const auto& get() const noexcept {
        if constexpr (I == 0) {
            return first;
        } else {
            return rest.template get<I - 1>();
        }
    }
};
[[nodiscard]] constexpr part_list<> list_parts() noexcept { return {}; }
template <class First, class... Rest>
[[nodiscard]] constexpr part_list<First, Rest...> list_parts(const First& first,
                                                             const Rest&... rest) {
    return {first, list_parts(rest...)};
}

struct larger {
    template <Cost C>
    [[nodiscard]] static constexpr C combine(C a, C b) noexcept {
        return a < b ? b : a;
    }
};
struct added {
    template <Cost C>
    [[nodiscard]] static constexpr C combine(C a, C b) noexcept {
        return add_costs(a, b);
    }
};

/// Several estimates as one; `Rule` says what two of them come to.
template <class Rule, class... H>
class combined_estimate {
    static_assert(sizeof...(H) > 0, "at least one estimate");
    template <class Node>
    using value = std::common_type_t<estimate_type<const std::remove_reference_t<H>, Node>...>;

public:
    /// Refers to estimates that are named, and keeps temporaries.
    explicit constexpr combined_estimate(H&&... each) : each_(std::forward<H>(each)...) {}

    /// The estimate of a node.
    template <class Node>
    [[nodiscard]] constexpr auto operator()(const Node& n) const {
        return std::apply([&](const auto&... h) { return combine<value<Node>>(h(n)...); }, each_);
    }

    /// What is kept of a node: the parts of each, and what they come to.
    template <class Node>
    struct kept {
        detail::part_list<parts_of<std::remove_reference_t<H>, Node>...> each;  ///< of each
        value<Node> all;  ///< what they come to

        /// The estimate.
        constexpr operator value<Node>() const noexcept { return all; }
    };

    /// The parts of a node, if each of the estimates has some.
    template <class Node>
        requires(IncrementalHeuristic<H, Node> && ...)
    [[nodiscard]] constexpr kept<Node> parts(const Node& n) const {
        return std::apply([&](const auto&... h) { return keep<Node>(h.parts(n)...); }, each_);
    }

    /// The parts of `n`, to which the action `a` led from a node with the parts `before`.
    template <class Node>
        requires(IncrementalHeuristic<H, Node> && ...)
    [[nodiscard]] SENDA_ALWAYS_INLINE constexpr kept<Node> after(const Node& n, int a,
                                                                 const kept<Node>& before) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return keep<Node>(std::get<I>(each_).after(n, a, before.each.template get<I>())...);
        }(std::index_sequence_for<H...>());
    }

private:
    template <class Value, class First, class... Rest>
    [[nodiscard]] static constexpr Value combine(const First& first, const Rest&... rest) {
        auto all = as_estimate<Value>(first);
        ((all = Rule::combine(all, as_estimate<Value>(rest))), ...);
        return all;
    }

    template <class Node, class... Parts>
    [[nodiscard]] static constexpr kept<Node> keep(const Parts&... parts) {
        return {list_parts(parts...),
                combine<value<Node>>(
                    static_cast<estimate_type<const std::remove_reference_t<H>, Node>>(parts)...)};
    }

    std::tuple<H...> each_;
};

}  // namespace detail

/// The largest of several estimates: admissible if all of them are, consistent if all of them are.
template <class... H>
class max_of : public detail::combined_estimate<detail::larger, H...> {
public:
    using detail::combined_estimate<detail::larger, H...>::combined_estimate;
};
template <class... H>
max_of(H&&...) -> max_of<H...>;

/// The sum of several estimates: admissible if no edge is counted by two of them, as with pattern
/// databases each of which counts only the moves of its own tiles.
template <class... H>
class sum_of : public detail::combined_estimate<detail::added, H...> {
public:
    using detail::combined_estimate<detail::added, H...>::combined_estimate;
};
template <class... H>
sum_of(H&&...) -> sum_of<H...>;

/// An estimate asked about the image of a node under a symmetry: admissible if from the image it is
/// as far to a goal as from the node. Beside the estimate itself, with `max_of`, it is a second
/// opinion from the same table. An inverse permutation, the dual of a node, is such an image where
/// moves are undone by moves.
///
/// `h`      the estimate.
/// `image`  `image(n)`, the image of a node; it may also answer `image.action(a)`, which action
///          does in the image what `a` does in the node: then parts of `h` are kept.
template <class H, class Image>
class mirrored {
    template <class Node>
    using image_of =
        std::remove_cvref_t<decltype(std::declval<const Image&>()(std::declval<const Node&>()))>;

public:
    /// Refers to what is named, and keeps temporaries.
    constexpr mirrored(H&& h, Image&& image)
        : h_(std::forward<H>(h)), image_(std::forward<Image>(image)) {}

    /// The estimate of the image of a node.
    template <class Node>
    [[nodiscard]] constexpr auto operator()(const Node& n) const {
        return h_(image_(n));
    }

    /// The parts of the image of a node.
    template <class Node>
        requires IncrementalHeuristic<H, image_of<Node>>
    [[nodiscard]] constexpr auto parts(const Node& n) const {
        return h_.parts(image_(n));
    }

    /// The parts of the image of `n`, to which the action `a` led from a node whose image had the
    /// parts `before`.
    template <class Node, class Parts>
        requires IncrementalHeuristic<H, image_of<Node>> &&
                 requires(const Image& image, int a) { image.action(a); }
    [[nodiscard]] constexpr Parts after(const Node& n, int a, const Parts& before) const {
        return h_.after(image_(n), image_.action(a), before);
    }

private:
    SENDA_NO_UNIQUE_ADDRESS H h_;
    SENDA_NO_UNIQUE_ADDRESS Image image_;
};
template <class H, class Image>
mirrored(H&&, Image&&) -> mirrored<H, Image>;

}  // namespace senda
