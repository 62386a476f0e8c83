// SPDX-License-Identifier: MIT
// Searches that are kept with their memory until somebody asks again.
#pragma once

#include <senda/search/options.hpp>

#include <array>
#include <atomic>

namespace senda::detail {

/// A place each for as many threads as work together; several may take and give at once.
template <class Search>
class search_pool {
public:
    search_pool() = default;
    /// Searches refer to what they search, and so are not moved with it.
    search_pool(search_pool&& other) noexcept { other.clear(); }
    search_pool& operator=(search_pool&& other) noexcept {
        clear();
        other.clear();
        return *this;
    }
    ~search_pool() { clear(); }

    /// Gives the memory of all back.
    void clear() noexcept {
        while (Search* const kept = take()) delete kept;
    }

    /// One that was given, or none.
    [[nodiscard]] Search* take() noexcept {
        for (std::atomic<Search*>& place : places_)
            if (Search* const kept = place.exchange(nullptr, std::memory_order_acq_rel))
                return kept;
        return nullptr;
    }
    void give(Search* search) noexcept {
        for (std::atomic<Search*>& place : places_) {
            Search* empty = nullptr;
            if (place.compare_exchange_strong(empty, search, std::memory_order_acq_rel)) return;
        }
        delete search;
    }

    /// One that was kept, or that `make()` makes, for as long as this lives; it is kept then. One
    /// with a limit on memory is not: the limit means that search alone.
    class lease {
    public:
        template <class Make>
        lease(search_pool& pool, const options& o, const Make& make)
            : pool_(o.limits.bytes == limits{}.bytes ? &pool : nullptr),
              kept_(pool_ != nullptr ? pool_->take() : nullptr),
              is_new_(kept_ == nullptr) {
            if (is_new_) kept_ = make();
        }
        lease(const lease&) = delete;
        lease& operator=(const lease&) = delete;
        ~lease() {
            if (pool_ != nullptr) {
                pool_->give(kept_);
            } else {
                delete kept_;
            }
        }

        [[nodiscard]] bool is_new() const noexcept { return is_new_; }
        [[nodiscard]] Search& operator*() const noexcept { return *kept_; }
        [[nodiscard]] Search* operator->() const noexcept { return kept_; }

    private:
        search_pool* pool_;  // none if it is not kept
        Search* kept_;
        bool is_new_;
    };

    /// Runs a search and returns `read(search)`.
    template <class Graph, class Node, class Read>
    [[nodiscard]] auto ask(const Graph& graph, const Node& start, const Node& goal,
                           const options& o, Read read) {
        const lease search(*this, o, [&] { return new Search(graph, start, goal, o); });
        if (!search.is_new()) search->restart(start, goal, o);
        search->run();
        return read(*search);
    }

private:
    std::array<std::atomic<Search*>, 16> places_{};
};

}  // namespace senda::detail
