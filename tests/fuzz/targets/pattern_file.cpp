// SPDX-License-Identifier: MIT
// A file of a pattern database, as it is and with the right checksums: refused with a reason, or an
// estimate that can be asked about every node.
#include "../changed_file.hpp"
#include "../target.hpp"

#include "support/file_bytes.hpp"
#include "support/folder.hpp"

#include <senda/estimates/files.hpp>
#include <senda/graph/edge.hpp>
#include <senda/text/file.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace fuzz {

namespace pattern_file_target {

/// A ring of numbers, of which those from `bound` on are seen as if they were 0.
struct ring {
    using node_type = int;
    int bound;
    int operator()(int n) const { return n % bound; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return static_cast<std::size_t>(bound); }
    int node(std::size_t i) const { return static_cast<int>(i); }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit((n + 1) % bound);
        emit((n + bound - 1) % bound);
    }
};

inline const std::string& file() {
    static const support::temporary_folder folder;
    static const std::string name = folder.file("table");
    return name;
}

/// Loads what is in the file, and if that is accepted, asks about all nodes.
template <class... Bits>
void check_file(const ring& g, Bits... bits) {
    const auto loaded = senda::load_pattern_database(bits..., file(), g, "ring");
    if (!loaded) return check_diagnostic(loaded.error(), {});
    for (int n = 0; n < 3 * g.bound; ++n) MUST((*loaded)(n) >= 0);
    MUST(loaded->counts().size() <= 256);
}

template <class... Bits>
void check_changed(std::string_view input, Bits... bits) {
    decoder in(input);
    const ring g{1 + in.below(200)};
    const int most = in.below(100);
    const senda::pattern_database h(bits..., g, in.below(static_cast<unsigned>(g.bound)), g,
                                    {.limits = {.cost = most}});
    MUST(save(h, file(), "ring").code.empty());
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    const std::string good = *senda::read_file(file(), all);
    if (in.at_end()) MUST(senda::load_pattern_database(bits..., file(), g, "ring"));
    MUST(!support::write_file(file(), changed_file(good, in)));
    check_file(g, bits...);
}

}  // namespace pattern_file_target

inline void pattern_file(std::string_view input) {
    using namespace pattern_file_target;
    MUST(!support::write_file(file(), input));
    check_file(ring{16});
    check_changed(input);
    check_changed(input, senda::four_bits);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(pattern_file)
