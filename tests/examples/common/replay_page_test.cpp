// SPDX-License-Identifier: MIT
#include <common/replay_page.hpp>

#include "draw/random_canvas.hpp"
#include "draw/xml.hpp"
#include "played_page.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace replay_page_test {

using senda::draw::canvas;
using senda::draw::color;
using senda::draw::look_id;
using senda::draw::replay_page;
using senda::draw::sprite_id;
using support::split_mix64;
using test_draw::xml_element;
using test_draw::xml_reader;

using test_draw::between;
using test_draw::data_of;
using test_draw::json;
using test_draw::page_state;
using test_draw::played;
using test_draw::sprite_state;

constexpr color red{255, 0, 0};
constexpr color blue{0, 0, 255};

std::vector<xml_element> picture_of(const std::string& page) {
    const auto elements = xml_reader::read(
        "<svg id=\"picture\"" + between(page, "<svg id=\"picture\"", "</svg>") + "</svg>");
    REQUIRE(elements);
    return *elements;
}

canvas dot() {
    canvas look{1, 1};
    look.circle({0, 0}, 5, red);
    return look;
}

std::string json(std::string_view text) {
    std::string out;
    senda::draw::detail::append_json(out, text);
    return out;
}

TEST_CASE("text inside JSON in a script ends neither") {
    CHECK(json("</script><!--") == "\"\\u003c/script\\u003e\\u003c!--\"");
    CHECK(json("a\"b\\c\n\td&") == "\"a\\\"b\\\\c\\n\\td\\u0026\"");
    CHECK(json("\xE2\x80\xA8\xE2\x80\xA9") == "\"\\u2028\\u2029\"");
    CHECK(json("\x01\xFF") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    CHECK(json("\xC3\xA9") == "\"\xC3\xA9\"");
}

TEST_CASE("a number in JSON has a digit before its point") {
    std::string text;
    for (const int value : {-50, 0, 5, -1225, 100}) {
        senda::draw::detail::append_json_number(text, value);
        text += ' ';
    }
    CHECK(text == "-0.5 0 0.05 -12.25 1 ");
}

TEST_CASE("a page without frames is frame 0") {
    const replay_page page{"Empty", canvas{10, 10}};
    CHECK(page.frame_count() == 1);
    const std::string text = page.to_html();
    CHECK(text.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    CHECK(text.ends_with("</html>\n"));
    CHECK(played(data_of(text)).size() == 1);
    CHECK(picture_of(text)[0].attributes.at("viewBox") == "0 0 10 10");
}

TEST_CASE("the data of a page is short and says what changes") {
    replay_page page{"A walk", canvas{100, 50}};
    const look_id look = page.add_look(dot(), red);
    const sprite_id walker = page.add_sprite(look, {10, 10.5});
    page.trail(walker, blue, 2.5);
    page.value("life", 8);
    page.caption("Start");
    page.next_frame();
    page.move(walker, {30, 10.5});
    page.move(walker, {30, 10.5});  // it is there already
    page.value("life", 7);
    page.next_frame();
    page.next_frame();
    page.paint(walker, blue);
    page.hide(walker);
    page.value("note", "done");
    const std::string text = page.to_html();
    CHECK(page.frame_count() == 4);
    CHECK(between(text, "id=\"data\">\n", "\n</script>") ==
          "{\"looks\":[\"#f00\"],\n"
          "\"sprites\":[[0,10,10.5,1,-1]],\n"
          "\"values\":[\"life\",\"note\"],\n"
          "\"texts\":[\"Start\",\"done\"],\n"
          "\"colours\":[\"#00f\"],\n"
          "\"trails\":[[0,\"#00f\",2.5]],\n"
          "\"frames\":[[4,0,8,6,0],[0,0,20,0,4,0,7],[],[3,0,0,2,0,5,1,1]]}");
}

TEST_CASE("a page may let its sprites glide and say how fast it is played") {
    replay_page page{"Slow", canvas{10, 10}};
    page.glide();
    page.pace(2);
    CHECK(page.to_html().find("\"glides\":1,\"pace\":2,\"frames\":[[]]}") != std::string::npos);
}

TEST_CASE("random replays show in each frame what was asked for") {
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        replay_page page{"Random", test_draw::random_canvas(seed)};
        const look_id looks[] = {page.add_look(dot(), red), page.add_look(dot())};
        std::vector<sprite_id> sprites;
        page_state now;
        std::vector<page_state> expected;
        const auto place = [&] { return random.between(-200, 800) / 4.0; };
        const int frames = random.between(1, 60);
        for (int f = 0; f < frames; ++f) {
            if (f > 0) page.next_frame();
            for (int change = random.below(6); change > 0; --change) {
                if (sprites.empty() || random.percent(10)) {
                    now.sprites.push_back({place(), place(), true, ""});
                    // It was not there before: earlier frames know nothing of it.
                    for (page_state& before : expected)
                        before.sprites.push_back(
                            {now.sprites.back().x, now.sprites.back().y, false, ""});
                    sprites.push_back(page.add_sprite(
                        looks[random.below(2)], {now.sprites.back().x, now.sprites.back().y}));
                    continue;
                }
                const auto i =
                    static_cast<std::size_t>(random.below(static_cast<int>(sprites.size())));
                sprite_state& s = now.sprites[i];
                switch (random.below(6)) {
                    case 0:
                        s.x = place();
                        s.y = place();
                        page.move(sprites[i], {s.x, s.y});
                        break;
                    case 1:
                        s.shown = random.percent(50);
                        s.shown ? page.show(sprites[i]) : page.hide(sprites[i]);
                        break;
                    case 2: {
                        const color c = test_draw::random_color(random);
                        s.paint = to_hex(c);
                        page.paint(sprites[i], c);
                        break;
                    }
                    case 3: {
                        const int number = random.between(-50, 50);
                        now.values["number"] = std::to_string(number);
                        page.value("number", number);
                        break;
                    }
                    case 4: {
                        now.values["<text>"] = "v" + std::to_string(random.below(5)) + "\"<&\n";
                        page.value("<text>", now.values["<text>"]);
                        break;
                    }
                    default:
                        now.caption = "</script>" + std::to_string(random.below(5));
                        page.caption(now.caption);
                }
            }
            expected.push_back(now);
        }
        const std::string text = page.to_html();
        const std::vector<page_state> got = played(data_of(text));
        REQUIRE(got.size() == expected.size());
        bool all_right = true;
        for (std::size_t f = 0; f < got.size(); ++f) all_right = all_right && got[f] == expected[f];
        CHECK(all_right);
        picture_of(text);
    }
}

TEST_CASE("nothing in a title, a caption or a picture gets out of its place") {
    const std::string bad = "</title></script><script>alert(1)</script><!-- \" ' & \xFF";
    canvas background{10, 10};
    background.text({1, 1}, bad, {red});
    replay_page page{bad, background};
    canvas look{1, 1};
    look.text({0, 0}, bad, {red});
    const sprite_id s = page.add_sprite(page.add_look(look), {1, 1});
    page.value(bad, bad);
    page.caption(bad);
    page.next_frame();
    page.move(s, {2, 2});
    const std::string text = page.to_html();
    const auto count = [&](std::string_view what) {
        int found = 0;
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + 1))
            ++found;
        return found;
    };
    CHECK(count("<script") == 2);
    CHECK(count("</script>") == 2);
    CHECK(count("</title>") == 1);
    CHECK(count("alert(1)") > 2);
    CHECK(count("<!--") == 0);
    const std::string kept = "</title></script><script>alert(1)</script><!-- \" ' & \xEF\xBF\xBD";
    CHECK(picture_of(text)[0].attributes.at("aria-label") == kept);
    CHECK(data_of(text).object.at("texts").list[0].text == kept);
}

TEST_CASE("a page asks for nothing from outside") {
    replay_page page{"Alone", canvas{10, 10}};
    const std::string text = page.to_html();
    std::size_t links = 0;
    for (std::size_t at = text.find("http"); at != std::string::npos;
         at = text.find("http", at + 1)) {
        const bool is_name = text.compare(at, 26, "http://www.w3.org/2000/svg") == 0;
        const bool is_policy = text.compare(at, 10, "http-equiv") == 0;
        CHECK((is_name || is_policy));
        ++links;
    }
    CHECK(links == 2);
    for (const char* what : {" src=", "@import", "url(", "fetch(", "XMLHttp", "<link", "<iframe"})
        CHECK(text.find(what) == std::string::npos);
    CHECK(text.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("each control has a name, and each id that the script asks for is there once") {
    const std::string text = replay_page{"Ids", canvas{10, 10}}.to_html();
    for (const char* id :
         {"picture", "trails", "stage", "caption", "values", "controls", "first", "back", "play",
          "icon", "step", "last", "place", "count", "speed", "data"}) {
        const std::string attribute = std::string("id=\"") + id + "\"";
        CAPTURE(attribute);
        const std::size_t at = text.find(attribute);
        REQUIRE(at != std::string::npos);
        CHECK(text.find(attribute, at + 1) == std::string::npos);
    }
    const std::string script = text.substr(text.rfind("<script>"));
    for (std::size_t at = script.find("$('"); at != std::string::npos;
         at = script.find("$('", at + 1)) {
        const std::string id = script.substr(at + 3, script.find('\'', at + 3) - at - 3);
        CAPTURE(id);
        CHECK(text.find("id=\"" + id + "\"") != std::string::npos);
    }
    for (const char* control : {"<button", "<input", "<select"}) {
        for (std::size_t at = text.find(control); at != std::string::npos;
             at = text.find(control, at + 1))
            CHECK(text.substr(at, text.find('>', at) - at).find("aria-label=\"") !=
                  std::string::npos);
    }
}

TEST_CASE("a long route takes some twenty bytes a step") {
    replay_page page{"Long", canvas{1000, 1000}};
    const sprite_id walker = page.add_sprite(page.add_look(dot()), {0.5, 0.5});
    split_mix64 random{1};
    int x = 0;
    int y = 0;
    constexpr int steps = 50'000;
    for (int i = 0; i < steps; ++i) {
        page.next_frame();
        (random.percent(50) ? x : y) += random.percent(50) ? 19 : -19;
        page.move(walker, {x + 0.5, y + 0.5});
        page.value("life", 1000 - i % 900);
    }
    CHECK(page.frame_count() == steps + 1);
    CHECK(page.to_html().size() < 22 * steps);
    std::string pieces;
    page.write([&pieces](std::string_view piece) { pieces += piece; });
    CHECK(pieces == page.to_html());
}

}  // namespace replay_page_test
