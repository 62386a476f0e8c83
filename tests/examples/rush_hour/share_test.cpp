// SPDX-License-Identifier: MIT
#include <rush_hour/share.hpp>

#include "boards.hpp"
#include "random_boards.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <rush_hour/format.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace share_test {

using namespace senda::rush_hour;

const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const std::string card = "DDoooOPooQoOPAAQoOPooQooBoooCCBoRRRo";
const std::string walled = "oxBCCoooBxooAABDooEEEDoFGooHHFGIIJJF";

board read(std::string_view text) {
    senda::parsed<board> found = parse_text(text);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return *found;
}

/// The text with the letters that a decoded board has: B, C, ... in reading order.
std::string relettered(std::string text) {
    std::map<char, char> letters{{'A', 'A'}, {'o', 'o'}, {'x', 'x'}, {'.', 'o'}};
    char next = 'B';
    for (char& c : text) {
        if (letters.find(c) == letters.end()) letters[c] = next++;
        c = letters[c];
    }
    return text;
}

/// Puts every board that goes on from cell `at` of a text into a set, by trying all there is.
void try_all(const std::string& text, std::size_t at, char letter, std::set<std::string>& found) {
    if (at == text.size()) {
        if (text.find('A') != std::string::npos) found.insert(relettered(text));
        return;
    }
    try_all(text, at + 1, letter, found);
    for (const std::size_t length : {std::size_t{2}, std::size_t{3}})
        for (const std::size_t stride : {std::size_t{1}, std::size_t{6}}) {
            const std::size_t last = at + (length - 1) * stride;
            if (last >= text.size() || (stride == 1 && last / 6 != at / 6)) continue;
            std::string next = text;
            bool free = true;
            for (std::size_t cell = at; cell <= last; cell += stride) {
                free = free && text[cell] == 'o';
                next[cell] = letter;
            }
            if (!free) continue;
            try_all(next, at + 1, static_cast<char>(letter + 1), found);
            if (length == 2 && stride == 1 && at / 6 == 2 && text.find('A') == std::string::npos) {
                next[at] = next[last] = 'A';
                try_all(next, at + 1, letter, found);
            }
        }
}

void check_damaged(share_coder& coder, const std::string& code) {
    CAPTURE(code);
    const senda::parsed<board> found = coder.decode(code);
    CHECK_FALSE(found.has_value());
    CHECK(found.error().code == "bad_share_code");
}

std::string error_of(std::string_view text) {
    const senda::parsed<board> found = parse(text);
    CHECK_FALSE(found.has_value());
    return found.error().code + '@' + std::to_string(found.error().line) + ':' +
           std::to_string(found.error().column);
}

TEST_CASE("the numbers of boards are those of all boards, each once") {
    for (const std::string text : {"xxxxxxxxxxxxooooooooooooxxxxxxxxxxxx",  //
                                   "xxooxxxxooxxooooxxxxooxxxxooxxxxxxxx",  //
                                   "xxxxoxxxxxoxxxxoooxxxxoxxxxxoxxxxxox",  //
                                   "xxxxxxxxxxxxxoxoxoxxxxxxxxxxxxxxxxxx",  //
                                   "xoxxxxxooxxxooooooxxxxxxxoooxxxoxxox"}) {
        CAPTURE(text);
        std::set<std::string> expected;
        try_all(text, 0, 'B', expected);
        cell_set walls = 0;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == 'x') walls |= cell_set{1} << i;
        const board_ranks ranks{walls};
        REQUIRE(ranks.size() == expected.size());
        std::set<std::string> named;
        for (std::uint64_t number = 0; number < ranks.size(); ++number) {
            const board b = ranks.unrank(number);
            CHECK(ranks.rank(b) == number);
            named.insert(to_text(b));
        }
        CHECK(named == expected);
    }
}

TEST_CASE("every number of a board without walls makes a code that does not look like an option") {
    const board_ranks ranks;
    CHECK(ranks.size() == 49'425'302'142);
    const std::uint64_t room = std::uint64_t{62} << 54;
    CHECK(ranks.size() <= room / senda::rush_hour::detail::code_prime);
    CHECK(share_code(ranks.unrank(ranks.size() - 1)).front() == '9');
}

TEST_CASE("a code gives its board back with letters in reading order") {
    share_coder coder;
    support::split_mix64 random{11};
    for (int round = 0; round < support::rounds(60); ++round) {
        const std::string text = support::random_board_text(random, round < 45 ? 0 : 8);
        CAPTURE(text);
        const board b = read(text);
        const std::string code = coder.encode(b);
        CHECK(code.size() == (b.walls() == 0 ? 10 : 16));
        CHECK(code.find_first_not_of(alphabet) == std::string::npos);
        CHECK(code.front() != '-');
        const senda::parsed<board> back = coder.decode(code);
        REQUIRE(back.has_value());
        CHECK(to_text(*back) == relettered(text));
        CHECK(coder.encode(*back) == code);
    }
}

TEST_CASE("boards that differ in more than letters have different codes") {
    share_coder coder;
    std::map<std::string, std::string> codes;
    for (const support::known_board& known : support::known_boards) {
        if (std::string_view{known.text}.find('x') != std::string_view::npos) continue;
        const auto [other, is_new] = codes.emplace(coder.encode(read(known.text)), known.text);
        CHECK_MESSAGE(is_new, other->second << " and " << known.text);
    }
    std::string renamed = card;
    std::replace(renamed.begin(), renamed.end(), 'O', 'Z');
    CHECK(coder.encode(read(renamed)) == coder.encode(read(card)));
}

TEST_CASE("codes stay what they are") {
    CHECK(share_code(read("ooooooooooooAAoooooooooooooooooooooo")) == "AAnyshHWtl");
    CHECK(share_code(read(card)) == "botpgDjWQ9");
    CHECK(share_code(read(walled)) == "DzNQRKaZNSAAAAIC");
    CHECK(share_code(read("xxxxxxxxxxxxxxxxAAxxxxxxxxxxxxxxxxxx")) == "AAAAABF3Fb___P__");
    CHECK(to_text(*parse_share_code("botpgDjWQ9")) == relettered(card));
    CHECK(to_text(*parse_share_code("DzNQRKaZNSAAAAIC")) == relettered(walled));
}

TEST_CASE("one wrong character and two swapped neighbours are always noticed") {
    share_coder coder;
    for (const std::string& text :
         {card, walled, std::string{"ooooooooooooAAoooooooooooooooooooooo"},
          std::string{"BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM"},
          std::string{"xxxxxxxxxxxxxxxxAAxxxxxxxxxxxxxxxxxx"}}) {
        const std::string code = coder.encode(read(text));
        for (std::size_t at = 0; at < code.size(); ++at) {
            for (const char c : alphabet) {
                std::string wrong = code;
                wrong[at] = c;
                if (wrong != code) check_damaged(coder, wrong);
            }
            for (std::size_t other = at + 1; other < code.size(); ++other) {
                std::string swapped = code;
                std::swap(swapped[at], swapped[other]);
                if (swapped != code) check_damaged(coder, swapped);
            }
            std::string lost = code;
            check_damaged(coder, lost.erase(at, 1));
            std::string doubled = code;
            check_damaged(coder, doubled.insert(at, 1, code[at]));
        }
    }
}

TEST_CASE("a code of random characters is refused") {
    share_coder coder;
    support::split_mix64 random{12};
    for (int round = 0; round < support::rounds(2000); ++round) {
        std::string code(round % 2 == 0 ? 10 : 16, 'A');
        for (char& c : code) c = alphabet[static_cast<std::size_t>(random.below(64))];
        check_damaged(coder, code);
    }
    check_damaged(coder, "");
    check_damaged(coder, "AAAAAAAAAA");
    check_damaged(coder, "__________");
    check_damaged(coder, "________________");
    check_damaged(coder, std::string(10, '\0'));
    check_damaged(coder, share_code(read(card)) + "AAAAAA");
    check_damaged(coder, ' ' + share_code(read(card)));
}

TEST_CASE("a bad code is told with what is wrong and where") {
    CHECK(parse_share_code("abc").error().message ==
          "the share code 'abc' has 3 characters: expected 10, or 16 with walls");
    CHECK(parse_share_code("abc").error().column == 4);
    CHECK(parse_share_code("abcd+fghij").error().message ==
          "no share code has a '+': expected letters, digits, '-' and '_'");
    CHECK(parse_share_code("abcd+fghij").error().column == 5);
    CHECK(parse_share_code("abc\xC3\xA9"
                           "efghij")
              .error()
              .column == 4);
    CHECK(parse_share_code("abcdefghij").error().message ==
          "the share code 'abcdefghij' is damaged: a character of it is wrong");
}

TEST_CASE("a board is read as a code or as cells, whichever it is") {
    const std::string code = share_code(read(card));
    const std::string long_code = share_code(read(walled));
    CHECK(to_text(*parse(code)) == relettered(card));
    CHECK(to_text(*parse("\xEF\xBB\xBF\r\n  " + long_code + " \r\n\n")) == relettered(walled));
    CHECK(to_text(*parse(card)) == card);
    CHECK(to_text(*parse(to_lines(read(walled)))) == walled);
    CHECK(parse(card + "\r\n").warnings.size() == 1);
    CHECK(parse(card + "\r\n", reading::strict).error().code == "trailing_blanks");

    std::string wrong = code;
    wrong[3] = wrong[3] == 'z' ? 'y' : 'z';
    CHECK(error_of(wrong) == "bad_share_code@1:1");
    CHECK(error_of("\n  " + wrong) == "bad_share_code@2:3");
    CHECK(error_of("abcdefghi") == "bad_share_code@1:10");
    CHECK(error_of("abcdefghijk") == "bad_share_code@1:12");
    CHECK(error_of("abcdefghijklmnopq") == "bad_share_code@1:17");

    CHECK(error_of("") == "bad_length@1:1");
    CHECK(error_of("abc") == "bad_length@1:4");
    CHECK(error_of("BBooooCCxA") == "bad_length@1:11");
    CHECK(error_of("AAoooooooooooooo") == "bad_length@1:17");
    CHECK(error_of("AA..oooooo") == "bad_length@1:11");
    CHECK(error_of("abcdefghij abcdefghij") == "bad_length@1:22");
    CHECK(error_of(card.substr(0, 35) + "b") == "bad_character@1:36");
    CHECK(error_of(card + "b") == "bad_length@1:37");
}

}  // namespace share_test
