// SPDX-License-Identifier: MIT
// What else than the cost that is left may lead a search.
#pragma once

#include <concepts>

namespace senda {

/// A second estimate: any function of a node that returns a number, such as how many steps are
/// left.
template <class D, class Node>
concept SecondEstimate = requires(D& d, const Node& n) {
    { d(n) } -> std::convertible_to<double>;
};

}  // namespace senda
