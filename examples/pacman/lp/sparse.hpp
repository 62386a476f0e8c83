// SPDX-License-Identifier: MIT
// Sparse vectors and matrices of doubles: only what is not zero is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::lp {

/// A number in a sparse vector, and where it stands.
struct entry {
    std::uint32_t at = 0;  ///< which row or column
    double value = 0;      ///< what stands there
};

/// Sparse vectors one after the other, in one array.
class sparse_list {
public:
    /// How many vectors there are.
    [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
    /// The vector with that number.
    [[nodiscard]] std::span<const entry> operator[](std::size_t i) const noexcept {
        const std::size_t first = i == 0 ? 0 : ends_[i - 1];
        return {entries_.data() + first, ends_[i] - first};
    }

    /// Removes all vectors.
    void clear() noexcept {
        entries_.clear();
        ends_.clear();
    }
    /// Adds to the vector that is being written.
    void add(std::uint32_t at, double value) { entries_.push_back({at, value}); }
    /// Ends the vector that is being written.
    void close() { ends_.push_back(entries_.size()); }
    /// Appends a vector.
    void push(std::span<const entry> vector) {
        entries_.insert(entries_.end(), vector.begin(), vector.end());
        close();
    }

private:
    std::vector<entry> entries_;
    std::vector<std::size_t> ends_;
};

/// Columns as rows, or rows as columns: `bound` is more than every place in `from`.
inline void transpose(const sparse_list& from, std::size_t bound, sparse_list& to) {
    std::vector<std::vector<entry>> turned(bound);
    for (std::size_t i = 0; i < from.size(); ++i)
        for (const entry& e : from[i])
            turned[e.at].push_back({static_cast<std::uint32_t>(i), e.value});
    to.clear();
    for (const std::vector<entry>& vector : turned) to.push(vector);
}

}  // namespace senda::lp
