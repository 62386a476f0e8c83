// SPDX-License-Identifier: MIT
// Files of a few large arrays that are used where they are: mapped into memory, not read element by
// element. Written aside and only then given their name, as sealed files are; with a kind, a
// version, a fingerprint of what they were made for and checksums, so that a truncated, foreign or
// changed one is refused with a reason. Elements are any trivially copyable type:
//   mapped_writer out;
//   if (!out.open(name, {"distances", 1}, fingerprint) || !out.write(std::span<const int>{table})
//   ||
//       !out.finish())
//       return out.error();  // a diagnostic: `disk_full`, `unwritable`
//   mapped_file in;
//   std::span<const int> there;  // valid while `in` lives
//   if (!in.open(name, {"distances", 1}, {fingerprint}) || !in.all_arrays(there))
//       return in.error();  // `foreign_file`, `other_version`, `truncated_file`, `changed_file`
// Checksums find what happened, not what somebody made up: who uses numbers of a file as indices
// checks them.
#pragma once

#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/file_view.hpp>
#include <senda/detail/storage/files/mapped_format.hpp>
#include <senda/detail/storage/files/mapped_reader.hpp>
#include <senda/detail/storage/files/mapped_writer.hpp>
