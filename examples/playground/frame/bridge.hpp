// SPDX-License-Identifier: MIT
// The C++ side of the wire between the page and the WebAssembly module: a request is a list of
// names and values, an answer is JSON and, beside it, bytes.
#pragma once

#include <senda/text/report.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace playground {

/// A request of the page: `name \0 size \0 value \0 name \0 size \0 value \0 ...`. A value may hold
/// any bytes, those of a file that is not text too; its size is a decimal number.
class request {
public:
    explicit request(std::string_view wire) noexcept : wire_(wire) {}

    [[nodiscard]] bool has(std::string_view name) const noexcept {
        return find(name).data() != nullptr;
    }

    /// The value with that name; empty if there is none.
    [[nodiscard]] std::string_view text(std::string_view name) const noexcept { return find(name); }

    /// The value with that name if it is a whole number, or another.
    [[nodiscard]] std::int64_t number(std::string_view name,
                                      std::int64_t otherwise) const noexcept {
        const auto read = senda::parse_integer<std::int64_t>(find(name));
        return read ? read.value : otherwise;
    }

    /// The value with that name if it is a decimal number that is not negative, or another.
    [[nodiscard]] double decimal(std::string_view name, double otherwise) const noexcept {
        const auto read = senda::parse_decimal(find(name));
        return read ? read.value : otherwise;
    }

    /// Whether the value with that name is `1` or `true`.
    [[nodiscard]] bool flag(std::string_view name) const noexcept {
        const std::string_view value = find(name);
        return value == "1" || value == "true";
    }

private:
    /// The value with that name; without a place in memory if there is none.
    [[nodiscard]] std::string_view find(std::string_view name) const noexcept {
        for (std::string_view rest = wire_; !rest.empty();) {
            const std::string_view found = take(rest, rest.find('\0'));
            const auto size = senda::parse_integer<std::size_t>(take(rest, rest.find('\0')));
            if (!size) break;
            const std::string_view value = take(rest, size.value);
            if (found == name) return value;
        }
        return {};
    }

    /// Takes so many bytes, and the zero after them.
    static std::string_view take(std::string_view& rest, std::size_t size) noexcept {
        const std::string_view taken = rest.substr(0, size);
        rest.remove_prefix(taken.size() < rest.size() ? taken.size() + 1 : rest.size());
        return taken;
    }

    std::string_view wire_;
};

/// Writes JSON piece by piece; commas come by themselves.
class json_writer {
public:
    json_writer& begin_object() { return open('{'); }
    json_writer& end_object() { return close('}'); }
    json_writer& begin_array() { return open('['); }
    json_writer& end_array() { return close(']'); }

    /// The name of the member whose value comes next.
    json_writer& key(std::string_view name) {
        separate();
        quote(name);
        text_ += ':';
        needs_comma_ = false;
        return *this;
    }

    json_writer& value(std::string_view text) {
        separate();
        quote(text);
        return *this;
    }
    json_writer& value(const char* text) { return value(std::string_view{text}); }
    json_writer& value(const std::string& text) { return value(std::string_view{text}); }
    json_writer& value(bool truth) { return raw(truth ? "true" : "false"); }
    /// A whole number. JavaScript rounds above 2^53: what may be larger is better a text.
    template <std::integral Integer>
    json_writer& value(Integer number) {
        return raw(std::to_string(number));
    }
    /// A number with up to six decimals; `null` if it is none or huge.
    json_writer& value(double number) { return raw(decimal_text(number)); }
    json_writer& null() { return raw("null"); }
    /// A value, or `null`.
    template <class Value>
    json_writer& value(const std::optional<Value>& what) {
        return what ? value(*what) : null();
    }

    /// A value that is JSON already.
    json_writer& raw(std::string_view json) {
        separate();
        text_ += json;
        return *this;
    }

    /// A name and its value.
    template <class Value>
    json_writer& member(std::string_view name, const Value& what) {
        return key(name).value(what);
    }

    /// A name and a list of values.
    template <class Values>
    json_writer& list(std::string_view name, const Values& values) {
        key(name).begin_array();
        for (const auto& one : values) value(one);
        return end_array();
    }

    /// Two numbers, such as a point, as a list.
    template <std::integral Integer>
    json_writer& pair(Integer first, Integer second) {
        return begin_array().value(first).value(second).end_array();
    }

    /// Bytes that travel beside the JSON and arrive as `answer.bytes`, a Uint8Array.
    [[nodiscard]] std::string& bytes() noexcept { return bytes_; }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    void clear() {
        text_.clear();
        bytes_.clear();
        needs_comma_ = false;
    }

private:
    json_writer& open(char bracket) {
        separate();
        text_ += bracket;
        needs_comma_ = false;
        return *this;
    }
    json_writer& close(char bracket) {
        text_ += bracket;
        needs_comma_ = true;
        return *this;
    }

    void separate() {
        if (needs_comma_) text_ += ',';
        needs_comma_ = true;
    }

    void quote(std::string_view text) {
        constexpr std::string_view digits = "0123456789abcdef";
        text_ += '"';
        for (const char c : text) {
            const auto code = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (code < 0x20) {
                text_ += "\\u00";
                text_ += digits[code >> 4U];
                text_ += digits[code & 15U];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    // Written by hand: the formatting of the standard library would take more room than a tab.
    static std::string decimal_text(double number) {
        constexpr double most = 9e12;
        constexpr std::uint64_t million = 1'000'000;
        if (!(number > -most && number < most)) return "null";
        const double size = number < 0 ? -number : number;
        const auto millionths = static_cast<std::uint64_t>(size * 1e6 + 0.5);
        std::string text = std::to_string(millionths / million);
        if (millionths % million != 0) {
            std::string decimals = std::to_string(million + millionths % million);
            decimals.front() = '.';
            while (decimals.back() == '0') decimals.pop_back();
            text += decimals;
        }
        return (number < 0 && millionths != 0 ? "-" : "") + text;
    }

    std::string text_;
    std::string bytes_;
    bool needs_comma_ = false;
};

/// Errors or warnings of an input.
using diagnostics = std::vector<senda::diagnostic>;

/// Writes a list of errors or warnings as the value of a member.
inline void write_diagnostics(json_writer& out, std::string_view name, const diagnostics& list) {
    out.key(name).begin_array();
    for (const senda::diagnostic& d : list)
        out.begin_object()
            .member("code", d.code)
            .member("line", d.line)
            .member("column", d.column)
            .member("message", d.message)
            .end_object();
    out.end_array();
}

/// The whole answer about an input that is refused. Its message is what the programs print: what is
/// wrong, the place, and the line with a caret.
///
/// `name`  what the input is called, `text` is all of it.
inline void invalid(json_writer& out, std::string_view name, std::string_view text,
                    const diagnostics& errors, const diagnostics& warnings = {}) {
    out.begin_object()
        .member("status", "invalid")
        .member("message", senda::describe(errors.front(), name, text));
    write_diagnostics(out, "errors", errors);
    write_diagnostics(out, "warnings", warnings);
    out.end_object();
}
inline void invalid(json_writer& out, std::string_view name, std::string_view text,
                    const senda::diagnostic& error, const diagnostics& warnings = {}) {
    invalid(out, name, text, diagnostics{error}, warnings);
}

/// The whole answer about a request that is refused and that is in no file, such as a size.
inline void refused(json_writer& out, const senda::diagnostic& error) {
    out.begin_object()
        .member("status", "invalid")
        .member("message", "error: " + error.message + '\n');
    write_diagnostics(out, "errors", {error});
    write_diagnostics(out, "warnings", {});
    out.end_object();
}

#ifdef __wasm__
namespace detail {
__attribute__((import_module("env"), import_name("progress"))) void show_progress(double share,
                                                                                  const char* text,
                                                                                  std::size_t size);
}
/// Tells the page how far the work is: a share from 0 to 1, or less than 0 where that is unknown.
/// For a few calls a second.
inline void progress(double share, std::string_view text) {
    detail::show_progress(share, text.data(), text.size());
}
#define PLAYGROUND_EXPORTED(name) __attribute__((export_name(name)))
#else
inline void progress(double, std::string_view) {}
#define PLAYGROUND_EXPORTED(name)
#endif

/// Where requests come in and answers go out; the page knows their addresses.
struct exchange {
    std::string wire;
    json_writer answer;
};
inline exchange& the_exchange() {
    static exchange one;
    return one;
}

/// Answers a request with a function.
template <class Function>
void serve(Function answer) {
    exchange& e = the_exchange();
    e.answer.clear();
    answer(request(e.wire), e.answer);
}

}  // namespace playground

/// Defines a function that the page can call by that name. The body that follows reads the request
/// `in` and writes one JSON object with a `status` to `out`.
#define PLAYGROUND_EXPORT(name)                                               \
    static void name##_answer([[maybe_unused]] const playground::request& in, \
                              playground::json_writer& out);                  \
    extern "C" PLAYGROUND_EXPORTED(#name) void playground_##name();           \
    extern "C" void playground_##name() { playground::serve(name##_answer); } \
    static void name##_answer([[maybe_unused]] const playground::request& in, \
                              playground::json_writer& out)
