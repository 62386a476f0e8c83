// SPDX-License-Identifier: MIT
// The hot loop of breadth-first search: telling new nodes from known ones.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>

namespace senda::detail {

/// What a breadth-first search keeps about a node: how it was reached.
template <class Action>
struct incoming_edge {
    SENDA_NO_UNIQUE_ADDRESS Action action;
};

/// Where a level ends in a list with these parents: before the first node whose parent is in it,
/// which growing strides find soon. The starts, which have no parent, are the first level.
template <class Id>
[[nodiscard]] std::size_t end_of_level(const buffer<Id>& parents, Id none,
                                       std::size_t begin) noexcept {
    const auto is_after = [&](std::size_t id) {
        return parents[id] != none && parents[id] >= begin;
    };
    std::size_t stride = 1;
    std::size_t within = begin;
    while (stride < parents.size() - within && !is_after(within + stride)) {
        within += stride;
        stride *= 2;
    }
    std::size_t end = std::min(parents.size(), within + stride);
    while (end - within > 1) {
        const std::size_t middle = within + (end - within) / 2;
        (is_after(middle) ? end : within) = middle;
    }
    return end;
}

/// What both kinds of appender share: what they add to, and how they ended.
template <class Store, class G, class Goal>
class frontier_appender_base {
public:
    using id = std::remove_const_t<decltype(Store::none)>;

    /// Whether to go on: no goal was met, and there is room.
    [[nodiscard]] bool active() const noexcept { return found_ == Store::none && !full_; }
    [[nodiscard]] id found() const noexcept { return found_; }
    /// Whether a node found no room; none is taken in after it.
    [[nodiscard]] bool full() const noexcept { return full_; }
    /// The node that led to the first one without room, if that had waited; `none`: the node
    /// expanded last.
    [[nodiscard]] id first_rejected() const noexcept { return first_rejected_; }

protected:
    frontier_appender_base(const G& graph, Goal& goal, buffer<id>& parents) noexcept
        : graph_(graph), goal_(goal), parents_(parents) {}
    ~frontier_appender_base() = default;

    const G& graph_;
    Goal& goal_;
    buffer<id>& parents_;
    id found_ = Store::none;
    id first_rejected_ = Store::none;
    bool full_ = false;
};

/// Adds the nodes that expansions meet to a store, with their parents, and notes the first goal.
template <class Store, class G, class Node, class Goal, class Record>
class frontier_appender;

/// Numbered nodes, without a branch on whether one is new. A goal node is compared before, which
/// predicts well. Parents are noted four at a time: most nodes have fewer children.
template <class Store, class G, class Node, class Goal, class Record>
    requires(Store::has_appender && !Store::is_hashed)
class frontier_appender<Store, G, Node, Goal, Record>
    : public frontier_appender_base<Store, G, Goal> {
    using base = frontier_appender_base<Store, G, Goal>;
    using typename base::id;
    static constexpr bool compared = std::same_as<Goal, node_goal<G, Node>>;
    static constexpr std::size_t at_once = 4;

public:
    frontier_appender(Store& store, const G& graph, Goal& goal, buffer<id>& parents)
        : base(graph, goal, parents),
          list_(store),
          compared_with_(goal),
          room_(common_room()),
          parent_of_(parents.data()),
          noted_(list_.size()) {}
    ~frontier_appender() {
        note_parents();
        parents_.set_size(list_.size());
    }

    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }

    /// Adds a start, before any node is expanded.
    void add_start(const Node& node) { discover(node, {}); }

    [[nodiscard]] Node expand(std::size_t i) {
        note_parents();
        expanding_ = static_cast<id>(i);
        return list_.node(i);
    }

    SENDA_ALWAYS_INLINE void discover(const Node& node, const Record& record) {
        if (list_.size() >= room_ && !make_room()) [[unlikely]]
            return;
        const auto key = static_cast<typename Store::key>(index_in(graph_, node));
        const auto [number, fresh] = list_.intern(key, node, record);
        if ((compared || fresh) && compared_with_(graph_, node)) [[unlikely]] {
            if (found_ == Store::none) found_ = number;
        }
    }

    void finish() noexcept {}

private:
    using base::found_, base::full_, base::graph_, base::parents_;

    // How many nodes there may be; beyond them, a few parents may be written.
    [[nodiscard]] std::size_t common_room() const noexcept {
        const std::size_t room = parents_.capacity();
        return std::min(list_.room(), room > at_once ? room - at_once : 0);
    }

    void note_parents() noexcept {
        const std::size_t size = list_.size();
        if (noted_ + at_once <= parents_.capacity()) [[likely]]
            std::fill_n(parent_of_ + noted_, at_once, expanding_);
        if (size > noted_ + at_once) [[unlikely]]
            fill(parent_of_ + noted_ + at_once, parent_of_ + size, expanding_);
        noted_ = size;
    }

    [[nodiscard]] SENDA_ALWAYS_INLINE bool make_room() {
        note_parents();
        full_ = full_ || !list_.make_room() || !grow(parents_, list_.size());
        room_ = full_ ? 0 : common_room();
        parent_of_ = parents_.data();
        return !full_;
    }

    // These are static, so that what changes from edge to edge can stay in registers.
    SENDA_COLD static void fill(id* begin, id* end, id parent) noexcept {
        for (; begin != end; ++begin) *begin = parent;
    }
    [[nodiscard]] SENDA_COLD static bool grow(buffer<id>& parents, std::size_t size) {
        parents.set_size(size);
        while (parents.capacity() < size + at_once + 1) {
            if (!parents.grow()) return false;
        }
        return true;
    }

    typename Store::appender list_;
    std::conditional_t<compared, const Goal, Goal&> compared_with_;
    std::size_t room_;
    id* parent_of_;
    std::size_t noted_;  // how many nodes have their parent
    id expanding_ = Store::none;
};

/// Small hashed nodes wait until some are together, so that the processor waits for memory once.
template <class Store, class G, class Node, class Goal, class Record>
    requires(Store::is_hashed && Store::is_plain)
class frontier_appender<Store, G, Node, Goal, Record>
    : public frontier_appender_base<Store, G, Goal> {
    using base = frontier_appender_base<Store, G, Goal>;
    using typename base::id;
    using key = typename Store::key;
    // Nodes in a bucketed hash set are appended without a branch on whether they are new.
    static constexpr bool appends = Store::has_appender;
    static constexpr bool compared = appends && std::same_as<Goal, node_goal<G, Node>>;
    static constexpr std::size_t most = 64;

    struct waiting {
        Node node;
        id parent;
        key k;
        SENDA_NO_UNIQUE_ADDRESS Record record;
    };

public:
    frontier_appender(Store& store, const G& graph, Goal& goal, buffer<id>& parents)
        : base(graph, goal, parents), list_(store) {}
    ~frontier_appender() {
        if constexpr (appends) parents_.set_size(list_.size());
    }

    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }

    /// Adds a start, before any node is expanded.
    void add_start(const Node& node) {
        add(node, {});
        ++count_;
    }

    [[nodiscard]] Node expand(std::size_t i) {
        expanding_ = static_cast<id>(i);
        if constexpr (appends) {
            const id parent = parents_.data()[i];
            back_ = parent == Store::none ? expanding_ : parent;
        }
        return list_.node(i);
    }

    void discover(const Node& node, const Record& record) {
        add(node, record);
        count_ += appends && node == list_.node(back_) ? 0 : 1;
    }

    void finish() { flush(); }

private:
    using base::found_, base::full_, base::goal_, base::graph_, base::parents_;

    SENDA_ALWAYS_INLINE void add(const Node& node, const Record& record) {
        if (count_ == most) [[unlikely]]
            flush();
        ::new (static_cast<void*>(queue() + count_))
            waiting{node, expanding_, Store::key_of(graph_, node), record};
    }

    [[nodiscard]] waiting* queue() noexcept { return reinterpret_cast<waiting*>(memory_); }

    SENDA_NOINLINE void flush() {
        const std::size_t some = read_ahead() ? count_ : 1;
        for (std::size_t i = 0; i < count_; i += some) {
            if (some == 1 && !make_room(1)) [[unlikely]] {
                reject(queue()[i].parent);
                break;
            }
            serve(queue() + i, some);
        }
        count_ = 0;
    }

    /// Reads what the look-ups need, all at once; false if there is not room for all nodes.
    [[nodiscard]] bool read_ahead() {
        if constexpr (appends) {
            if (!make_room(count_)) return false;
            if (!list_.is_touch_worth()) return true;
            for (const waiting* w = queue(); w != queue() + count_; ++w) list_.touch(w->k);
            return true;
        } else {
            std::array<id, most> guess;
            for (std::size_t i = 0; i < count_; ++i) guess[i] = list_.guess(queue()[i].k);
            for (std::size_t i = 0; i < count_; ++i) list_.touch(guess[i]);
            return make_room(count_);
        }
    }

    [[nodiscard]] bool make_room(std::size_t count) {
        if constexpr (appends) {
            parents_.set_size(list_.size());
            if (!full_ && !list_.make_room(count)) return false;
        }
        if (full_) return false;
        while (parents_.capacity() < list_.size() + count) {
            if (!parents_.grow()) return false;
        }
        return true;
    }

    /// Notes that there is no room for a node that was met from `parent`.
    void reject(id parent) noexcept {
        if (!full_) this->first_rejected_ = parent;
        full_ = true;
    }

    SENDA_ALWAYS_INLINE void serve(const waiting* first, std::size_t count) {
        if constexpr (appends) {
            list_.intern_all(
                first, count,
                [this, parents = parents_.data()](const waiting& w, id number, bool fresh) {
                    parents[number] = w.parent;
                    note_goal(w.node, number, fresh);
                });
        } else {
            for (const waiting* w = first; w != first + count && !full_; ++w) {
                const auto [number, fresh] = list_.intern(w->k, w->node, [w] { return w->record; });
                if (number == Store::none) return reject(w->parent);
                if (fresh) (void)parents_.push(w->parent);
                note_goal(w->node, number, fresh);
            }
        }
    }

    SENDA_ALWAYS_INLINE void note_goal(const Node& node, id number, bool fresh) {
        if ((compared || fresh) && found_ == Store::none && goal_(graph_, node)) [[unlikely]]
            found_ = number;
    }

    std::conditional_t<appends, typename Store::appender, Store&> list_;
    id expanding_ = Store::none;
    id back_ = 0;
    std::size_t count_ = 0;
    alignas(waiting) std::byte memory_[most * sizeof(waiting)];
};

}  // namespace senda::detail
