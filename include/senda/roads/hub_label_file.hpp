// SPDX-License-Identifier: MIT
// Hub labels in files: made once, mapped into memory by every start of a program.
#pragma once

#include <senda/detail/storage/any_owner.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/graph/cost.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace senda {

namespace detail {

/// A mapped file with the labels of both directions.
struct hub_label_file {
    static constexpr file_kind kind{"hub labels", 1};

    /// The type of costs as a number.
    template <Cost C>
    static constexpr std::uint64_t identity =
        sizeof(C) << 2U | (std::floating_point<C> ? 2U : 0U) | (std::is_signed_v<C> ? 1U : 0U);

    template <Cost C>
    [[nodiscard]] static diagnostic save(const hub_labels<C>& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the labels were not finished"};
        mapped_writer out;
        if (!out.open(file, kind, identity<C>) || !write(out, made.forward_) ||
            !write(out, made.backward_) || !out.finish())
            return out.error();
        return {};
    }

    template <Cost C>
    [[nodiscard]] static parsed<hub_labels<C>> load(const std::string& file) {
        auto in = std::make_unique<mapped_file>();
        label_view<C> forward;
        label_view<C> backward;
        if (!in->open(file, kind, {identity<C>, "other_cost", "its costs are of another type"}) ||
            !in->all_arrays(forward.first, forward.hubs, forward.costs, backward.first,
                            backward.hubs, backward.costs))
            return in->error();
        if (!is_sound(forward) || !is_sound(backward) ||
            forward.first.size() != backward.first.size())
            return diagnostic{"changed_file", file + ": its labels do not fit together"};
        return hub_labels<C>(forward, backward, any_owner(in.release()));
    }

private:
    template <Cost C>
    [[nodiscard]] static bool write(mapped_writer& out, const label_view<C>& labels) {
        return out.write(labels.first) && out.write(labels.hubs) && out.write(labels.costs);
    }

    /// Whether every label begins and ends within the arrays.
    template <Cost C>
    [[nodiscard]] static bool is_sound(const label_view<C>& labels) noexcept {
        if (labels.hubs.size() != labels.costs.size()) return false;
        if (labels.first.empty()) return true;
        return !labels.hubs.empty() && labels.hubs.back() == label_view<C>::end &&
               *std::max_element(labels.first.begin(), labels.first.end()) < labels.hubs.size();
    }
};

}  // namespace detail

/// Saves hub labels; an empty diagnostic if that went well, else `disk_full`, `unwritable`, or
/// `unfinished` if a limit had ended their making. The file has its name only once it is whole.
///
/// `made`  the labels.
/// `file`  its name; an older one is replaced.
template <Cost C>
[[nodiscard]] diagnostic save_labels(const hub_labels<C>& made, const std::string& file) {
    return detail::hub_label_file::save(made, file);
}

/// Loads hub labels, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_cost`. They are used where they are in the file,
/// without the graph, and all of it is read once, to see that it is whole:
/// `load_labels<int>(file)`.
///
/// `file`  what `save_labels` wrote, which nobody may write into while it is in use; to save
/// another
///         in its place does no harm.
template <Cost C>
[[nodiscard]] parsed<hub_labels<C>> load_labels(const std::string& file) {
    return detail::hub_label_file::load<C>(file);
}

}  // namespace senda
