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

/// A mapped file for one grid: the first node of the core, and the arrays of its hierarchy, which
/// are empty for a 4-connected one.
struct prepared_file {
    static constexpr file_kind kind{"prepared grid", 3};

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
            return {"unfinished", file + ": a limit ended the making of the grid"};
        hierarchy_arrays made;
        if constexpr (Moves != grid_moves::straight) made = prepared.subgoals_->made();
        mapped_writer out;
        const std::array<std::uint32_t, 1> core{made.core};
        if (!out.open(file, kind, identity(prepared.cells())) ||
            !out.write(std::span<const std::uint32_t>{core}) || !out.write(made.nodes) ||
            !out.write(made.first) || !out.write(made.edges) || !out.finish())
            return out.error();
        return {};
    }

    template <grid_moves Moves>
    [[nodiscard]] static parsed<std::unique_ptr<prepared_grid<basic_grid<Moves>>>> load(
        const std::string& file, const basic_grid<Moves>& g) {
        using ready = prepared_grid<basic_grid<Moves>>;
        auto in = std::make_unique<mapped_file>();
        std::span<const std::uint32_t> core;
        hierarchy_arrays made;
        if (!in->open(file, kind, {identity(g), "other_grid", "it was made of another grid"}) ||
            !in->all_arrays(core, made.nodes, made.first, made.edges))
            return in->error();
        if (core.size() != 1) return unfit(file);
        if constexpr (Moves == grid_moves::straight) {
            return std::make_unique<ready>(g);
        } else {
            made.core = core[0];
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
/// `prepared`  made of a grid without weights.
/// `file`      its name; an older one is replaced.
template <grid_moves Moves>
[[nodiscard]] diagnostic save_prepared(const prepared_grid<basic_grid<Moves>>& prepared,
                                       const std::string& file) {
    return detail::prepared_file::save(prepared, file);
}

/// Loads a prepared grid, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_grid`. A hierarchy of subgoals is used where it is in
/// the file; the dead ends and corridors of a 4-connected grid are found again.
///
/// `file`  what `save_prepared` wrote, which nobody may write into while it is in use; to save
///         another in its place does no harm.
/// `g`     the grid that it was made of, which must outlive it and not change, unless it is
///         4-connected.
template <grid_moves Moves>
[[nodiscard]] parsed<std::unique_ptr<prepared_grid<basic_grid<Moves>>>> load_prepared(
    const std::string& file, const basic_grid<Moves>& g) {
    return detail::prepared_file::load(file, g);
}

}  // namespace senda
