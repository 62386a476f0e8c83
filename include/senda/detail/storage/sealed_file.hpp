// SPDX-License-Identifier: MIT
// Files that survive a crash at any moment: written aside, flushed to the disk, and only then given
// their name; with a kind, a version and checksums, so that a truncated, foreign or changed one is
// refused with a reason. They are written and read block by block, never whole in memory:
//   sealed_writer out;
//   if (!out.open(name, {"layer", 1}) || !out.write(bytes, count) || !out.seal())
//       return out.error();  // a diagnostic: `disk_full`, `unwritable`
//   sealed_reader in;
//   if (!in.open(name, {"layer", 1}) || !in.read(bytes, count))
//       return in.error();  // `foreign_file`, `other_version`, `truncated_file`, `changed_file`
// A `file_lock` keeps a folder to one owner.
#pragma once

#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/seal_format.hpp>
#include <senda/detail/storage/files/sealed_reader.hpp>
#include <senda/detail/storage/files/sealed_writer.hpp>
#include <senda/detail/storage/files/system_file.hpp>
