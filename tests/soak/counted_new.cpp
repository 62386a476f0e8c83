// SPDX-License-Identifier: MIT
// A `new` that counts, and aborts where memory ends. In a file of its own: a compiler that sees
// through it takes what it does for a mistake.
#include "counted_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> live = 0;

void* counted_new(std::size_t size, std::size_t alignment) noexcept {
    ++live;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void* checked(void* made) {
    if (made == nullptr) std::abort();  // no search may need so much
    return made;
}
void counted_delete(void* data) noexcept {
    if (data != nullptr) --live;
    std::free(data);
}

}  // namespace

std::int64_t soak::live_objects() { return live; }

void* operator new(std::size_t size) { return checked(counted_new(size, 1)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted_new(size, 1);
}
void* operator new(std::size_t size, std::align_val_t to) {
    return checked(counted_new(size, static_cast<std::size_t>(to)));
}
void* operator new(std::size_t size, std::align_val_t to, const std::nothrow_t&) noexcept {
    return counted_new(size, static_cast<std::size_t>(to));
}
void operator delete(void* data) noexcept { counted_delete(data); }
void operator delete(void* data, std::size_t) noexcept { counted_delete(data); }
void operator delete(void* data, const std::nothrow_t&) noexcept { counted_delete(data); }
void operator delete(void* data, std::align_val_t) noexcept { counted_delete(data); }
void operator delete(void* data, std::size_t, std::align_val_t) noexcept { counted_delete(data); }
void operator delete(void* data, std::align_val_t, const std::nothrow_t&) noexcept {
    counted_delete(data);
}
