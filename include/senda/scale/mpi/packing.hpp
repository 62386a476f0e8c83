// SPDX-License-Identifier: MIT
// How a node travels from rank to rank: as its bytes, or as two functions beside its type say.
#pragma once

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

// Declared first: each may hold others.
template <class Char, class Traits, class Allocator>
void pack(const std::basic_string<Char, Traits, Allocator>& text, bytes& to);
template <class Char, class Traits, class Allocator>
void unpack(reader& from, std::basic_string<Char, Traits, Allocator>& text);
template <class T, class Allocator>
void pack(const std::vector<T, Allocator>& values, bytes& to);
template <class T, class Allocator>
void unpack(reader& from, std::vector<T, Allocator>& values);
template <class A, class B>
    requires(!std::is_trivially_copyable_v<std::pair<A, B>>)
void pack(const std::pair<A, B>& both, bytes& to);
template <class A, class B>
    requires(!std::is_trivially_copyable_v<std::pair<A, B>>)
void unpack(reader& from, std::pair<A, B>& both);

/// Packs a string, with its length.
template <class Char, class Traits, class Allocator>
void pack(const std::basic_string<Char, Traits, Allocator>& text, bytes& to) {
    pack(std::uint64_t{text.size()}, to);
    to.append(text.data(), text.size() * sizeof(Char));
}
/// Reads a string.
template <class Char, class Traits, class Allocator>
void unpack(reader& from, std::basic_string<Char, Traits, Allocator>& text) {
    std::uint64_t size = 0;
    unpack(from, size);
    text.clear();
    if (size > from.left() / sizeof(Char)) return from.fail();
    text.resize(static_cast<std::size_t>(size));
    (void)from.take(text.data(), text.size() * sizeof(Char));
}

/// Packs a vector, with its length: its elements are packed as they themselves say.
template <class T, class Allocator>
void pack(const std::vector<T, Allocator>& values, bytes& to) {
    pack(std::uint64_t{values.size()}, to);
    for (const auto& value : values) pack(static_cast<const T&>(value), to);
}
/// Reads a vector, of which each element takes a byte at least.
template <class T, class Allocator>
void unpack(reader& from, std::vector<T, Allocator>& values) {
    std::uint64_t size = 0;
    unpack(from, size);
    values.clear();
    if (size > from.left()) return from.fail();
    values.reserve(static_cast<std::size_t>(size));
    for (; size != 0 && from.is_good(); --size) {
        T value{};
        unpack(from, value);
        values.push_back(std::move(value));
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
