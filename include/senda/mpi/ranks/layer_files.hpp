// SPDX-License-Identifier: MIT
// The layers of a search in files, which another run reads, with any number of ranks.
#pragma once

#include <senda/mpi/checkpoints.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/rank_failure.hpp>
#include <senda/mpi/ranks/rank_group.hpp>
#include <senda/search/statistics.hpp>
#include <senda/storage/sealed_file.hpp>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace senda::detail {

/// Each layer is a file a rank that wrote it, and a list has the seals of all. All ranks call all
/// of it, but for `is_due` and `read`.
class layer_files {
    struct part {
        std::uint64_t states = 0;
        file_seal seal = {};
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
    };

    /// What the list is called in its file, and what a part of a layer: each search has its own.
    struct kinds {
        file_kind list = {"mpi layers", 1};
        file_kind part = {"mpi layer", 1};
    };

    layer_files(const rank_group& ranks, mpi::checkpoints how)
        : layer_files(ranks, std::move(how), kinds{}) {}
    layer_files(const rank_group& ranks, mpi::checkpoints how, const kinds& kinds_of_files)
        : ranks_(ranks), how_(std::move(how)), kinds_(kinds_of_files) {}

    [[nodiscard]] bool is_used() const noexcept { return !how_.folder.empty(); }
    /// How many layers there are, the starts included, which are in no file.
    [[nodiscard]] std::size_t layers() const noexcept { return layers_.size(); }
    [[nodiscard]] const counts& done() const noexcept { return done_; }

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
        std::uint64_t all = 0;
        for (const part& p : layers_[layer]) all += p.states;
        return all;
    }

    /// Calls `read(file, states)` for each part of a layer that this rank is to read.
    template <class Read>
    void read(std::size_t layer, rank_failure& failure, Read&& read_states) const {
        const auto ranks = static_cast<std::size_t>(ranks_.size());
        for (auto i = static_cast<std::size_t>(ranks_.rank()); i < layers_[layer].size();
             i += ranks) {
            const part& p = layers_[layer][i];
            sealed_reader in;
            // A search that stops leaves the rest; a file with more than it says has another seal.
            if (in.open(part_name(layer, i), kinds_.part, p.seal) && read_states(in, p.states))
                continue;
            return failure.fail(in.error().message.empty()
                                    ? part_name(layer, i) + ": has other states than it says"
                                    : in.error().message);
        }
    }

    /// Whether it is time to write, as rank 0 says.
    [[nodiscard]] bool is_due() const noexcept {
        return is_used() && ranks_.rank() == 0 &&
               now_in_seconds() - written_ >= how_.every.seconds();
    }

    /// Writes the layers up to `count` that are in no file: `write(file, layer)` returns how many
    /// states of it this rank has. What goes wrong is told on all, and the last list stands.
    template <class Write>
    [[nodiscard]] std::string write(std::size_t count, counts so_far, Write&& write_states) {
        std::vector<part> own;
        std::string wrong;
        for (std::size_t layer = layers_.size(); layer < count; ++layer) {
            own.emplace_back();
            if (layer == 0 || !wrong.empty()) continue;
            sealed_writer out;
            bool good =
                out.open(part_name(layer, static_cast<std::size_t>(ranks_.rank())), kinds_.part);
            good = good && write_states(out, layer, own.back().states) && out.seal();
            if (!good) wrong = out.error().message;
            own.back().seal = out.contents();
        }
        const std::size_t first = layers_.size();
        layers_.resize(count);
        for (const auto& told : ranks_.tell_all(own.data(), own.size() * sizeof(part))) {
            mpi::reader from(told.data(), told.size());
            for (std::size_t layer = first; layer < count; ++layer) {
                part p;
                unpack(from, p);
                if (layer != 0) layers_[layer].push_back(p);
            }
        }
        done_ = so_far;
        if (ranks_.first_of(!wrong.empty()) == ranks_.size() && ranks_.rank() == 0) {
            sealed_writer out;
            mpi::bytes list = packed_list();
            if (!out.open(list_name(), kinds_.list) || !out.write(list.data(), list.size()) ||
                !out.seal()) {
                wrong = out.error().message;
            }
        }
        const int who = ranks_.first_of(!wrong.empty());
        written_ = now_in_seconds();
        if (who == ranks_.size()) {
            if (ranks_.rank() == 0) remove_strays();
            return {};
        }
        layers_.resize(first);  // to be written again
        ranks_.tell(who, wrong);
        return "rank " + std::to_string(who) + ": " + wrong;
    }

    /// Removes the list, and then what it lists; when it returns, on any rank, that is done.
    void remove() {
        if (!is_used()) return;
        if (ranks_.rank() == 0) {
            std::remove(list_name().c_str());
            layers_.clear();
            remove_strays();
            lock_.release();
            std::remove(lock_name().c_str());
        }
        layers_.clear();
        (void)ranks_.first_of(false);
    }

private:
    [[nodiscard]] std::string list_name() const { return how_.folder + "/layers"; }
    [[nodiscard]] std::string lock_name() const { return how_.folder + "/lock"; }
    [[nodiscard]] std::string part_name(std::size_t layer, std::size_t part_number) const {
        return how_.folder + "/layer-" + std::to_string(layer) + "-" + std::to_string(part_number);
    }

    /// Removes what is in no list: a run that was killed left it, of more ranks perhaps.
    void remove_strays() const {
        std::error_code error;
        std::filesystem::directory_iterator files(how_.folder, error);
        const std::filesystem::directory_iterator end;
        while (!error && files != end) {
            const std::string name = files->path().filename().string();
            const std::string whole = files->path().string();
            files.increment(error);
            if (is_stray(name)) std::remove(whole.c_str());
        }
    }
    /// Whether it is `layers.part`, or `layer-3-1`, perhaps with `.part`, and is not listed.
    [[nodiscard]] bool is_stray(std::string_view name) const noexcept {
        constexpr std::string_view aside = ".part";
        const bool is_aside = name.ends_with(aside);
        if (is_aside) name.remove_suffix(aside.size());
        if (name == "layers") return is_aside;
        if (!name.starts_with("layer-")) return false;
        std::size_t layer = 0;
        std::size_t part_number = 0;
        const char* const last = name.data() + name.size();
        const auto first = std::from_chars(name.data() + 6, last, layer);
        if (first.ec != std::errc{} || first.ptr == last || *first.ptr != '-') return false;
        const auto second = std::from_chars(first.ptr + 1, last, part_number);
        if (second.ec != std::errc{} || second.ptr != last) return false;
        return is_aside || layer >= layers_.size() || part_number >= layers_[layer].size();
    }

    void read_list(std::string& list, rank_failure& failure) {
        std::error_code error;
        std::filesystem::create_directories(how_.folder, error);
        if (error) return failure.fail(how_.folder + ": " + error.message());
        const int why = lock_.take(lock_name().c_str());
        if (why == EBUSY)
            return failure.fail(how_.folder + ": another search writes its checkpoints there");
        if (why != 0) return failure.fail(file_fault(lock_name(), why, "unwritable").message);
        if (!std::filesystem::exists(list_name(), error)) return;
        sealed_reader in;
        if (!in.open(list_name(), kinds_.list)) return failure.fail(in.error().message);
        list.resize(static_cast<std::size_t>(in.left()));
        if (in.read(list.data(), list.size())) return;
        list.clear();
        failure.fail(in.error().message);
    }

    [[nodiscard]] mpi::bytes packed_list() const {
        mpi::bytes list;
        pack(how_.name, list);
        pack(who_, list);
        pack(done_, list);
        pack(layers_, list);
        return list;
    }
    [[nodiscard]] bool take_list(mpi::reader from) {
        std::string name;
        identity who;
        unpack(from, name);
        unpack(from, who);
        unpack(from, done_);
        unpack(from, layers_);
        if (from.is_good() && from.left() == 0 && name == how_.name &&
            who.node_bytes == who_.node_bytes && who.starts == who_.starts) {
            return true;
        }
        layers_.clear();
        return false;
    }

    const rank_group& ranks_;
    mpi::checkpoints how_;
    kinds kinds_;
    identity who_;
    counts done_;
    std::vector<std::vector<part>> layers_;
    double written_ = 0;
    file_lock lock_;
};

}  // namespace senda::detail
