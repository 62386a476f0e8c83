// SPDX-License-Identifier: MIT
// Searches on a graph that is drawn on the page.

// Such graphs are small: what counts is how little room the many searches take in the page.
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "../frame/bridge.hpp"

#include <senda/graph/adjacency.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/k_shortest.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using playground::json_writer;
using node = std::uint32_t;
using graph = senda::adjacency<node, int>;
using cost = senda::cost_of<graph, node>;

constexpr std::size_t most_nodes = 60;
constexpr std::size_t most_edges = 300;
constexpr std::size_t longest_name = 12;
constexpr int most_cost = 9999;
constexpr std::size_t most_routes = 200;  // that are listed, of all that are cheapest

struct drawn_edge {
    node from;
    node to;
    int cost;
};

// Reading an edge list.

/// Reads lines `from to cost`: a cost that is left out is 1, and a name alone is a node without
/// edges. What follows a `#` is a comment. Commas and semicolons part as blanks do.
///
/// Errors: `empty_input`, `bad_name`, `bad_cost`, `bad_fields`, `loop`, `second_edge`,
/// `too_many_nodes`, `too_many_edges`. Warnings: `bom`.
class edge_list_reader {
public:
    edge_list_reader(std::string_view text, bool is_directed)
        : lines_(text), is_directed_(is_directed) {
        senda::warn_of_byte_order_mark(lines_, faults.warnings);
        while (const std::optional<senda::text_line> line = lines_.next()) {
            line_ = {line->text.substr(0, line->text.find('#')), line->number};
            read_line();
        }
        if (faults.errors.empty() && names.empty())
            faults.error({1, 1}, "empty_input", "no edge in the text");
    }

    std::vector<std::string> names;
    std::vector<drawn_edge> edges;
    senda::diagnostic_list faults{20, &senda::diagnostic::message};

private:
    void read_line() {
        senda::field_reader fields{line_.text, " \t,;"};
        const auto first = fields.next();
        if (!first) return;
        const auto from = read_node(*first);
        const auto second = fields.next();
        if (!from || !second) return;
        const auto to = read_node(*second);
        const auto third = fields.next();
        const auto price = third ? read_cost(*third) : std::optional{1};
        if (const auto fourth = fields.next(); fourth && to && price) {
            refuse(*fourth, "bad_fields", "too many words: expected two names and a cost");
            return;
        }
        if (to && price) add_edge(*first, {*from, *to, *price});
    }

    std::optional<node> read_node(const senda::text_field& field) {
        if (!is_name(field.text)) {
            refuse(field, "bad_name",
                   senda::quoted(field.text) +
                       " does not fit: a name has up to 12 letters, digits, '-', '_' and '.'");
            return std::nullopt;
        }
        const auto known = std::find(names.begin(), names.end(), field.text);
        const auto number = static_cast<node>(known - names.begin());
        if (known != names.end()) return number;
        if (names.size() == most_nodes) {
            refuse(field, "too_many_nodes", "more than " + std::to_string(most_nodes) + " nodes");
            return std::nullopt;
        }
        names.emplace_back(field.text);
        return number;
    }

    static bool is_name(std::string_view text) {
        if (senda::count_characters(text) > longest_name) return false;
        while (!text.empty()) {
            const senda::utf8_character c = senda::first_character(text);
            const bool is_plain =
                (c.code >= 'a' && c.code <= 'z') || (c.code >= 'A' && c.code <= 'Z') ||
                (c.code >= '0' && c.code <= '9') || c.code == '-' || c.code == '_' || c.code == '.';
            if (!is_plain && (c.code < 0x80 || !senda::is_printable(c))) return false;
            text.remove_prefix(c.size);
        }
        return true;
    }

    std::optional<int> read_cost(const senda::text_field& field) {
        const auto read = senda::parse_integer<int>(field.text);
        if (read && read.value >= -most_cost && read.value <= most_cost) return read.value;
        refuse({field.text, field.offset + read.offset}, "bad_cost",
               "a cost must be a whole number between -9999 and 9999, not " +
                   senda::quoted(field.text));
        return std::nullopt;
    }

    void add_edge(const senda::text_field& where, drawn_edge e) {
        if (e.from == e.to) {
            refuse(where, "loop", "an edge cannot lead from a node to itself");
            return;
        }
        const auto same = [&](const drawn_edge& other) {
            return (other.from == e.from && other.to == e.to) ||
                   (!is_directed_ && other.from == e.to && other.to == e.from);
        };
        if (std::any_of(edges.begin(), edges.end(), same)) {
            refuse(where, "second_edge", "this edge was given before");
        } else if (edges.size() == most_edges) {
            refuse(where, "too_many_edges", "more than " + std::to_string(most_edges) + " edges");
        } else {
            edges.push_back(e);
        }
    }

    void refuse(const senda::text_field& field, std::string_view code, std::string_view message) {
        faults.error({line_.number, senda::column_of(line_.text, field.offset)}, code, message);
    }

    senda::line_reader lines_;
    senda::text_line line_;
    bool is_directed_;
};

// The graph of a request: numbers of nodes and costs, and where the nodes are.

struct place {
    double x;
    double y;
};

struct drawing {
    graph edges;
    std::vector<drawn_edge> list;
    std::vector<place> places;
    node start = 0;
    node goal = 0;
};

std::vector<int> numbers_of(std::string_view text) {
    std::vector<int> numbers;
    senda::field_reader fields{text, " ,"};
    while (const auto field = fields.next())
        numbers.push_back(senda::parse_integer<int>(field->text).value);
    return numbers;
}

/// The graph that a request describes; nothing if its numbers do not fit together.
std::optional<drawing> drawing_of(const playground::request& in) {
    using senda::edge_kind;
    drawing made{graph{in.flag("directed") ? edge_kind::directed : edge_kind::undirected}, {}, {}};
    const std::vector<int> at = numbers_of(in.text("places"));
    for (std::size_t i = 0; i + 1 < at.size(); i += 2)
        made.places.push_back({static_cast<double>(at[i]), static_cast<double>(at[i + 1])});
    const std::size_t count = made.places.size();
    const auto is_node = [&](std::int64_t n) {
        return n >= 0 && n < static_cast<std::int64_t>(count);
    };
    const std::vector<int> edges = numbers_of(in.text("edges"));
    for (std::size_t i = 0; i + 2 < edges.size(); i += 3) {
        if (!is_node(edges[i]) || !is_node(edges[i + 1])) return std::nullopt;
        const drawn_edge e{static_cast<node>(edges[i]), static_cast<node>(edges[i + 1]),
                           edges[i + 2]};
        made.edges.add_edge(e.from, e.to, e.cost);
        made.list.push_back(e);
    }
    for (std::size_t n = 0; n < count; ++n) made.edges.add_node(static_cast<node>(n));
    const std::int64_t start = in.number("start", 0);
    const std::int64_t goal = in.number("goal", 0);
    if (!is_node(start) || !is_node(goal)) return std::nullopt;
    made.start = static_cast<node>(start);
    made.goal = static_cast<node>(goal);
    return made;
}

// Estimates.

using estimates = std::vector<cost>;

/// Calls `visit(from, to, cost)` for each edge, also the other way where it leads both ways.
template <class Visit>
void each_edge(const drawing& d, Visit visit) {
    for (const drawn_edge& e : d.list) {
        visit(e.from, e.to, e.cost);
        if (d.edges.kind() == senda::edge_kind::undirected) visit(e.to, e.from, e.cost);
    }
}

/// Straight lines to the goal, in the largest scale in which no edge leads closer than it costs:
/// rounded down, they are consistent.
estimates straight_lines(const drawing& d) {
    std::vector<double> away;
    for (const place& p : d.places) {
        const double dx = p.x - d.places[d.goal].x;
        const double dy = p.y - d.places[d.goal].y;
        away.push_back(std::sqrt(dx * dx + dy * dy));
    }
    double scale = std::numeric_limits<double>::infinity();
    each_edge(d, [&](node from, node to, int price) {
        const double closer = away[from] - away[to];
        if (closer > 0) scale = std::min(scale, std::max(0.0, price / closer));
    });
    if (scale == std::numeric_limits<double>::infinity()) scale = 0;

    estimates h(away.size());
    for (bool is_consistent = false; !is_consistent; scale *= 1 - 1e-9) {
        for (std::size_t n = 0; n < h.size(); ++n)
            h[n] = static_cast<cost>(std::floor(scale * away[n]));
        is_consistent = true;
        each_edge(d, [&](node from, node to, int price) {
            if (price >= 0 && h[from] > price + h[to]) is_consistent = false;
        });
    }
    return h;
}

// What a search does, for the player of the page.

enum class event : std::uint32_t { expanded = 0, generated = 1, improved = 2, backward = 8 };

/// Writes down 16 bytes for each event: its kind, from, to, the cost of the path.
class event_log {
public:
    explicit event_log(std::string& bytes) : bytes_(bytes) {}

    void on_expand(node n, const auto& g) {
        side_ = 0;
        write(event::expanded, n, n, static_cast<float>(g));
    }
    void on_generate(node from, node to, const auto& g) {
        write(event::generated, from, to, static_cast<float>(g));
    }
    void on_improve(node from, node to, const auto& g) {
        if (last_ == event::generated && from == from_ && to == to_)
            bytes_.resize(bytes_.size() - 16);
        write(event::improved, from, to, static_cast<float>(g));
    }

    /// What was expanded last, and what comes of it, is seen from the goal.
    void look_back() {
        if (last_ != event::expanded || side_ != 0) return;
        side_ = static_cast<std::uint32_t>(event::backward);
        bytes_[bytes_.size() - 16] = static_cast<char>(side_);
    }

private:
    void write(event what, node from, node to, float g) {
        last_ = what;
        from_ = from;
        to_ = to;
        for (const std::uint32_t word :
             {static_cast<std::uint32_t>(what) + side_, from, to, std::bit_cast<std::uint32_t>(g)})
            for (unsigned shift = 0; shift < 32; shift += 8)
                bytes_ += static_cast<char>(word >> shift & 255U);
    }

    std::string& bytes_;
    event last_ = event::improved;
    node from_ = 0;
    node to_ = 0;
    std::uint32_t side_ = 0;
};

/// The graph for a search from both ends: tells the log from which end it looks.
struct two_way_graph {
    using node_type = node;
    using cost_type = cost;

    const graph& edges;
    event_log& log;

    template <class Emit>
    void successors(const node& n, Emit&& emit) const {
        edges.successors(n, emit);
    }
    template <class Emit>
    void predecessors(const node& n, Emit&& emit) const {
        log.look_back();
        edges.predecessors(n, emit);
    }
};

// Not compiled into every place where it is called.
template <class Result>
[[gnu::noinline]] void write_found(json_writer& out, const Result& found) {
    out.member("outcome", to_string(found.status))
        .member("expanded", found.statistics.expanded)
        .member("generated", found.statistics.generated);
    if (found) out.member("cost", found.cost).list("path", found.path);
}

void run_search(json_writer& out, const drawing& d, std::string_view name, const estimates& h) {
    event_log log(out.bytes());
    const auto estimate = [&h](node n) { return h[n]; };
    if (name == "bfs") {
        write_found(out, senda::bfs(d.edges, d.start, d.goal, {}, log));
    } else if (name == "dfs") {
        write_found(out, senda::dfs(d.edges, d.start, d.goal, {}, log));
    } else if (name == "greedy") {
        write_found(out, senda::greedy(d.edges, d.start, d.goal, estimate, {}, log));
    } else if (name == "astar") {
        write_found(out, senda::astar(d.edges, d.start, d.goal, estimate, {}, log));
    } else if (name == "bidirectional") {
        const two_way_graph both{d.edges, log};
        write_found(out, senda::bidirectional(both, d.start, d.goal, {}, log));
    } else if (name == "bellman_ford") {
        auto search = senda::bellman_ford(d.edges, d.start, {}, log);
        write_found(out, search.result_to(d.goal));
        out.list("cycle", search.cycle());
    } else {
        write_found(out, senda::dijkstra(d.edges, d.start, d.goal, {}, log));
    }
}

[[gnu::noinline]] void write_route(json_writer& out, cost price, const std::vector<node>& path) {
    out.begin_object().member("cost", price).list("path", path).end_object();
}

/// The request is about no graph: the page never asks so.
void refuse_graph(json_writer& out) {
    playground::refused(out, {"bad_graph", "an edge leads out of the graph", 0, 0});
}

}  // namespace

// text, directed: what an edge list says.
PLAYGROUND_EXPORT(graph_read) {
    const std::string_view text = in.text("text");
    const edge_list_reader read(text, in.flag("directed"));
    if (!read.faults.errors.empty())
        return playground::invalid(out, in.text("name"), text, read.faults.errors,
                                   read.faults.warnings);
    out.begin_object().member("status", "ok").list("names", read.names).key("edges").begin_array();
    for (const drawn_edge& e : read.edges)
        out.begin_array().value(e.from).value(e.to).value(e.cost).end_array();
    out.end_array();
    playground::write_diagnostics(out, "warnings", read.faults.warnings);
    out.end_object();
}

// places, edges, directed, start, goal, search, estimate: what a search finds, and all it does.
PLAYGROUND_EXPORT(graph_search) {
    const auto d = drawing_of(in);
    if (!d) return refuse_graph(out);
    const estimates h =
        in.text("estimate") == "line" ? straight_lines(*d) : estimates(d->places.size());
    out.begin_object().member("status", "ok").list("estimates", h);
    run_search(out, *d, in.text("search"), h);
    out.end_object();
}

// places, edges, directed, start, goal: every cheapest path; with k, the k cheapest.
PLAYGROUND_EXPORT(graph_routes) {
    const auto d = drawing_of(in);
    if (!d) return refuse_graph(out);
    out.begin_object().member("status", "ok");
    if (in.has("k")) {
        const auto k = static_cast<std::size_t>(std::clamp<std::int64_t>(in.number("k", 3), 1, 50));
        const auto best = senda::k_shortest(d->edges, d->start, d->goal, k);
        out.member("outcome", to_string(best.status)).key("routes").begin_array();
        for (const auto& route : best.routes) write_route(out, route.cost, route.path);
        out.end_array();
    } else {
        const auto all = senda::all_shortest(d->edges, d->start, d->goal);
        out.member("outcome", to_string(all.status)).key("routes").begin_array();
        std::size_t listed = 0;
        if (all) {
            for (const std::vector<node>& path : all.routes()) {
                if (listed++ == most_routes) break;
                write_route(out, all.cost, path);
            }
        }
        out.end_array();
        if (const auto count = all ? all.count() : std::nullopt)
            out.member("count", count->to_string());
    }
    out.end_object();
}
#pragma clang attribute pop
