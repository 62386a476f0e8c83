// SPDX-License-Identifier: MIT
// Prepared 8-connected grids in files: made once, loaded by every start of a program.
#pragma once

#include <senda/detail/grid/subgoals/subgoal_graph.hpp>
#include <senda/detail/storage/any_owner.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace senda {

namespace detail {

/// A mapped file for one grid: the kind of preparation with the first node of the core, and the
/// arrays of its hierarchy if it has one.
struct prepared_file {
    static constexpr file_kind kind{"prepared grid", 2};

    /// A number in which each cell counts.
    template <grid_moves Moves>
    [[nodiscard]] static std::uint64_t identity(const basic_grid<Moves>& g) noexcept {
        std::uint64_t sum = combine_checksums(static_cast<std::uint64_t>(g.width()),
                                              static_cast<std::uint64_t>(g.height()));
        sum = combine_checksums(sum, static_cast<std::uint64_t>(Moves));
        std::uint64_t bits = 1;  // up to 63 cells below a bit that says how many
        for (int y = 0; y < g.height(); ++y) {
            for (int x = 0; x < g.width(); ++x) {
                bits = bits << 1U | (g.open({x, y}) ? 1U : 0U);
                if (bits >> 63U == 0) continue;
                sum = combine_checksums(sum, bits);
                bits = 1;
            }
        }
        return combine_checksums(sum, bits);
    }

    template <grid_moves Moves>
    [[nodiscard]] static diagnostic save(const prepared_grid<basic_grid<Moves>>& prepared,
                                         const std::string& file) {
        if (prepared.status() != status::complete)
            return {"unfinished", file + ": the grid was not prepared as was asked for"};
        auto how = static_cast<std::uint32_t>(preparation::lines);
        hierarchy_arrays made;
        if constexpr (Moves != grid_moves::straight) {
            how = static_cast<std::uint32_t>(prepared.kind());
            if (prepared.subgoals_) made = prepared.subgoals_->made();
        }
        mapped_writer out;
        const std::array<std::uint32_t, 2> about{how, made.core};
        if (!out.open(file, kind, identity(prepared.cells())) ||
            !out.write(std::span<const std::uint32_t>{about}) || !out.write(made.nodes) ||
            !out.write(made.first) || !out.write(made.edges) || !out.finish())
            return out.error();
        return {};
    }

    template <grid_moves Moves>
    [[nodiscard]] static parsed<std::unique_ptr<prepared_grid<basic_grid<Moves>>>> load(
        const std::string& file, const basic_grid<Moves>& g) {
        using ready = prepared_grid<basic_grid<Moves>>;
        auto in = std::make_unique<mapped_file>();
        std::span<const std::uint32_t> about;
        hierarchy_arrays made;
        if (!in->open(file, kind, {identity(g), "other_grid", "it was made of another grid"}) ||
            !in->all_arrays(about, made.nodes, made.first, made.edges))
            return in->error();
        const auto is = [&](preparation p) { return about[0] == static_cast<std::uint32_t>(p); };
        if (about.size() != 2) return unfit(file);
        if constexpr (Moves == grid_moves::straight) {
            if (!is(preparation::lines)) return unfit(file);
            return std::make_unique<ready>(g);
        } else {
            if (is(preparation::lines)) return std::make_unique<ready>(g, preparation::lines);
            if (is(preparation::stops)) return std::make_unique<ready>(g, preparation::stops);
            if (!is(preparation::subgoals)) return unfit(file);
            made.core = about[1];
            std::unique_ptr<ready> loaded(new ready(g, made, any_owner(in.release())));
            if (!loaded->subgoals_->is_sound()) return unfit(file);
            return loaded;
        }
    }

private:
    [[nodiscard]] static diagnostic unfit(const std::string& file) {
        return {"changed_file", file + ": its hierarchy does not fit the grid"};
    }
};

}  // namespace detail

/// Saves a prepared grid; an empty diagnostic if that went well, else `disk_full`, `unwritable`, or
/// `unfinished` if a limit had ended its making. The file has its name only once it is whole.
///
/// `prepared`  made of a grid without weights, in any way.
/// `file`      its name; an older one is replaced.
template <grid_moves Moves>
[[nodiscard]] diagnostic save(const prepared_grid<basic_grid<Moves>>& prepared,
                                       const std::string& file) {
    return detail::prepared_file::save(prepared, file);
}

/// Loads a prepared grid, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_grid`. Only a hierarchy of subgoals is in the file, and
/// used where it is; what is made in no time is made again.
///
/// `file`  what `save` wrote, which nobody may write into while it is in use; to save
///         another in its place does no harm.
/// `g`     the grid that it was made of, which must outlive it and not change, unless it is
///         4-connected.
template <grid_moves Moves>
[[nodiscard]] parsed<std::unique_ptr<prepared_grid<basic_grid<Moves>>>> load_prepared_grid(
    const std::string& file, const basic_grid<Moves>& g) {
    return detail::prepared_file::load(file, g);
}

}  // namespace senda
