// SPDX-License-Identifier: MIT
// The ranks that mpirun started this program on. Without mpirun there is one, and MPI is not begun.
#pragma once

#include "../common/files.hpp"
#include "../common/progress.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#if SURVEY_HAS_MPI
#include <mpi.h>
#endif

namespace ranks {

/// How many ranks mpirun started on this machine, as Open MPI, MPICH and others tell them.
[[nodiscard]] inline unsigned here() {
    for (const char* const name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
        if (const char* const size = std::getenv(name)) {
            const int count = std::atoi(size);
            if (count > 0) return static_cast<unsigned>(count);
        }
    return 1;
}

#if SURVEY_HAS_MPI

/// Lasts as long as the program does. The first rank speaks for all: the others are silent.
class session {
public:
    session(int& argc, char**& argv) {
        if (!is_started_on_many()) return;
        MPI_Init(&argc, &argv);
        MPI_Comm_size(MPI_COMM_WORLD, &count_);
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (count_ > 1) program::progress::show_as(program::progress_form::lines);
        if (rank == 0) return;
        program::progress::show_as(program::progress_form::never);
        for (std::FILE* const stream : {stdout, stderr}) {
            if (std::freopen("/dev/null", "w", stream) == nullptr) std::abort();
        }
    }
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session() {
        int is_begun = 0;
        MPI_Initialized(&is_begun);
        if (is_begun == 0) return;
        std::fflush(nullptr);  // the first rank that is gone with an error ends the others
        MPI_Finalize();
    }

    /// The exit code of the first rank, on all.
    [[nodiscard]] static int agreed(int code) {
        if (count_ > 1) MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return code;
    }

    [[nodiscard]] static int count() noexcept { return count_; }

private:
    /// What Open MPI, MPICH and others tell their ranks; some do not say how many there are.
    [[nodiscard]] static bool is_started_on_many() {
        for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
            if (const char* const size = std::getenv(name)) return std::atoi(size) > 1;
        }
        return std::getenv("PMIX_RANK") != nullptr;
    }

    inline static int count_ = 1;
};

/// What the first rank reads, on all: only that one has a standard input.
template <class Read>
program::input read_on_first(const Read& read) {
    if (session::count() == 1) return read();
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    program::input told = rank == 0 ? read() : program::input{};
    int sizes[] = {static_cast<int>(told.text.size()), told.error};
    MPI_Bcast(sizes, 2, MPI_INT, 0, MPI_COMM_WORLD);
    told.text.resize(static_cast<std::size_t>(sizes[0]));
    told.error = sizes[1];
    MPI_Bcast(told.text.data(), sizes[0], MPI_CHAR, 0, MPI_COMM_WORLD);
    return told;
}

#else

struct session {
    session(int&, char**&) noexcept {}
    [[nodiscard]] static int agreed(int code) noexcept { return code; }
    [[nodiscard]] static int count() noexcept { return 1; }
};

template <class Read>
program::input read_on_first(const Read& read) {
    return read();
}

#endif

}  // namespace ranks
