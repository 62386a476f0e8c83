// SPDX-License-Identifier: MIT
// Breadth-first search by numbered actions that can be undone: a byte a node, the last action.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Whether `action_bfs` can search a graph: it numbers nodes and actions, and its nodes are small.
template <class G, class Node>
concept IndexedActionGraph =
    IndexedGraph<G, Node> && ActionGraph<G, Node> && std::is_trivially_copyable_v<Node> &&
    std::is_default_constructible_v<Node> && sizeof(Node) <= 16;

template <class G, class Node, class Goal>
    requires IndexedActionGraph<G, Node>
class action_bfs
    : public graph_engine<action_bfs<G, Node, Goal>, G, Node, Goal, no_observer, steps> {
    using base = graph_engine<action_bfs, G, Node, Goal, no_observer, steps>;
    friend engine<action_bfs>;
    using typename base::action;

    static constexpr unsigned char start_mark = 255;
    static constexpr std::size_t batch = 64;
    static constexpr std::size_t few = 16;

public:
    using typename base::result_type;

    /// False if another search must answer: a byte is too small for the actions, or memory lacks.
    [[nodiscard]] bool applicable() const noexcept { return applicable_; }
    /// Why another search must answer.
    [[nodiscard]] std::string_view decline_reason() const {
        return static_cast<int>(graph_.action_count()) < start_mark ? fallback_reason::no_room
                                                                    : fallback_reason::many_actions;
    }

    template <class Start>
    action_bfs(G&& g, const Start& start, const Goal& goal, const options& o)
        : base(std::forward<G>(g), goal, o, {}, engine_kind::actions),
          marks_(control_.budget()),
          layer_(control_.budget()),
          next_(control_.budget()) {
        applicable_ = static_cast<int>(graph_.action_count()) < start_mark &&
                      marks_.assign_zeros(index_bound_of(graph_));
        if (!control_.fits(applicable_)) return;
        for_each_start<Node>(graph_, start, [&](const Node& n) {
            if (!control_.fits(next_.reserve(next_.size() + 1))) return;
            appender(*this).add(n, start_mark);
        });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status != status::exhausted) r.lower_bound = depth_ + 1;
        if (r.status == status::found) {
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            r.cost = r.lower_bound = static_cast<steps>(r.path.size()) - 1;
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::goal_, base::bounds_;

    void advance(std::uint64_t most) {
        std::uint64_t allowed = control_.peek_expansions(most);
        if (allowed == 0) [[unlikely]] {
            // Only that everything was seen comes before a limit.
            if (!layer_.empty() || begin_layer()) control_.end_by_limit();
            return;
        }
        while (allowed != 0 && control_.running() && (!layer_.empty() || begin_layer())) {
            if (depth_ == bounds_.cost_limit()) [[unlikely]]
                return look_over_limit();
            const auto count = static_cast<std::size_t>(
                std::min<std::uint64_t>(allowed, std::min(batch, layer_.size())));
            if (count < few) {
                expand_few(count);
            } else {
                expand(count);
            }
            allowed -= count;
        }
    }

    // Loops over all nodes do not pay here. Leaving out the action that leads back predicts well.
    void expand_few(std::size_t count) {
        const int actions = static_cast<int>(graph_.action_count());
        if (!make_room(count * static_cast<std::size_t>(actions))) return;
        appender to_next(*this);
        std::uint64_t generated = 0;
        for (std::size_t i = layer_.size(); i-- > layer_.size() - count;) {
            const Node node = layer_[i];
            for (int first = 0; first < actions; first += 64) {
                std::uint64_t allowed = allowed_from(node, first, std::min(actions - first, 64));
                generated += static_cast<std::uint64_t>(std::popcount(allowed));
                const int back = inverse_in(graph_, to_next.action_to(node)) - first;
                if (back >= 0 && back < 64) allowed &= ~(std::uint64_t{1} << back);
                for (; allowed != 0; allowed &= allowed - 1) {
                    const int a = first + std::countr_zero(allowed);
                    Node to = node;
                    graph_.apply(to, a);
                    to_next.add(to, a + 1);
                }
            }
        }
        layer_.truncate(layer_.size() - count);
        control_.count_generated(generated);
        control_.count_expanded(count);
    }

    /// Which of `count` actions a node allows, a bit each.
    [[nodiscard]] std::uint64_t allowed_from(const Node& node, int first, int count) const {
        std::uint64_t allowed = 0;
        for (int a = 0; a < count; ++a) {
            allowed |= static_cast<std::uint64_t>(graph_.allows(node, first + a) ? 1 : 0) << a;
        }
        return allowed;
    }

    SENDA_ALWAYS_INLINE bool begin_layer() {
        std::swap(layer_, next_);
        next_.clear();
        ++depth_;
        if (layer_.empty()) control_.end(status::exhausted);
        return control_.running();
    }

    // At the limit on costs a node that is new is left out, and says that the limit is in the way.
    SENDA_COLD void look_over_limit() {
        const Node node = layer_.pop();
        control_.count_expanded(1);
        for (int a = 0; a < static_cast<int>(graph_.action_count()); ++a) {
            if (!graph_.allows(node, a)) continue;
            control_.count_generated();
            Node to = node;
            graph_.apply(to, a);
            if (marks_[index_of(to)] == 0) control_.end(status::cost_limit);
        }
    }

    // From the end of the layer, which is still in the cache, in loops without unpredictable
    // branches. Marking comes last: reading marks between writes would make the processor wait.
    void expand(std::size_t count) {
        const Node* const from = layer_.data() + (layer_.size() - count);
        const int actions = static_cast<int>(graph_.action_count());
        std::uint64_t generated = 0;
        for (int a = 0; a < actions; ++a) {
            std::array<Node, batch> moved;
            std::size_t movers = 0;
            for (std::size_t i = count; i-- > 0;) {
                moved[movers] = from[i];
                movers += graph_.allows(from[i], a) ? 1 : 0;
            }
            std::size_t unseen = 0;
            for (std::size_t i = 0; i < movers; ++i) {
                Node to = moved[i];
                graph_.apply(to, a);
                moved[unseen] = to;
                unseen += marks_[index_of(to)] == 0 ? 1 : 0;
            }
            generated += movers;
            if (!make_room(unseen)) return;
            appender to_next(*this);
            for (std::size_t i = 0; i < unseen; ++i) to_next.add(moved[i], a + 1);
        }
        layer_.truncate(layer_.size() - count);
        control_.count_generated(generated);
        control_.count_expanded(count);
    }

    [[nodiscard]] bool make_room(std::size_t count) {
        while (next_.capacity() - next_.size() < count) {
            if (!control_.fits(next_.grow())) return false;
        }
        return true;
    }

    /// Adds nodes to the next layer; keeps its end in registers.
    class appender {
        static constexpr bool compared =
            std::same_as<goal_test<G, Node, Goal>, node_goal<std::remove_cvref_t<G>, Node>>;

    public:
        explicit appender(action_bfs& to) noexcept
            : to_(to), marks_(to.marks_.data()), next_(to.next_.data()), size_(to.next_.size()) {}
        appender(const appender&) = delete;
        ~appender() { to_.next_.set_size(size_); }

        /// Adds a node if it was not seen; there must be room. A goal node is compared before.
        SENDA_ALWAYS_INLINE void add(const Node& node, int mark) {
            unsigned char& known = marks_[to_.index_of(node)];
            const bool fresh = known == 0;
            known = fresh ? static_cast<unsigned char>(mark) : known;
            next_[size_] = node;
            size_ += fresh ? 1 : 0;
            if ((compared || fresh) && to_.goal_(to_.graph_, node)) [[unlikely]] {
                if (to_.control_.running()) to_.found_ = node;
                to_.control_.end(status::found);
            }
        }

        /// The action that led to a node, or -1 to a start.
        [[nodiscard]] int action_to(const Node& node) const {
            const int mark = marks_[to_.index_of(node)];
            return mark == start_mark ? -1 : mark - 1;
        }

    private:
        action_bfs& to_;
        unsigned char* marks_;
        Node* next_;
        std::size_t size_;
    };

    [[nodiscard]] std::size_t index_of(const Node& node) const { return index_in(graph_, node); }

    struct parent_cursor {
        const action_bfs* search;
        Node at;

        [[nodiscard]] int mark() const { return search->marks_[search->index_of(at)]; }
        [[nodiscard]] const Node& node() const { return at; }
        [[nodiscard]] bool at_start() const { return mark() == start_mark; }
        [[nodiscard]] typename action_bfs::action action() const {
            return numbered_action<typename action_bfs::action>(mark() - 1);
        }
        void go_back() { search->graph_.undo(at, mark() - 1); }
    };

    buffer<unsigned char> marks_;  // 0 is unseen, else the action that led here, plus one
    buffer<Node> layer_;           // the nodes at `depth_` that are still to be expanded
    buffer<Node> next_;            // those after them
    steps depth_ = -1;
    bool applicable_ = true;
    Node found_{};
};

template <class G, class Start, class Goal>
action_bfs(G&&, const Start&, const Goal&, const options&)
    -> action_bfs<G, node_of<G, Start>, Goal>;

}  // namespace senda::detail
