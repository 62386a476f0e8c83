// SPDX-License-Identifier: MIT
// Law: no engine is left out.
#include "contract.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace contract_complete {

/// The classes of a header that are engines: they have a `search_control`, or derive from `engine`,
/// `grid_query` or `tile_layers`.
inline std::set<std::string> engines_in(const std::filesystem::path& header) {
    std::ifstream in(header);
    static const std::regex engine(
        "^(?:class|struct) (\\w+)|(: public "
        "(?:detail::)?(?:(?:restartable_|graph_|tree_)?engine<|upward_search_base<|grid_query "
        "|tile_layers<))|(search_control&? "
        "control_;)");
    std::set<std::string> found;
    std::string last;
    for (std::string line; std::getline(in, line);) {
        // Regular expressions are slow.
        const auto has = [&](const char* word) { return line.find(word) != std::string::npos; };
        if (!has("class ") && !has("struct ") && !has(": public ") && !has("search_control"))
            continue;
        for (std::sregex_iterator i(line.begin(), line.end(), engine), end; i != end; ++i) {
            if ((*i)[1].matched) {
                last = (*i)[1];
            } else {
                found.insert(last);
            }
        }
    }
    return found;
}

}  // namespace contract_complete

TEST_CASE("contract: every engine of the library is in the list of engines") {
    // This source is in tests/search/contract; an absolute or a relative name leads there.
    const std::filesystem::path folder =
        std::filesystem::path(__FILE__).parent_path() / "../../../include/senda";
    REQUIRE(std::filesystem::is_directory(folder));
    // What all of them share, what goes on with a search that others began, what has no goal or no
    // start, and what works for one: searches on disk have tests of their own, as they leave files,
    // and so have those whose paths turn between the nodes, or are not the shortest, and what is
    // about all nodes at once.
    std::set<std::string> listed{
        "engine",        "graph_engine",      "restartable_engine", "tree_engine",
        "grid_query",    "shared_best_first", "shared_bfs",         "layer_search",
        "layer_builder", "interval_search",   "flow_field",         "region_query",
        "region_path",   "cell_flood",        "cost_passes",        "reweighted_search",
        "kruskal_forest"};
    // What searches in prepared graphs share, what makes these, and what asks for many nodes.
    listed.insert({"upward_search_base", "hierarchy_builder", "elimination", "nested_dissection",
                   "label_builder", "row_search", "bucket_search", "matrix_search"});
    // What plans for many agents: tests/agents/contract_test.cpp.
    listed.insert({"agent_numbering", "lacam_search", "anytime_planner", "space_time_search",
                   "conflict_tree"});
    // What runs on many ranks is tested there.
    listed.insert({"rank_search", "rank_astar", "rank_bfs"});
    for (const contract::engine& e : contract::engines()) listed.insert(e.class_name);
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".hpp") continue;
        for (const std::string& name : contract_complete::engines_in(entry.path())) {
            INFO("the engine " << name << " of " << entry.path().string()
                               << " has no line in tests/search/contract/engines.hpp");
            CHECK(listed.count(name) == 1);
            found.insert(name);
        }
    }
    CHECK(found.size() >= 40);
}
