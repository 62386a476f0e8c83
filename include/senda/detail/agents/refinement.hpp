// SPDX-License-Identifier: MIT
// Makes a plan better by large neighbourhood search (J. Li, Z. Chen, D. Harabor, P. J. Stuckey,
// S. Koenig, Anytime Multi-Agent Path Finding via Large Neighborhood Search, 2021).
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/safe_interval_search.hpp>
#include <senda/detail/agents/timetable.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Takes the paths of a few agents out of a plan that stands and plans them anew, one after the
/// other; what is not worse replaces the old.
class refinement {
    // How the agents are chosen. What has helped is chosen more often.
    enum class choice : std::uint8_t { delayed, crowded, random };
    static constexpr std::size_t choices = 3;
    static constexpr std::size_t most_chosen = 32;

public:
    /// `paths` is a plan without collisions.
    refinement(const agent_graph& g, const agent_team& team,
               std::vector<std::vector<agent_place>> paths, std::uint64_t seed)
        : graph_(g),
          team_(team),
          paths_(std::move(paths)),
          table_(g, horizon_of(paths_)),
          search_(g),
          random_(seed),
          chosen_at_(paths_.size(), 0) {
        for (std::uint32_t i = 0; i < paths_.size(); ++i) {
            paths_[i].resize(agents::steps_of(paths_[i]) + 1);
            table_.add(i, paths_[i]);
            cost_ += paths_[i].size() - 1;
            delays_ += delay(i);
        }
    }

    /// The bytes that the refinement of a plan takes, more or less.
    [[nodiscard]] static std::uint64_t bytes(const agent_graph& g,
                                             const std::vector<std::vector<agent_place>>& paths) {
        std::uint64_t steps = 0;
        for (const auto& path : paths) steps += path.size();
        return timetable::bytes(g, horizon_of(paths)) + steps * 24;
    }

    [[nodiscard]] const std::vector<std::vector<agent_place>>& paths() const noexcept {
        return paths_;
    }
    /// The sum of costs.
    [[nodiscard]] std::uint64_t cost() const noexcept { return cost_; }
    /// Whether each agent goes as if it were alone.
    [[nodiscard]] bool is_perfect() const noexcept { return delays_ == 0; }

    /// Plans some agents anew; whether the plan became better. It stays as it is if the allowance
    /// ends.
    template <class Allowance>
    bool improve(Allowance& allowance) {
        if (delays_ == 0) return false;
        const std::size_t kind = choose_kind();
        choose_agents(static_cast<choice>(kind));
        std::uint64_t before = 0;
        std::uint64_t least = 0;
        for (const std::uint32_t i : chosen_) {
            before += paths_[i].size() - 1;
            least += team_.distance(i, paths_[i].front());
        }
        weights_[kind] *= 0.99;
        if (before == least) return false;  // nothing to gain
        for (const std::uint32_t i : chosen_) table_.remove(paths_[i]);
        std::uint64_t after = 0;
        std::size_t planned = 0;
        new_paths_.resize(std::max(new_paths_.size(), chosen_.size()));
        for (; planned < chosen_.size(); ++planned) {
            const std::uint32_t i = chosen_[planned];
            const std::uint32_t alone = team_.distance(i, paths_[i].front());
            least -= alone;
            const std::uint64_t most = before - after - least;  // what the others leave
            if (!search_(
                    table_, team_, i, paths_[i].front(),
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(most, table_.horizon() - 1)),
                    new_paths_[planned], allowance))
                break;
            after += new_paths_[planned].size() - 1;
            table_.add(i, new_paths_[planned]);
        }
        if (planned < chosen_.size()) {
            while (planned-- > 0) table_.remove(new_paths_[planned]);
            for (const std::uint32_t i : chosen_) table_.add(i, paths_[i]);
            return false;
        }
        for (std::size_t k = 0; k < chosen_.size(); ++k) {
            const std::uint32_t i = chosen_[k];
            delays_ -= delay(i);
            std::swap(paths_[i], new_paths_[k]);
            delays_ += delay(i);
        }
        cost_ = cost_ - before + after;
        if (notes_changes_ && after < before) {
            changes_.push_back({chosen_, {}});
            for (const std::uint32_t i : chosen_) changes_.back().paths.push_back(paths_[i]);
        }
        weights_[kind] += static_cast<double>(before - after) * 0.01;
        return after < before;
    }

    /// Takes another plan, of the same agents.
    void adopt(const std::vector<std::vector<agent_place>>& paths) {
        for (std::uint32_t i = 0; i < paths.size(); ++i)
            if (paths[i] != paths_[i]) table_.remove(paths_[i]);
        for (std::uint32_t i = 0; i < paths.size(); ++i) {
            if (paths[i] == paths_[i]) continue;
            replace(i, paths[i]);
            table_.grow(paths_[i].size());
            table_.add(i, paths_[i]);
        }
    }
    /// What made the plan better: other paths of some agents.
    struct change {
        std::vector<std::uint32_t> agents;
        std::vector<std::vector<agent_place>> paths;
    };
    /// All changes since somebody took them; only noted if somebody does.
    void note_changes() noexcept { notes_changes_ = true; }
    [[nodiscard]] std::vector<change> take_changes() noexcept {
        return std::exchange(changes_, {});
    }
    /// Does here what made another plan better, if it makes this better too.
    void apply(const change& c) {
        std::uint64_t before = 0;
        std::uint64_t after = 0;
        for (std::size_t k = 0; k < c.agents.size(); ++k) {
            before += paths_[c.agents[k]].size();
            after += c.paths[k].size();
        }
        if (after >= before) return;
        for (const std::uint32_t i : c.agents) table_.remove(paths_[i]);
        std::size_t entered = 0;
        while (entered < c.agents.size() && table_.is_clear(c.paths[entered])) {
            table_.add(c.agents[entered], c.paths[entered]);
            ++entered;
        }
        if (entered == c.agents.size()) {
            for (std::size_t k = 0; k < entered; ++k) replace(c.agents[k], c.paths[k]);
            return;
        }
        while (entered-- > 0) table_.remove(c.paths[entered]);
        for (const std::uint32_t i : c.agents) table_.add(i, paths_[i]);
    }

private:
    void replace(std::uint32_t i, const std::vector<agent_place>& path) {
        delays_ -= delay(i);
        cost_ -= paths_[i].size() - 1;
        paths_[i] = path;
        paths_[i].resize(agents::steps_of(path) + 1);  // it may wait at its end
        cost_ += paths_[i].size() - 1;
        delays_ += delay(i);
    }

    [[nodiscard]] static std::size_t horizon_of(
        const std::vector<std::vector<agent_place>>& paths) {
        std::size_t steps = 0;
        for (const auto& path : paths) steps = std::max(steps, path.size());
        return steps + steps / 8 + 16;
    }
    /// How much later an agent arrives than it would alone.
    [[nodiscard]] std::uint64_t delay(std::uint32_t i) const {
        return paths_[i].size() - 1 - team_.distance(i, paths_[i].front());
    }

    [[nodiscard]] std::size_t choose_kind() {
        double all = 0;
        for (double& w : weights_) {
            if (w < 0.05) w = 0.05;
            all += w;
        }
        double drawn = static_cast<double>(random_.next() >> 11U) * 0x1p-53 * all;
        std::size_t kind = 0;
        while (kind + 1 < choices && drawn >= weights_[kind]) drawn -= weights_[kind++];
        return kind;
    }

    void choose_agents(choice kind) {
        chosen_.clear();
        ++round_;
        const std::size_t wanted =
            std::min<std::size_t>(paths_.size(), std::size_t{1} << (random_.below(4) + 1));
        switch (kind) {
            case choice::delayed: choose_delayed(wanted); break;
            case choice::crowded: choose_crowded(wanted); break;
            case choice::random: break;
        }
        for (std::size_t tries = 0; chosen_.size() < wanted && tries < 4 * wanted; ++tries)
            choose(static_cast<std::uint32_t>(random_.below(paths_.size())));
        shuffle(chosen_, random_);
    }
    void choose(std::uint32_t i) {
        if (chosen_at_[i] == round_) return;
        chosen_at_[i] = round_;
        chosen_.push_back(i);
    }

    /// One agent that is late, and those who are in its way.
    void choose_delayed(std::size_t wanted) {
        std::uint32_t late = static_cast<std::uint32_t>(random_.below(paths_.size()));
        for (int tries = 0; tries < 8; ++tries) {
            const auto i = static_cast<std::uint32_t>(random_.below(paths_.size()));
            if (delay(i) > delay(late)) late = i;
        }
        choose(late);
        for (std::size_t walks = 0; chosen_.size() < wanted && walks < 2 * wanted; ++walks) {
            const std::uint32_t i = chosen_[draw(random_, chosen_.size())];
            walk_early(i, wanted);
        }
    }
    /// From a step of its path an agent hurries to its goal: whoever it meets is in its way.
    void walk_early(std::uint32_t i, std::size_t wanted) {
        const std::vector<agent_place>& path = paths_[i];
        auto t = static_cast<std::uint32_t>(random_.below(path.size()));
        agent_place at = path[t];
        const auto end = static_cast<std::uint32_t>(path.size() - 1);
        while (t < end && chosen_.size() < wanted) {
            // Any next place from which it would arrive earlier than it does.
            agent_place next = nobody;
            std::uint32_t ways = 0;
            for (const agent_place q : graph_.successors(at)) {
                const std::uint32_t rest = team_.distance(i, q);
                if (rest != unreachable && t + 1 + rest < end && random_.below(++ways) == 0)
                    next = q;
            }
            if (next == nobody) break;
            ++t;
            note(graph_.body(next), t, i, wanted);
            note(graph_.body(at), t, i, wanted);
            at = next;
        }
    }
    void note(agent_place body, std::uint32_t t, std::uint32_t i, std::size_t wanted) {
        if (chosen_.size() >= wanted || !table_.is_busy(body, t)) return;
        const std::uint32_t other = table_.who(body, t);
        if (other != nobody && other != i) choose(other);
    }

    /// Agents that pass through the surroundings of a place.
    void choose_crowded(std::size_t wanted) {
        const std::vector<agent_place>& some = paths_[draw(random_, paths_.size())];
        near_.assign(1, some[draw(random_, some.size())]);
        for (std::size_t head = 0; head < near_.size() && chosen_.size() < wanted; ++head) {
            const agent_place p = near_[head];
            visitors_.clear();
            table_.for_each_visitor(graph_.body(p),
                                    [&](std::uint32_t i) { visitors_.push_back(i); });
            for (std::size_t k = visitors_.size(); k > 0 && chosen_.size() < wanted; --k) {
                std::swap(visitors_[k - 1], visitors_[draw(random_, k)]);
                choose(visitors_[k - 1]);
            }
            for (const agent_place q : graph_.successors(p))
                if (near_.size() < 64 && std::find(near_.begin(), near_.end(), q) == near_.end())
                    near_.push_back(q);
        }
    }

    const agent_graph& graph_;
    const agent_team& team_;
    std::vector<std::vector<agent_place>> paths_;
    timetable table_;
    safe_interval_search search_;
    random_source random_;
    std::uint64_t cost_ = 0;
    std::uint64_t delays_ = 0;
    double weights_[choices] = {1, 1, 1};
    std::vector<std::uint32_t> chosen_;
    std::vector<std::uint32_t> chosen_at_;  // the round in which an agent was chosen
    std::uint32_t round_ = 0;
    std::vector<std::vector<agent_place>> new_paths_;
    std::vector<agent_place> near_;
    std::vector<std::uint32_t> visitors_;
    std::vector<change> changes_;
    bool notes_changes_ = false;
};

}  // namespace senda::detail
