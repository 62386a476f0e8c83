#!/bin/sh
# SPDX-License-Identifier: MIT
# only_read.sh OBJECT COMPILER...: what a compiler has read is marked as done by an empty object.
object=$1
shift
"$@" -fsyntax-only && : >"$object"
