// SPDX-License-Identifier: MIT
// The next layer of a search on disk: what the nodes of the last lead to, sorted, without what is
// known. Korf's delayed duplicate detection (2004): duplicates are found when sorted keys meet.
#pragma once

#include <senda/graph/access.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/scale/disk/folder.hpp>
#include <senda/search/scale/disk/key.hpp>
#include <senda/search/scale/disk/key_file.hpp>
#include <senda/search/scale/disk/run_merger.hpp>
#include <senda/storage/thread_team.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// Makes layers for a search; `Goal` is asked as `goal(g, node)`.
template <class G, class Node, class Goal>
class layer_maker : public run_merger<typename node_keys<std::remove_cv_t<G>, Node>::key> {
    using types = graph_types<std::remove_cv_t<G>, Node>;
    using keys = node_keys<std::remove_cv_t<G>, Node>;
    using base = run_merger<typename keys::key>;
    using base::fail, base::is_goal_, base::goal_key_, base::error_;
    using typename base::worker;
    static constexpr bool has_goal_nodes = requires(const Goal& goal) { goal.begin(); };
    static constexpr bool has_no_goal =
        std::same_as<Goal, predicate_goal<std::remove_cv_t<G>, Node, no_goal>>;

public:
    using key = typename keys::key;
    using typename base::set;

    layer_maker(G& g, const Goal& goal, search_control& control, const disk_folder& folder,
                disk_meter& meter)
        : base(control, folder, meter),
          graph_(g),
          goals_(has_goal_nodes || has_no_goal ? 0 : thread_team::most, goal) {
        if constexpr (has_goal_nodes) {
            for (const Node& n : goal)
                if (is_in(g, n)) is_goal_.few.push_back(keys::key_of(g, n));
            std::sort(is_goal_.few.begin(), is_goal_.few.end());
        } else if constexpr (!has_no_goal) {
            is_goal_.context = this;
            is_goal_.ask = [](void* self, unsigned thread, const key& k) {
                auto& all = *static_cast<layer_maker*>(self);
                return static_cast<bool>(
                    all.goals_[thread](all.graph_, keys::node_of(all.graph_, k)));
            };
        }
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

private:
    /// Collects what some nodes lead to; false if there is no room for it.
    SENDA_FLATTEN static bool expand(void* self, worker& w, std::span<const key> from) {
        auto& all = *static_cast<layer_maker*>(self);
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
