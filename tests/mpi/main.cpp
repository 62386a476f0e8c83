// SPDX-License-Identifier: MIT
// Every rank runs every test case; rank 0 reports, and any other that failed.
#define DOCTEST_CONFIG_IMPLEMENT

#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <mpi.h>
#include <sstream>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::ostringstream text;
    doctest::Context context(argc, argv);
    context.setCout(&text);
    int failed = context.run();
    if (rank == 0 || failed != 0) {
        std::printf("rank %d\n%s", rank, text.str().c_str());
        std::fflush(stdout);
    }
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}

// The sanitizers abort instead of leaving quietly. What MPI itself never gives back is not counted.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
    return "abort_on_error=1:allocator_may_return_null=1:detect_leaks=0";
}
