// SPDX-License-Identifier: MIT
// How a node travels from rank to rank: as its bytes, or as two functions beside its type say.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::mpi {

/// What nodes are packed into.
class bytes {
public:
    /// Appends `size` bytes.
    void append(const void* data, std::size_t size) {
        const auto* const first = static_cast<const unsigned char*>(data);
        bytes_.insert(bytes_.end(), first, first + size);
    }

    /// All bytes so far.
    [[nodiscard]] const unsigned char* data() const noexcept { return bytes_.data(); }
    /// How many there are.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    /// Begins again, in the same memory.
    void clear() noexcept { bytes_.clear(); }

private:
    std::vector<unsigned char> bytes_;
};

/// Where packed nodes are read from. What is not there reads as nothing, and `is_good` says so.
class reader {
public:
    /// Reads from bytes, which must outlive it.
    reader(const void* data, std::size_t size) noexcept
        : at_(static_cast<const unsigned char*>(data)), left_(size) {}

    /// Takes the next bytes; false, and nothing is taken, if there are fewer.
    [[nodiscard]] bool take(void* to, std::size_t size) noexcept {
        if (size > left_) return is_good_ = false;
        if (size != 0) std::memcpy(to, at_, size);
        at_ += size;
        left_ -= size;
        return true;
    }

    /// How many bytes are left.
    [[nodiscard]] std::size_t left() const noexcept { return left_; }
    /// Whether all that was asked for was there.
    [[nodiscard]] bool is_good() const noexcept { return is_good_; }
    /// Says that what was read makes no sense.
    void fail() noexcept { is_good_ = false; }

private:
    const unsigned char* at_;
    std::size_t left_;
    bool is_good_ = true;
};

/// Packs a value that is its bytes.
template <class T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>)
void pack(const T& value, bytes& to) {
    to.append(&value, sizeof value);
}
/// Reads a value that is its bytes.
template <class T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>)
void unpack(reader& from, T& value) {
    (void)from.take(&value, sizeof value);
}

/// A string or a vector: elements in a row, whose number can change.
template <class Row>
concept PackableRow = requires(Row& row, typename Row::allocator_type) {
    row.resize(row.capacity());
    row.push_back(typename Row::value_type{});
};

/// Whether a row is one of letters or whole numbers, which are copied at once.
template <class Row>
inline constexpr bool holds_numbers =
    std::integral<typename Row::value_type> && requires(Row& row) { row.data(); };

// Declared first: each may hold others.
template <PackableRow Row>
void pack(const Row& row, bytes& to);
template <PackableRow Row>
void unpack(reader& from, Row& row);
template <class A, class B>
    requires(!std::is_trivially_copyable_v<std::pair<A, B>>)
void pack(const std::pair<A, B>& both, bytes& to);
template <class A, class B>
    requires(!std::is_trivially_copyable_v<std::pair<A, B>>)
void unpack(reader& from, std::pair<A, B>& both);

/// Packs a string or a vector, with its length: its elements are packed as they themselves say.
template <PackableRow Row>
void pack(const Row& row, bytes& to) {
    using value = typename Row::value_type;
    pack(std::uint64_t{row.size()}, to);
    if constexpr (holds_numbers<Row>) {
        to.append(row.data(), row.size() * sizeof(value));
    } else {
        for (const auto& element : row) pack(static_cast<const value&>(element), to);
    }
}
/// Reads a string or a vector, of which each element takes a byte at least.
template <PackableRow Row>
void unpack(reader& from, Row& row) {
    std::uint64_t size = 0;
    unpack(from, size);
    row.clear();
    if (size > from.left() / (holds_numbers<Row> ? sizeof(typename Row::value_type) : 1))
        return from.fail();
    if constexpr (holds_numbers<Row>) {
        row.resize(static_cast<std::size_t>(size));
        (void)from.take(row.data(), row.size() * sizeof(typename Row::value_type));
        return;
    }
    row.reserve(static_cast<std::size_t>(size));
    for (; size != 0 && from.is_good(); --size) {
        typename Row::value_type value{};
        unpack(from, value);
        row.push_back(std::move(value));
    }
}

/// Packs a pair, one after the other.
template <class A, class B>
    requires(!std::is_trivially_copyable_v<std::pair<A, B>>)
void pack(const std::pair<A, B>& both, bytes& to) {
    pack(both.first, to);
    pack(both.second, to);
}
/// Reads a pair.
template <class A, class B>
    requires(!std::is_trivially_copyable_v<std::pair<A, B>>)
void unpack(reader& from, std::pair<A, B>& both) {
    unpack(from, both.first);
    unpack(from, both.second);
}

/// A node that can travel: a trivially copyable one as its bytes, without a pointer's meaning; any
/// other, which can be made without arguments, by two functions in the namespace of its type,
///   `void pack(const Node&, senda::mpi::bytes&)`, which calls `pack` of its parts, and
///   `void unpack(senda::mpi::reader&, Node&)`, which reads the same parts in the same order.
/// Strings, vectors and pairs of such have them. Equal nodes pack into equal bytes.
template <class Node>
concept Packable = (std::is_trivially_copyable_v<Node> && !std::is_pointer_v<Node>) ||
                   (std::is_default_constructible_v<Node> &&
                    requires(const Node& node, Node& to, bytes& packed, reader& from) {
                        pack(node, packed);
                        unpack(from, to);
                    });

static_assert(Packable<int> && Packable<std::string> && Packable<std::vector<std::string>>);
static_assert(!Packable<const char*>);

}  // namespace senda::mpi
