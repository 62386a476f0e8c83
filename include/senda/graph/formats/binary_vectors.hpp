// SPDX-License-Identifier: MIT
// Files that are one vector each: values of 32 bits side by side, little-endian, and nothing else.
// A graph is three of them, as many road graphs are handed on: `first_out` and `head`, which are
// the rows of a `csr`, and a cost for each edge. Coordinates are vectors of float, one a node.
#pragma once

#include <senda/graph/csr.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/file.hpp>
#include <senda/text/utf8.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda {

/// What a binary vector holds: whole numbers or floating-point ones of 32 bits.
template <class Value>
concept BinaryValue = std::same_as<Value, std::uint32_t> || std::same_as<Value, std::int32_t> ||
                      std::same_as<Value, float>;

/// The values in the bytes of a binary vector, read where they lie, on any machine. The bytes must
/// outlive it; those after the last whole value do not count.
template <BinaryValue Value>
class binary_view {
public:
    /// Views bytes.
    explicit binary_view(std::string_view bytes) noexcept : bytes_(bytes) {}

    /// How many values there are.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / sizeof(Value); }

    /// The value in a place below `size()`.
    [[nodiscard]] Value operator[](std::size_t place) const noexcept {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < sizeof bits; ++i)
            bits |= std::uint32_t{static_cast<unsigned char>(bytes_[place * sizeof bits + i])}
                    << (8 * i);
        return std::bit_cast<Value>(bits);
    }

private:
    std::string_view bytes_;
};

/// The files of a stored graph, by name.
struct binary_graph_files {
    std::string first_out;  ///< where the edges of each node begin, and after them their number
    std::string head;       ///< where each edge leads
    std::string weight;     ///< what each edge costs
};

namespace detail {

/// What is wrong with the size of a binary vector; no code if nothing is.
inline diagnostic check_binary_size(std::string_view bytes) {
    if (bytes.size() % sizeof(std::uint32_t) == 0) return {};
    return {"bad_size", "there are " + std::to_string(bytes.size()) +
                            " bytes: expected a multiple of 4, for values of 32 bits"};
}

/// A fault of what is in a file.
inline diagnostic fault_in_file(const std::string& file, diagnostic fault) {
    fault.message = printable(file) + ": " + fault.message;
    return fault;
}

/// Reads the bytes of a file of whole values.
inline parsed<std::string> read_binary(const std::string& file, std::size_t most_bytes) {
    parsed<std::string> bytes = read_file(file, most_bytes);
    diagnostic fault =
        bytes ? check_binary_size(*bytes)
              : diagnostic{bytes.error().code, "cannot be read: " + bytes.error().message};
    if (!fault.code.empty()) return fault_in_file(file, std::move(fault));
    return bytes;
}

}  // namespace detail

/// Reads the values in the bytes of a binary vector. Errors: `bad_size` if they are not a multiple
/// of 4.
///
/// `bytes`  all of the file.
template <BinaryValue Value>
[[nodiscard]] parsed<std::vector<Value>> parse_binary_vector(std::string_view bytes) {
    if (diagnostic fault = detail::check_binary_size(bytes); !fault.code.empty()) return fault;
    const binary_view<Value> view{bytes};
    std::vector<Value> values(view.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = view[i];
    return values;
}

/// The bytes of a binary vector, as `parse_binary_vector` reads them.
///
/// `values`  what they hold.
template <BinaryValue Value>
[[nodiscard]] std::string write_binary_vector(const std::vector<Value>& values) {
    std::string bytes;
    bytes.reserve(values.size() * sizeof(Value));
    for (const Value value : values) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        for (std::size_t i = 0; i < sizeof bits; ++i)
            bytes += static_cast<char>(static_cast<unsigned char>(bits >> (8 * i) & 0xFFU));
    }
    return bytes;
}

/// Reads a graph from the bytes of its three vectors, without another copy of them. Errors:
/// `bad_size`; `bad_rows`, `bad_node`, `bad_cost` and `too_many_nodes` as `csr::from_rows`.
///
/// `first_out`  where the edges of each node begin, and after them their number.
/// `head`       where each edge leads.
/// `weight`     what each edge costs.
template <BinaryValue Weight = std::uint32_t>
[[nodiscard]] parsed<csr<Weight>> parse_binary_graph(std::string_view first_out,
                                                     std::string_view head,
                                                     std::string_view weight) {
    for (const auto& [name, bytes] : {std::pair{"first_out", first_out}, std::pair{"head", head},
                                      std::pair{"weight", weight}}) {
        diagnostic fault = detail::check_binary_size(bytes);
        if (!fault.code.empty()) return detail::fault_in_file(name, std::move(fault));
    }
    return csr<Weight>::from_rows(binary_view<std::uint32_t>{first_out},
                                  binary_view<std::uint32_t>{head}, binary_view<Weight>{weight});
}

/// The most bytes that are read of a file unless one says otherwise: a billion values.
inline constexpr std::size_t most_binary_bytes = std::numeric_limits<std::uint32_t>::max();

/// Reads the values of a file. Errors: `unreadable`, also for a file that is too long; `bad_size`.
/// Messages begin with the name of the file.
///
/// `file`        its name.
/// `most_bytes`  how long it may be.
template <BinaryValue Value>
[[nodiscard]] parsed<std::vector<Value>> read_binary_vector(
    const std::string& file, std::size_t most_bytes = most_binary_bytes) {
    const parsed<std::string> bytes = detail::read_binary(file, most_bytes);
    if (!bytes) return bytes.error();
    return parse_binary_vector<Value>(*bytes);
}

/// Reads a graph from its three files. Errors: `unreadable`, also for a file that is too long, and
/// those of `parse_binary_graph`. Messages begin with the name of the file that is wrong.
///
/// `files`       their names.
/// `most_bytes`  how long each may be.
template <BinaryValue Weight = std::uint32_t>
[[nodiscard]] parsed<csr<Weight>> read_binary_graph(const binary_graph_files& files,
                                                    std::size_t most_bytes = most_binary_bytes) {
    const parsed<std::string> first_out = detail::read_binary(files.first_out, most_bytes);
    if (!first_out) return first_out.error();
    const parsed<std::string> head = detail::read_binary(files.head, most_bytes);
    if (!head) return head.error();
    const parsed<std::string> weight = detail::read_binary(files.weight, most_bytes);
    if (!weight) return weight.error();
    parsed<csr<Weight>> made = parse_binary_graph<Weight>(*first_out, *head, *weight);
    if (made) return made;
    const std::string& wrong = made.error().code == "bad_node"   ? files.head
                               : made.error().code == "bad_cost" ? files.weight
                                                                 : files.first_out;
    return detail::fault_in_file(wrong, made.error());
}

}  // namespace senda
