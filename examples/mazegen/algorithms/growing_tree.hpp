// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

namespace detail {

/// Rooms in the order in which they came; those that left stay as gaps until they are half of all.
class active_rooms {
public:
    explicit active_rooms(memory_budget& budget) noexcept : rooms_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return live_ == 0; }

    [[nodiscard]] bool add(std::size_t room) {
        if (!rooms_.push(static_cast<std::uint32_t>(room))) return false;
        ++live_;
        return true;
    }

    // Each gives the place of a room in the list.
    [[nodiscard]] std::size_t newest() noexcept {
        while (rooms_.back() == gap) rooms_.truncate(rooms_.size() - 1);
        return rooms_.size() - 1;
    }
    [[nodiscard]] std::size_t oldest() noexcept {
        while (rooms_[first_] == gap) ++first_;
        return first_;
    }
    [[nodiscard]] std::size_t random(random_source& source) noexcept {
        while (true) {
            const std::size_t place =
                first_ + static_cast<std::size_t>(source.below(rooms_.size() - first_));
            if (rooms_[place] != gap) return place;
        }
    }

    [[nodiscard]] std::size_t operator[](std::size_t place) const noexcept { return rooms_[place]; }

    void remove(std::size_t place) noexcept {
        rooms_[place] = gap;
        --live_;
        if (live_ < rooms_.size() / 2) close_gaps();
    }

private:
    static constexpr std::uint32_t gap = 0;  // the ring is there, and no room

    void close_gaps() noexcept {
        std::size_t kept = 0;
        for (std::size_t i = first_; i < rooms_.size(); ++i)
            if (rooms_[i] != gap) rooms_[kept++] = rooms_[i];
        rooms_.truncate(kept);
        first_ = 0;
    }

    senda::buffer<std::uint32_t> rooms_;
    std::size_t first_ = 0;
    std::size_t live_ = 0;
};

}  // namespace detail

/// From a random room on, grows from one of the active rooms, which `next` chooses, to a random
/// neighbour not seen yet, which becomes active; a room without such a neighbour is active no more.
struct growing_tree {
    /// Which active room the maze grows from.
    enum class rule {
        newest,  ///< the distribution of `recursive_backtracker`
        oldest,  ///< straight corridors outwards
        random,  ///< like `prim_frontier`, but with another distribution
        mixed    ///< the newest with probability `newest_share`, otherwise a random one
    };
    rule next = rule::mixed;    ///< which active room the maze grows from
    double newest_share = 0.5;  ///< how often `rule::mixed` takes the newest

    static constexpr std::string_view name = "growing_tree";
    static constexpr std::string_view summary =
        "grows from its newest or a random room in turn: corridors with many branches";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        const auto neighbour = c.neighbours();
        random_bits<detail::choice_bits> bits(c.random);
        detail::active_rooms active(c.budget());
        const auto enter = [&](std::size_t room, std::uint8_t passage) {
            c.data()[room] = static_cast<std::uint8_t>(detail::taken | passage);
            return active.add(room);
        };
        if (!enter(c.random_room(), 0)) return c.lack_memory();
        for (std::uint64_t done = 1; !active.empty() && c.proceed(done);) {
            const std::size_t place = chosen(active, c.random);
            const unsigned untouched =
                detail::untouched_neighbours(c.data() + active[place], c.stride());
            if (untouched == 0) {
                active.remove(place);
                continue;
            }
            const direction on = detail::choose(untouched, bits);
            const std::size_t room = neighbour(active[place], on);
            if (!enter(room, bit_of(opposite(on)))) return c.lack_memory();
            c.carved(room, opposite(on));
            ++done;
        }
    }

    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        detail::active_rooms active(c.budget());  // by one more than their numbers
        const auto enter = [&](room_number room) {
            c.take(room);
            return active.add(std::size_t{room} + 1);
        };
        if (!enter(c.random_room())) return c.lack_memory();
        for (room_number done = 1; !active.empty() && c.proceed(done);) {
            const std::size_t place = chosen(active, c.random);
            const auto room = static_cast<room_number>(active[place] - 1);
            const room_number entered = c.random_untaken_neighbour(room);
            if (entered == no_room) {
                active.remove(place);
                continue;
            }
            c.carve(room, entered);
            if (!enter(entered)) return c.lack_memory();
            ++done;
        }
    }

private:
    [[nodiscard]] std::size_t chosen(detail::active_rooms& active,
                                     random_source& source) const noexcept {
        switch (next) {
            case rule::newest: return active.newest();
            case rule::oldest: return active.oldest();
            case rule::random: return active.random(source);
            case rule::mixed: break;
        }
        return source.chance(newest_share) ? active.newest() : active.random(source);
    }
};

}  // namespace senda::mazegen
