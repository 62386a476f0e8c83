// SPDX-License-Identifier: MIT
// Files of a search on disk, as they are and with the right checksums: refused with a reason, or
// keys that grow; a manifest is of this search, and what it names is there.
#include "../target.hpp"

#include "support/file_bytes.hpp"

#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/scale/disk_bfs.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace fuzz {

namespace disk_files_target {

using namespace senda::detail;

/// A folder of this process, in memory where the system has such a place.
class scratch_folder {
public:
    scratch_folder() {
        namespace fs = std::filesystem;
        std::error_code error;
        const std::string name = "senda-fuzz-" + std::to_string(std::random_device{}());
        const bool has_memory = fs::is_directory("/dev/shm", error);
        path_ = (has_memory ? fs::path("/dev/shm") : fs::temp_directory_path()) / name;
        MUST(folder.take(path_.string()).code.empty());
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder() {
        std::error_code ignored;
        folder.let_go();
        std::filesystem::remove_all(path_, ignored);
    }

    disk_folder folder;

private:
    std::filesystem::path path_;
};

inline const disk_folder& folder() {
    static const scratch_folder made;
    return made.folder;
}

/// Writes a file whose checksums are right, whatever it holds.
inline file_seal write_sealed(const std::string& name, const file_kind& kind, std::size_t block,
                              std::string_view payload) {
    checksummed_writer out;
    MUST(out.open(name, kind, block));
    MUST(out.write(payload));
    MUST(out.seal(file_durability::scratch));
    return out.contents();
}

/// Reads keys to the end, or to an error with words.
template <class Key>
void check_keys(const std::string& name, const file_seal& seal) {
    key_part<Key> part;
    part.name = name;
    part.seal = seal;
    key_reader<Key> in;
    if (!in.open(part)) return check_diagnostic(in.error(), {});
    std::vector<Key> last;
    std::uint64_t count = 0;
    for (;;) {
        if (!in.next()) return check_diagnostic(in.error(), {});
        if (in.keys().empty()) break;
        if (in.keys().size() > 1) MUST(in.keys().front() < in.keys().back());
        last.assign(in.keys().begin(), in.keys().end());
        count += in.keys().size();
    }
    MUST(count <= 8 * seal.bytes);
    // What was read is written and read again as the same.
    if (last.empty()) return;
    key_writer<Key> out;
    MUST(out.open(folder().name("again"), {}));
    for (const Key& k : last) MUST(out.push(k));
    MUST(out.finish());
    const std::vector<key_part<Key>> parts{out.part()};
    std::size_t i = 0;
    for (key_cursor<Key> c(parts, nullptr, nullptr); !c.at_end(); c.advance())
        MUST(c.key() == last[i++]);
    MUST(i == last.size());
}

inline void check_manifest() {
    disk_layers<std::uint64_t> all;
    const senda::diagnostic fault = read_manifest(folder(), all);
    if (!fault.code.empty()) return check_diagnostic(fault, {});
    MUST(!all.layers.empty());
    MUST(all.fingerprint == 0 && !all.is_directed);
}

}  // namespace disk_files_target

inline void disk_files(std::string_view input) {
    using namespace disk_files_target;
    const std::string name = folder().name("manifest");
    // As it is.
    MUST(!support::write_file(name, input));
    check_manifest();
    checksummed_reader raw;
    if (raw.open(name, key_file_kind<std::uint64_t>)) {
        check_keys<std::uint64_t>(name, raw.contents());
    } else {
        check_diagnostic(raw.error(), {});
    }
    // With a seal: a changed file has the wrong checksums, and its insides would not be seen.
    check_keys<std::uint64_t>(name,
                              write_sealed(name, key_file_kind<std::uint64_t>, key_block, input));
    check_keys<wide_key>(name, write_sealed(name, key_file_kind<wide_key>, key_block, input));
    (void)write_sealed(name, manifest_kind, 4096, input);
    check_manifest();
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(disk_files)
