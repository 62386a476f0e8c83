// SPDX-License-Identifier: MIT
// Makes one file of the page: puts style, scripts and the compressed module in the place of their
// names. Runs where the page is built.
#include <senda/draw/deflate.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace {

std::optional<std::string> read(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>{file}, {}};
}

std::string compressed(std::string_view bytes) {
    senda::draw::zlib_compressor packer;
    packer.write(bytes);
    packer.finish();
    return packer.output();
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i)
            three = three << 8U |
                    (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        const std::size_t used = bytes.size() - at < 3 ? bytes.size() - at + 1 : 4;
        for (std::size_t i = 0; i < 4; ++i)
            text += i < used ? digits[three >> (18 - 6 * i) & 63U] : '=';
    }
    return text;
}

/// A script or style without indentation and without lines that are comments, which
/// the browser does not need. A text with a literal over several lines stays as it is.
std::string lean(const std::string& text) {
    std::string made;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (std::count(line.begin(), line.end(), '`') % 2 != 0) return text;
        line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
        const bool is_comment = line.starts_with("//") && !line.starts_with("// SPDX");
        if (!line.empty() && !is_comment) made += line + '\n';
    }
    return made;
}

/// What stands between two marks of a line; empty if they are not there.
std::string between(std::string_view line, std::string_view before, std::string_view after) {
    const std::size_t begin = line.find(before);
    if (begin == std::string_view::npos) return {};
    const std::string_view rest = line.substr(begin + before.size());
    return std::string{rest.substr(0, rest.find(after))};
}

class page_maker {
public:
    page_maker(std::string folder, std::string module)
        : folder_(std::move(folder)), module_(std::move(module)) {}

    /// The page with all that it names in it; nothing if one of the files cannot be read.
    [[nodiscard]] std::optional<std::string> make() const {
        std::ifstream lines(folder_ + "/page.html");
        if (!lines) return missing("page.html");
        std::string page;
        for (std::string line; std::getline(lines, line);) {
            std::optional<std::string> piece = line;
            if (line.starts_with("<link rel=\"stylesheet\""))
                piece = style(between(line, "href=\"", "\""));
            else if (line.starts_with("<template id="))
                piece = pack(between(line, "id=\"", "\""), lines);
            if (!piece) return std::nullopt;
            page += *piece + '\n';
        }
        return page;
    }

private:
    static std::nullopt_t missing(const std::string& name) {
        std::fprintf(stderr, "assemble: cannot read '%s'\n", name.c_str());
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> style(const std::string& name) const {
        const std::optional<std::string> text = read(folder_ + '/' + name);
        if (!text) return missing(name);
        return "<style>\n" + lean(*text) + "</style>";
    }

    /// The files that a template names, one after the other and compressed.
    [[nodiscard]] std::optional<std::string> pack(const std::string& id,
                                                  std::ifstream& lines) const {
        std::string bytes;
        for (std::string line; std::getline(lines, line) && line != "</template>";) {
            const std::string name = between(line, "src=\"", "\"");
            const bool is_module = name.ends_with(".wasm");
            const std::optional<std::string> text =
                read(is_module ? module_ : folder_ + '/' + name);
            if (!text) return missing(name);
            bytes += is_module ? *text : lean(*text);
        }
        return "<script type=\"application/octet-stream\" id=\"" + id + "\">\n" +
               base64(compressed(bytes)) + "\n</script>";
    }

    std::string folder_;
    std::string module_;
};

}  // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::fputs("usage: assemble FOLDER MODULE PAGE\n", stderr);
        return 2;
    }
    const std::optional<std::string> page = page_maker(words[1], words[2]).make();
    if (!page) return 1;
    std::ofstream file(words[3], std::ios::binary);
    file << *page;
    file.close();
    if (file) return 0;
    std::fprintf(stderr, "assemble: cannot write '%s'\n", words[3]);
    return 1;
}
