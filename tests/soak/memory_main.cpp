// SPDX-License-Identifier: MIT
// Runs searches that need far more memory than they may take, and measures what they take.
//
// usage: memory_limits [MEGABYTES [NAME]]
#include "memory_case.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace soak {

namespace {

constexpr std::uint64_t mega = std::uint64_t{1} << 20;

// What a search may take above its limit: a tenth, and a constant. The constant is for pages of
// code that run for the first time, for the stack, for memory that was given back and that the
// allocator keeps (up to twice the largest array that is not on pages of its own, of 4 MB), and for
// the last huge page of an array, of 2 MB.
constexpr std::uint64_t constant = 16 * mega;

/// A number of kilobytes that the system tells of this process, in bytes.
std::uint64_t own_bytes(const char* name) {
    std::FILE* file = std::fopen("/proc/self/status", "r");
    if (file == nullptr) std::abort();
    char line[256];
    std::uint64_t found = 0;
    while (std::fgets(line, sizeof line, file) != nullptr) {
        if (std::strncmp(line, name, std::strlen(name)) == 0) {
            found = std::strtoull(line + std::strlen(name) + 1, nullptr, 10) * 1024;
        }
    }
    std::fclose(file);
    return found;
}

std::uint64_t bytes_before = 0;

/// Forgets the peak so far, and notes what is taken now.
void begin() {
    std::FILE* file = std::fopen("/proc/self/clear_refs", "w");
    if (file == nullptr || std::fputs("5", file) < 0 || std::fclose(file) != 0) std::abort();
    bytes_before = own_bytes("VmRSS:");
}

struct measured {
    told answer;
    std::uint64_t peak;
    double seconds;
};

/// Runs a case in a process of its own; a status of `running` if that broke down.
measured run_apart(const memory_case& c, std::uint64_t bytes) {
    int ends[2];
    measured m{};
    if (pipe(ends) != 0) return m;
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        m.answer = c.run(bytes, begin);
        m.peak = std::max(own_bytes("VmHWM:"), bytes_before) - bytes_before;
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        const auto seconds = [](const timeval& t) {
            return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
        };
        m.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
        if (write(ends[1], &m, sizeof m) != sizeof m) _exit(1);
        _exit(0);
    }
    close(ends[1]);
    if (read(ends[0], &m, sizeof m) != sizeof m) m.answer.status = senda::status::running;
    close(ends[0]);
    int ended = 0;
    waitpid(child, &ended, 0);
    return m;
}

/// What is wrong with what was measured; nothing if all is well.
std::string fault_of(const memory_case& c, const measured& m, std::uint64_t bytes) {
    if (m.answer.status == senda::status::running) return "broke down";
    if (m.answer.status != c.expected) return "another status";
    if (m.answer.counted > bytes) return "counted more than the limit";
    if (m.peak > bytes + bytes / 10 + constant) return "took too much";
    if (m.answer.lower_bound > m.answer.least) return "the bound is wrong";
    return {};
}

bool check(const memory_case& c, std::uint64_t bytes) {
    const measured m = run_apart(c, bytes);
    const std::string fault = fault_of(c, m, bytes);
    std::printf("%-44.*s %6.1f MB of %4" PRIu64 ", counted %6.1f, bound %.0f, %s, %.2f s%s%s\n",
                static_cast<int>(c.name.size()), c.name.data(),
                static_cast<double>(m.peak) / static_cast<double>(mega), bytes / mega,
                static_cast<double>(m.answer.counted) / static_cast<double>(mega),
                m.answer.lower_bound, senda::to_string(m.answer.status), m.seconds,
                fault.empty() ? "" : "  FAILED: ", fault.c_str());
    std::fflush(stdout);
    return fault.empty();
}

std::vector<memory_case> all_cases() {
    std::vector<memory_case> all;
    for (const auto& some : {
#if defined(SENDA_SOAK_IN_BRIEF)
             searches_in_brief(),
#else
             searches_in_brief(),
             searches_by_hash(),
             searches_by_index(),
             searches_on_grids(),
             searches_with_labels(),
             mazes(),
             pacman_maps(),
             car_parks(),
             games(),
             generators(),
#endif
         }) {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

}  // namespace

}  // namespace soak

int main(int count, char** words) {
    const std::uint64_t megabytes = count > 1 ? std::strtoull(words[1], nullptr, 10) : 32;
    const std::string_view wanted = count > 2 ? words[2] : "";
    int failed = 0;
    int run = 0;
    for (const soak::memory_case& c : soak::all_cases()) {
        if (c.name.find(wanted) == std::string_view::npos) continue;
        ++run;
        if (!soak::check(c, megabytes * soak::mega)) ++failed;
    }
    std::printf("memory limits: %d searches, %d failed\n", run, failed);
    return run == 0 || failed != 0 ? 1 : 0;
}
