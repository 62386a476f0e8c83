// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/engine/on_threads.hpp>
#include <rush_hour/generator/component_meter.hpp>
#include <rush_hour/generator/random_board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::rush_hour {

/// A search for hard boards that goes on for as long as it may.
struct campaign {
    std::uint64_t seed = 0;   ///< names the search
    std::uint32_t walls = 0;  ///< the cells that are walls
    unsigned threads = 1;     ///< how many work on it; what a round finds does not depend on it
    /// Where to end. The expansions are looked at after each round of walks.
    senda::limits limits = {};
    stop_token stop = {};  ///< who may end it from outside
};

/// A board, and the slides that a shortest solution of it has.
struct hard_board {
    std::uint32_t moves = 0;  ///< of a shortest solution
    rush_hour::board board;   ///< the first of the hardest positions of its component

    friend bool operator==(const hard_board&, const hard_board&) = default;
};

/// How far a campaign is.
struct campaigning {
    std::uint64_t rounds = 0;     ///< of walks that are done
    std::uint64_t tried = 0;      ///< car parks that were measured
    std::uint64_t expanded = 0;   ///< positions that this took
    std::size_t kept = 0;         ///< boards that are kept
    std::uint32_t hardest = 0;    ///< the most slides that one of them needs
    std::uint64_t hardest_n = 0;  ///< boards with as many that are kept
};

/// Looks for boards that need as many slides as possible, by local search with a memory of elites
/// (J.-B. Mouret and J. Clune, Illuminating search spaces by mapping elites, 2015): some boards of
/// each number of slides are kept, random walks of small changes begin at the hardest of them, and
/// what they meet is kept in turn. When that has not led to a harder board for some rounds, it
/// begins anew from nothing.
class hardest_search {
public:
    /// Begins the search.
    explicit hardest_search(const campaign& c)
        : campaign_(c), random_(c.seed), threads_(detail::threads_for(c.threads, walks)) {
        senda::limits each = c.limits;
        each.expansions = std::numeric_limits<std::uint64_t>::max();
        each.bytes /= threads_;
        for (unsigned t = 0; t < threads_; ++t) workers_.emplace_back(each, c.stop);
    }
    hardest_search(const hardest_search&) = delete;
    hardest_search& operator=(const hardest_search&) = delete;

    /// Walks another round; false if a limit or the stop token came, and what was found is kept.
    bool run_round() {
        if (ended_ != status::running) return false;
        std::vector<walk> round;
        round.reserve(walks);
        for (std::size_t i = 0; i < walks; ++i) round.push_back(next_walk());
        detail::for_each_on_threads(threads_, walks, [&](std::size_t i, unsigned thread) {
            workers_[thread].run(round[i], campaign_.walls, least_kept_);
        });
        // In the order of walks, so that threads make no difference.
        const std::size_t before = elites_.size();
        for (const walk& w : round)
            for (const hard_board& b : w.found) {
                keep(b, elites_);
                keep(b, best_);
            }
        constexpr std::size_t span = depths_to_start_from + 2;
        least_kept_ = static_cast<std::uint32_t>(elites_.size() > span ? elites_.size() - span : 1);
        rounds_without_gain_ = elites_.size() > before ? 0 : rounds_without_gain_ + 1;
        if (rounds_without_gain_ > patience) {
            elites_.clear();
            least_kept_ = 1;
            rounds_without_gain_ = 0;
        }
        count();
        return ended_ == status::running;
    }

    /// Up to `most` boards of each number of slides from `least` on, no two of the same component,
    /// the hardest first.
    [[nodiscard]] std::vector<hard_board> boards(std::uint32_t least, std::size_t most) const {
        std::vector<hard_board> all;
        for (std::size_t moves = best_.size(); moves-- > least;)
            for (std::size_t i = 0; i < std::min(most, best_[moves].size()); ++i)
                all.push_back({static_cast<std::uint32_t>(moves), best_[moves][i]});
        return all;
    }

    /// How far it is.
    [[nodiscard]] const campaigning& so_far() const noexcept { return so_far_; }
    /// `running`, or what ended it.
    [[nodiscard]] senda::status status() const noexcept { return ended_; }

private:
    static constexpr std::size_t walks = 64;
    static constexpr int changes = 300;
    static constexpr int patience = 8;
    static constexpr std::size_t most_of_a_depth = 96;
    // Walks begin at boards that need at most so many slides fewer than the hardest.
    static constexpr std::size_t depths_to_start_from = 10;
    // Larger components are seldom deeper, and take longer.
    static constexpr std::size_t most_positions = 12'000;
    // The chance, in thousandths, to go on from a car park that needs a slide less.
    static constexpr std::uint64_t chance_to_fall = 350;

    struct walk {
        random_source random{0};
        std::optional<board> start;  // a random car park if there is none
        std::vector<hard_board> found;
    };

    class worker {
    public:
        worker(const senda::limits& l, stop_token stop)
            : control_({.limits = l, .stop = stop}), meter_(control_) {}

        void run(walk& w, std::uint32_t walls, std::uint32_t least) {
            const auto vehicles = static_cast<std::size_t>(7 + w.random.below(6));
            detail::random_board current = w.start
                                               ? detail::random_board(*w.start)
                                               : detail::random_board(w.random, walls, vehicles);
            std::uint32_t depth = measure(current, w, least).value_or(0);
            for (int i = 0; i < changes && control_.running(); ++i) {
                detail::random_board changed = current;
                bool any = changed.change(w.random);
                if (w.random.below(3) == 0) any = changed.change(w.random) || any;
                if (!any) continue;
                const std::optional<std::uint32_t> found = measure(changed, w, least);
                if (!found || !accepts(depth, *found, w.random)) continue;
                depth = *found;
                // Elsewhere in its component other changes are possible.
                current = w.random.below(2) == 0
                              ? changed
                              : detail::random_board(meter_.random_position(w.random));
            }
        }

        [[nodiscard]] const senda::search_control& control() const noexcept { return control_; }
        [[nodiscard]] std::uint64_t tried() const noexcept { return tried_; }

    private:
        std::optional<std::uint32_t> measure(const detail::random_board& b, walk& w,
                                             std::uint32_t least) {
            ++tried_;
            const std::optional<std::uint32_t> depth = meter_.measure(b.to_board(), most_positions);
            if (depth && *depth >= least) w.found.push_back({*depth, meter_.representative()});
            return depth;
        }

        static bool accepts(std::uint32_t depth, std::uint32_t next, random_source& random) {
            for (; next < depth; ++next)
                if (random.below(1000) >= chance_to_fall) return false;
            return true;
        }

        senda::search_control control_;
        detail::component_meter meter_;
        std::uint64_t tried_ = 0;
    };

    walk next_walk() {
        walk w;
        w.random = random_source{random_.next()};
        if (elites_.empty() || random_.below(8) == 0) return w;
        const std::size_t deepest = elites_.size() - 1;
        const std::size_t depth =
            deepest - random_.below(std::min(depths_to_start_from, deepest + 1));
        const std::vector<board>& kept = elites_[depth];
        if (!kept.empty()) w.start = kept[random_.below(kept.size())];
        return w;
    }

    void keep(const hard_board& b, std::vector<std::vector<board>>& by_moves) {
        if (b.moves >= by_moves.size()) by_moves.resize(b.moves + 1);
        std::vector<board>& kept = by_moves[b.moves];
        if (std::find(kept.begin(), kept.end(), b.board) != kept.end()) return;
        if (kept.size() < most_of_a_depth) {
            kept.push_back(b.board);
        } else if (random_.below(4) == 0) {
            kept[random_.below(kept.size())] = b.board;
        }
    }

    void count() {
        ++so_far_.rounds;
        so_far_.tried = so_far_.expanded = 0;
        for (const worker& w : workers_) {
            so_far_.tried += w.tried();
            so_far_.expanded += w.control().expanded();
            if (!w.control().running()) ended_ = w.control().status();
        }
        if (so_far_.expanded >= campaign_.limits.expansions && ended_ == status::running)
            ended_ = status::expansion_limit;
        so_far_.kept = 0;
        for (const std::vector<board>& kept : best_) so_far_.kept += kept.size();
        if (best_.empty()) return;
        so_far_.hardest = static_cast<std::uint32_t>(best_.size() - 1);
        so_far_.hardest_n = best_.back().size();
    }

    campaign campaign_;
    random_source random_;
    unsigned threads_;
    std::deque<worker> workers_;              // a control cannot be moved
    std::vector<std::vector<board>> elites_;  // since it last began anew, by their slides
    std::vector<std::vector<board>> best_;    // of all
    int rounds_without_gain_ = 0;
    std::uint32_t least_kept_ = 1;
    campaigning so_far_;
    senda::status ended_ = status::running;
};

}  // namespace senda::rush_hour
