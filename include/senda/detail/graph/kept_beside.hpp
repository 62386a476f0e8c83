// SPDX-License-Identifier: MIT
// What is kept beside something until that changes: searches with what they know of a grid.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/language/extensions.hpp>

#include <utility>

namespace senda::detail {

/// A place for one thing, whatever it is, that refers to its owner: with copies of that it is not
/// copied, and it is gone when the owner moves. Several threads may ask for it at once.
class kept_beside {
public:
    struct thing {
        thing() = default;
        thing(const thing&) = delete;
        thing& operator=(const thing&) = delete;
        virtual ~thing() = default;
    };

    kept_beside() = default;
    kept_beside(const kept_beside&) noexcept {}
    kept_beside& operator=(const kept_beside&) = delete;
    ~kept_beside() { forget(); }

    /// When the owner changes.
    void forget() noexcept {
        if (kept_ != nullptr) [[unlikely]]
            delete std::exchange(kept_, nullptr);
    }
    /// The thing, which is made when it is asked for first; always of the same type.
    template <class Thing>
    [[nodiscard]] Thing& get() const {
        thing* now = load(kept_);
        if (now == nullptr) {
            now = new Thing;
            if (!compare_exchange(kept_, static_cast<thing*>(nullptr), now)) {
                delete now;  // another thread was first
                now = load(kept_);
            }
        }
        return static_cast<Thing&>(*now);
    }

private:
    mutable thing* kept_ = nullptr;
};

/// Where nothing is kept.
struct nothing_beside {
    void forget() noexcept {}
};

/// What is kept beside a grid.
struct kept_of {
    template <class Thing, class G>
    [[nodiscard]] static Thing& get(const G& g) {
        return g.kept_.template get<Thing>();
    }
};

}  // namespace senda::detail
