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

/// Bytes as text that may stand in a page: two of 91 characters for thirteen bits, the lowest
/// first. That is a twelfth less than base64 takes.
std::string base91(std::string_view bytes) {
    constexpr std::uint32_t digits = 91;
    constexpr unsigned bits_a_pair = 13;
    // From '#' to '~', without the one that could begin an end tag.
    const auto digit = [](std::uint32_t value) {
        const auto c = static_cast<char>('#' + value);
        return c < '<' ? c : static_cast<char>(c + 1);
    };
    std::string text;
    std::uint32_t waiting = 0;
    unsigned count = 0;
    const auto put = [&] {
        const std::uint32_t pair = waiting & ((1U << bits_a_pair) - 1);
        text += digit(pair / digits);
        text += digit(pair % digits);
        waiting >>= bits_a_pair;
        count -= std::min(count, bits_a_pair);
    };
    for (const char byte : bytes) {
        waiting |= static_cast<std::uint32_t>(static_cast<unsigned char>(byte)) << count;
        count += 8;
        if (count >= bits_a_pair) put();
    }
    if (count > 0) put();
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
    page_maker(std::string folder, std::string module, std::string repository)
        : folder_(std::move(folder)),
          module_(std::move(module)),
          repository_(std::move(repository)) {}

    /// The page with all that it names in it; nothing if one of the files cannot be read.
    [[nodiscard]] std::optional<std::string> make() {
        std::ifstream lines(folder_ + "/page.html");
        if (!lines) return missing("page.html");
        std::string page;
        for (std::string line; std::getline(lines, line);) {
            std::optional<std::string> piece = line;
            if (line.starts_with("<link rel=\"stylesheet\""))
                piece = style(between(line, "href=\"", "\""));
            else if (line.starts_with("<meta name=\"senda-repository\"") && !repository_.empty())
                piece = "<meta name=\"senda-repository\" content=\"" + repository_ + "\">";
            else if (line.starts_with("<template id="))
                piece = pack(between(line, "id=\"", "\""), lines);
            if (!piece) return std::nullopt;
            if (!piece->empty() || line.empty()) page += *piece + '\n';
        }
        return page;
    }

private:
    static std::nullopt_t missing(const std::string& name) {
        std::fprintf(stderr, "assemble: cannot read '%s'\n", name.c_str());
        return std::nullopt;
    }

    /// The style of the frame is in the page as it is, since the page is drawn with it at once.
    /// That of the rooms is packed with their scripts.
    [[nodiscard]] std::optional<std::string> style(const std::string& name) {
        const std::optional<std::string> text = read(folder_ + '/' + name);
        if (!text) return missing(name);
        if (name.starts_with("frame/")) return "<style>\n" + lean(*text) + "</style>";
        styles_ += lean(*text);
        return std::string{};
    }

    static std::string packed(const std::string& id, std::string_view bytes) {
        const std::string bits = compressed(bytes);
        return "<script type=\"application/octet-stream\" id=\"" + id + "\" data-size=\"" +
               std::to_string(bits.size()) + "\">\n" + base91(bits) + "\n</script>";
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
        return (id == "scripts" ? packed("styles", styles_) + '\n' : std::string{}) +
               packed(id, bytes);
    }

    std::string folder_;
    std::string module_;
    std::string styles_;      // of the rooms
    std::string repository_;  // the address of its pages; empty for where page.html says
};

}  // namespace

int main(int count, char** words) {
    if (count != 4 && count != 5) {
        std::fputs("usage: assemble FOLDER MODULE PAGE [REPOSITORY]\n", stderr);
        return 2;
    }
    const std::optional<std::string> page =
        page_maker(words[1], words[2], count == 5 ? words[4] : "").make();
    if (!page) return 1;
    std::ofstream file(words[3], std::ios::binary);
    file << *page;
    file.close();
    if (file) return 0;
    std::fprintf(stderr, "assemble: cannot write '%s'\n", words[3]);
    return 1;
}
