// SPDX-License-Identifier: MIT
// Pattern databases in files: made once, mapped by every start of a program.
#pragma once

#include <senda/detail/estimates/tables/abstract_space.hpp>
#include <senda/detail/estimates/tables/packed_numbers.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/status.hpp>
#include <senda/text/diagnostic.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace senda {

namespace detail {

/// An abstraction that has a number of its own: others have others.
template <class A>
concept Fingerprinted = requires(const A& a) {
    { a.fingerprint() } -> std::convertible_to<std::uint64_t>;
};

/// A mapped file with two arrays: how the table was made, and its bytes.
struct pattern_file {
    static constexpr file_kind kind{"pattern database", 1};
    static constexpr std::uint64_t unreachable = std::numeric_limits<std::uint64_t>::max();

    /// A number in which all counts that tells tables apart.
    template <entry_bits Bits, class A>
    [[nodiscard]] static std::uint64_t fingerprint(const A& a, std::string_view name) noexcept {
        using code = entry_code<A, Bits>;
        std::uint64_t sum = static_cast<std::uint64_t>(a.index_bound());
        sum = combine_checksums(sum, static_cast<std::uint64_t>(Bits));
        sum = combine_checksums(sum, code::step());
        sum = combine_checksums(sum, code::reaches_all ? 1 : 0);
        if constexpr (Fingerprinted<A>)
            sum = combine_checksums(sum, static_cast<std::uint64_t>(a.fingerprint()));
        for (const char letter : name)
            sum = combine_checksums(sum, static_cast<unsigned char>(letter));
        return combine_checksums(sum, name.size());
    }

    template <class A, entry_bits Bits, Cost C>
    [[nodiscard]] static diagnostic save(const pattern_database<A, Bits, C>& h,
                                         const std::string& file, std::string_view name) {
        if (h.count_ == 0) return {"no_table", file + ": the database has no table to save"};
        const std::uint64_t made[] = {
            h.beyond_ == infinite<C> ? unreachable : static_cast<std::uint64_t>(h.beyond_),
            static_cast<std::uint64_t>(h.status_)};
        const std::span table(h.view_.data(), static_cast<std::size_t>(h.bytes()));
        mapped_writer out;
        if (!out.open(file, kind, fingerprint<Bits>(h.abstraction_, name)) ||
            !out.write(std::span<const std::uint64_t>(made)) || !out.write(table) || !out.finish())
            return out.error();
        return {};
    }

    template <class Database, entry_bits Bits, class A>
    [[nodiscard]] static parsed<Database> load(const std::string& file, A&& abstraction,
                                               std::string_view name) {
        const auto in = std::make_shared<mapped_file>();
        std::span<const std::uint64_t> made;
        std::span<const unsigned char> table;
        if (!in->open(file, kind,
                      {fingerprint<Bits>(abstraction, name), "other_patterns",
                       "it was made for other patterns"}) ||
            !in->all_arrays(made, table))
            return in->error();
        const auto bound = static_cast<std::uint64_t>(abstraction.index_bound());
        if (made.size() != 2 || made[1] > static_cast<std::uint64_t>(status::nearest) ||
            table.size() != packed_bytes<Bits>(bound))
            return diagnostic{"changed_file", file + ": its table does not fit the patterns"};
        return Database(stored_table{in, table.data(), made[0], static_cast<status>(made[1])},
                        std::forward<A>(abstraction));
    }
};

}  // namespace detail

/// Saves the table of a pattern database; an empty diagnostic if that went well, else `no_table`,
/// `disk_full` or `unwritable`. The file has its name only once it is whole.
///
/// `h`     the database.
/// `file`  the name of the file; an older one is replaced.
/// `name`  says what the table is for, and must be said again to load it: the puzzle, its goal and
///         the pattern, as in "15-puzzle, 1 to 7". Without it, `A` has `fingerprint()`, a number
///         that says so.
template <class A, detail::entry_bits Bits, Cost C>
[[nodiscard]] diagnostic save_patterns(const pattern_database<A, Bits, C>& h,
                                       const std::string& file, std::string_view name) {
    return detail::pattern_file::save(h, file, name);
}
/// Saves a table whose abstraction has `fingerprint()`.
template <detail::Fingerprinted A, detail::entry_bits Bits, Cost C>
[[nodiscard]] diagnostic save_patterns(const pattern_database<A, Bits, C>& h,
                                       const std::string& file) {
    return detail::pattern_file::save(h, file, {});
}

/// Loads a pattern database, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_patterns`. The table is used where it is in the file,
/// which stays mapped as long as the database or a copy of it lives.
///
/// `file`         what `save_patterns` wrote.
/// `abstraction`  what makes nodes small, as it was.
/// `name`         as it was saved; it may be left off if `A` has `fingerprint()`.
template <Cost C = steps, class A>
[[nodiscard]] parsed<pattern_database<A, detail::entry_bits::eight, C>> load_patterns(
    const std::string& file, A abstraction, std::string_view name) {
    using database = pattern_database<A, detail::entry_bits::eight, C>;
    return detail::pattern_file::load<database, detail::entry_bits::eight>(
        file, std::move(abstraction), name);
}
/// Loads a table whose abstraction has `fingerprint()`.
template <Cost C = steps, detail::Fingerprinted A>
[[nodiscard]] parsed<pattern_database<A, detail::entry_bits::eight, C>> load_patterns(
    const std::string& file, A abstraction) {
    return load_patterns<C>(file, std::move(abstraction), {});
}
/// Loads a table with entries of four bits.
template <Cost C = steps, detail::entry_bits Bits, class A>
[[nodiscard]] parsed<pattern_database<A, Bits, C>> load_patterns(detail::entries_of<Bits>,
                                                                 const std::string& file,
                                                                 A abstraction,
                                                                 std::string_view name) {
    return detail::pattern_file::load<pattern_database<A, Bits, C>, Bits>(
        file, std::move(abstraction), name);
}
/// Loads a table with entries of four bits whose abstraction has `fingerprint()`.
template <Cost C = steps, detail::entry_bits Bits, detail::Fingerprinted A>
[[nodiscard]] parsed<pattern_database<A, Bits, C>> load_patterns(detail::entries_of<Bits> bits,
                                                                 const std::string& file,
                                                                 A abstraction) {
    return load_patterns<C>(bits, file, std::move(abstraction), {});
}

}  // namespace senda
