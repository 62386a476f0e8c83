// SPDX-License-Identifier: MIT
// A search on disk that was stopped, whatever stopped it, goes on.
#include "disk_spaces.hpp"
#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/rounds.hpp"

#include <senda/detail/storage/files/system_file.hpp>
#include <senda/scale/disk_bfs.hpp>
#include <senda/search/verify.hpp>
#include <senda/text/file.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<sys/wait.h>)
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace disk_resume_test {

namespace fs = std::filesystem;
using disk_spaces::random_space;
using senda::disk_bfs;
using senda::disk_edges;
using senda::disk_options;
using senda::no_goal;
using senda::status;
using support::temporary_folder;

constexpr std::size_t all = std::size_t(-1) / 2;

/// A space, and a search of it that writes a manifest after each layer and has to write runs.
struct wanted {
    random_space space;
    std::uint32_t start = 1;
    std::uint32_t goal = 0;
    std::vector<std::uint32_t> depths = disk_spaces::depths(space, {start});

    explicit wanted(const random_space& s) : space(s) {
        for (std::uint32_t n = 0; n < s.size; ++n)  // one of the farthest
            if (depths[n] != disk_spaces::unreached && depths[n] >= depths[goal]) goal = n;
    }

    [[nodiscard]] disk_options options(const temporary_folder& folder) const {
        return {.folder = folder.name(),
                .limits = {.bytes = space.is_undirected ? 500'000U : 700'000U},
                .edges = space.is_undirected ? disk_edges::undirected : disk_edges::directed,
                .checkpoint = 0.0};
    }
    template <class Result>
    void check(const Result& r, const temporary_folder& folder) const {
        CHECK(r.error.message == "");
        REQUIRE(r.status == status::found);
        CHECK(r.cost == static_cast<senda::steps>(depths[goal]));
        CHECK(r.layers == disk_spaces::layers(depths, depths[goal]));
        CHECK(senda::verify(space, start, goal, r));
        CHECK(folder.files() == 0);
    }
};

const wanted& undirected() {
    static const wanted w({20'000, 1, true, 3});
    return w;
}
const wanted& directed() {
    static const wanted w({3'000, 3, false, 3});
    return w;
}

TEST_CASE("a search on disk that is stopped after every layer goes on to the same answer") {
    for (const wanted* w : {&undirected(), &directed()}) {
        const temporary_folder folder;
        const auto stop = [](senda::steps, std::uint64_t) { return senda::flow::stop; };
        std::size_t layers = 0;
        for (;;) {
            const auto r = disk_bfs(w->space, w->start, w->goal, w->options(folder), stop);
            CHECK(r.layers_resumed == layers);
            if (r.status != status::cancelled) {
                w->check(r, folder);
                break;
            }
            CHECK(r.layers.size() == ++layers);
            CHECK(r.layers ==
                  disk_spaces::layers(w->depths, static_cast<std::uint32_t>(layers - 1)));
        }
        CHECK(layers > 5);
    }
}

/// Fails one step of many, as a full disk does, or all from it on.
struct failing_disk {
    std::size_t left;
    bool goes_on;
    std::size_t steps = 0;

    [[nodiscard]] senda::detail::file_hook hook() {
        return {[](void* self, senda::detail::file_step, std::size_t) {
                    auto& disk = *static_cast<failing_disk*>(self);
                    ++disk.steps;
                    if (disk.left == 0) return disk.goes_on ? ENOSPC : 0;
                    return --disk.left == 0 ? ENOSPC : 0;
                },
                this};
    }
};

TEST_CASE("a disk that is full at any step stops the search, which goes on after making room") {
    for (const wanted* w : {&undirected(), &directed()}) {
        failing_disk counting{0, false};
        {
            const temporary_folder folder;
            disk_options o = w->options(folder);
            o.hook = counting.hook();
            w->check(disk_bfs(w->space, w->start, w->goal, o), folder);
        }
        REQUIRE(counting.steps > 100);
        const std::size_t stride = 1 + counting.steps / support::rounds(24U);
        for (std::size_t step = 1; step <= counting.steps; step += stride) {
            const temporary_folder folder;
            disk_options o = w->options(folder);
            failing_disk disk{step, step % 2 == 0};
            o.hook = disk.hook();
            const auto full = disk_bfs(w->space, w->start, w->goal, o);
            if (full.status == status::found) continue;  // the last manifest, which is not needed
            CHECK(full.status == status::disk_limit);
            CHECK(full.error.code == "disk_full");
            CHECK(full.lower_bound <= static_cast<senda::steps>(w->depths[w->goal]));
            w->check(disk_bfs(w->space, w->start, w->goal, w->options(folder)), folder);
        }
    }
}

TEST_CASE("a limit on disk is kept, and the search goes on with a higher one") {
    const wanted& w = undirected();
    const temporary_folder folder;
    std::uint64_t limit = 4'000;
    for (;; limit += limit / 4) {
        disk_options o = w.options(folder);
        o.disk_bytes = limit;
        const auto r = disk_bfs(w.space, w.start, w.goal, o);
        CHECK(r.disk_peak <= limit);
        if (r) {
            w.check(r, folder);
            break;
        }
        REQUIRE(r.status == status::disk_limit);
        std::uint64_t used = 0;
        for (const auto& file : fs::directory_iterator(folder.name())) used += file.file_size();
        CHECK(used <= limit + 8'000);  // the manifest is counted while it is written
    }
    CHECK(limit > 20'000);
}

#if __has_include(<sys/wait.h>)
TEST_CASE("a search on disk that is killed again and again comes to the same answer") {
    int kills = 0;
    for (unsigned round = 0; round < support::rounds(24U); ++round) {
        const wanted& w = round % 2 == 0 ? undirected() : directed();
        const temporary_folder folder;
        disk_options o = w.options(folder);
        o.threads = 1 + round % 3;
        for (unsigned i = 0; i < (support::is_slow ? 4U : 12U); ++i) {
            const pid_t child = fork();
            REQUIRE(child >= 0);
            if (child == 0) {
                const auto r = disk_bfs(w.space, w.start, w.goal, o);
                _exit(r ? 0 : 1);
            }
            usleep(static_cast<unsigned>(disk_spaces::scrambled(round, i) % 12'000));
            kill(child, SIGKILL);
            int ended = 0;
            REQUIRE(waitpid(child, &ended, 0) == child);
            if (WIFEXITED(ended)) {
                CHECK(WEXITSTATUS(ended) == 0);
                break;
            }
            ++kills;
        }
        w.check(disk_bfs(w.space, w.start, w.goal, o), folder);
    }
    CHECK(kills > 0);
}
#endif

/// A folder with what a search left that was stopped at depth 5.
void leave_layers(const wanted& w, const temporary_folder& folder) {
    disk_options o = w.options(folder);
    o.limits.cost = 5;
    REQUIRE(disk_bfs(w.space, w.start, w.goal, o).status == status::cost_limit);
    REQUIRE(folder.files() == 7);
}

TEST_CASE("files of a search that were truncated or changed, or are gone, are refused") {
    const wanted& w = undirected();
    const temporary_folder folder;
    leave_layers(w, folder);
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(folder.name()))
        names.push_back(file.path().string());
    const auto refused = [&](const std::string& code) {
        const auto r = disk_bfs(w.space, w.start, w.goal, w.options(folder));
        CHECK(r.status == status::disk_error);
        CHECK(r.error.code == code);
        CHECK(r.error.message != "");
        CHECK(r.path.empty());
    };
    for (const std::string& name : names) {
        INFO(name);
        const std::string bytes = *senda::read_file(name, all);
        CHECK_FALSE(support::write_file(name, bytes.substr(0, bytes.size() - 1)));
        refused("truncated_file");
        std::string changed = bytes;
        changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 4);
        CHECK_FALSE(support::write_file(name, changed));
        const bool is_read = name.find("manifest") != name.npos || name.find("-5-") != name.npos ||
                             name.find("-4-") != name.npos;
        if (is_read) refused("changed_file");
        CHECK_FALSE(support::write_file(name, "something else"));
        refused("foreign_file");
        if (name.find("manifest") == name.npos) {
            fs::remove(name);
            refused("unreadable");
        }
        CHECK_FALSE(support::write_file(name, bytes));
    }
    // A whole file, but of another layer.
    const std::string third = folder.file("disk_bfs.layer-3-0");
    const std::string bytes = *senda::read_file(third, all);
    fs::copy_file(folder.file("disk_bfs.layer-2-0"), third, fs::copy_options::overwrite_existing);
    refused("changed_file");
    CHECK_FALSE(support::write_file(third, bytes));
    CHECK(folder.files() == 7);  // nothing that it did not know was removed
    w.check(disk_bfs(w.space, w.start, w.goal, w.options(folder)), folder);
}

TEST_CASE("a folder with another search is refused and left as it is") {
    const wanted& w = undirected();
    const temporary_folder folder;
    leave_layers(w, folder);
    const auto refused = [&](const auto& r) {
        CHECK(r.status == status::disk_error);
        CHECK(r.error.code == "other_search");
        CHECK(folder.files() == 7);
    };
    const disk_options o = w.options(folder);
    refused(disk_bfs(w.space, w.start + 1, w.goal, o));
    random_space other = w.space;
    ++other.seed;
    refused(disk_bfs(other, w.start, w.goal, o));
    disk_options one_way = o;
    one_way.edges = disk_edges::directed;
    one_way.limits.bytes = 2'000'000;
    refused(disk_bfs(w.space, w.start, w.goal, one_way));
    disk_options removing = o;
    removing.files = senda::disk_files::removed;
    refused(disk_bfs(w.space, w.start + 1, w.goal, removing));
    w.check(disk_bfs(w.space, w.start, w.goal, o), folder);
}

/// Rooms in a row.
struct corridor {
    using node_type = std::uint32_t;
    std::uint32_t rooms;
    template <class Emit>
    void operator()(std::uint32_t n, Emit&& emit) const {
        if (n > 0) emit(n - 1);
        if (n + 1 < rooms) emit(n + 1);
    }
};

TEST_CASE("a folder of another graph is refused though start and neighbours agree") {
    for (const disk_edges edges : {disk_edges::undirected, disk_edges::directed}) {
        for (const senda::disk_files files :
             {senda::disk_files::kept_when_stopped, senda::disk_files::removed}) {
            const temporary_folder folder;
            disk_options o{.folder = folder.name(), .limits = {.cost = 50}, .edges = edges};
            CHECK(disk_bfs(corridor{120}, 0U, no_goal{}, o).layers.size() == 51);
            o.limits.cost = 2'000;
            const std::size_t left = folder.files();
            for (const std::uint32_t rooms : {30U, 49U, 50U}) {
                disk_options other = o;
                other.files = files;
                const auto r = disk_bfs(corridor{rooms}, 0U, no_goal{}, other);
                CHECK(r.status == status::disk_error);
                CHECK(r.error.code == "other_search");
                CHECK(r.error.message.starts_with(folder.file("disk_bfs.manifest") + ": layer "));
                CHECK(r.layers.empty());
                CHECK(folder.files() == left);
            }
            CHECK(disk_bfs(corridor{120}, 0U, no_goal{}, o).layers.size() == 120);
            CHECK(folder.files() == 0);
        }
    }
}

/// Graphs that begin alike; then they have more edges or fewer, or fewer nodes.
struct numbers {
    using node_type = std::uint32_t;
    std::uint32_t size;
    std::uint32_t factor;
    [[nodiscard]] std::uint64_t index(std::uint32_t n) const { return n; }
    [[nodiscard]] std::uint64_t index_bound() const { return size; }
    [[nodiscard]] std::uint32_t node(std::uint64_t k) const {
        if (k >= size) std::abort();
        return static_cast<std::uint32_t>(k);
    }
    template <class Emit>
    void operator()(std::uint32_t n, Emit&& emit) const {
        if (n >= size) std::abort();
        for (std::uint32_t i = 1; i <= (n < 8 ? 2 : factor); ++i)
            emit(n < 8 ? 2 * n + i : (n * (i + 1) * 7'919 + 1) % size);
    }
};

TEST_CASE("a folder of a search in another puzzle is refused, of numbered nodes as well") {
    const temporary_folder folder;
    disk_options o{.folder = folder.name(), .limits = {.cost = 7}};
    (void)disk_bfs(numbers{20'000, 3}, 0U, no_goal{}, o);
    const std::size_t left = folder.files();
    o.limits.cost = 1'000;
    for (const numbers other :
         {numbers{20'000, 4}, numbers{20'000, 2}, numbers{19'000, 3}, numbers{30'000, 3}}) {
        const auto r = disk_bfs(other, 0U, no_goal{}, o);
        CHECK(r.error.code == "other_search");
        CHECK(folder.files() == left);
    }
    CHECK(disk_bfs(numbers{20'000, 3}, 0U, no_goal{}, o).status == status::exhausted);
}

TEST_CASE("a name tells searches in a folder apart") {
    const wanted& w = undirected();
    const temporary_folder folder;
    disk_options o = w.options(folder);
    o.name = "one";
    o.limits.cost = 5;
    (void)disk_bfs(w.space, w.start, w.goal, o);
    o.limits.cost = 1'000;
    for (const char* const other : {"", "another", "on"}) {
        disk_options named = o;
        named.name = other;
        CHECK(disk_bfs(w.space, w.start, w.goal, named).error.code == "other_search");
    }
    w.check(disk_bfs(w.space, w.start, w.goal, o), folder);
}

TEST_CASE("two searches in one folder at a time are refused" *
          doctest::skip(!senda::detail::file_lock::is_exclusive)) {
    const wanted& w = undirected();
    const temporary_folder folder;
    const disk_options o = w.options(folder);
    senda::disk_bfs_search first(w.space, w.start, w.goal, o);
    for (int i = 0; i < 3; ++i) {
        const auto second = disk_bfs(w.space, w.start, w.goal, o);
        CHECK(second.status == status::disk_error);
        CHECK(second.error.code == "folder_in_use");
        (void)first.step();
    }
    first.run();
    w.check(first.result(), folder);
    CHECK(disk_bfs(w.space, w.start, w.goal, disk_options{}).error.code == "no_folder");
}

TEST_CASE("other files in the folder are left alone, and strays of a killed search are removed") {
    const wanted& w = undirected();
    const temporary_folder folder;
    CHECK_FALSE(support::write_file(folder.file("mine"), "text"));
    CHECK_FALSE(support::write_file(folder.file("disk_bfs.run-3"), "stray"));
    CHECK_FALSE(support::write_file(folder.file("disk_bfs.layer-1-0.part"), "stray"));
    const auto r = disk_bfs(w.space, w.start, w.goal, w.options(folder));
    CHECK(r);
    CHECK(folder.files() == 1);
    CHECK(*senda::read_file(folder.file("mine"), all) == "text");
}

TEST_CASE("files that are kept answer for other goals, near and far") {
    const wanted& w = undirected();
    const temporary_folder folder;
    disk_options o = w.options(folder);
    o.files = senda::disk_files::kept;
    o.limits.cost = 4;
    (void)disk_bfs(w.space, w.start, no_goal{}, o);
    o.limits.cost = 1'000;
    for (std::uint32_t goal = 0; goal < w.space.size; goal += 1'999) {
        const auto node = disk_bfs(w.space, w.start, goal, o);
        const auto question =
            disk_bfs(w.space, w.start, [goal](std::uint32_t n) { return n == goal; }, o);
        CHECK(node.status ==
              (w.depths[goal] == disk_spaces::unreached ? status::exhausted : status::found));
        if (node) CHECK(node.cost == static_cast<senda::steps>(w.depths[goal]));
        CHECK(node.path == question.path);
        CHECK(senda::verify(w.space, w.start, goal, node));
        CHECK(node.layers_resumed >= 5);
    }
    o.files = senda::disk_files::removed;
    (void)disk_bfs(w.space, w.start, no_goal{}, o);
    CHECK(folder.files() == 0);
}

}  // namespace disk_resume_test
