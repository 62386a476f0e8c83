// SPDX-License-Identifier: MIT
// Nodes as bytes, and back, from ranks and from files; and the layers of a search in files, which
// another run reads, with any number of ranks.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A trivially copyable value at an address that need not be aligned.
template <class T>
[[nodiscard]] T copied_from(const unsigned char* bytes) noexcept {
    alignas(T) unsigned char copy[sizeof(T)];
    std::memcpy(copy, bytes, sizeof(T));
    return *std::launder(reinterpret_cast<const T*>(copy));
}

/// The value that was packed; zeros where bytes are missing.
template <class T>
[[nodiscard]] T unpacked(mpi::reader& from) {
    if constexpr (std::is_trivially_copyable_v<T>) {
        unsigned char copy[sizeof(T)] = {};
        (void)from.take(copy, sizeof copy);
        return copied_from<T>(copy);
    } else {
        T value{};
        unpack(from, value);
        return value;
    }
}

/// Calls `take(reader)` for each record of a block, which come with their length.
template <class Take>
void for_each_record(const unsigned char* records, std::size_t bytes, Take&& take) {
    mpi::reader all(records, bytes);
    for (std::uint64_t size = 0; all.take(&size, sizeof size);) {
        const unsigned char* const at = records + (bytes - all.left());
        all = {at + size, all.left() - static_cast<std::size_t>(size)};
        mpi::reader from(at, static_cast<std::size_t>(size));
        take(from);
    }
}

/// Writes a record into a file, with its length unless all have the same, which is not 0.
[[nodiscard]] inline bool write_record(checksummed_writer& out, const mpi::bytes& record,
                                       std::size_t size_of_all) {
    return (size_of_all != 0 || out.write_number(record.size())) &&
           out.write(record.data(), record.size());
}
/// Calls `take(reader)` for each record of a file until it says false; false if one is damaged.
template <class Take>
[[nodiscard]] bool read_records(checksummed_reader& in, std::uint64_t count,
                                std::size_t size_of_all, Take&& take) {
    std::vector<unsigned char> record;
    for (; count != 0; --count) {
        std::uint64_t size = size_of_all;
        if (size == 0 && (!in.read_number(size) || size > in.left())) return false;
        record.resize(static_cast<std::size_t>(size));
        if (!in.read(record.data(), record.size())) return false;
        mpi::reader from(record.data(), record.size());
        const bool goes_on = take(from);
        if (!from.is_good() || from.left() != 0) return false;
        if (!goes_on) return true;
    }
    return true;
}

/// Each layer is a file a rank that wrote it, or several if it was written while it was made, and a
/// list has the seals of all. All ranks call all of it, but for `is_due`, `read` and `spill`.
class layer_files {
    struct part {
        std::uint64_t states = 0;
        file_seal seal = {};
    };
    struct none_expanded {
        bool operator()(checksummed_writer&, std::uint64_t&) const noexcept { return true; }
    };

public:
    /// What tells a search from another: the size of a node, its starts; and what it did so far.
    struct identity {
        std::uint64_t node_bytes = 0;
        std::uint64_t starts = 0;
    };
    struct counts {
        std::uint64_t expanded = 0;
        std::uint64_t generated = 0;
        std::uint64_t reopened = 0;  // and of how many nodes, where these are not counted by layer
        std::uint64_t nodes = 0;
    };

    /// What the list is called in its file, and what a part of a layer: each search has its own.
    struct kinds {
        file_kind list;
        file_kind part;
    };

    layer_files(const rank_group& ranks, mpi::checkpoints how, const kinds& kinds_of_files)
        : ranks_(ranks), how_(std::move(how)), kinds_(kinds_of_files) {}

    [[nodiscard]] bool is_used() const noexcept { return !how_.folder.empty(); }
    /// How many layers there are, the starts included, which are in no file.
    [[nodiscard]] std::size_t layers() const noexcept { return listed_.layers.size(); }
    [[nodiscard]] const counts& done() const noexcept { return listed_.done; }
    /// Whether some of the last layer was expanded, how many nodes, and what was done for that.
    [[nodiscard]] bool is_inside() const noexcept { return !listed_.expanded.empty(); }
    [[nodiscard]] std::uint64_t expanded() const noexcept { return states_in(listed_.expanded); }
    [[nodiscard]] const counts& inside() const noexcept { return listed_.inside; }

    /// Looks for a list, and refuses one of another search.
    void open(const identity& who, rank_failure& failure) {
        if (!is_used()) return;
        who_ = who;
        std::string list;
        if (ranks_.rank() == 0) failure.call([&] { read_list(list, failure); });
        ranks_.tell(0, list);
        if (!list.empty() && !take_list({list.data(), list.size()}) && ranks_.rank() == 0)
            failure.fail(foreign(""));
        written_ = now_in_seconds();
    }

    /// What is said of the files of another search, and why they are.
    [[nodiscard]] std::string foreign(const std::string& why) const {
        return list_name() + ": " + why + "this is a checkpoint of another search";
    }

    /// How many states a layer has.
    [[nodiscard]] std::uint64_t states(std::size_t layer) const noexcept {
        return states_in(listed_.layers[layer]) - surplus_of(layer);
    }
    /// Says how many states there are of the layer after the last one, once they are read: what was
    /// spilled may be there more than once, or in a layer before.
    void note_begun(std::uint64_t different) {
        const std::uint64_t surplus = states_in(listed_.begun) - different;
        if (surplus == 0) return;
        listed_.surplus.resize(layers() + 1);
        listed_.surplus.back() = surplus;
    }

    /// Calls `read(file, states)` for each part of a layer that this rank is to read.
    template <class Read>
    void read(std::size_t layer, rank_failure& failure, Read&& read_states) const {
        read_parts(part_name(layer), listed_.layers[layer], failure, read_states);
    }
    /// Reads the nodes of the last layer that were expanded; `read_begun`, those that they led to.
    template <class Read>
    void read_expanded(rank_failure& failure, Read&& read_states) const {
        read_parts(expanded_name(layers() - 1), listed_.expanded, failure, read_states);
    }
    template <class Read>
    void read_begun(rank_failure& failure, Read&& read_states) const {
        read_parts(part_name(layers()), listed_.begun, failure, read_states);
    }

    /// Whether it is time to write, as rank 0 says.
    [[nodiscard]] bool is_due() const noexcept { return is_due_after(how_.every.seconds()); }
    /// Whether it is time to write inside a layer, where all wait for it and there are more files.
    /// It takes a tenth of the time at most, and is rarer the more often it was done.
    [[nodiscard]] bool is_due_inside() const noexcept {
        if (!is_used() || ranks_.rank() != 0) return false;
        const auto before = static_cast<double>(listed_.expanded.size()) / ranks_.size();
        return is_due_after(std::max(how_.every.seconds(), 10 * took_) * (1 + before / 8));
    }

    /// Writes the layers up to `count` that are in no file: `write(file, layer, states)` writes
    /// what is in no file of one that this rank has, and counts it. With `inside` also what was
    /// done inside the last of these layers, and what is there of the next layer:
    /// `write_expanded(file, states)` writes those of its nodes that were expanded since. What goes
    /// wrong is told on all, and the last list stands.
    template <class Write, class WriteExpanded = none_expanded>
    [[nodiscard]] std::string write(std::size_t count, const counts& so_far, Write&& write_states,
                                    const counts* inside = nullptr,
                                    WriteExpanded&& write_expanded = {}) {
        const double began = now_in_seconds();
        contents next = listed_;
        next.done = so_far;
        next.inside = inside != nullptr ? *inside : counts{};
        if (count > layers()) {
            next.layers.resize(count);
            next.layers[layers()] = std::exchange(next.begun, {});
            next.expanded.clear();
        }
        std::string wrong;
        std::vector<part> own;
        std::vector<std::vector<part>*> lists;
        const auto add = [&](const std::string& name, std::vector<part>& to,
                             checksummed_writer& out, auto&& write_part) {
            lists.push_back(&to);
            part& p = own.emplace_back();
            if (!wrong.empty()) return;
            const bool good =
                (&out == address(spilled_) || out.open(own_part(name, to.size()), kinds_.part)) &&
                write_part(out, p.states) && out.seal();
            if (!good) wrong = out.error().message;
            p.seal = out.contents();
        };
        const auto add_layer = [&](std::size_t layer, std::vector<part>& to,
                                   checksummed_writer& out) {
            add(part_name(layer), to, out, [&](checksummed_writer& to_file, std::uint64_t& states) {
                return write_states(to_file, layer, states);
            });
        };
        for (std::size_t layer = std::max<std::size_t>(layers(), 1); layer < count; ++layer) {
            checksummed_writer out;
            add_layer(layer, next.layers[layer], out);
        }
        if (inside != nullptr) {
            checksummed_writer out;
            add(expanded_name(count - 1), next.expanded, out, write_expanded);
            add_layer(count, next.begun, spilled_ ? *spilled_ : out);
            own.back().states += spilled_states_;
        }
        for (const auto& told : ranks_.tell_all(own.data(), own.size() * sizeof(part))) {
            mpi::reader from(told.data(), told.size());
            for (std::vector<part>* const to : lists) unpack(from, to->emplace_back());
        }
        if (ranks_.first_of(!wrong.empty()) == ranks_.size() && ranks_.rank() == 0) {
            checksummed_writer out;
            const mpi::bytes list = packed_list(next);
            if (!out.open(list_name(), kinds_.list) || !out.write(list.data(), list.size()) ||
                !out.seal()) {
                wrong = out.error().message;
            } else {
                remove_strays(next);  // before others write again
            }
        }
        const int who = ranks_.first_of(!wrong.empty());
        written_ = now_in_seconds();
        took_ = written_ - began;
        if (who == ranks_.size()) {
            listed_ = std::move(next);
            return {};
        }
        ranks_.tell(who, wrong);
        return "rank " + std::to_string(who) + ": " + wrong;
    }

    /// Calls `write(file, states)` for nodes of a layer that is not complete and which have no room
    /// in memory: they are in what `write_inside` writes next. Nothing is left of them without.
    template <class Write>
    void spill(std::size_t layer, Write&& write_states) {
        if (!spilled_) {
            const std::size_t before = layer == layers() ? listed_.begun.size() : 0;
            (void)spilled_.emplace().open(own_part(part_name(layer), before), kinds_.part);
        }
        (void)write_states(*spilled_, spilled_states_);
    }

    /// Removes the list, and then what it lists; when it returns, on any rank, that is done.
    void remove() {
        if (!is_used()) return;
        if (ranks_.rank() == 0) {
            std::remove(list_name().c_str());
            remove_strays({});
            folder_.let_go();
        }
        listed_ = {};
        (void)ranks_.first_of(false);
    }

private:
    [[nodiscard]] std::string list_name() const { return in_folder("layers"); }
    [[nodiscard]] std::string in_folder(const std::string& file) const {
        return how_.folder + '/' + file;
    }
    [[nodiscard]] static std::string part_name(std::size_t layer) {
        return "layer-" + std::to_string(layer) + "-";
    }
    [[nodiscard]] static std::string expanded_name(std::size_t layer) {
        return "expanded-" + std::to_string(layer) + "-";
    }
    /// A part that this rank adds to others.
    [[nodiscard]] std::string own_part(const std::string& name, std::size_t before) const {
        return in_folder(name + std::to_string(before + static_cast<std::size_t>(ranks_.rank())));
    }

    [[nodiscard]] static std::uint64_t states_in(const std::vector<part>& parts) noexcept {
        std::uint64_t all = 0;
        for (const part& p : parts) all += p.states;
        return all;
    }
    [[nodiscard]] std::uint64_t surplus_of(std::size_t layer) const noexcept {
        return layer < listed_.surplus.size() ? listed_.surplus[layer] : 0;
    }
    [[nodiscard]] bool is_due_after(double seconds) const noexcept {
        return is_used() && ranks_.rank() == 0 && now_in_seconds() - written_ >= seconds;
    }

    template <class Read>
    void read_parts(const std::string& name, const std::vector<part>& parts, rank_failure& failure,
                    Read&& read_states) const {
        const auto ranks = static_cast<std::size_t>(ranks_.size());
        for (auto i = static_cast<std::size_t>(ranks_.rank()); i < parts.size(); i += ranks) {
            const std::string file = in_folder(name + std::to_string(i));
            checksummed_reader in;
            // A search that stops leaves the rest; a file with more than it says has another seal.
            if (in.open(file, kinds_.part, parts[i].seal) && read_states(in, parts[i].states))
                continue;
            return failure.fail(in.error().message.empty()
                                    ? file + ": has other states than it says"
                                    : in.error().message);
        }
    }

    /// What the list has.
    struct contents {
        counts done;  // up to the last layer
        std::vector<std::vector<part>> layers;
        counts inside;                       // done in the last one, if it was written while it was
        std::vector<part> expanded;          // expanded: those of its nodes that were,
        std::vector<part> begun;             // and those of the next that they led to
        std::vector<std::uint64_t> surplus;  // states of a layer that its files have besides
    };

    [[nodiscard]] static const checksummed_writer* address(
        const std::optional<checksummed_writer>& writer) noexcept {
        return writer ? &*writer : nullptr;
    }

    /// Removes what is in no list: a run that was killed left it, of more ranks perhaps.
    void remove_strays(const contents& listed) const {
        std::set<std::string> known{"layers"};
        const auto note = [&](const std::string& name, std::size_t parts) {
            while (parts-- > 0) known.insert(name + std::to_string(parts));
        };
        const std::size_t layers = listed.layers.size();
        for (std::size_t i = 0; i < layers; ++i) note(part_name(i), listed.layers[i].size());
        note(part_name(layers), listed.begun.size());
        if (layers != 0) note(expanded_name(layers - 1), listed.expanded.size());
        folder_.remove_unless(
            [&](const std::string& file) { return known.contains(file) || !is_ours(file); });
    }
    /// Whether it is `layers.part`, or `layer-3-1` or `expanded-3-1`, perhaps with `.part`.
    [[nodiscard]] static bool is_ours(std::string_view name) noexcept {
        constexpr std::string_view aside = ".part";
        if (name.ends_with(aside)) name.remove_suffix(aside.size());
        constexpr std::string_view digits = "0123456789";
        for (const std::string_view begin : {"layer-", "expanded-"}) {
            if (!name.starts_with(begin)) continue;
            const std::size_t dash = name.find_first_not_of(digits, begin.size());
            return dash != begin.size() && dash < name.size() - 1 && name[dash] == '-' &&
                   name.find_first_not_of(digits, dash + 1) == name.npos;
        }
        return name == "layers";
    }

    void read_list(std::string& list, rank_failure& failure) {
        const diagnostic fault = folder_.take(how_.folder);
        if (!fault.code.empty()) return failure.fail(fault.message);
        std::error_code ignored;
        if (!std::filesystem::exists(list_name(), ignored)) return;
        checksummed_reader in;
        if (!in.open(list_name(), kinds_.list)) return failure.fail(in.error().message);
        list.resize(static_cast<std::size_t>(in.left()));
        if (in.read(list.data(), list.size())) return;
        list.clear();
        failure.fail(in.error().message);
    }

    [[nodiscard]] mpi::bytes packed_list(const contents& listed) const {
        mpi::bytes list;
        pack(how_.name, list);
        pack(who_, list);
        pack(listed.done, list);
        pack(listed.layers, list);
        if (listed.expanded.empty() && listed.surplus.empty()) return list;
        pack(listed.inside, list);
        pack(listed.expanded, list);
        pack(listed.begun, list);
        pack(listed.surplus, list);
        return list;
    }
    [[nodiscard]] bool take_list(mpi::reader from) {
        std::string name;
        identity who;
        unpack(from, name);
        unpack(from, who);
        unpack(from, listed_.done);
        unpack(from, listed_.layers);
        if (from.left() != 0) {  // one was written inside a layer
            unpack(from, listed_.inside);
            unpack(from, listed_.expanded);
            unpack(from, listed_.begun);
            unpack(from, listed_.surplus);
        }
        const bool has_layers = !listed_.layers.empty() || !is_inside();
        if (from.is_good() && from.left() == 0 && has_layers && name == how_.name &&
            who.node_bytes == who_.node_bytes && who.starts == who_.starts) {
            return true;
        }
        listed_ = {};
        return false;
    }

    const rank_group& ranks_;
    mpi::checkpoints how_;
    kinds kinds_;
    identity who_;
    contents listed_;
    std::optional<checksummed_writer> spilled_;
    std::uint64_t spilled_states_ = 0;
    double written_ = 0;  // when, and in how many seconds
    double took_ = 0;
    disk_folder folder_{""};
};

}  // namespace senda::detail
