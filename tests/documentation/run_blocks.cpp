// SPDX-License-Identifier: MIT
// Runs the blocks of one page, or of all, and compares what they print with what the page says.
#include "blocks.hpp"

#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

namespace {

/// The text without blanks at the ends of lines, which nobody can see in a page.
std::string visible(const std::string& text) {
    std::string seen;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        line.erase(line.find_last_not_of(' ') + 1);
        seen += line + '\n';
    }
    return seen;
}

std::string printed_by(const block& b) {
    std::ostringstream printed;
    std::streambuf* const screen = std::cout.rdbuf(printed.rdbuf());
    b.run();
    std::cout.rdbuf(screen);
    return visible(printed.str());
}

}  // namespace

int main(int count, char** arguments) {
    int run = 0;
    int wrong = 0;
    for (const block& b : blocks) {
        if (count > 1 && std::string_view{arguments[1]} != b.page) continue;
        ++run;
        const std::string printed = printed_by(b);
        if (b.output == nullptr || printed == visible(b.output)) continue;
        ++wrong;
        std::cout << b.page << ':' << b.line << ": the page shows\n"
                  << b.output << "but the block prints\n"
                  << printed;
    }
    std::cout << run << " blocks run, " << wrong << " wrong\n";
    return run == 0 || wrong != 0 ? 1 : 0;
}
