// SPDX-License-Identifier: MIT
// All engines, compiled here for all laws.
#include "engines.hpp"

#include <vector>

namespace contract {

const std::vector<engine>& engines() {
    static const std::vector<engine> all = list_engines();
    return all;
}

}  // namespace contract
