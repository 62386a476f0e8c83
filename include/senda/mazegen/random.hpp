// SPDX-License-Identifier: MIT
// The random numbers of mazes: a seed names a maze for ever.
#pragma once

#include <senda/storage/random.hpp>

namespace senda::mazegen {

using senda::random_bits;
using senda::random_source;

namespace detail {

using senda::detail::golden;
using senda::detail::scatter;

}  // namespace detail

}  // namespace senda::mazegen
