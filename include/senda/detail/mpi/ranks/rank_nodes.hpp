// SPDX-License-Identifier: MIT
// The nodes of a rank in a breadth-first search.
#pragma once

#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A list of nodes, layer after layer. The last layer is being made: what is new is appended.
template <class G, class Node>
class rank_nodes {
    struct nothing {};
    using index = std::conditional_t<IndexedGraph<G, Node>, dense_presence<Node>,
                                     index_for<G, Node, std::uint32_t, lookup::membership>>;
    using store = indexed_nodes<Node, nothing, std::uint32_t, index>;

    static constexpr std::size_t at_once = 64;  // look-ups that wait for memory together

public:
    /// Whether records are of a fixed size, so that neither it nor their end need be told.
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;
    /// Whether `append` can be used.
    static constexpr bool can_append = is_bytes && store::has_appender;
    /// Whether it knows which nodes were met without these themselves.
    static constexpr bool can_forget = can_append && IndexedGraph<G, Node>;

    /// A small node travels with the one that it was met from: many lead back there, and that need
    /// not be looked up again.
    static constexpr bool knows_before = can_append && sizeof(Node) <= 16;
    using before_type = std::conditional_t<knows_before, Node, nothing>;
    struct step {
        Node node;
        SENDA_NO_UNIQUE_ADDRESS before_type before;
    };
    static constexpr std::size_t step_size = knows_before ? sizeof(step) : sizeof(Node);

    explicit rank_nodes(memory_budget& budget) noexcept
        : nodes_(budget), before_(budget), before_next_(budget) {}

    /// Must be called first; false if there is no room. `keys` is what tables take for the graph.
    template <class Keys>
    [[nodiscard]] bool prepare(const Keys& keys) {
        return nodes_.prepare(keys);
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// How many nodes there are in the layer that is being made.
    [[nodiscard]] std::size_t fresh() const noexcept { return nodes_.size() - layers_.back(); }
    /// Where the layer before it begins and ends.
    [[nodiscard]] std::size_t first() const noexcept { return layers_[layers_.size() - 2]; }
    [[nodiscard]] std::size_t end() const noexcept { return layers_.back(); }
    /// Which of that layer is expanded next: those before it are.
    [[nodiscard]] std::size_t next() const noexcept { return next_; }
    void advance_to(std::size_t at) noexcept { next_ = at; }
    /// What there is of the layer that is being made was expanded in another run.
    void note_expanded() noexcept { next_ = nodes_.size(); }

    /// The layer that was being made is complete. `forgets` says that those before it may go.
    void begin_layer([[maybe_unused]] bool forgets) {
        layers_.push_back(nodes_.size());
        std::swap(before_, before_next_);
        before_next_.clear();
        next_ = std::max(next_, first());
        if constexpr (can_forget) {
            if (forgets && layers_.size() == 3) {
                nodes_.forget_first(layers_[1]);
                next_ -= layers_[1];
                layers_ = {0, layers_[2] - layers_[1]};
                ++forgotten_;
            }
        }
    }

    /// Calls `take(node)` for the nodes of a layer, of these for those `from` a node on.
    template <class Take>
    void for_each(std::size_t layer, Take&& take, std::size_t from = 0) const {
        layer -= forgotten_;
        const std::size_t end = layer + 1 < layers_.size() ? layers_[layer + 1] : nodes_.size();
        for (std::size_t i = std::max(layers_[layer], from); i < end; ++i) take(nodes_.node(i));
    }
    /// Calls `take(node)` for the nodes of the layer at `first()` that are expanded.
    template <class Take>
    void for_each_expanded(Take&& take, std::size_t from = 0) const {
        for (std::size_t i = std::max(first(), from); i < next_; ++i) take(nodes_.node(i));
    }
    /// From which node on they are in no file, and from which that they are expanded is in none.
    [[nodiscard]] std::size_t unwritten() const noexcept { return written_; }
    [[nodiscard]] std::size_t unwritten_expanded() const noexcept { return expanded_written_; }
    /// Says that all is in files.
    void note_written() noexcept {
        written_ = nodes_.size();
        expanded_written_ = next_;
    }

    /// A node, whatever is added meanwhile.
    [[nodiscard]] decltype(auto) pinned(std::size_t at) const { return nodes_.pinned(at); }
    /// From which node one of the layer at `first()` was met; itself if it is a start.
    [[nodiscard]] before_type before([[maybe_unused]] std::size_t at) const noexcept {
        if constexpr (knows_before) {
            return before_[at - first()];
        } else {
            return {};
        }
    }

    template <class Keys>
    [[nodiscard]] bool has_met(const Keys& keys, const Node& n) {
        return nodes_.has_met(keys, n);
    }

    /// Adds a node if it is new, and calls `meet(node, true)` then; false if there is no room.
    template <class Keys, class Meet>
    [[nodiscard]] bool intern(const Keys& keys, Node&& n, Meet&& meet) {
        const auto key = store::key_of(keys, n);
        const auto [id, fresh] = nodes_.intern(key, std::move(n), [] { return nothing{}; });
        if (id == store::none) return false;
        if (!fresh) return true;
        if constexpr (knows_before) {
            before_next_.set_size(id - layers_.back());  // also of what `append` added
            if (!before_next_.push(nodes_.node(id))) return false;
        }
        meet(nodes_.node(id), true);
        return true;
    }

    /// Adds the nodes of some records: `meet(node, is_new)` is called for each.
    //
    // Without a branch on whether a node is new, as `shared_bfs` does; while some are looked up,
    // the memory of the next is on its way.
    template <class Keys, class Meet>
    [[nodiscard]] bool append(const Keys& keys, const unsigned char* records, std::size_t count,
                              Meet&& meet)
        requires can_append
    {
        typename store::appender list(nodes_);
        std::array<typename store::key, 2 * at_once> found;
        const auto ask_for = [&](std::size_t from) {
            const std::size_t end = std::min(from + at_once, count);
            for (std::size_t i = from; i < end; ++i) {
                const auto key = store::key_of(keys, copied_from<Node>(records + i * step_size));
                found[i % found.size()] = key;
                if constexpr (store::is_hashed) list.prefetch(key);
            }
            return end;
        };
        for (std::size_t i = 0, end = ask_for(0); i != count;) {
            const std::size_t next = end == count ? count : ask_for(end);
            const bool fits = make_room(list, end - i);
            for (; i != end; ++i) {
                if (!fits && !make_room(list, 1)) [[unlikely]]
                    return false;
                const unsigned char* const record = records + i * step_size;
                const Node n = copied_from<Node>(record);
                const auto [at, fresh] = list.intern(found[i % found.size()], n, {});
                if constexpr (knows_before) {
                    before_next_.data()[at - layers_.back()] =
                        copied_from<Node>(record + offsetof(step, before));
                }
                meet(n, fresh);
            }
            end = next;
        }
        return true;
    }

private:
    template <class Appender>
    [[nodiscard]] bool make_room(Appender& list, std::size_t count) {
        if (!list.make_room(count)) return false;
        if constexpr (knows_before) {
            const std::size_t size = list.size() - layers_.back();
            before_next_.set_size(size);
            while (before_next_.capacity() < size + count) {
                if (!before_next_.grow()) return false;
            }
        }
        return true;
    }

    store nodes_;
    buffer<before_type> before_;  // of the layer that is expanded,
    buffer<before_type> before_next_;
    std::vector<std::size_t> layers_{0};  // where each begins in the list
    std::size_t forgotten_ = 0;           // layers before these
    std::size_t next_ = 0;                // to be expanded
    std::size_t written_ = 0;             // nodes before this one are in files,
    std::size_t expanded_written_ = 0;    // and that those before this one are expanded
};

}  // namespace senda::detail
