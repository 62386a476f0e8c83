// SPDX-License-Identifier: MIT
// A file of a prepared graph, as it is and with the right checksums: refused with a reason, or a
// graph whose answers are paths of it.
#include "../changed_file.hpp"
#include "../target.hpp"

#include "support/file_bytes.hpp"
#include "support/folder.hpp"

#include <senda/graph/csr.hpp>
#include <senda/roads/files.hpp>
#include <senda/search/verify.hpp>
#include <senda/text/file.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

namespace contraction_hierarchy_file_target {

inline const std::string& file() {
    static const support::temporary_folder folder;
    static const std::string name = folder.file("roads");
    return name;
}

/// Loads what is in the file, and if that is accepted, asks for all paths.
inline void check_file(const senda::csr<int>& g) {
    const auto loaded = senda::load_contraction_hierarchy(file(), g);
    if (!loaded) return check_diagnostic(loaded.error(), {});
    for (std::uint32_t a = 0; a < g.node_count(); ++a) {
        for (std::uint32_t b = 0; b < g.node_count(); ++b) {
            const auto found = loaded->path(a, b);
            MUST(senda::verify(g, a, b, found));
            MUST(!found || loaded->distance(a, b) == found.cost);
        }
    }
}

inline void check_changed(std::string_view input) {
    decoder in(input);
    const auto nodes = static_cast<unsigned>(1 + in.below(12));
    const int count = in.below(40);
    std::vector<senda::csr<int>::edge_type> edges;
    for (int i = 0; i < count; ++i) {
        const auto from = static_cast<std::uint32_t>(in.below(nodes));
        const auto to = static_cast<std::uint32_t>(in.below(nodes));
        edges.push_back({from, to, in.below(5)});
    }
    const auto g = *senda::csr<int>::from_edges(nodes, edges);
    MUST(save(senda::contraction_hierarchy{g}, file()).code.empty());
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    const std::string good = *senda::read_file(file(), all);
    if (in.at_end()) MUST(senda::load_contraction_hierarchy(file(), g));
    MUST(!support::write_file(file(), changed_file(good, in)));
    check_file(g);
}

}  // namespace contraction_hierarchy_file_target

inline void contraction_hierarchy_file(std::string_view input) {
    using namespace contraction_hierarchy_file_target;
    // As it is, for a graph that does not change.
    static const auto ring = *senda::csr<int>::from_edges(
        5, {{0, 1, 3}, {1, 2, 1}, {2, 3, 0}, {3, 4, 2}, {4, 0, 5}, {1, 0, 3}, {3, 1, 7}});
    MUST(!support::write_file(file(), input));
    check_file(ring);
    check_changed(input);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(contraction_hierarchy_file)
