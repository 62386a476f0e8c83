// SPDX-License-Identifier: MIT
// Checkpoints of a census: what is accepted is written and read again as the same.
#include "../target.hpp"

#include <senda/rush_hour/census/checkpoint.hpp>

#include <string>
#include <string_view>

namespace fuzz {

namespace rush_hour_census_target {

using senda::rush_hour::detail::census_identity;

inline void check_checkpoint(std::string_view text) {
    constexpr census_identity which{0, 0, 7776};
    const auto read = senda::rush_hour::detail::checkpoint_reader(text).read(which);
    check_answer(read, text);
    if (!read) return;
    const std::string written = senda::rush_hour::detail::checkpoint_text(which, *read);
    const auto again = senda::rush_hour::detail::checkpoint_reader(written).read(which);
    // Rows without boards are not written.
    MUST(again && again->shards == read->shards && again->positions == read->positions);
    MUST(senda::rush_hour::detail::checkpoint_text(which, *again) == written);
}

}  // namespace rush_hour_census_target

inline void rush_hour_census(std::string_view input) {
    using namespace rush_hour_census_target;
    check_checkpoint(input);
    // A changed text has the wrong checksum: the reader sees its lines only with the right one.
    const std::size_t sum = input.rfind("checksum ");
    std::string body{input.substr(0, sum == input.npos ? input.size() : sum)};
    if (!body.empty() && body.back() != '\n') body += '\n';
    check_checkpoint(body + "checksum " +
                     std::to_string(senda::rush_hour::detail::checksum_of(body)) + '\n');
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(rush_hour_census)
