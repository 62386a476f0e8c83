// SPDX-License-Identifier: MIT
// A replay as the text of a page.
#pragma once

#include <senda/detail/draw/page/replay_record.hpp>
#include <senda/detail/draw/page/replay_script.hpp>
#include <senda/detail/draw/svg/escape.hpp>
#include <senda/detail/draw/svg/svg_path.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/svg.hpp>
#include <senda/text/filled.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace senda::draw::detail {

/// Writes a replay to a sink, in pieces.
template <ByteSink Sink>
class replay_html {
public:
    replay_html(const replay_record& replay, Sink& sink)
        : replay_(replay), buffer_(sink), out_(buffer_.text()), sink_(sink) {}

    void write() {
        head();
        shapes(replay_.background);
        out_ += "<defs>\n";
        for (std::size_t i = 0; i < replay_.looks.size(); ++i) {
            out_ += "<g id=\"look" + std::to_string(i) + "\">\n";
            shapes(replay_.looks[i].shapes, replay_.looks[i].changing);
            out_ += "</g>\n";
        }
        out_ += "</defs>\n<g id=\"trails\"></g>\n";
        if (replay_.overlay) shapes(*replay_.overlay);
        out_ += "<g id=\"stage\"></g>\n</svg>\n";
        out_ += "<figcaption id=\"caption\" aria-live=\"polite\"></figcaption>\n</figure>\n";
        out_ += "<dl id=\"values\"></dl>";
        const replay_words& w = replay_.words;
        out_ += filled(replay_controls, {w.playback, w.restart, w.back, w.play, w.pause, w.step,
                                         w.to_the_end, w.frame, w.speed});
        out_ += "<p class=\"hint\">" + std::string{w.keys} + "</p>\n";
        out_ += "</main>\n<script type=\"application/json\" id=\"data\">\n";
        data();
        for (std::size_t i = 0; i < replay_.begins.size(); ++i) frame(i);
        out_ += "]}\n</script>\n<script>";
        out_ += replay_script;
        out_ += "</script>\n</body>\n</html>\n";
        buffer_.flush();
    }

private:
    void head() {
        out_ += "<!DOCTYPE html>\n<html lang=\"" + std::string{replay_.words.language};
        out_ += "\">\n<head>\n<meta charset=\"utf-8\">\n";
        out_ += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
        out_ += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
        out_ += "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>";
        append_xml(out_, replay_.title);
        out_ += "</title>\n<style>";
        out_ += replay_style;
        out_ += "</style>\n</head>\n<body>\n<main>\n<h1>";
        append_xml(out_, replay_.title);
        out_ += "</h1>\n<figure>\n";
        const canvas& ground = replay_.background;
        const std::string width = std::to_string(ground.width());
        const std::string height = std::to_string(ground.height());
        out_ += "<svg id=\"picture\" role=\"img\" width=\"" + width + "\" height=\"" + height;
        const int widest = std::max(ground.width(), 480);  // a small picture may grow
        out_ += "\" style=\"max-width:" + std::to_string(widest) + "px";
        out_ += "\" viewBox=\"0 0 " + width + ' ' + height + "\" aria-label=\"";
        append_xml(out_, replay_.title);
        out_ += "\" aria-describedby=\"caption\">\n";
        append_background(out_, ground);
    }

    void shapes(const canvas& picture, std::optional<color> changing = {}) {
        buffer_.flush();
        svg_shapes<Sink>{picture, sink_, changing}.write();
    }

    /// The data up to the frames.
    void data() {
        const auto list = [this](const auto& items, auto add) {
            bool is_first = true;
            for (const auto& item : items) {
                if (!is_first) out_ += ',';
                is_first = false;
                add(item);
                buffer_.flush_if_long();
            }
        };
        const auto text = [this](const std::string& s) { append_json(out_, s); };
        out_ += "{\"looks\":[";
        list(replay_.looks, [&](const replay_look& l) {
            out_ += '"' + (l.changing ? to_hex(*l.changing) : "") + '"';
        });
        out_ += "],\n\"sprites\":[";
        list(replay_.sprites, [&](const replay_sprite& s) {
            out_ += '[' + std::to_string(s.look) + ',';
            append_json_number(out_, s.place.x);
            out_ += ',';
            append_json_number(out_, s.place.y);
            out_ += s.is_shown ? ",1,-1]" : ",0,-1]";
        });
        out_ += "],\n\"values\":[";
        list(replay_.names.list(), text);
        out_ += "],\n\"texts\":[";
        list(replay_.texts.list(), text);
        out_ += "],\n\"colours\":[";
        list(replay_.colors.list(), text);
        out_ += "],\n\"trails\":[";
        list(replay_.trails, [&](const replay_trail& t) {
            out_ += '[' + std::to_string(t.sprite) + ",\"" + to_hex(t.paint) + "\",";
            append_json_number(out_, to_hundredths(t.width));
            out_ += ']';
        });
        out_ += "],\n";
        if (replay_.glides) out_ += "\"glides\":1,";
        if (replay_.pace > 0) out_ += "\"pace\":" + std::to_string(replay_.pace) + ',';
        out_ += "\"frames\":[";
    }

    void frame(std::size_t number) {
        out_ += number == 0 ? "[" : ",[";
        bool is_first = true;
        for (const replay_change& c : replay_.frame(number)) {
            if (!is_first) out_ += ',';
            is_first = false;
            out_ += static_cast<char>('0' + static_cast<int>(c.kind));
            if (c.kind != change_kind::caption) out_ += ',' + std::to_string(c.target);
            if (c.kind == change_kind::show || c.kind == change_kind::hide) continue;
            out_ += ',';
            if (c.kind != change_kind::move) {
                out_ += std::to_string(c.a);
                continue;
            }
            append_json_number(out_, c.a);
            out_ += ',';
            append_json_number(out_, c.b);
        }
        out_ += ']';
        buffer_.flush_if_long();
    }

    const replay_record& replay_;
    buffered_text<Sink> buffer_;
    std::string& out_;
    Sink& sink_;
};

}  // namespace senda::draw::detail
