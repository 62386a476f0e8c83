// SPDX-License-Identifier: MIT
// Large arrays on huge pages, where jumps cost less, and which grow by moving pages instead of
// contents. Where the system has none, `has_pages` is false and the standard library serves.
#pragma once

#include <senda/language/extensions.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define SENDA_NO_PAGES
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SENDA_NO_PAGES
#endif
#endif

#if SENDA_HAS_EXTENSIONS && defined(__linux__) && !defined(SENDA_NO_PAGES)
#include <sys/mman.h>
#endif

namespace senda::detail {

/// Arrays from this size on live on pages of their own.
inline constexpr std::size_t paged_from = std::size_t{4} << 20;

#if SENDA_HAS_EXTENSIONS && defined(__linux__) && defined(MREMAP_FIXED) && \
    defined(MADV_HUGEPAGE) && !defined(SENDA_NO_PAGES)

inline constexpr bool has_pages = true;
inline constexpr std::size_t huge_page = std::size_t{2} << 20;

[[nodiscard]] constexpr std::size_t whole_pages(std::size_t bytes) noexcept {
    return (bytes + huge_page - 1) / huge_page * huge_page;
}

/// Zeroed memory from a huge page on, handed out as it is touched; null if there is none.
[[nodiscard]] SENDA_COLD inline void* map_pages(std::size_t bytes) noexcept {
    const std::size_t size = whole_pages(bytes);
    void* raw =
        mmap(nullptr, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) return nullptr;
    const auto begin = reinterpret_cast<std::uintptr_t>(raw);
    const std::size_t before = whole_pages(begin) - begin;
    auto* const data = static_cast<unsigned char*>(raw) + before;
    if (before != 0) munmap(raw, before);
    if (before != huge_page) munmap(data + size, huge_page - before);
    (void)madvise(data, size, MADV_HUGEPAGE);
    return data;
}

inline void unmap_pages(void* data, std::size_t bytes) noexcept {
    munmap(data, whole_pages(bytes));
}

/// Whether pages not touched yet shall be huge, which costs too much if little of one is used.
inline void prefer_huge_pages(void* data, std::size_t bytes, bool huge) noexcept {
    if (bytes < paged_from) return;
    (void)madvise(data, whole_pages(bytes), huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

/// Pages with room for more, perhaps moved; null if there are none, and the old ones stay.
[[nodiscard]] SENDA_COLD inline void* remap_pages(void* data, std::size_t bytes,
                                                  std::size_t more) noexcept {
    const std::size_t from = whole_pages(bytes);
    const std::size_t to = whole_pages(more);
    if (from == to) return data;
    if (mremap(data, from, to, 0) != MAP_FAILED) return data;
    void* place = map_pages(more);  // only for its address: the old pages replace it
    if (place == nullptr) return nullptr;
    void* moved = mremap(data, from, to, MREMAP_MAYMOVE | MREMAP_FIXED, place);
    if (moved != MAP_FAILED) return moved;
    unmap_pages(place, more);
    return nullptr;
}

#else

inline constexpr bool has_pages = false;
[[nodiscard]] constexpr std::size_t whole_pages(std::size_t bytes) noexcept { return bytes; }
[[nodiscard]] inline void* map_pages(std::size_t) noexcept { return nullptr; }
inline void unmap_pages(void*, std::size_t) noexcept {}
inline void prefer_huge_pages(void*, std::size_t, bool) noexcept {}
[[nodiscard]] inline void* remap_pages(void*, std::size_t, std::size_t) noexcept { return nullptr; }

#endif

}  // namespace senda::detail
