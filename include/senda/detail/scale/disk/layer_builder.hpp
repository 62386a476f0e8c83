// SPDX-License-Identifier: MIT
// The next layer of a search on disk: what the nodes of the last lead to, sorted, without what is
// known. Korf's delayed duplicate detection (2004): duplicates are found when sorted keys meet.
#pragma once

#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/scale/disk/key.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/scale/disk/run_merger.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// Makes layers for a search; `Goal` is asked as `goal(g, node)`.
template <class G, class Node, class Goal>
class layer_builder : public run_merger<typename node_keys<std::remove_cv_t<G>, Node>::key> {
    using types = graph_types<std::remove_cv_t<G>, Node>;
    using keys = node_keys<std::remove_cv_t<G>, Node>;
    using base = run_merger<typename keys::key>;
    using base::fail, base::is_goal_, base::goal_key_, base::error_, base::control_, base::folder_;
    using typename base::worker;
    static constexpr bool has_goal_nodes = requires(const Goal& goal) { goal.begin(); };
    static constexpr bool has_no_goal =
        std::same_as<Goal, predicate_goal<std::remove_cv_t<G>, Node, no_goal>>;

public:
    using key = typename keys::key;
    using typename base::set;

    layer_builder(G& g, const Goal& goal, search_control& control, const disk_folder& folder,
                  disk_meter& meter)
        : base(control, folder, meter), graph_(g), goals_(1, goal) {
        if constexpr (has_goal_nodes) {
            for (const Node& n : goal)
                if (is_in(g, n)) is_goal_.few.push_back(keys::key_of(g, n));
            std::sort(is_goal_.few.begin(), is_goal_.few.end());
        } else if constexpr (!has_no_goal) {
            is_goal_.context = this;
            is_goal_.ask = [](void* self, unsigned thread, const key& k) {
                auto& all = *static_cast<layer_builder*>(self);
                return static_cast<bool>(
                    all.goals_[thread](all.graph_, keys::node_of(all.graph_, k)));
            };
        }
    }

    /// Starts at most `threads` threads, and shares out the memory; false if there is not enough.
    [[nodiscard]] bool start(unsigned threads, bool is_directed) {
        if (!base::start(threads, is_directed)) return false;
        if constexpr (!has_goal_nodes && !has_no_goal) {
            while (goals_.size() < base::plan().threads) goals_.push_back(Goal(goals_.front()));
        }
        return true;
    }

    /// What the keys of `last` lead to and none of `known` has, which are at most as many as the
    /// plan says.
    [[nodiscard]] bool make_next(const set& last, const std::vector<const set*>& known,
                                 std::string_view name, set& made) {
        return base::make_next(last, known, name, made, {&expand, this});
    }

    /// Looks for a goal in a set that was made before.
    [[nodiscard]] bool find_goal(const set& in) {
        goal_key_.reset();
        if constexpr (has_goal_nodes || has_no_goal) {
            for (const key& k : is_goal_.few)
                if (!goal_key_ && contains_key(in.parts, k, error_)) goal_key_ = k;
            return error_.code.empty();
        } else {
            key_cursor<key> c(in.parts, nullptr, nullptr);
            while (!c.at_end() && !is_goal_(0, c.key())) c.advance();
            if (c.has_failed()) return fail(c.error());
            if (!c.at_end()) goal_key_ = c.key();
            return true;
        }
    }

    /// The least key of a set whose node leads to `to`.
    [[nodiscard]] bool find_origin(const set& in, const key& to, std::optional<key>& origin) {
        key_cursor<key> c(in.parts, nullptr, nullptr);
        for (; !c.at_end() && !origin; c.advance()) {
            const key k = c.key();
            const Node from = keys::node_of(graph_, k);
            for_each_successor<types>(graph_, from, [&](const Node& n, auto, const auto&) {
                if (keys::key_of(graph_, n) == to) origin = k;
            });
        }
        return !c.has_failed() || fail(c.error());
    }

    /// Whether layers that were read are of this graph: some nodes of them are expanded again,
    /// which must lead to what is there, and something in the layer before must lead to them.
    [[nodiscard]] bool is_of_graph(const std::vector<set>& layers, bool is_directed) {
        const std::size_t step = layers.size() / 8 + 1;
        const std::size_t most = std::clamp<std::size_t>(64 / layers.size(), 8, 16);
        std::vector<key> some;
        for (std::size_t back = 0; back < layers.size(); back += step) {
            const std::size_t depth = layers.size() - 1 - back;
            if (!control_.poll() || !sample(layers[depth], most, some)) return false;
            const bool agree = std::all_of(some.begin(), some.end(),
                                           [&](const key& k) { return is_in_graph(k); }) &&
                               lead_to(layers, is_directed, depth, some);
            if (!error_.code.empty()) return false;
            if (agree && (depth == 0 || are_led_to(layers[depth - 1], is_directed, some))) continue;
            return error_.code.empty() &&
                   fail({"other_search", folder_.name("manifest") + ": layer " +
                                             std::to_string(depth) +
                                             " is not what this graph leads to: the folder holds a "
                                             "search of another graph, or with other edges"});
        }
        return true;
    }

private:
    /// Some keys of a set, or all where they are few.
    [[nodiscard]] bool sample(const set& in, std::size_t most, std::vector<key>& some) {
        some.clear();
        if (in.count <= most) {
            key_cursor<key> c(in.parts, nullptr, nullptr);
            for (; !c.at_end(); c.advance()) some.push_back(c.key());
            return !c.has_failed() || fail(c.error());
        }
        key_reader<key> reader;
        for (std::size_t i = 0; i < most; ++i) {
            const std::size_t part = i * in.parts.size() / most;
            if (!reader.open(in.parts[part])) return fail(reader.error());
            if (!reader.go_to(i * 31 % most * reader.blocks() / most)) return fail(reader.error());
            const auto read = reader.keys();
            if (!read.empty()) some.push_back(read[i * 37 % read.size()]);
        }
        return true;
    }
    [[nodiscard]] bool is_in_graph(const key& k) const {
        if constexpr (keys::by_number && requires { graph_.index_bound(); }) {
            if (!(k < static_cast<std::uint64_t>(graph_.index_bound()))) return false;
        }
        return is_in(graph_, keys::node_of(graph_, k));
    }
    /// Whether all that nodes of a layer lead to is in the layers up to the next, if it is there.
    [[nodiscard]] bool lead_to(const std::vector<set>& layers, bool is_directed, std::size_t depth,
                               const std::vector<key>& some) {
        if (depth + 1 == layers.size()) return true;
        std::vector<key> to = neighbours(some);
        const std::size_t first = is_directed || depth == 0 ? 0 : depth - 1;
        for (std::size_t d = depth + 2; !to.empty() && d-- > first;)
            (void)remove_keys(to, layers[d].parts, error_);
        return to.empty();
    }
    /// Whether something in a layer leads to each of some keys; true also if that is hard to know.
    [[nodiscard]] bool are_led_to(const set& before, bool is_directed,
                                  const std::vector<key>& some) {
        constexpr std::uint64_t few = 256;
        if (before.count <= few) {
            std::vector<key> all;
            key_cursor<key> c(before.parts, nullptr, nullptr);
            for (; !c.at_end(); c.advance()) all.push_back(c.key());
            if (c.has_failed()) return fail(c.error());
            if (!std::all_of(all.begin(), all.end(), [&](const key& k) { return is_in_graph(k); }))
                return false;
            all = neighbours(all);
            return std::all_of(some.begin(), some.end(), [&](const key& k) {
                return std::binary_search(all.begin(), all.end(), k);
            });
        }
        if (is_directed) return true;
        // Of what a node leads to something is in the layer before, and leads back.
        std::vector<key> from = neighbours(some);
        from = remove_keys(from, before.parts, error_);
        from = neighbours(from);
        return std::all_of(some.begin(), some.end(), [&](const key& k) {
            return std::binary_search(from.begin(), from.end(), k);
        });
    }
    /// What some nodes lead to, sorted.
    [[nodiscard]] std::vector<key> neighbours(const std::vector<key>& some) {
        std::vector<key> all;
        for (const key& k : some) {
            const Node node = keys::node_of(graph_, k);
            for_each_successor<types>(graph_, node, [&](const Node& to, auto, const auto&) {
                all.push_back(keys::key_of(graph_, to));
            });
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    /// Collects what some nodes lead to; false if there is no room for it.
    SENDA_FLATTEN static bool expand(void* self, worker& w, std::span<const key> from) {
        auto& all = *static_cast<layer_builder*>(self);
        G& g = all.graph_;
        key* at = w.at;
        key* const end = w.end;
        std::uint64_t generated = 0;
        for (const key& k : from) {
            const Node node = keys::node_of(g, k);
            for_each_successor<types>(g, node, [&](const Node& to, auto, const auto&) {
                if (at == end) [[unlikely]] {
                    key* const room = all.make_room(w, at);
                    if (room == nullptr) return;
                    at = room;
                }
                *at++ = keys::key_of(g, to);
                ++generated;
            });
        }
        w.at = at;
        w.generated += generated;
        return w.error.code.empty();
    }

    G& graph_;
    std::vector<Goal> goals_;  // a predicate is asked by several threads: each has its own
};

}  // namespace senda::detail
