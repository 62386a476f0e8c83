// SPDX-License-Identifier: MIT
// Graphs without end whose distances are known: points of a space, with steps of one along an axis.
#pragma once

#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace soak {

/// A point of space in one number, 21 bits an axis.
using point = std::uint64_t;

inline constexpr int shift_of_axis[] = {0, 21, 42};

[[nodiscard]] constexpr point at(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    return x | y << 21 | z << 42;
}

/// The middle of space, and a point that no search can afford to reach.
inline constexpr point middle = at(1 << 20, 1 << 20, 1 << 20);
inline constexpr point far_point = at((1 << 20) + 5000, (1 << 20) - 3000, 1 << 20);
inline constexpr double far_point_steps = 8000;

/// Space: six ways out of each point.
struct space {
    template <class Emit>
    void successors(point p, Emit&& emit) const {
        for (const int shift : shift_of_axis) {
            emit(p + (point{1} << shift));
            emit(p - (point{1} << shift));
        }
    }
    template <class Emit>
    void predecessors(point p, Emit&& emit) const {
        successors(p, emit);
    }
};

/// The same with costs that differ from place to place, none less than `base`. On one shortest way
/// to `far_point` each step costs just that.
template <class Cost>
struct weighted_space {
    using cost_type = Cost;

    static constexpr double far_point_cost(Cost base) {
        return far_point_steps * static_cast<double>(base);
    }

    Cost base = 1;
    std::uint64_t spread = 9;

    template <class Emit>
    void successors(point p, Emit&& emit) const {
        for (const int shift : shift_of_axis) {
            const point back = p - (point{1} << shift);
            emit(p + (point{1} << shift), cost(p, shift));
            emit(back, cost(back, shift));
        }
    }
    template <class Emit>
    void predecessors(point p, Emit&& emit) const {
        successors(p, emit);
    }
    [[nodiscard]] Cost cost(point from, int shift) const {
        constexpr point axis = 0x1f'ffff;
        const bool along_x = shift == 0 && (from & ~axis) == (middle & ~axis);
        const bool along_y = shift == 21 && (from & ~(axis << 21)) == (far_point & ~(axis << 21));
        if (along_x || along_y) return base;
        const std::uint64_t mixed = (from + static_cast<unsigned>(shift)) * 0x9e37'79b9'7f4a'7c15U;
        return static_cast<Cost>(base + static_cast<Cost>((mixed >> 40) % spread));
    }
};

/// How far a point is from `far_point` along the axes; half of it leads a search far astray.
struct half_the_way {
    template <class Node>
    int operator()(const Node& n) const {
        int sum = 0;
        for (const int shift : shift_of_axis) {
            const auto here = static_cast<int>(n >> shift & 0x1f'ffff);
            const auto there = static_cast<int>(far_point >> shift & 0x1f'ffff);
            sum += std::abs(here - there);
        }
        return sum / 2;
    }
};

/// A large state: 30 counters, of which the first eight go up and down.
struct counters {
    std::array<std::int32_t, 30> value{};

    friend bool operator==(const counters&, const counters&) = default;
};

template <class State>
State stepped(const State& from, std::size_t axis, int by) {
    State to = from;
    to.value[axis] += by;
    return to;
}

/// A state with memory of its own.
struct listed {
    std::vector<std::int32_t> value = std::vector<std::int32_t>(30);

    [[nodiscard]] std::uint64_t owned_bytes() const { return senda::owned_bytes(value); }
    friend bool operator==(const listed&, const listed&) = default;
};

/// The space of counters; `goal` is `far` steps along the first of them.
template <class State>
struct counter_space {
    static constexpr int far = 100;

    template <class Emit>
    void successors(const State& s, Emit&& emit) const {
        for (std::size_t axis = 0; axis < 8; ++axis)
            for (const int by : {1, -1}) emit(stepped(s, axis, by));
    }
    template <class Emit>
    void predecessors(const State& s, Emit&& emit) const {
        successors(s, emit);
    }
    [[nodiscard]] std::uint64_t hash(const State& s) const {
        std::uint64_t sum = 0;
        for (const std::int32_t v : s.value)
            sum = (sum ^ static_cast<std::uint32_t>(v)) * 0x9e37'79b9'7f4a'7c15U;
        return sum;
    }
    [[nodiscard]] State goal() const { return stepped(State{}, 0, far); }
};

/// Words of 40 letters, of which the first eight go round the alphabet: the goal is 26 / 2 steps
/// away in each.
struct word_space {
    static constexpr std::size_t turning = 8;

    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 0; i < turning; ++i) {
            for (const int by : {1, 25}) {
                std::string to = s;
                to[i] = static_cast<char>('a' + (to[i] - 'a' + by) % 26);
                emit(std::move(to));
            }
        }
    }
    [[nodiscard]] static std::string start() { return std::string(40, 'a'); }
    [[nodiscard]] static std::string goal() {
        return std::string(turning, 'n') + std::string(40 - turning, 'a');
    }
};

}  // namespace soak
