// SPDX-License-Identifier: MIT
// How a grid keeps its cells: a value each in a ring of closed cells, or a bit each in tiles.
#pragma once

#include <senda/detail/language/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// An array that is taken over, copied and compared as a whole.
template <class Word>
class cell_words {
public:
    using word = Word;

    cell_words() = default;
    /// Takes over an array that `new` made.
    cell_words(Word* words, std::size_t count) noexcept : words_(words), count_(count) {}
    cell_words(const cell_words& other)
        : words_(other.words_ != nullptr ? new Word[other.count_] : nullptr), count_(other.count_) {
        std::copy_n(other.words_, count_, words_);
    }
    cell_words(cell_words&& other) noexcept
        : words_(std::exchange(other.words_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    cell_words& operator=(cell_words other) noexcept {
        std::swap(words_, other.words_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~cell_words() { delete[] words_; }

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] Word* data() noexcept { return words_; }
    [[nodiscard]] const Word* data() const noexcept { return words_; }

    friend bool operator==(const cell_words& a, const cell_words& b) noexcept {
        return std::equal(a.data(), a.data() + a.count_, b.data(), b.data() + b.count_);
    }

private:
    Word* words_ = nullptr;  // no unique_ptr: <memory> takes longer to compile than a grid
    std::size_t count_ = 0;
};

/// One value a cell, row by row, in a ring of closed ones: neighbours are read without checks.
template <class Value>
class ringed_cells : public cell_words<Value> {
    using base = cell_words<Value>;

public:
    using value = Value;

    /// How long the array of a grid is, of sides that are not negative.
    [[nodiscard]] static constexpr std::uint64_t words(std::int64_t width,
                                                       std::int64_t height) noexcept {
        const auto rows = static_cast<std::uint64_t>(height) + 2;
        return (static_cast<std::uint64_t>(width) + 1) * rows + 1;
    }

    ringed_cells() = default;
    /// All cells open, of value 1, in an array of `words(width, height)`; the ring is `closed`.
    ringed_cells(Value* memory, int width, int height, Value closed) noexcept
        : base(memory, static_cast<std::size_t>(words(width, height))),
          stride_(static_cast<std::ptrdiff_t>(width) + 1) {
        std::fill_n(this->data(), this->count(), closed);
        for (int y = 0; y < height; ++y) std::fill_n(this->data() + place(0, y), width, Value{1});
    }

    [[nodiscard]] Value get(int x, int y) const noexcept { return this->data()[place(x, y)]; }
    void set(int x, int y, Value to) noexcept { this->data()[place(x, y)] = to; }

private:
    [[nodiscard]] std::ptrdiff_t place(int x, int y) const noexcept {
        return (static_cast<std::ptrdiff_t>(y) + 1) * stride_ + x + 1;
    }

    std::ptrdiff_t stride_ = 1;
};

/// One bit a cell, 1 if open, in tiles of 32 columns and 16 rows, which lie row by row in a ring of
/// closed ones. A tile keeps its cells by colour, as on a chessboard: 16 rows of 16 bits of even
/// cells, then the odd. All cells at one distance from a cell are of one colour.
class tiled_cells : public cell_words<std::uint16_t> {
    using base = cell_words<std::uint16_t>;

public:
    using value = unsigned char;
    static constexpr int columns = 32;
    static constexpr std::uint32_t words_of_tile = 32;

    /// How long the array of a grid is, of sides that are not negative.
    [[nodiscard]] static constexpr std::uint64_t words(std::int64_t width,
                                                       std::int64_t height) noexcept {
        const std::uint64_t columns_of_tiles = (static_cast<std::uint64_t>(width) + 31) / 32 + 1;
        const std::uint64_t rows_of_tiles = (static_cast<std::uint64_t>(height) + 15) / 16 + 2;
        return (columns_of_tiles * rows_of_tiles + 1) * words_of_tile;
    }

    tiled_cells() = default;
    /// All cells open, in an array of `words(width, height)`; the ring is closed.
    tiled_cells(std::uint16_t* memory, int width, int height, value) noexcept
        : base(memory, static_cast<std::size_t>(words(width, height))),
          stride_((static_cast<std::uint32_t>(width) + 31) / 32 + 1) {
        std::fill_n(data(), count(), std::uint16_t{0});
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; x += columns) {
                const int left = std::min(width - x, columns);
                row(x, y) = static_cast<std::uint16_t>((1u << (left + 1) / 2) - 1);
                row(x + 1, y) = static_cast<std::uint16_t>((1u << left / 2) - 1);
            }
        }
    }

    /// A cell, or one of those just outside.
    [[nodiscard]] value get(int x, int y) const noexcept {
        return static_cast<value>(data()[place(x, y)] >> (x >> 1 & 15) & 1);
    }
    void set(int x, int y, value open) noexcept {
        const unsigned bit = 1u << (x >> 1 & 15);
        row(x, y) = static_cast<std::uint16_t>(open != 0 ? row(x, y) | bit : row(x, y) & ~bit);
    }

    /// The number of tiles, those of the ring included, and how many lie in a row.
    [[nodiscard]] std::size_t tiles() const noexcept { return count() / words_of_tile; }
    [[nodiscard]] std::uint32_t stride() const noexcept { return stride_; }
    /// The tile that a cell is in.
    [[nodiscard]] std::uint32_t tile(int x, int y) const noexcept {
        return (static_cast<std::uint32_t>(y >> 4) + 1) * stride_ +
               static_cast<std::uint32_t>(x >> 5) + 1;
    }
    /// The 16 rows of a tile with the cells where x + y is even, and behind them the others.
    [[nodiscard]] const std::uint16_t* rows(std::uint32_t tile) const noexcept {
        return data() + std::size_t{tile} * words_of_tile;
    }

private:
    [[nodiscard]] std::size_t place(int x, int y) const noexcept {
        return std::size_t{tile(x, y)} * words_of_tile +
               static_cast<std::size_t>((x ^ y) & 1) * 16 + static_cast<std::size_t>(y & 15);
    }
    std::uint16_t& row(int x, int y) noexcept { return data()[place(x, y)]; }

    std::uint32_t stride_ = 1;
};

}  // namespace senda::detail
