// SPDX-License-Identifier: MIT
// Owns something whose type only its maker knows, so that its owner need not include that.
#pragma once

#include <utility>

namespace senda::detail {

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
