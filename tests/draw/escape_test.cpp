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

}  // namespace escape_test
