// SPDX-License-Identifier: MIT
// What a search on disk knows, as a file from which it goes on.
#pragma once

#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace senda::detail {

/// A set of keys in files whose ranges follow each other.
template <class Key>
struct key_set {
    std::uint64_t count = 0;
    std::vector<key_part<Key>> parts = {};

    [[nodiscard]] std::uint64_t bytes() const noexcept {
        std::uint64_t sum = 0;
        for (const key_part<Key>& p : parts) sum += p.bytes;
        return sum;
    }
};

/// The layers of a search so far.
template <class Key>
struct disk_layers {
    std::uint64_t fingerprint = 0;  ///< of the starts and what they lead to
    bool is_directed = false;
    std::vector<key_set<Key>> layers = {};
    key_set<Key> closed = {};         ///< directed only: the first layers as one set
    std::uint64_t closed_layers = 0;  ///< how many

    [[nodiscard]] std::uint64_t bytes() const noexcept {
        std::uint64_t sum = closed.bytes();
        for (const key_set<Key>& l : layers) sum += l.bytes();
        return sum;
    }
    /// Calls `visit(part)` for each file until it says false; whether it never did.
    template <class Self, class Visit>
    static bool for_each_shard(Self& self, Visit&& visit) {
        for (auto& p : self.closed.parts)
            if (!visit(p)) return false;
        for (auto& l : self.layers)
            for (auto& p : l.parts)
                if (!visit(p)) return false;
        return true;
    }
};

inline constexpr file_kind manifest_kind{"layers on disk", 1};

/// Numbers that say which machines can read the keys: nodes taken as bytes differ in their order.
template <class Key>
inline constexpr std::uint64_t key_layout =
    sizeof(Key) * 2 + (std::endian::native == std::endian::little ? 1 : 0);

template <class Key>
[[nodiscard]] bool write_key_set(checksummed_writer& out, const key_set<Key>& set,
                                 std::size_t name_begin) {
    if (!out.write_number(set.count) || !out.write_number(set.parts.size())) return false;
    for (const key_part<Key>& p : set.parts) {
        const std::string name = p.name.substr(name_begin);
        if (!out.write_number(name.size()) || !out.write(name)) return false;
        for (const std::uint64_t n :
             {p.seal.bytes, p.seal.checksum, p.count, p.bytes, high_word(p.first),
              low_word(p.first), high_word(p.last), low_word(p.last)})
            if (!out.write_number(n)) return false;
    }
    return true;
}

template <class Key>
[[nodiscard]] bool read_key_set(checksummed_reader& in, key_set<Key>& set,
                                const disk_folder& folder) {
    std::uint64_t parts = 0;
    constexpr std::uint64_t least_bytes = 72;  // of a part
    if (!in.read_number(set.count) || !in.read_number(parts)) return false;
    if (parts > in.left() / least_bytes) return false;
    std::uint64_t sum = 0;
    for (; parts != 0; --parts) {
        key_part<Key> p;
        std::uint64_t size = 0;
        if (!in.read_number(size) || size > 64) return false;
        std::string name(static_cast<std::size_t>(size), ' ');
        if (!in.read(name.data(), name.size())) return false;
        if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789") != name.npos)
            return false;
        p.name = folder.name(name);
        std::uint64_t first[2];
        std::uint64_t last[2];
        for (std::uint64_t* n : {&p.seal.bytes, &p.seal.checksum, &p.count, &p.bytes, &first[0],
                                 &first[1], &last[0], &last[1]})
            if (!in.read_number(*n)) return false;
        p.first = make_key<Key>(first[0], first[1]);
        p.last = make_key<Key>(last[0], last[1]);
        if (p.count == 0 || p.last < p.first) return false;
        if (!set.parts.empty() && !(set.parts.back().last < p.first)) return false;
        sum += p.count;
        set.parts.push_back(std::move(p));
    }
    return sum == set.count;
}

/// Writes the manifest of a folder; an empty diagnostic if that went well.
template <class Key>
[[nodiscard]] diagnostic write_manifest(const disk_folder& folder, const disk_layers<Key>& all,
                                        file_hook hook) {
    const std::size_t name_begin = folder.name("").size();
    checksummed_writer out;
    bool good = out.open(folder.name("manifest"), manifest_kind, 4096, hook);
    for (const std::uint64_t n : {key_layout<Key>, all.fingerprint, std::uint64_t{all.is_directed},
                                  all.closed_layers, std::uint64_t{all.layers.size()}})
        good = good && out.write_number(n);
    good = good && write_key_set(out, all.closed, name_begin);
    for (const key_set<Key>& l : all.layers) good = good && write_key_set(out, l, name_begin);
    good = good && out.seal();
    return good ? diagnostic{} : out.error();
}

/// Reads the manifest of a folder, and looks whether the files it names are there; an empty
/// diagnostic if that went well. What the caller knows of the search is in `all` and must agree.
template <class Key>
[[nodiscard]] diagnostic read_manifest(const disk_folder& folder, disk_layers<Key>& all) {
    checksummed_reader in;
    const std::string name = folder.name("manifest");
    std::uint64_t layout = 0;
    std::uint64_t fingerprint = 0;
    std::uint64_t is_directed = 0;
    std::uint64_t layers = 0;
    if (!in.open(name, manifest_kind, std::size_t{4096}) || !in.check()) return in.error();
    const auto damaged = [&] {
        if (!in.is_open()) return in.error();
        return diagnostic{"changed_file", name + ": it makes no sense"};
    };
    if (!in.read_number(layout) || !in.read_number(fingerprint) || !in.read_number(is_directed) ||
        !in.read_number(all.closed_layers) || !in.read_number(layers))
        return damaged();
    if (layout != key_layout<Key> || fingerprint != all.fingerprint ||
        is_directed != std::uint64_t{all.is_directed})
        return {"other_search", name +
                                    ": the folder holds a search of another graph or name, from "
                                    "other starts, or with other edges"};
    if (!read_key_set(in, all.closed, folder) || layers == 0 || layers > in.left() / 16 ||
        all.closed_layers > layers)
        return damaged();
    for (; layers != 0; --layers)
        if (!read_key_set(in, all.layers.emplace_back(), folder) || all.layers.back().count == 0)
            return damaged();
    if (in.left() != 0) return damaged();
    diagnostic error;
    key_reader<Key> reader;
    disk_layers<Key>::for_each_shard(all, [&](key_part<Key>& p) {
        if (!reader.open(p)) error = reader.error();
        p.is_safe = true;
        return error.code.empty();
    });
    return error;
}

}  // namespace senda::detail
