// SPDX-License-Identifier: MIT
// Dijkstra's algorithm in two bytes a node, for numbered nodes and edges that cost little.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Whether `compact_dijkstra` may search a graph; whether it can shows on the way.
template <class G, class Node>
concept IntegerNodeGraph =
    IndexedGraph<G, Node> && std::integral<Node> && !std::same_as<Node, bool> &&
    std::integral<cost_of<G, Node>> && std::is_trivially_copyable_v<action_of<G, Node>> &&
    std::is_default_constructible_v<action_of<G, Node>>;

/// Codes of a byte for differences of numbers. More than `most`, as in a random numbering, give up.
template <class Word>
class delta_codes {
    static constexpr std::size_t most = 32;
    static constexpr std::size_t slots = 256;

public:
    /// The code of a difference, from 1 on; 0 if there are too many.
    [[nodiscard]] SENDA_ALWAYS_INLINE unsigned char code_of(Word difference) {
        const std::size_t first = slot_of(difference);
        const unsigned char code = codes_[first];
        if (code != 0 && values_[code] == difference) [[likely]]
            return code;
        return find(difference, first);
    }
    [[nodiscard]] Word difference(unsigned char code) const noexcept { return values_[code]; }

private:
    [[nodiscard]] static std::size_t slot_of(Word difference) noexcept {
        return static_cast<std::size_t>(
            static_cast<std::uint64_t>(difference) * 0x9e3779b97f4a7c15u >> 56);
    }

    [[nodiscard]] SENDA_NOINLINE unsigned char find(Word difference, std::size_t slot) {
        for (; codes_[slot] != 0; slot = (slot + 1) % slots) {
            if (values_[codes_[slot]] == difference) return codes_[slot];
        }
        if (count_ == most) return 0;
        values_[++count_] = difference;
        return codes_[slot] = static_cast<unsigned char>(count_);
    }

    std::array<Word, most + 1> values_{};
    std::array<unsigned char, slots> codes_{};
    std::size_t count_ = 0;
};

/// Answers as `dijkstra_search` does, with the same path. A waiting node costs at most 126 more
/// than the one at hand: seven bits are enough. Where it was reached from is a difference of
/// numbers, of which grids have a handful. Gives up if an edge costs more or there are too many.
template <class G, class Node, class Goal>
    requires IntegerNodeGraph<G, Node>
class compact_dijkstra : public graph_engine<compact_dijkstra<G, Node, Goal>, G, Node, Goal> {
    using base = graph_engine<compact_dijkstra, G, Node, Goal>;
    using typename base::types, typename base::cost;
    using word = std::make_unsigned_t<Node>;
    // Not unsigned char, which may alias sizes and pointers: they would be read for every edge.
    using byte = char8_t;

    static constexpr unsigned too_much = 127;
    static constexpr byte pruned = 1;  // for the limit on costs; and 0 is not met
    static constexpr byte expanded = 2;
    static constexpr byte waits = 128;  // beside seven bits of the cost
    static constexpr std::size_t batch = 64;

    // The edges out of some nodes, an array for each part: they are written and read apart.
    struct edge_batch {
        static constexpr std::size_t room = 4 * batch;
        std::array<Node, room> to;
        std::array<Node, room> from;
        std::array<std::uint32_t, room> step;
    };

public:
    using typename base::result_type;

    template <class Start>
    compact_dijkstra(G&& g, const Start& start, const Goal& goal, const options& o)
        : base(std::forward<G>(g), goal, o, {}, engine_kind::bytes),
          states_(control_.budget()),
          origins_(control_.budget()),
          open_(control_.budget()) {
        const auto bound = index_bound_of(graph_);
        applicable_ = states_.assign_zeros(bound) && origins_.assign_zeros(bound);
        if (!applicable_) return;
        for_each_start<Node>(graph_, start, [&](const Node& n) {
            if (std::exchange(states_[index_of(n)], waits) == 0) push(cost{0}, n);
        });
    }

    /// Goes on to the end, or until it gives up.
    void run() {
        while (applicable_ && control_.running())
            open_.empty() ? control_.end(bounds_.ending()) : expand_some();
    }

    /// False if another search must answer.
    [[nodiscard]] bool applicable() const noexcept { return applicable_; }
    /// Why another search must answer.
    [[nodiscard]] std::string_view decline_reason() const noexcept { return decline_reason_; }

    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            r.cost = r.lower_bound = bounds_.proven_bound();
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::goal_, base::bounds_;

    // Several nodes of one cost wait for memory together. Flattened: see `bfs_search`.
    SENDA_FLATTEN void expand_some() {
        std::array<Node, batch> next;
        const auto [g, count] = open_.pop_some(next.data(), batch);
        const std::size_t due = drop_stale(next, count, g);
        if (due != 0) bounds_.raise_lower_bound(g);
        edge_batch edges;
        std::size_t met = 0;
        for (std::size_t i = 0; i < due && control_.running(); ++i) {
            const Node node = next[i];
            if (goal_(graph_, node)) {
                found_ = node;
                control_.end(status::found);
            } else if (control_.may_expand()) {
                states_[index_of(node)] = expanded;
                for_each_edge<types>(graph_, node, g, control_, this->observer_,
                                     [&](const Node& to, cost there, cost, const auto&) {
                                         edges.to[met] = to;
                                         edges.from[met] = node;
                                         edges.step[met] = step_between(g, there);
                                         if (++met == edges.room) [[unlikely]] {
                                             relax(edges, met, g);
                                             met = 0;
                                         }
                                     });
            }
        }
        relax(edges, met, g);
    }

    /// Keeps the nodes that still wait with this cost, without a branch on which they are.
    [[nodiscard]] std::size_t drop_stale(std::array<Node, batch>& next, std::size_t count,
                                         cost g) const {
        const auto current = static_cast<byte>(waits | low_bits(g));
        std::size_t due = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Node node = next[i];
            next[due] = node;
            due += states_[index_of(node)] == current ? 1 : 0;
        }
        return due;
    }

    [[nodiscard]] static std::uint32_t step_between(cost g, cost there) noexcept {
        const auto step = static_cast<std::uint64_t>(there) - static_cast<std::uint64_t>(g);
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(step, too_much));
    }

    /// Queues what is new or cheaper, sorted out first without unpredictable branches.
    SENDA_NOINLINE void relax(const edge_batch& edges, std::size_t count, cost g) {
        const unsigned now = low_bits(g);
        std::array<std::uint32_t, edge_batch::room> better;
        std::size_t rest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            better[rest] = static_cast<std::uint32_t>(i);
            rest += improves(states_[index_of(edges.to[i])], edges.step[i], now) ? 1 : 0;
        }
        for (std::size_t j = 0; j < rest; ++j) {
            const std::size_t i = better[j];
            byte& state = states_[index_of(edges.to[i])];
            if (improves(state, edges.step[i], now)) reach(state, edges, i, g);
        }
    }

    /// Whether a step from a node whose cost ends in `now` is a cheaper path to a node.
    [[nodiscard]] SENDA_ALWAYS_INLINE static bool improves(unsigned state, std::uint32_t step,
                                                           unsigned now) noexcept {
        const bool fresh = state <= pruned;
        const bool nearer = (state >= waits) & (step < ((state - now) & (waits - 1u)));
        return fresh | nearer;
    }

    SENDA_ALWAYS_INLINE void reach(byte& state, const edge_batch& edges, std::size_t i, cost g) {
        if (edges.step[i] == too_much) [[unlikely]] {
            return give_up(fallback_reason::costly_edge);
        }
        const cost there = static_cast<cost>(g + static_cast<cost>(edges.step[i]));
        if (!bounds_.admits(there)) [[unlikely]]
            return prune(state, there);
        if (state == pruned) [[unlikely]]
            bounds_.readmit();
        const Node to = edges.to[i];
        const byte code = codes_.code_of(
            static_cast<word>(static_cast<word>(to) - static_cast<word>(edges.from[i])));
        if (code == 0) [[unlikely]]
            give_up(fallback_reason::irregular);
        state = static_cast<byte>(waits | low_bits(there));
        origins_[index_of(to)] = code;
        push(there, to);
    }

    SENDA_COLD void give_up(std::string_view why) noexcept {
        applicable_ = false;
        decline_reason_ = why;
    }

    void push(cost g, const Node& node) { control_.fits(open_.push(g, node)); }

    void prune(byte& state, cost through) noexcept {
        if (state == pruned) return bounds_.lower_pruned_bound(through);
        state = pruned;
        bounds_.prune(through);
    }

    [[nodiscard]] static unsigned low_bits(cost g) noexcept {
        return static_cast<unsigned>(static_cast<std::uint64_t>(g) % waits);
    }

    [[nodiscard]] std::size_t index_of(const Node& node) const { return index_in(graph_, node); }

    struct parent_cursor {
        const compact_dijkstra* search;
        Node at;

        [[nodiscard]] byte code() const { return search->origins_[search->index_of(at)]; }
        [[nodiscard]] Node node() const { return at; }
        [[nodiscard]] bool at_start() const { return code() == 0; }
        void go_back() {
            at = static_cast<Node>(
                static_cast<word>(static_cast<word>(at) - search->codes_.difference(code())));
        }
    };

    buffer<byte> states_;
    buffer<byte> origins_;  // the code of the difference to where it was reached from; 0 of a start
    bucket_queue<cost, Node> open_;
    delta_codes<word> codes_;
    bool applicable_ = true;
    std::string_view decline_reason_ = fallback_reason::no_room;
    Node found_{};
};

template <class G, class Start, class Goal>
compact_dijkstra(G&&, const Start&, const Goal&, const options&)
    -> compact_dijkstra<G, node_of<G, Start>, Goal>;

}  // namespace senda::detail
