// SPDX-License-Identifier: MIT
// What every fuzz target is made of: a function of bytes, and laws that end the program when
// broken.
//
// A target is a source in targets/. Compiled alone, with SENDA_FUZZ_ALONE, it is one for libFuzzer;
// otherwise it joins the list that `corpus.cpp` goes through.
#pragma once

#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// Says which law was broken, and ends the program so that a fuzzer keeps the input.
[[noreturn]] inline void broken(const char* law, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: broken: %s\n", file, line, law);
    std::fflush(stderr);
    std::abort();
}

// A macro, so that it can show what must hold and where.
#define MUST(...)                                                             \
    do {                                                                      \
        if (!(__VA_ARGS__)) ::fuzz::broken(#__VA_ARGS__, __FILE__, __LINE__); \
    } while (false)

/// Gives the bytes of an input one by one, and zeros after the last.
class decoder {
public:
    explicit decoder(std::string_view input) noexcept : rest_(input) {}

    [[nodiscard]] unsigned byte() noexcept {
        if (rest_.empty()) return 0;
        const auto first = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return first;
    }
    /// A number from 0 to below `bound`, which is at most 256.
    [[nodiscard]] int below(unsigned bound) noexcept { return static_cast<int>(byte() % bound); }
    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

private:
    std::string_view rest_;
};

/// What every diagnostic keeps: words, and a place that is in the text or just behind a part of it.
inline void check_diagnostic(const senda::diagnostic& d, std::string_view text) {
    MUST(!d.code.empty() && !d.message.empty());
    std::string_view message = d.message;
    while (!message.empty()) {
        const senda::utf8_character c = senda::first_character(message);
        MUST(senda::is_printable(c));
        message.remove_prefix(c.size);
    }
    MUST(!senda::describe(d, "input", text).empty());
    if (d.line == 0) {
        MUST(d.column == 0);
        return;
    }
    senda::line_reader lines{text};
    std::string_view rest = lines.rest();
    for (; const auto line = lines.next(); rest = lines.rest()) {
        if (line->number != d.line) continue;
        // Some formats count a carriage return, others take it for a part of the line's end.
        MUST(d.column <= senda::count_characters(rest.substr(0, rest.find('\n'))) + 1);
        return;
    }
    MUST(d.line == lines.number() + 1 && d.column <= 1);
}

inline void check_diagnostics(const std::vector<senda::diagnostic>& list, std::string_view text) {
    for (const senda::diagnostic& d : list) check_diagnostic(d, text);
}

/// A reader's answer: either a value or errors, and places for all that it says.
template <class T>
void check_answer(const senda::parsed<T>& read, std::string_view text) {
    check_diagnostics(read.warnings, text);
    MUST(read.has_value() == read.errors().empty());
    check_diagnostics(read.errors(), text);
    MUST(read.error() == (read ? senda::diagnostic{} : read.errors().front()));
}

/// What a strict reading of a text must say, knowing the lenient one: the same value if there was
/// nothing to warn of, and otherwise an error.
template <class T>
void check_strict(const senda::parsed<T>& strict, const senda::parsed<T>& lenient) {
    MUST(strict.warnings.empty());
    MUST(strict.has_value() == (lenient && lenient.warnings.empty()));
    if (strict) MUST(*strict == *lenient);
}

using function = void (*)(std::string_view input);

/// A target in the list of all.
struct registered {
    const char* name;
    function run;

    registered(const char* called, function target) : name(called), run(target) {
        all().push_back(*this);
    }
    static std::vector<registered>& all() {
        static std::vector<registered> list;
        return list;
    }
};

}  // namespace fuzz

#ifdef SENDA_FUZZ_ALONE
#define SENDA_FUZZ_TARGET(name)                                                         \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
        ::fuzz::name(std::string_view(reinterpret_cast<const char*>(data), size));      \
        return 0;                                                                       \
    }
#else
#define SENDA_FUZZ_TARGET(name)                                       \
    namespace {                                                       \
    const ::fuzz::registered registered_##name{#name, &::fuzz::name}; \
    }
#endif
