// SPDX-License-Identifier: MIT
#include <senda/draw/svg.hpp>

#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace escape_test {

std::string xml(std::string_view text) {
    std::string out;
    senda::draw::append_xml(out, text);
    return out;
}

std::string json(std::string_view text) {
    std::string out;
    senda::draw::append_json(out, text);
    return out;
}

TEST_CASE("text inside XML cannot be taken for markup") {
    CHECK(xml("a <b> & \"c\" 'd'") == "a &lt;b&gt; &amp; &quot;c&quot; 'd'");
    CHECK(xml("]]>") == "]]&gt;");
    CHECK(xml("\xC3\xB1 \xE6\xBC\xA2") == "\xC3\xB1 \xE6\xBC\xA2");
    CHECK(xml("tab\tline\n") == "tab\tline\n");
}

TEST_CASE("what XML does not allow, and what is not UTF-8, is replaced") {
    const std::string replaced = "\xEF\xBF\xBD";
    CHECK(xml(std::string_view{"\0\x1b\r", 3}) == replaced + replaced + replaced);
    CHECK(xml("\xFF") == replaced);
    CHECK(xml("\xEF\xBF\xBE") == replaced);
    CHECK(xml("\xED\xA0\x80") == replaced + replaced + replaced);
}

TEST_CASE("text inside JSON in a script ends neither") {
    CHECK(json("</script><!--") == "\"\\u003c/script\\u003e\\u003c!--\"");
    CHECK(json("a\"b\\c\n\td&") == "\"a\\\"b\\\\c\\n\\td\\u0026\"");
    CHECK(json("\xE2\x80\xA8\xE2\x80\xA9") == "\"\\u2028\\u2029\"");
    CHECK(json("\x01\xFF") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    CHECK(json("\xC3\xA9") == "\"\xC3\xA9\"");
}

}  // namespace escape_test
