// SPDX-License-Identifier: MIT
// The layers of a search on disk, and that they are there after a crash.
#pragma once

#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/scale/disk/manifest.hpp>
#include <senda/detail/storage/sealed_file.hpp>
#include <senda/scale/disk_options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace senda::detail {

/// The folder of a search, its layers, and the manifest, which names the files that are complete.
template <class Key>
class layer_store {
public:
    /// The options must outlive it.
    explicit layer_store(const disk_options& o) : options_(o), meter_(o.disk_bytes, o.hook) {}

    [[nodiscard]] const disk_folder& folder() const noexcept { return folder_; }
    [[nodiscard]] disk_meter& meter() noexcept { return meter_; }
    [[nodiscard]] const disk_meter& meter() const noexcept { return meter_; }
    [[nodiscard]] disk_layers<Key>& all() noexcept { return all_; }
    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }

    /// Takes the folder; false if it cannot be had.
    [[nodiscard]] bool take() {
        error_ = folder_.take(options_.folder);
        return error_.code.empty();
    }
    [[nodiscard]] bool has_manifest() const {
        std::error_code ignored;
        return std::filesystem::exists(folder_.name("manifest"), ignored);
    }
    /// Reads what the manifest names; false if that is not all there, or of another search. The
    /// folder is left as it is until the layers are accepted.
    [[nodiscard]] bool resume() {
        disk_layers<Key> found = all_;
        is_foreign_ = true;
        error_ = read_manifest(folder_, found);
        if (!error_.code.empty()) return false;
        all_ = std::move(found);
        return true;
    }
    /// Goes on with the layers that were read.
    void accept() {
        is_foreign_ = false;
        remove_strays();
    }

    /// Says that there is something to save.
    void note_change() noexcept { is_changed_ = true; }
    /// Saves if that was not done for some time; false if it failed.
    [[nodiscard]] bool save_if_due() {
        return now_in_seconds() - saved_at_ < options_.checkpoint.seconds() || save();
    }

    /// Removes files of the search that are in no set.
    void remove_strays() {
        std::vector<std::string> known{folder_.name("manifest")};
        all_.for_each_part(all_, [&](const key_part<Key>& p) {
            known.push_back(p.name);
            return true;
        });
        std::sort(known.begin(), known.end());
        folder_.remove_unless([&](const std::string& file) {
            return std::binary_search(known.begin(), known.end(), file);
        });
        meter_.set_used(all_.bytes());
    }

    /// Ends the use of the folder: saves, or removes the files.
    void leave(bool is_kept) {
        if (!folder_.is_taken()) return;
        if (!is_foreign_ && is_kept) {
            // What the last manifest names stays until there is a new one.
            folder_.remove_unless([](const std::string& file) {
                return file.find("disk_bfs.run-") == file.npos && !file.ends_with(".part");
            });
            const diagnostic first = std::exchange(error_, {});
            (void)save();
            error_ = first;
        } else if (!is_foreign_) {
            // First, as it names the others: whoever comes after a crash here begins anew.
            std::remove(folder_.name("manifest").c_str());
            flush_folder(options_.folder.c_str());
            folder_.remove_unless([](const std::string&) { return false; });
        }
        folder_.let_go();
    }

private:
    /// Makes what there is safe: first the files, then the manifest that names them.
    bool save() {
        if (!is_changed_) return true;
        const bool flushed = all_.for_each_part(all_, [&](key_part<Key>& p) {
            if (!p.is_safe) error_ = flush_file(p.name, options_.hook);
            p.is_safe = error_.code.empty();
            return p.is_safe;
        });
        if (!flushed) return false;
        flush_folder(options_.folder.c_str());
        error_ = write_manifest(folder_, all_, meter_.hook());
        if (!error_.code.empty()) return false;
        is_changed_ = false;
        saved_at_ = now_in_seconds();
        remove_strays();
        return true;
    }

    const disk_options& options_;
    disk_folder folder_;
    disk_meter meter_;
    disk_layers<Key> all_;
    diagnostic error_;
    bool is_changed_ = false;  // since the manifest was written
    bool is_foreign_ = false;  // the folder is not for this search, as far as is known
    double saved_at_ = now_in_seconds();
};

}  // namespace senda::detail
