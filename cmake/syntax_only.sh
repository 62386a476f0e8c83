#!/bin/sh
# SPDX-License-Identifier: MIT
# syntax_only.sh OBJECT COMPILER...: compiles to no code; an empty object says that it is done.
object=$1
shift
"$@" -fsyntax-only && : >"$object"
