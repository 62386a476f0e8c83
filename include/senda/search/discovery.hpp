// SPDX-License-Identifier: MIT
// The innermost lines of breadth-first search: telling new nodes from known ones, in the way that
// suits how the nodes are stored.
#pragma once

#include <senda/search/goal.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/node_store.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Adds the nodes that some expansions meet to a store, notes where the children of each expanded
/// node begin, and the first goal among the new nodes.
template <class Store, class G, class Node, class Goal, class Record>
class discovery {
    using id = std::remove_const_t<decltype(Store::none)>;

public:
    discovery(Store& store, const G& graph, Goal& goal, buffer<id>& children)
        : store_(store), graph_(graph), goal_(goal), children_(children) {}

    /// Whether to go on: no goal was met, and there is room.
    [[nodiscard]] bool going_on() const noexcept { return found_ == Store::none && !full_; }
    [[nodiscard]] id found() const noexcept { return found_; }
    [[nodiscard]] bool full() const noexcept { return full_; }
    [[nodiscard]] std::size_t size() const noexcept { return store_.size(); }

    /// The node to be expanded next; what is met from now on are its children. One that was begun
    /// before, and ended by an exception, keeps the children it has.
    [[nodiscard]] decltype(auto) expand(std::size_t i) {
        if (children_.size() == i && !children_.push(static_cast<id>(store_.size()))) full_ = true;
        return store_.pinned(i);
    }

    template <class N>
    void meet(N&& node, Record&& record) {
        if (full_) return;  // nothing is taken in after the first that found no room
        const auto key = store_.key_of(graph_, node);
        const auto [number, fresh] =
            store_.intern(key, std::forward<N>(node), [&] { return std::move(record); });
        if (number == Store::none) {
            full_ = true;
        } else if (fresh && found_ == Store::none && goal_(graph_, store_.node(number))) {
            found_ = number;
        }
    }

    /// Settles all nodes that were met.
    void finish() noexcept {}

private:
    Store& store_;
    const G& graph_;
    Goal& goal_;
    buffer<id>& children_;
    id found_ = Store::none;
    bool full_ = false;
};

/// Nodes known by bits: no branch on whether a node is new. A goal that is a node is compared
/// before, since the processor guesses that right; the goal itself is always new.
template <class Store, class G, class Node, class Goal, class Record>
    requires Store::has_appender
class discovery<Store, G, Node, Goal, Record> {
    using id = std::remove_const_t<decltype(Store::none)>;
    static constexpr bool compared = std::same_as<Goal, node_goal<G, Node>>;

public:
    discovery(Store& store, const G& graph, Goal& goal, buffer<id>& children)
        : list_(store), graph_(graph), goal_(goal), children_(children) {}

    [[nodiscard]] bool going_on() const noexcept { return found_ == Store::none && !full_; }
    [[nodiscard]] id found() const noexcept { return found_; }
    [[nodiscard]] bool full() const noexcept { return full_; }
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }

    [[nodiscard]] Node expand(std::size_t i) {
        if (children_.size() == i && !children_.push(static_cast<id>(list_.size()))) [[unlikely]] {
            full_ = true;
            list_.close();
        }
        return list_.node(i);
    }

    [[gnu::always_inline]] void meet(const Node& node, const Record& record) {
        if (!list_.make_room()) [[unlikely]] {
            full_ = true;
            return;
        }
        const auto key = static_cast<typename Store::key>(graph_.index(node));
        const auto [number, fresh] = list_.intern(key, node, record);
        if ((compared || fresh) && goal_(graph_, node)) [[unlikely]] {
            if (found_ == Store::none) found_ = number;
        }
    }

    void finish() noexcept {}

private:
    typename Store::appender list_;
    const G& graph_;
    std::conditional_t<compared, const Goal, Goal&> goal_;
    buffer<id>& children_;
    id found_ = Store::none;
    bool full_ = false;
};

/// Small hashed nodes: they wait until some are together, and all that their look-ups will read is
/// read at once, so that the processor waits for memory once and not for each. (Plain reads: a
/// prefetch is only a hint, which some machines ignore.)
template <class Store, class G, class Node, class Goal, class Record>
    requires(Store::is_hashed && Store::is_plain)
class discovery<Store, G, Node, Goal, Record> {
    using id = std::remove_const_t<decltype(Store::none)>;
    using key = typename Store::key;
    static constexpr std::size_t most = 64;

    struct waiting {
        Node node;
        id parent;
        key k;
        [[no_unique_address]] Record record;
    };

public:
    discovery(Store& store, const G& graph, Goal& goal, buffer<id>& children)
        : store_(store), graph_(graph), goal_(goal), children_(children) {}

    [[nodiscard]] bool going_on() const noexcept { return found_ == Store::none && !full_; }
    [[nodiscard]] id found() const noexcept { return found_; }
    [[nodiscard]] bool full() const noexcept { return full_; }
    [[nodiscard]] std::size_t size() const noexcept { return store_.size(); }

    [[nodiscard]] Node expand(std::size_t i) {
        expanding_ = i;
        return store_.pinned(i);
    }

    void meet(const Node& node, const Record& record) {
        if (count_ == most) serve_all();
        ::new (static_cast<void*>(line() + count_))
            waiting{node, static_cast<id>(expanding_), store_.key_of(graph_, node), record};
        ++count_;
    }

    void finish() {
        serve_all();
        note_children(expanding_);
    }

private:
    [[nodiscard]] waiting* line() noexcept { return reinterpret_cast<waiting*>(memory_); }

    void serve_all() {
        std::array<id, most> guess;
        for (std::size_t i = 0; i < count_; ++i) guess[i] = store_.guess(line()[i].k);
        for (std::size_t i = 0; i < count_; ++i) store_.touch(guess[i]);
        for (std::size_t i = 0; i < count_; ++i) serve(line()[i]);
        count_ = 0;
    }

    void serve(const waiting& w) {
        note_children(w.parent);
        if (full_) return;
        const auto [number, fresh] = store_.intern(w.k, w.node, [&] { return w.record; });
        if (number == Store::none) {
            full_ = true;
        } else if (fresh && found_ == Store::none && goal_(graph_, w.node)) {
            found_ = number;
        }
    }

    // The children of all nodes up to `last` that have none yet begin here.
    void note_children(std::size_t last) {
        while (children_.size() <= last && !full_) {
            if (!children_.push(static_cast<id>(store_.size()))) full_ = true;
        }
    }

    Store& store_;
    const G& graph_;
    Goal& goal_;
    buffer<id>& children_;
    std::size_t expanding_ = 0;
    id found_ = Store::none;
    bool full_ = false;
    std::size_t count_ = 0;
    alignas(waiting) std::byte memory_[most * sizeof(waiting)];
};

}  // namespace senda::detail
