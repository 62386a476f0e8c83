// SPDX-License-Identifier: MIT
// Owns something whose type only its maker knows, so that who keeps it need not include that.
#pragma once

#include <utility>

namespace senda::detail {

/// Something made with `new`, which is deleted with this.
class any_owner {
public:
    any_owner() = default;
    /// Takes it.
    template <class T>
    explicit any_owner(T* owned) noexcept
        : owned_(owned), destroy_([](void* object) { delete static_cast<T*>(object); }) {}
    any_owner(any_owner&& other) noexcept
        : owned_(std::exchange(other.owned_, nullptr)), destroy_(other.destroy_) {}
    any_owner& operator=(any_owner&& other) noexcept {
        any_owner taken(std::move(other));
        std::swap(owned_, taken.owned_);  // what was here is deleted with it
        std::swap(destroy_, taken.destroy_);
        return *this;
    }
    ~any_owner() {
        if (owned_ != nullptr) destroy_(owned_);
    }

private:
    void* owned_ = nullptr;
    void (*destroy_)(void*) = nullptr;
};

}  // namespace senda::detail
