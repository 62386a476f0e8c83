// SPDX-License-Identifier: MIT
// What a search on disk reads from its folder, for who tests it with any bytes.
#pragma once

#include <senda/search/scale/disk/manifest.hpp>
