// SPDX-License-Identifier: MIT
// A budget of memory, and arrays that draw on it, whose elements move (`buffer`) or never do.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/language/extensions.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace senda {

/// Counts the bytes that a search holds, and refuses those above its limit.
class memory_budget {
public:
    /// A budget without a limit.
    memory_budget() = default;
    /// A budget of `limit` bytes.
    explicit memory_budget(std::uint64_t limit) noexcept : limit_(limit) {}
    /// A part of `whole`, which must outlive it: it asks for `ahead` bytes more than it needs. Each
    /// part is used by one thread at a time, the whole by none while its parts are.
    memory_budget(memory_budget& whole, std::uint64_t ahead) noexcept
        : limit_(0), whole_(&whole), ask_(ask_whole), ahead_(ahead) {}
    ~memory_budget() {
        if (whole_ != nullptr) ask_(*whole_, request::give, limit_);
    }

    memory_budget(const memory_budget&) = delete;
    memory_budget& operator=(const memory_budget&) = delete;

    /// Changes the limit; what is held already is kept.
    void set_limit(std::uint64_t limit) noexcept { limit_ = limit; }

    /// Takes `bytes` if they fit.
    [[nodiscard]] SENDA_NOINLINE bool take(std::uint64_t bytes) noexcept {
        if (bytes > unused() && (whole_ == nullptr || !ask_ahead(bytes - unused()))) return false;
        used_ += bytes;
        if (used_ > peak_) peak_ = used_;
        return true;
    }

    /// Gives back what was taken.
    SENDA_NOINLINE void give(std::uint64_t bytes) noexcept {
        used_ -= bytes < used_ ? bytes : used_;
        if (whole_ != nullptr && unused() > 4 * ahead_) {
            ask_(*whole_, request::give, unused() - ahead_);
            limit_ = used_ + ahead_;
        }
    }

    /// The bytes that may still be taken.
    [[nodiscard]] std::uint64_t left() const noexcept {
        return whole_ == nullptr ? unused() : unused() + ask_(*whole_, request::left, 0);
    }
    /// Whether it is a part of another.
    [[nodiscard]] bool is_part() const noexcept { return whole_ != nullptr; }
    /// The bytes held now.
    [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
    /// The most bytes ever held at once.
    [[nodiscard]] std::uint64_t peak() const noexcept { return peak_; }

private:
    [[nodiscard]] std::uint64_t unused() const noexcept {
        return used_ < limit_ ? limit_ - used_ : 0;
    }

    [[nodiscard]] bool ask_ahead(std::uint64_t more) noexcept {
        for (const std::uint64_t bytes : {more + ahead_, more}) {
            if (ask_(*whole_, request::take, bytes) == 0) continue;
            limit_ += bytes;
            return true;
        }
        return false;
    }

    // What parts ask of the whole, several at the same time: by a pointer, so that a program
    // without parts has nothing of it.
    enum class request { take, give, left };
    static std::uint64_t ask_whole(memory_budget& whole, request what,
                                   std::uint64_t bytes) noexcept {
        while (!detail::compare_exchange<unsigned char>(whole.locked_, 0, 1)) detail::pause();
        std::uint64_t answer = 0;
        switch (what) {
            case request::take: answer = whole.take(bytes) ? 1 : 0; break;
            case request::give: whole.give(bytes); break;
            case request::left: answer = whole.left(); break;
        }
        detail::store<unsigned char>(whole.locked_, 0);
        return answer;
    }

    std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
    memory_budget* whole_ = nullptr;
    std::uint64_t (*ask_)(memory_budget&, request, std::uint64_t) noexcept = nullptr;
    std::uint64_t ahead_ = 0;
    unsigned char locked_ = 0;
};

namespace detail {

/// An array on a budget, whatever its elements are; it is empty until memory is taken.
struct raw_array {
    memory_budget* budget = nullptr;
    void* data = nullptr;
    std::size_t size = 0;  // in elements, as is the capacity
    std::size_t capacity = 0;
};

/// The most bytes that an array can have.
inline constexpr std::size_t most_bytes_of_array = std::numeric_limits<std::size_t>::max() / 2;

[[nodiscard]] constexpr bool is_paged(std::size_t bytes) noexcept {
    return has_pages && bytes >= paged_from;
}

/// Whether an array on a budget lives on pages: the arrays of parts are smaller, but they are many.
[[nodiscard]] inline bool is_paged(const memory_budget& budget, std::size_t bytes) noexcept {
    return has_pages && bytes >= (budget.is_part() ? paged_from / 4 : paged_from);
}

/// What an array of `bytes` takes.
[[nodiscard]] SENDA_NOINLINE inline std::size_t held_bytes(const memory_budget& budget,
                                                           std::size_t bytes) noexcept {
    return is_paged(budget, bytes) ? whole_pages(bytes) : bytes;
}

/// What an array takes that is no part's, which is known before it is made.
[[nodiscard]] constexpr std::uint64_t array_bytes(std::uint64_t bytes) noexcept {
    return bytes <= most_bytes_of_array && is_paged(static_cast<std::size_t>(bytes))
               ? whole_pages(static_cast<std::size_t>(bytes))
               : bytes;
}

/// The most bytes that such an array can have if it may take `bytes`.
[[nodiscard]] constexpr std::uint64_t array_bytes_within(std::uint64_t bytes) noexcept {
    if (bytes > most_bytes_of_array) bytes = most_bytes_of_array;
    if (!is_paged(static_cast<std::size_t>(bytes))) return bytes;
    return bytes - bytes % whole_pages(1);
}

/// The contents of an array in more memory; null if there is none, and then the array stays.
[[nodiscard]] inline void* moved_bytes(const raw_array& a, std::size_t element,
                                       std::size_t bytes) noexcept {
    if (!is_paged(*a.budget, bytes)) return std::realloc(a.data, bytes);
    const std::size_t before = a.capacity * element;
    if (is_paged(*a.budget, before)) return remap_pages(a.data, before, bytes);
    void* pages = map_pages(bytes);
    if (pages != nullptr && a.data != nullptr) {
        std::memcpy(pages, a.data, a.size * element);
        std::free(a.data);
    }
    return pages;
}

/// Makes room for `count` elements, more than there is, which can be moved by copying their bytes;
/// false if the budget or system refuses.
[[nodiscard]] SENDA_COLD inline bool reallocate(raw_array& a, std::size_t count,
                                                std::size_t element) noexcept {
    if (count > most_bytes_of_array / element) return false;
    const std::size_t bytes =
        held_bytes(*a.budget, count * element) / element * element;  // taken pages are used
    const std::size_t more =
        held_bytes(*a.budget, bytes) - held_bytes(*a.budget, a.capacity * element);
    if (!a.budget->take(more)) return false;
    void* const moved = moved_bytes(a, element, bytes);
    if (moved == nullptr) {
        a.budget->give(more);
        return false;
    }
    a.data = moved;
    a.capacity = bytes / element;
    return true;
}

/// Makes room for more elements than there are: doubles, or takes an eighth more; at the end of the
/// budget half of what is left, so that a limit is used up in a few steps.
template <class Reallocate>
[[nodiscard]] bool grow_from(const raw_array& a, std::size_t element, Reallocate&& reallocate_to) {
    const std::size_t count = a.capacity;
    const std::size_t least = 64 / element + 1;
    const std::uint64_t half = a.budget->left() / element / 2 + 1;
    const std::size_t more[] = {
        count < least ? least - count : count, count < 64 ? 0 : count / 8,
        half < most_bytes_of_array / element ? static_cast<std::size_t>(half) : 0};
    for (const std::size_t m : more)
        if (m != 0 && reallocate_to(count + m)) return true;
    return false;
}

/// Makes room for at least one more element, which can be moved by copying its bytes.
[[nodiscard]] SENDA_COLD inline bool grow(raw_array& a, std::size_t element) noexcept {
    return grow_from(a, element, [&a, element](std::size_t count) {
        const std::size_t bytes = count * element;
        if (a.budget->is_part() && is_paged(*a.budget, bytes) && whole_pages(bytes) != bytes) {
            // Many arrays, a page of each hardly used, would be too much.
            const std::size_t fewer = (whole_pages(bytes) - whole_pages(1)) / element;
            if (fewer > a.capacity) count = fewer;
        }
        return reallocate(a, count, element);
    });
}

/// Gives the memory of an array back whose elements are gone.
SENDA_NOINLINE inline void release(raw_array& a, std::size_t element) noexcept {
    const std::size_t bytes = a.capacity * element;
    if (is_paged(*a.budget, bytes)) {
        unmap_pages(a.data, bytes);
    } else {
        std::free(a.data);
    }
    a.budget->give(held_bytes(*a.budget, bytes));
    a = {a.budget};
}

/// Makes an array without memory one of zeros, which cost nothing in a large one until they are
/// touched; false if the budget or the system refuses.
[[nodiscard]] SENDA_NOINLINE inline bool assign_zeros(raw_array& a, std::size_t count,
                                                      std::size_t element) noexcept {
    if (count > most_bytes_of_array / element) return false;
    const std::size_t bytes = count * element;
    if (!a.budget->take(held_bytes(*a.budget, bytes))) return false;
    void* const data =
        is_paged(*a.budget, bytes) ? map_pages(bytes) : std::calloc(bytes == 0 ? 1 : bytes, 1);
    if (data == nullptr) {
        a.budget->give(held_bytes(*a.budget, bytes));
        return false;
    }
    a = {a.budget, data, count, count};
    return true;
}

/// What an allocator takes: a word of its own, in steps of two words, and four at least.
[[nodiscard]] constexpr std::uint64_t allocated_bytes(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t step = 2 * sizeof(void*);
    const std::uint64_t taken = (bytes + sizeof(void*) + step - 1) / step * step;
    return taken < 2 * step ? 2 * step : taken;
}

template <class T>
concept SaysWhatItOwns = requires(const T& t) {
    { t.owned_bytes() } -> std::convertible_to<std::uint64_t>;
};

/// A string or a vector: elements in a row, with room for more.
template <class T>
concept OwnsArray = requires(const T& t) {
    typename T::value_type;
    { t.capacity() } -> std::convertible_to<std::size_t>;
    { t.size() } -> std::convertible_to<std::size_t>;
    t.begin();
};

/// A list, a set or a map: elements here and there.
template <class T>
concept OwnsElements = !OwnsArray<T> && requires(const T& t) {
    typename T::value_type;
    typename T::allocator_type;
    { t.size() } -> std::convertible_to<std::size_t>;
    t.begin();
};

/// A pair, a tuple or an array.
template <class T>
concept HasParts = requires { std::tuple_size<T>::value; };

template <class T>
[[nodiscard]] constexpr bool owns_bytes();

template <class T, std::size_t... I>
[[nodiscard]] constexpr bool parts_own_bytes(std::index_sequence<I...>) {
    return (owns_bytes<std::tuple_element_t<I, T>>() || ...);
}

/// Whether values of a type may hold memory outside themselves, as far as is known.
template <class T>
[[nodiscard]] constexpr bool owns_bytes() {
    if constexpr (SaysWhatItOwns<T>) {
        return true;
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        return false;
    } else if constexpr (HasParts<T>) {
        return parts_own_bytes<T>(std::make_index_sequence<std::tuple_size_v<T>>{});
    } else {
        return OwnsArray<T> || OwnsElements<T>;
    }
}

template <class T>
[[nodiscard]] std::uint64_t bytes_of_array(const T& t) noexcept {
    if constexpr (requires {
                      { t.data() } -> std::convertible_to<const void*>;
                  }) {
        const auto* const data = reinterpret_cast<const unsigned char*>(t.data());
        const auto* const self = reinterpret_cast<const unsigned char*>(&t);
        if (t.capacity() == 0 || (data >= self && data < self + sizeof(T))) return 0;
        const std::uint64_t end_mark = requires { t.c_str(); } ? 1 : 0;
        return allocated_bytes((t.capacity() + end_mark) * sizeof(typename T::value_type));
    } else {
        return t.capacity() == 0 ? 0 : allocated_bytes(t.capacity() / 8 + 1);  // vector<bool>
    }
}

}  // namespace detail

/// The bytes that a value holds outside itself, as a limit of bytes counts them. Known for what the
/// standard library has: strings, vectors and other containers, pairs, tuples and arrays of them.
/// Another type says it with a member `owned_bytes()`, which must not change while a search holds
/// the value; without one it counts as its `sizeof` alone.
template <class T>
[[nodiscard]] std::uint64_t owned_bytes(const T& t) {
    if constexpr (!detail::owns_bytes<T>()) {
        return 0;
    } else if constexpr (detail::SaysWhatItOwns<T>) {
        return static_cast<std::uint64_t>(t.owned_bytes());
    } else if constexpr (detail::HasParts<T>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            using std::get;
            return (owned_bytes(get<I>(t)) + ...);
        }(std::make_index_sequence<std::tuple_size_v<T>>{});
    } else {
        std::uint64_t sum = 0;
        if constexpr (detail::OwnsArray<T>) {
            sum = detail::bytes_of_array(t);
        } else {
            // An element comes with two to four pointers.
            constexpr std::size_t bytes = sizeof(typename T::value_type) + 3 * sizeof(void*);
            sum = std::uint64_t{t.size()} * detail::allocated_bytes(bytes);
        }
        if constexpr (detail::owns_bytes<typename T::value_type>()) {
            for (const auto& element : t) sum += owned_bytes(element);
        }
        return sum;
    }
}

}  // namespace senda

namespace senda::detail {

/// Calls `work()`, which may say whether it had memory; false too if the system had none for a
/// container of the standard library. Where exceptions are switched off, that ends the program.
template <class Work>
[[nodiscard]] bool has_memory_for(Work&& work) {
#if defined(__cpp_exceptions)
    try {
#endif
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            return true;
        } else {
            return work();
        }
#if defined(__cpp_exceptions)
    } catch (const std::bad_alloc&) {
        return false;
    }
#endif
}

/// Whether a T can be moved by copying its bytes, so that `realloc` may grow an array of it.
template <class T>
inline constexpr bool moves_as_bytes =
    std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t);

// Not those of <memory>, which takes longer to compile than all of this.
template <class T>
void destroy([[maybe_unused]] T* begin, [[maybe_unused]] T* end) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) {
        for (; begin != end; ++begin) begin->~T();
    }
}
template <class T>
void deallocate(T* data) noexcept {
    ::operator delete(data, std::align_val_t{alignof(T)}, std::nothrow);
}

/// A growing array on a budget. What would throw elsewhere returns false here. What the elements
/// hold outside themselves is counted as well; they must not change that while they are here.
template <class T>
class buffer {
    static constexpr bool counts_owned = owns_bytes<T>();

public:
    /// An empty array that draws on `budget`, which must outlive it.
    explicit buffer(memory_budget& budget) noexcept : raw_{&budget} {}
    buffer(buffer&& other) noexcept : buffer(other.budget()) { *this = std::move(other); }
    buffer& operator=(buffer&& other) noexcept {
        std::swap(raw_, other.raw_);
        return *this;
    }
    ~buffer() { release(); }

    /// The bytes that an array of `count` elements takes of a budget that is no part of another.
    [[nodiscard]] static constexpr std::uint64_t bytes_for(std::uint64_t count) noexcept {
        return array_bytes(count * sizeof(T));
    }

    [[nodiscard]] std::size_t size() const noexcept { return raw_.size; }
    [[nodiscard]] std::size_t capacity() const noexcept { return raw_.capacity; }
    [[nodiscard]] memory_budget& budget() const noexcept { return *raw_.budget; }
    [[nodiscard]] bool empty() const noexcept { return raw_.size == 0; }
    [[nodiscard]] T* data() noexcept { return static_cast<T*>(raw_.data); }
    [[nodiscard]] const T* data() const noexcept { return static_cast<const T*>(raw_.data); }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T& back() noexcept { return data()[raw_.size - 1]; }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + raw_.size; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + raw_.size; }

    /// Appends a T made of `parts`; false if there is no room for it.
    template <class... Parts>
    [[nodiscard]] bool push(Parts&&... parts) {
        if (raw_.size == raw_.capacity) [[unlikely]] {
            return push_growing(std::forward<Parts>(parts)...);
        }
        ::new (static_cast<void*>(end())) T(std::forward<Parts>(parts)...);
        return take_in();
    }

    /// Says that the caller has made elements up to `count`, within the capacity, by itself.
    void set_size(std::size_t count) noexcept
        requires std::is_trivially_copyable_v<T>
    {
        raw_.size = count;
    }

    /// Makes room for at least one more; false if the budget or the system refuses.
    [[nodiscard]] bool grow() {
        if constexpr (moves_as_bytes<T>) {
            return detail::grow(raw_, sizeof(T));
        } else {
            return grow_apart();
        }
    }

    [[nodiscard]] T pop() {
        give_owned(raw_.size - 1);
        T last = std::move(back());
        data()[--raw_.size].~T();
        return last;
    }

    /// Keeps the first `count` elements.
    void truncate(std::size_t count) noexcept {
        give_owned(count);
        destroy(data() + count, end());
        raw_.size = count;
    }

    /// Removes all elements and keeps the memory.
    void clear() noexcept { truncate(0); }

    /// Removes all elements and gives the memory back.
    void release() noexcept {
        if (raw_.data == nullptr) return;
        clear();
        if constexpr (moves_as_bytes<T>) {
            detail::release(raw_, sizeof(T));
        } else {
            deallocate(data());
            budget().give(raw_.capacity * sizeof(T));
            raw_ = {raw_.budget};
        }
    }

    /// Makes room for `count` elements in all; false if the budget or the system refuses.
    [[nodiscard]] bool reserve(std::size_t count) {
        return count <= raw_.capacity || reallocate(count);
    }

    /// Makes it `count` elements long; those that are new are left to the caller. False if the
    /// budget or the system refuses.
    [[nodiscard]] bool resize(std::size_t count)
        requires std::is_trivially_copyable_v<T>
    {
        if (!reserve(count)) return false;
        raw_.size = count;
        return true;
    }

    /// Replaces the contents by `count` times a value; false if the budget or the system refuses.
    [[nodiscard]] bool assign(std::size_t count, const T& value)
        requires std::is_trivially_copyable_v<T>
    {
        clear();
        if (!resize(count)) return false;
        for (T& each : *this) each = value;
        return true;
    }

    /// Replaces the contents by zeros, which cost nothing in a large array until they are touched.
    [[nodiscard]] bool assign_zeros(std::size_t count)
        requires moves_as_bytes<T>
    {
        release();
        return detail::assign_zeros(raw_, count, sizeof(T));
    }

    void set_zero() noexcept
        requires moves_as_bytes<T>
    {
        if (!empty()) std::memset(raw_.data, 0, raw_.size * sizeof(T));
    }

    /// Adds zeros up to `count` elements in all, without a second array where pages can be moved.
    [[nodiscard]] bool extend_zeros(std::size_t count)
        requires moves_as_bytes<T>
    {
        const std::size_t before = raw_.capacity;
        if (!reserve(count)) return false;
        const bool has_new_pages = is_paged(budget(), raw_.capacity * sizeof(T)) && before < count;
        const std::size_t dirty = has_new_pages ? before : count;
        if (raw_.size < dirty)
            std::memset(static_cast<void*>(end()), 0, (dirty - raw_.size) * sizeof(T));
        raw_.size = count;
        return true;
    }

private:
    template <class, std::size_t>
    friend class buffer_array;
    buffer() = default;

    // The parts may point into this array, so the element is made before the array moves.
    template <class... Parts>
    SENDA_COLD bool push_growing(Parts&&... parts) {
        T element(std::forward<Parts>(parts)...);
        if (!grow()) return false;
        ::new (static_cast<void*>(end())) T(std::move(element));
        return take_in();
    }

    /// Counts the element made behind the last; false if there is no room for what it owns.
    [[nodiscard]] bool take_in() {
        if constexpr (counts_owned) {
            if (!budget().take(owned_bytes(*end()))) {
                end()->~T();
                return false;
            }
        }
        ++raw_.size;
        return true;
    }

    /// Gives back what the elements from `first` on own.
    void give_owned([[maybe_unused]] std::size_t first) noexcept {
        if constexpr (counts_owned) {
            for (std::size_t i = first; i < raw_.size; ++i) budget().give(owned_bytes(data()[i]));
        }
    }

    bool reallocate(std::size_t count) {
        if constexpr (moves_as_bytes<T>) {
            return detail::reallocate(raw_, count, sizeof(T));
        } else {
            return reallocate_apart(count);
        }
    }

    SENDA_COLD bool grow_apart() {
        return detail::grow_from(raw_, sizeof(T),
                                 [this](std::size_t count) { return reallocate_apart(count); });
    }
    SENDA_COLD bool reallocate_apart(std::size_t count) {
        if (count > most_bytes_of_array / sizeof(T) || !budget().take(count * sizeof(T)))
            return false;
        void* const moved =
            ::operator new(count * sizeof(T), std::align_val_t{alignof(T)}, std::nothrow);
        if (moved == nullptr) {
            budget().give(count * sizeof(T));
            return false;
        }
        move_to(static_cast<T*>(moved), count);
        return true;
    }

    void move_to(T* moved, std::size_t count) {
        struct unused_array {  // an element whose copy throws must not lose the new one
            raw_array raw;
            ~unused_array() {
                if (raw.data == nullptr) return;
                destroy(static_cast<T*>(raw.data), static_cast<T*>(raw.data) + raw.size);
                deallocate(static_cast<T*>(raw.data));
                raw.budget->give(raw.capacity * sizeof(T));
            }
        } unused{{raw_.budget, moved, 0, count}};
        for (std::size_t& made = unused.raw.size; made != raw_.size; ++made)
            ::new (static_cast<void*>(moved + made)) T(std::move_if_noexcept(data()[made]));
        std::swap(raw_, unused.raw);
    }

    raw_array raw_;
};

/// Some arrays of one kind, each empty at first.
template <class T, std::size_t Count>
class buffer_array {
public:
    explicit buffer_array(memory_budget& budget) noexcept {
        for (buffer<T>& each : arrays_) each.raw_.budget = &budget;
    }
    [[nodiscard]] buffer<T>& operator[](std::size_t i) noexcept { return arrays_[i]; }
    [[nodiscard]] const buffer<T>& operator[](std::size_t i) const noexcept { return arrays_[i]; }

private:
    buffer<T> arrays_[Count];
};

/// A growing array on a budget whose elements never move: blocks of a fixed size.
template <class T>
class stable_buffer {
    static constexpr std::size_t block =
        std::bit_floor(sizeof(T) < (1u << 14) ? (1u << 14) / sizeof(T) : 1);

public:
    /// An empty array that draws on `budget`, which must outlive it.
    explicit stable_buffer(memory_budget& budget) noexcept : blocks_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return blocks_[i / block][i % block]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        return blocks_[i / block][i % block];
    }

    /// Appends a T made of `parts`; false if there is no room for it.
    template <class... Parts>
    [[nodiscard]] bool push(Parts&&... parts) {
        if (size_ == blocks_.size() * block && !add_block()) return false;
        if (!blocks_[size_ / block].push(std::forward<Parts>(parts)...)) return false;
        ++size_;
        return true;
    }

    /// Keeps the first `count` elements, and the memory of all.
    void truncate(std::size_t count) noexcept {
        for (; size_ > count; --size_) blocks_[(size_ - 1) / block].truncate((size_ - 1) % block);
    }

    /// Removes all elements and keeps the memory.
    void clear() noexcept { truncate(0); }

    /// Removes all elements and gives the memory back.
    void release() noexcept {
        blocks_.release();
        size_ = 0;
    }

private:
    bool add_block() {
        if (!blocks_.push(blocks_.budget())) return false;
        if (blocks_.back().reserve(block)) return true;
        blocks_.truncate(blocks_.size() - 1);
        return false;
    }

    buffer<buffer<T>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace senda::detail

namespace senda {

/// A growing array that keeps to a limit on memory, for a search of one's own.
using detail::buffer;

}  // namespace senda
