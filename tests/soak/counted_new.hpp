// SPDX-License-Identifier: MIT
// How many objects there are that `new` has made.
#pragma once

#include <cstdint>

namespace soak {

/// What was made by any `new` of this program and not deleted yet.
[[nodiscard]] std::int64_t live_objects();

}  // namespace soak
