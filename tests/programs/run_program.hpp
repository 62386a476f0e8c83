// SPDX-License-Identifier: MIT
// Runs a program as a user would, and tells what came out of it.
#pragma once

#include "support/rounds.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace outside {

using json = nlohmann::ordered_json;

/// What a program left behind.
struct result {
    int code = -1;
    std::string out;
    std::string err;

    /// The standard output as the one JSON document that it must be.
    [[nodiscard]] json document() const { return json::parse(out); }
};

/// A file with a name of its own, which is removed at the end.
class temporary_file {
public:
    explicit temporary_file(const std::string& content = {}, const std::string& ending = ".txt")
        : name_(std::filesystem::temp_directory_path() / ("senda-XXXXXX" + ending)) {
        const int file = mkstemps(name_.data(), static_cast<int>(ending.size()));
        if (file < 0) throw std::runtime_error("cannot make " + name_);
        close(file);
        std::ofstream(name_, std::ios::binary) << content;
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file() { std::remove(name_.c_str()); }

    [[nodiscard]] const std::string& name() const { return name_; }

private:
    std::string name_;
};

inline std::string content_of(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The environment of all programs: the same on every machine.
inline std::vector<std::string> plain_environment() {
    return {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TERM=xterm-256color",
            "ASAN_OPTIONS=" +
                std::string{std::getenv("ASAN_OPTIONS") ? std::getenv("ASAN_OPTIONS") : ""}};
}

inline std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (std::string& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

/// Becomes the program; only for a child that has its streams already.
[[noreturn]] inline void become(std::vector<std::string> words,
                                std::vector<std::string> environment) {
    if (chdir(SENDA_SOURCE_DIR) != 0) _exit(126);
    execve(words[0].c_str(), pointers(words).data(), pointers(environment).data());
    _exit(127);
}

/// A program that runs, with files for its streams.
class running {
public:
    explicit running(const std::vector<std::string>& words, const std::string& input = {},
                     const std::vector<std::string>& environment = plain_environment())
        : in_(input) {
        child_ = fork();
        if (child_ != 0) return;
        const auto attach = [](const std::string& name, int stream, int how) {
            if (dup2(open(name.c_str(), how), stream) < 0) _exit(125);
        };
        attach(in_.name(), STDIN_FILENO, O_RDONLY);
        attach(out_.name(), STDOUT_FILENO, O_WRONLY | O_TRUNC);
        attach(err_.name(), STDERR_FILENO, O_WRONLY | O_TRUNC);
        become(words, environment);
    }

    void send(int signal) const { kill(child_, signal); }

    result wait() {
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status),
                content_of(out_.name()), content_of(err_.name())};
    }

private:
    temporary_file in_;
    temporary_file out_;
    temporary_file err_;
    pid_t child_ = -1;
};

inline std::string maze_program() { return SENDA_PROGRAMS_DIR "/maze"; }

/// Runs a program of the examples in the folder of the sources.
inline result run_example(const std::string& name, std::vector<std::string> words,
                          const std::string& input, const std::vector<std::string>& environment) {
    words.insert(words.begin(), SENDA_PROGRAMS_DIR "/" + name);
    return running(words, input, environment).wait();
}

inline result maze(const std::vector<std::string>& words, const std::string& input = {},
                   const std::vector<std::string>& environment = plain_environment()) {
    return run_example("maze", words, input, environment);
}

inline result mazegen(const std::vector<std::string>& words, const std::string& input = {},
                      const std::vector<std::string>& environment = plain_environment()) {
    return run_example("mazegen", words, input, environment);
}

inline result rush_hour(const std::vector<std::string>& words, const std::string& input = {},
                        const std::vector<std::string>& environment = plain_environment()) {
    return run_example("rush_hour", words, input, environment);
}

inline result pacman(const std::vector<std::string>& words, const std::string& input = {},
                     const std::vector<std::string>& environment = plain_environment()) {
    return run_example("pacman", words, input, environment);
}

/// Runs `amazons` in the folder of the sources.
inline result amazons(std::vector<std::string> words, const std::string& input = {},
                      const std::vector<std::string>& environment = plain_environment()) {
    words.insert(words.begin(), SENDA_PROGRAMS_DIR "/amazons");
    return running(words, input, environment).wait();
}

inline result agents(const std::vector<std::string>& words, const std::string& input = {},
                     const std::vector<std::string>& environment = plain_environment()) {
    return run_example("agents", words, input, environment);
}

/// A folder that is removed at the end with all that is in it.
struct temporary_folder {
    std::string name = std::filesystem::temp_directory_path() / "senda-XXXXXX";

    temporary_folder() {
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() { std::filesystem::remove_all(name); }

    [[nodiscard]] std::size_t files() const {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& e : std::filesystem::directory_iterator(name)) ++count;
        return count;
    }
};

/// Runs a line of a shell in which the programs are known.
inline result shell(const std::string& line) {
    const std::string path = "PATH=" SENDA_PROGRAMS_DIR ":/usr/bin:/bin";
    std::vector<std::string> environment = plain_environment();
    environment[0] = path;
    return running({"/bin/sh", "-c", line}, {}, environment).wait();
}

/// Whether the fault with this number is left out where many faults are tried in many ways: under
/// the sanitizers three of four.
inline bool is_left_out(std::ptrdiff_t fault) { return support::is_slow && fault % 4 != 0; }

/// Whether a text has a part in it.
inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace outside
