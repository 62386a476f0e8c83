// SPDX-License-Identifier: MIT
// Parts of what is made once and then moved: what it was moved from is empty. The type of one is
// known to its maker alone.
#pragma once

#include <utility>

namespace senda::detail {

/// A T in a place of its own, so that others may refer to it while its owner moves. There is none
/// in what was moved from.
template <class T>
class lasting {
public:
    lasting() = default;
    /// Makes one of these parts.
    template <class... Parts>
    explicit lasting(std::in_place_t, Parts&&... parts)
        : made_(new T(std::forward<Parts>(parts)...)) {}
    /// Takes one that was made with `new`, or none.
    explicit lasting(T* made) noexcept : made_(made) {}
    lasting(lasting&& other) noexcept : made_(std::exchange(other.made_, nullptr)) {}
    lasting& operator=(lasting&& other) noexcept {
        T* const taken = std::exchange(other.made_, nullptr);
        delete std::exchange(made_, taken);
        return *this;
    }
    lasting(const lasting&) = delete;
    lasting& operator=(const lasting&) = delete;
    ~lasting() { delete made_; }

    [[nodiscard]] explicit operator bool() const noexcept { return made_ != nullptr; }
    [[nodiscard]] T& operator*() noexcept { return *made_; }
    [[nodiscard]] const T& operator*() const noexcept { return *made_; }
    [[nodiscard]] T* operator->() noexcept { return made_; }
    [[nodiscard]] const T* operator->() const noexcept { return made_; }

private:
    T* made_ = nullptr;
};

/// A T that is as at first, `T{}`, in what was moved from: for numbers and views of arrays.
template <class T>
class emptied {
public:
    emptied() = default;
    emptied(const T& value) noexcept : value_(value) {}
    emptied(const emptied&) = default;
    emptied& operator=(const emptied&) = default;
    emptied(emptied&& other) noexcept : value_(std::exchange(other.value_, T{})) {}
    emptied& operator=(emptied&& other) noexcept {
        T taken = std::exchange(other.value_, T{});
        value_ = std::move(taken);
        return *this;
    }
    ~emptied() = default;

    operator const T&() const noexcept { return value_; }
    [[nodiscard]] const T& operator*() const noexcept { return value_; }
    [[nodiscard]] const T* operator->() const noexcept { return &value_; }

private:
    T value_{};
};

/// Something made with `new`, which is deleted with this.
class erased_unique_ptr {
public:
    erased_unique_ptr() = default;
    /// Takes it.
    template <class T>
    explicit erased_unique_ptr(T* owned) noexcept
        : owned_(owned), destroy_([](void* object) { delete static_cast<T*>(object); }) {}
    erased_unique_ptr(erased_unique_ptr&& other) noexcept
        : owned_(std::exchange(other.owned_, nullptr)), destroy_(other.destroy_) {}
    erased_unique_ptr& operator=(erased_unique_ptr&& other) noexcept {
        erased_unique_ptr taken(std::move(other));
        std::swap(owned_, taken.owned_);  // what was here is deleted with it
        std::swap(destroy_, taken.destroy_);
        return *this;
    }
    ~erased_unique_ptr() {
        if (owned_ != nullptr) destroy_(owned_);
    }

private:
    void* owned_ = nullptr;
    void (*destroy_)(void*) = nullptr;
};

}  // namespace senda::detail
