// SPDX-License-Identifier: MIT
// Folders that all ranks see, and what can go wrong in them.
#pragma once

#include "mpi/ranks.hpp"
#include "support/folder.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mpi.h>
#include <optional>
#include <string>
#include <vector>

namespace ranks {

/// A folder that rank 0 makes for all.
class shared_folder {
public:
    shared_folder() {
        if (rank() == 0) name_ = made_.emplace().name();
        std::uint64_t length = name_.size();
        MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
        name_.resize(static_cast<std::size_t>(length));
        MPI_Bcast(name_.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
    }
    shared_folder(const shared_folder&) = delete;
    shared_folder& operator=(const shared_folder&) = delete;
    ~shared_folder() { MPI_Barrier(MPI_COMM_WORLD); }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is_empty() const { return std::filesystem::is_empty(name_); }

private:
    std::optional<support::temporary_folder> made_;
    std::string name_;
};

/// Calls a function on the first ranks only, with their communicator.
template <class Function>
void on_first(int count, const Function& function) {
    MPI_Comm some = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank() < count ? 0 : 1, rank(), &some);
    if (rank() < count) function(some);
    MPI_Comm_free(&some);
    MPI_Barrier(MPI_COMM_WORLD);
}

inline std::vector<std::filesystem::path> files_in(const std::string& folder) {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
}

/// Shortens, changes or removes a file of a folder.
inline void damage(const std::string& folder, support::split_mix64& random) {
    const std::uint64_t which = random.next();
    const std::uint64_t where = random.next();
    const int how = random.below(3);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) {
        const auto files = files_in(folder);
        const std::filesystem::path& file = files[which % files.size()];
        const std::uint64_t size = std::filesystem::file_size(file);
        if (how == 0) {
            std::filesystem::resize_file(file, size == 0 ? 0 : where % size);
        } else if (how == 1 && size != 0) {
            std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
            const auto at = static_cast<std::streamoff>(where % size);
            bytes.seekg(at);
            const char old = static_cast<char>(bytes.get());
            bytes.seekp(at);
            bytes.put(static_cast<char>(old ^ (1 << where % 7)));
        } else {
            std::filesystem::remove(file);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace ranks
