// SPDX-License-Identifier: MIT
// Breadth-first search of the places of some tiles, in which the blank moves freely among the
// others. All orders of the tiles on the same cells are searched together, a bit each.
#pragma once

#include <senda/graph/permutations.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>
#include <sliding_tiles/layers/cell_sets.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#if SENDA_HAS_THREADS
#include <thread>
#endif

namespace senda::sliding_tiles::detail {

/// The orders of K tiles in a row, numbered by the places of the tiles, and how these numbers
/// change when the tile in one place moves to another, `Most` places off at most, and those between
/// close up.
template <std::size_t K, std::size_t Most>
class order_turns {
    using orders = permutations<K>;

public:
    static constexpr std::size_t count = orders::count;
    using number = std::conditional_t<(count <= 65536), std::uint16_t, std::uint32_t>;
    /// The bytes that it takes.
    [[nodiscard]] static constexpr std::uint64_t bytes() noexcept {
        return buffer<number>::bytes_for(turn_count() * count);
    }

    explicit order_turns(memory_budget& budget) noexcept : numbers_(budget) {}

    [[nodiscard]] bool prepare() {
        if (!numbers_.reserve(turn_count() * count)) return false;
        numbers_.set_size(turn_count() * count);
        number* next = numbers_.data();
        for (std::size_t from = 0; from < K; ++from) {
            for (std::size_t to = 0; to < K; ++to) {
                if (!is_turn(from, to)) continue;
                turns_[from * K + to] = next;
                for (std::size_t order = 0; order < count; ++order)
                    *next++ = turned(order, from, to);
            }
        }
        return true;
    }

    void release() noexcept { numbers_.release(); }

    /// The name of a turn; 0 if the order stays.
    [[nodiscard]] static constexpr std::uint32_t name(std::size_t from, std::size_t to) noexcept {
        return from == to ? 0 : static_cast<std::uint32_t>(from * K + to);
    }
    /// The numbers to which a turn leads.
    [[nodiscard]] const number* operator[](std::uint32_t turn) const noexcept {
        return turns_[turn];
    }

private:
    [[nodiscard]] static constexpr std::size_t turn_count() noexcept {
        std::size_t turns = 0;
        for (std::size_t apart = 1; apart <= Most && apart < K; ++apart) turns += 2 * (K - apart);
        return turns;
    }
    [[nodiscard]] static constexpr bool is_turn(std::size_t from, std::size_t to) noexcept {
        return from != to && from <= to + Most && to <= from + Most;
    }
    [[nodiscard]] static number turned(std::size_t order, std::size_t from, std::size_t to) {
        auto places = orders::unrank(order);
        for (std::uint8_t& place : places) {
            if (place == from) {
                place = static_cast<std::uint8_t>(to);
            } else if (from < place && place <= to) {
                --place;
            } else if (to <= place && place < from) {
                ++place;
            }
        }
        return static_cast<number>(orders::rank(places));
    }

    buffer<number> numbers_;
    std::array<const number*, K * K> turns_{};
};

/// Calls `work(piece, thread)` for each piece, unless the control says that it is time to end.
template <class Work>
void share_pieces(unsigned threads, search_control& control, std::size_t pieces, Work&& work) {
    const bool has_deadline_or_stop = control.has_deadline_or_stop();
    std::atomic<std::size_t> next = 0;
    const auto take = [&](unsigned thread) {
        for (std::size_t piece; (piece = next.fetch_add(1)) < pieces;) {
            work(piece, thread);
            if (has_deadline_or_stop && control.must_stop()) next = pieces;
        }
    };
#if SENDA_HAS_THREADS
    std::vector<std::thread> others;
    for (unsigned thread = 1; thread < threads; ++thread) others.emplace_back(take, thread);
    take(0);
    for (std::thread& other : others) other.join();
#else
    (void)threads;
    take(0);
#endif
    (void)control.poll();
}

/// The fewest slides of K tiles from each of their placements. Where the blank is counts only up to
/// the component of free cells that it moves in: a state is a set of cells, one of the components
/// that it leaves free, and an order of the tiles on it. A row of bits has all orders of a set and
/// a component. A slide along a row of the board keeps the order, so that it takes a whole row of
/// bits at once; one along a column turns a piece of the order.
///
/// A slide leads from a dark cell to a light one or back. So does each layer with the sets: as many
/// dark cells as even or odd. Therefore one array holds the last layer and the next.
template <std::size_t Columns, std::size_t Rows, std::size_t K>
class placement_layers {
    using board = board_cells<Columns, Rows>;
    using sets = cell_sets<board::count, K>;
    using turns = order_turns<K, Columns - 1>;
    using word = std::uint64_t;

public:
    static constexpr std::size_t orders = turns::count;
    static constexpr std::size_t words = (orders + 63) / 64;  // of a row of bits
    static constexpr std::size_t planes = 6;                  // bits of a distance
    static constexpr unsigned most_levels = (1U << planes) - 1;

    explicit placement_layers(search_control& control) noexcept
        : control_(control),
          sets_(control.budget()),
          turns_(control.budget()),
          first_block_(control.budget()),
          first_slide_(control.budget()),
          slides_(control.budget()),
          is_odd_(control.budget()),
          is_live_(control.budget()),
          left_(control.budget()),
          last_(control.budget()),
          reached_(control.budget()),
          levels_(control.budget()),
          scratch_(control.budget()) {}

    /// The bytes that it keeps when it has run.
    [[nodiscard]] static constexpr std::uint64_t bytes_kept() noexcept {
        return sets::bytes() + buffer<word>::bytes_for(sets::count * words * planes);
    }
    /// The bytes that it takes, on `threads` threads.
    [[nodiscard]] static std::uint64_t bytes(unsigned threads) {
        std::uint64_t blocks = 0;
        for_each_set(
            [&](std::size_t, cell_set set) { blocks += board::components(~set & board::all); });
        return bytes_kept() + turns::bytes() + buffer<std::uint32_t>::bytes_for(sets::count + 1) +
               buffer<std::uint32_t>::bytes_for(blocks + 1) +
               buffer<slide>::bytes_for(slide_count) +
               buffer<std::uint8_t>::bytes_for(sets::count) +
               buffer<std::uint8_t>::bytes_for(blocks) + buffer<std::uint32_t>::bytes_for(blocks) +
               2 * buffer<word>::bytes_for(blocks * words) +
               buffer<word>::bytes_for(threads * words);
    }

    /// Searches from the placement with tile i on `goal[i]` and the blank on cell 0. Ends the
    /// control as `complete` if it saw all.
    void run(const std::array<std::uint8_t, K>& goal, unsigned threads) {
        for (const std::uint8_t cell : goal) goal_ |= only(cell);
        if (!control_.fits(prepare(threads))) return;
        begin(goal);
        for (unsigned depth = 1; control_.running(); ++depth) {
            const std::uint64_t found = search_layer(depth, threads);
            if (found == 0) control_.end(status::complete);
        }
        turns_.release();
        first_block_.release();
        first_slide_.release();
        slides_.release();
        is_odd_.release();
        is_live_.release();
        left_.release();
        last_.release();
        reached_.release();
        scratch_.release();
    }

    [[nodiscard]] const sets& numbering() const noexcept { return sets_; }

    /// How a distance is kept: half of it and one more; 0 is not reached. The set tells the rest.
    [[nodiscard]] static constexpr unsigned level(unsigned distance) noexcept {
        return std::min(distance / 2 + 1, most_levels);
    }
    /// Whether the distances of a set are odd.
    [[nodiscard]] std::uint8_t parity(cell_set set) const noexcept {
        return static_cast<std::uint8_t>(std::popcount((set ^ goal_) & board::dark) % 2);
    }
    /// The levels of the orders of a set: the bits of 64 orders in `planes` words.
    [[nodiscard]] const word* levels(std::size_t set) const noexcept {
        return levels_.data() + set * words * planes;
    }

private:
    /// A slide that leads to a row of bits: from which row, and how it turns the order.
    struct slide {
        std::uint32_t from;
        std::uint32_t turn;
    };
    // Of two neighbours one is in the set.
    static constexpr std::size_t slide_count =
        2 * (2 * Columns * Rows - Columns - Rows) * ways_to_choose(board::count - 2, K - 1);

    template <class Take>
    static void for_each_set(Take&& take) {
        cell_set set = sets::first;
        for (std::size_t number = 0; number < sets::count; ++number, set = sets::next(set))
            take(number, set);
    }

    [[nodiscard]] bool prepare(unsigned threads) {
        if (!sets_.prepare() || !turns_.prepare() || !first_block_.reserve(sets::count + 1) ||
            !is_odd_.reserve(sets::count))
            return false;
        std::uint32_t blocks = 0;
        for_each_set([&](std::size_t, cell_set set) {
            (void)first_block_.push(blocks);
            (void)is_odd_.push(parity(set));
            blocks += static_cast<std::uint32_t>(board::components(~set & board::all));
        });
        (void)first_block_.push(blocks);
        return prepare_slides(blocks) && is_live_.assign_zeros(blocks) &&
               left_.assign_zeros(blocks) && last_.assign_zeros(blocks * words) &&
               reached_.assign_zeros(blocks * words) &&
               levels_.assign_zeros(sets::count * words * planes) &&
               scratch_.assign_zeros(threads * words);
    }

    /// Lists the slides that lead to each row.
    [[nodiscard]] bool prepare_slides(std::size_t blocks) {
        if (!first_slide_.reserve(blocks + 1) || !slides_.reserve(slide_count)) return false;
        for_each_set([&](std::size_t, cell_set set) {
            cell_set free = ~set & board::all;
            while (free != 0) {
                const cell_set component = board::component(free, lowest(free));
                (void)first_slide_.push(static_cast<std::uint32_t>(slides_.size()));
                list_slides(set, component);
                free &= ~component;
            }
        });
        (void)first_slide_.push(static_cast<std::uint32_t>(slides_.size()));
        return true;
    }
    /// The slides of a tile to a cell `to` of a set that left the blank in a component.
    void list_slides(cell_set set, cell_set component) {
        for (cell_set blanks = component; blanks != 0; blanks &= blanks - 1) {
            const std::size_t from = lowest(blanks);
            for (cell_set tos = board::beside(only(from)) & set; tos != 0; tos &= tos - 1) {
                const std::size_t to = lowest(tos);
                const cell_set before = (set & ~only(to)) | only(from);
                const std::size_t block = first_block_[sets_.number(before)] +
                                          board::number_of_component(~before & board::all, to);
                (void)slides_.push(slide{static_cast<std::uint32_t>(block),
                                         turns::name(rank_in(before, from), rank_in(set, to))});
            }
        }
    }

    void begin(const std::array<std::uint8_t, K>& goal) {
        std::array<std::uint8_t, K> places{};
        for (std::size_t i = 0; i < K; ++i)
            places[i] = static_cast<std::uint8_t>(rank_in(goal_, goal[i]));
        const std::size_t order = permutations<K>::rank(places);
        const std::size_t number = sets_.number(goal_);
        const std::size_t block =
            first_block_[number] + board::number_of_component(~goal_ & board::all, 0);
        const word bit = word{1} << order % 64;
        last_[block * words + order / 64] = reached_[block * words + order / 64] = bit;
        levels_[(number * words + order / 64) * planes] = bit;  // level(0) is 1
        std::fill(left_.begin(), left_.end(), static_cast<std::uint32_t>(orders));
        left_[block] -= 1;
        is_live_[block] = 1;
    }

    /// Finds what is one slide farther than the last layer; returns how many states that are.
    std::uint64_t search_layer(unsigned depth, unsigned threads) {
        constexpr std::size_t piece = 16;
        std::atomic<std::uint64_t> placements = 0;
        std::atomic<std::uint64_t> states = 0;
        share_pieces(threads, control_, (sets::count + piece - 1) / piece,
                     [&](std::size_t at, unsigned thread) {
                         const std::size_t end =
                             std::min<std::size_t>((at + 1) * piece, sets::count);
                         const tally found =
                             search_sets(at * piece, end, depth, scratch_.data() + thread * words);
                         placements += found.placements;
                         states += found.states;
                     });
        control_.count_expanded(placements);
        if (search_progress* const p = control_.options().progress)
            p->advance(control_.expanded(), sets::count * orders);
        if (states != 0) (void)control_.request_expansions(1);
        return states;
    }

    struct tally {
        std::uint64_t placements = 0;
        std::uint64_t states = 0;
    };
    tally search_sets(std::size_t first, std::size_t end, unsigned depth, word* row) {
        tally found;
        for (std::size_t set = first; set < end; ++set) {
            if (is_odd_[set] != depth % 2) continue;
            for (std::uint32_t block = first_block_[set]; block < first_block_[set + 1]; ++block) {
                is_live_[block] = left_[block] != 0 && gather(block, row) ? 1 : 0;
                if (is_live_[block] != 0) keep_new(set, block, depth, row, found);
            }
        }
        return found;
    }

    /// Collects what slides lead to from the last layer; false if it has nothing.
    SENDA_FLATTEN bool gather(std::size_t block, word* row) const {
        bool is_clear = false;
        for (std::size_t i = first_slide_[block]; i < first_slide_[block + 1]; ++i) {
            const slide s = slides_[i];
            if (is_live_[s.from] == 0) continue;
            if (!is_clear) std::fill(row, row + words, word{0});
            is_clear = true;
            const word* const from = last_.data() + s.from * words;
            if (s.turn == 0) {
                for (std::size_t w = 0; w < words; ++w) row[w] |= from[w];
            } else {
                turn(from, turns_[s.turn], row);
            }
        }
        return is_clear;
    }
    static void turn(const word* from, const typename turns::number* to, word* row) {
        for (std::size_t w = 0; w < words; ++w) {
            for (word left = from[w]; left != 0; left &= left - 1) {
                const std::size_t order =
                    to[w * 64 + static_cast<std::size_t>(std::countr_zero(left))];
                row[order / 64] |= word{1} << order % 64;
            }
        }
    }

    /// Makes what is new in a row its part of the next layer, and notes the distance of placements
    /// that were not reached with the blank in another component either.
    void keep_new(std::size_t set, std::size_t block, unsigned depth, const word* row,
                  tally& found) {
        const unsigned now = level(depth);
        word* const last = last_.data() + block * words;
        word* const reached = reached_.data() + block * words;
        word* const levels = levels_.data() + set * words * planes;
        std::uint32_t added = 0;
        for (std::size_t w = 0; w < words; ++w) {
            const word fresh = last[w] = row[w] & ~reached[w];
            if (fresh == 0) continue;
            reached[w] |= fresh;
            added += static_cast<std::uint32_t>(std::popcount(fresh));
            word* const bits = levels + w * planes;
            word known = 0;
            for (std::size_t k = 0; k < planes; ++k) known |= bits[k];
            const word unknown = fresh & ~known;
            for (std::size_t k = 0; k < planes; ++k) bits[k] |= (now >> k & 1) != 0 ? unknown : 0;
            found.placements += static_cast<std::uint64_t>(std::popcount(unknown));
        }
        is_live_[block] = added != 0 ? 1 : 0;
        left_[block] -= added;
        found.states += added;
    }

    search_control& control_;
    sets sets_;
    turns turns_;
    buffer<std::uint32_t> first_block_;  // of each set: a row of bits for each component
    buffer<std::uint32_t> first_slide_;  // to each row
    buffer<slide> slides_;
    buffer<std::uint8_t> is_odd_;   // whether the distances of a set are
    buffer<std::uint8_t> is_live_;  // whether a row has bits in the last layer
    buffer<std::uint32_t> left_;    // states of a row that were not reached
    buffer<word> last_;             // the last layer
    buffer<word> reached_;          // all layers
    buffer<word> levels_;
    buffer<word> scratch_;
    cell_set goal_ = 0;
};

}  // namespace senda::sliding_tiles::detail
