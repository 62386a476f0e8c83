// SPDX-License-Identifier: MIT
// Roads from a file: DIMACS .gr, or, given a stem such as roads/luxembourg_, the binary vectors
// roads/luxembourg_first_out, head and travel_time. Without an argument, a small text of its own.
#include <senda/graph/formats/binary_vectors.hpp>
#include <senda/graph/formats/dimacs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/text/file.hpp>

#include <cstdint>
#include <iostream>
#include <string>

using roads = senda::csr<std::uint32_t>;

senda::parsed<roads> read(const std::string& name) {
    if (!name.ends_with(".gr"))
        return senda::read_binary_graph({name + "first_out", name + "head", name + "travel_time"});
    const auto file = senda::read_file(name, senda::most_binary_bytes);
    if (!file) return senda::diagnostic{"unreadable", name + ": " + file.error().message};
    return senda::parse_dimacs_graph(*file);
}

int main(int argc, char** argv) {
    const auto read_in = argc > 1 ? read(argv[1])
                                  : senda::parse_dimacs_graph(
                                        "c a square with one short cut\n"
                                        "p sp 4 5\n"
                                        "a 1 2 30\na 2 3 40\na 3 4 20\n"
                                        "a 4 1 60\na 2 4 50\n");
    if (!read_in) {
        const senda::diagnostic& wrong = read_in.error();
        std::cerr << wrong.message;
        if (wrong.line > 0)
            std::cerr << " (line " << wrong.line << ", column " << wrong.column << ')';
        std::cerr << '\n';
        return 1;
    }
    const roads& g = *read_in;
    std::cout << g.node_count() << " nodes, " << g.edge_count() << " arcs\n";
    if (g.node_count() == 0) return 0;

    const auto last = static_cast<std::uint32_t>(g.node_count() - 1);
    const auto found = senda::dijkstra(g, 0, last);
    if (found) {
        std::cout << "from 0 to " << last << ": " << found.cost << ", " << found.path.size()
                  << " nodes\n";
    } else {
        std::cout << "no way from 0 to " << last << '\n';
    }
}
