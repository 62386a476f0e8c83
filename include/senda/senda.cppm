// SPDX-License-Identifier: MIT
// `import senda;`: all of <senda/everything.hpp> as a module. docs/compile_time.md says how to build it.
module;

// What the headers include besides senda: it stays outside of the module, where other sources have it.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <compare>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numbers>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
#include <version>

// Of the system, where it has them.
#if __has_include(<fcntl.h>)
#include <fcntl.h>
#endif
#if __has_include(<io.h>)
#include <io.h>
#endif
#if __has_include(<pthread.h>)
#include <pthread.h>
#endif
#if __has_include(<sched.h>)
#include <sched.h>
#endif
#if __has_include(<share.h>)
#include <share.h>
#endif
#if __has_include(<sys/file.h>)
#include <sys/file.h>
#endif
#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif
#if __has_include(<sys/stat.h>)
#include <sys/stat.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

export module senda;

// With the linkage that they have elsewhere: some sources of a program may include senda, others import it.
export extern "C++" {
#include <senda/everything.hpp>
}
