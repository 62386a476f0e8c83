// SPDX-License-Identifier: MIT
// The algorithms of the standard library without those of `std::ranges`, which take as long again
// to compile, where it has them apart.
#pragma once

#include <senda/language/extensions.hpp>

#if SENDA_HAS_EXTENSIONS && defined(__GLIBCXX__) && __has_include(<bits/stl_algo.h>)
#include <bits/stl_algobase.h>

#include <bits/stl_algo.h>
#else
#include <algorithm>
#endif
