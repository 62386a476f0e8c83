#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a test, unless it has passed before with the same command and files: then prints what it printed.
# With CCACHE_DISABLE=1 it always runs.
#
# usage: unless_passed.sh FILE... -- COMMAND...
# The files are sums of what the command runs.
set -eu

passed=${XDG_CACHE_HOME:-$HOME/.cache}/senda/passed
if [ "${CCACHE_DISABLE-}" ] || ! mkdir -p "$passed" 2>/dev/null; then
    while [ "$1" != -- ]; do shift; done
    shift
    exec "$@"
fi

sums=
what="$*"
while [ "$1" != -- ]; do
    sums=$sums$(cat "$1")
    shift
done
shift
# Of data, which may be large, the names, sizes and times.
data=${SENDA_SHARED_DATA-}
key=$(
    {
        echo "$what $sums"
        [ ! -d "$data" ] || find "$data" -type f -printf '%p %s %T@\n' | sort
    } | sha256sum
)
output=$passed/${key%% *}

if [ -f "$output" ]; then
    touch "$output"
    cat "$output"
    echo "(it passed before: not run again)"
    exit
fi
# A pipe would hide how the test ended.
partial=$output.$$
trap 'rm -f "$partial"' EXIT
status=0
"$@" >"$partial" 2>&1 || status=$?
cat "$partial"
[ "$status" -ne 0 ] || mv "$partial" "$output"
exit "$status"
