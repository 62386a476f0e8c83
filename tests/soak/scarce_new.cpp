// SPDX-License-Identifier: MIT
// In a file of its own: a compiler that sees through it takes what it does for a mistake.
#include "scarce_new.hpp"

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

std::atomic<std::int64_t> left = std::numeric_limits<std::int64_t>::max();

void* scarce_new(std::size_t size, std::size_t alignment) noexcept {
    if (--left < 0) return nullptr;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void* checked(void* made) {
    if (made == nullptr) throw std::bad_alloc();
    return made;
}

}  // namespace

void scarce::allow(std::uint64_t objects) { left = static_cast<std::int64_t>(objects); }
void scarce::allow_all() { left = std::numeric_limits<std::int64_t>::max(); }

std::uint64_t scarce::size_of_process() {
    unsigned long long pages = 0;
    if (std::FILE* const file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
        if (std::fscanf(file, "%llu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void* operator new(std::size_t size) { return checked(scarce_new(size, 1)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return scarce_new(size, 1); }
void* operator new(std::size_t size, std::align_val_t to) {
    return checked(scarce_new(size, static_cast<std::size_t>(to)));
}
void* operator new(std::size_t size, std::align_val_t to, const std::nothrow_t&) noexcept {
    return scarce_new(size, static_cast<std::size_t>(to));
}
void operator delete(void* data) noexcept { std::free(data); }
void operator delete(void* data, std::size_t) noexcept { std::free(data); }
void operator delete(void* data, const std::nothrow_t&) noexcept { std::free(data); }
void operator delete(void* data, std::align_val_t) noexcept { std::free(data); }
void operator delete(void* data, std::size_t, std::align_val_t) noexcept { std::free(data); }
void operator delete(void* data, std::align_val_t, const std::nothrow_t&) noexcept {
    std::free(data);
}
