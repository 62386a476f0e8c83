// SPDX-License-Identifier: MIT
// A reader of APNG files that shares nothing with the writer: it takes one apart into PNG files,
// and puts their pixels together as a viewer does.
#pragma once

#include <senda/draw/color.hpp>

#include "inflate.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test_draw {

/// A frame as it is seen.
struct read_apng_frame {
    std::uint32_t left, top, width, height;  ///< the part that was written
    double seconds;
    std::vector<senda::draw::color> pixels;  ///< of the whole picture
};

/// An APNG file as it was read.
struct read_apng_file {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t plays = 0;
    std::size_t palette_size = 0;
    std::vector<read_apng_frame> frames;
};

/// An APNG file; nothing if anything about it is wrong.
inline std::optional<read_apng_file> read_apng(std::string_view bytes) {
    const auto number = [](std::string_view from, std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            value = value << 8 | static_cast<unsigned char>(from[i]);
        return value;
    };
    const auto text_of = [](std::uint32_t value) {
        std::string text;
        for (const int shift : {24, 16, 8, 0}) text += static_cast<char>(value >> shift & 255);
        return text;
    };
    const auto chunk = [&](const std::string& name, const std::string& data) {
        return text_of(static_cast<std::uint32_t>(data.size())) + name + data +
               text_of(png_crc(name + data));
    };
    const std::string_view signature = "\x89PNG\r\n\x1a\n";
    if (bytes.substr(0, 8) != signature) return std::nullopt;

    struct part {
        std::string control;
        std::string data;
    };
    read_apng_file file;
    std::string header;
    std::string colors;  // the chunks of the palette
    std::vector<part> parts;
    std::uint32_t promised = 0;
    std::uint32_t sequence = 0;
    std::string order;
    for (std::size_t at = 8; at < bytes.size();) {
        if (at + 12 > bytes.size() || at + 12 + number(bytes, at) > bytes.size())
            return std::nullopt;
        const std::size_t size = number(bytes, at);
        const std::string name{bytes.substr(at + 4, 4)};
        std::string data{bytes.substr(at + 8, size)};
        if (png_crc(bytes.substr(at + 4, 4 + size)) != number(bytes, at + 8 + size))
            return std::nullopt;
        if (name == "fcTL" || name == "fdAT") {
            if (size < 4 || number(data, 0) != sequence++) return std::nullopt;
            data.erase(0, 4);
        }
        if (name == "IHDR") header = data;
        if (name == "PLTE" || name == "tRNS") colors += chunk(name, data);
        if (name == "acTL") {
            promised = number(data, 0);
            file.plays = number(data, 4);
        }
        if (name == "fcTL") parts.push_back({data, ""});
        if (name == "IDAT" || name == "fdAT") {
            if (parts.empty() || (parts.size() == 1) != (name == "IDAT")) return std::nullopt;
            parts.back().data += data;
        }
        if (order.size() < 4 || order.substr(order.size() - 4) != name) order += name;
        at += 12 + size;
    }
    std::string expected = colors.empty()                             ? "IHDRacTL"
                           : colors.find("tRNS") == std::string::npos ? "IHDRPLTEacTL"
                                                                      : "IHDRPLTEtRNSacTL";
    for (std::size_t i = 0; i < parts.size(); ++i) expected += i == 0 ? "fcTLIDAT" : "fcTLfdAT";
    if (order != expected + "IEND" || promised != parts.size()) return std::nullopt;

    file.width = number(header, 0);
    file.height = number(header, 4);
    std::vector<senda::draw::color> seen(std::size_t{file.width} * file.height);
    for (const part& p : parts) {
        if (p.control.size() != 22) return std::nullopt;
        read_apng_frame frame{number(p.control, 8),
                              number(p.control, 12),
                              number(p.control, 0),
                              number(p.control, 4),
                              0,
                              {}};
        const std::uint32_t times = number(p.control, 16);
        frame.seconds = (times >> 16) / static_cast<double>(times & 0xFFFF);
        const bool is_first = file.frames.empty();
        if (frame.left + frame.width > file.width || frame.top + frame.height > file.height)
            return std::nullopt;
        if (is_first && (frame.width != file.width || frame.height != file.height))
            return std::nullopt;
        const int blend = p.control[21];
        if (p.control[20] != 0 || blend < 0 || blend > 1) return std::nullopt;
        const auto alone = read_png(
            std::string{signature} +
            chunk("IHDR", text_of(frame.width) + text_of(frame.height) + header.substr(8)) +
            colors + chunk("IDAT", p.data) + chunk("IEND", ""));
        if (!alone) return std::nullopt;
        file.palette_size = alone->palette_size;
        for (std::uint32_t y = 0; y < frame.height; ++y)
            for (std::uint32_t x = 0; x < frame.width; ++x) {
                const senda::draw::color c = alone->pixels[std::size_t{y} * frame.width + x];
                auto& place = seen[std::size_t{frame.top + y} * file.width + frame.left + x];
                place = blend == 0 ? c : senda::draw::over(c, place);
            }
        frame.pixels = seen;
        file.frames.push_back(frame);
    }
    return file;
}

}  // namespace test_draw
