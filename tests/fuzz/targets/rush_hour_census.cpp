// SPDX-License-Identifier: MIT
// Checkpoints of a census: what is accepted is written and read again as the same.
#include "../target.hpp"

#include <rush_hour/census.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

namespace rush_hour_census_target {

using senda::rush_hour::census;

inline void check_checkpoint(std::string_view text) {
    census read({});
    if (const auto fault = read.resume(text)) {
        check_diagnostic(*fault, text);
        MUST(read.counts() == senda::rush_hour::census_counts{});
        return;
    }
    MUST(read.counts().shards <= read.shards());
    const std::string written = read.checkpoint();
    census again({});
    MUST(!again.resume(written));
    MUST(again.checkpoint() == written);
}

/// FNV-1a.
inline std::uint64_t checksum_of(std::string_view text) {
    std::uint64_t sum = 0xcbf2'9ce4'8422'2325U;
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3U;
    return sum;
}

}  // namespace rush_hour_census_target

inline void rush_hour_census(std::string_view input) {
    using namespace rush_hour_census_target;
    check_checkpoint(input);
    // A changed text has the wrong checksum: the reader sees its lines only with the right one.
    const std::size_t sum = input.rfind("checksum ");
    std::string body{input.substr(0, sum == input.npos ? input.size() : sum)};
    if (!body.empty() && body.back() != '\n') body += '\n';
    check_checkpoint(body + "checksum " + std::to_string(checksum_of(body)) + '\n');
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(rush_hour_census)
