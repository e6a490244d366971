#!/usr/bin/env bash
# Sets the machine up, builds and runs every test. The last line is "N passed, N failed".
#
#   tools/test.sh          the suite under the address and undefined sanitizers, the concurrency tests under the
#                          thread sanitizer, the package consumer, the torture and the benchmarks in their short form
#   tools/test.sh --fast   the suite in a release build only
set -uo pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh
ensurePackages build test || { echo "0 passed, 1 failed"; exit 1; }

fast=no
[ "${1:-}" = --fast ] && fast=yes
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
passed=0
failed=0

# count LOG STATUS: adds what a test run reported: doctest's case counts, and one for each other test of ctest.
countRun() {
    local log=$1 status=$2 p f
    p=$(sed -nE 's/.*test cases:[^|]*\|[^0-9]*([0-9]+) passed.*/\1/p' "$log" | awk '{s+=$1} END {print s+0}')
    f=$(sed -nE 's/.*test cases:[^|]*\|[^|]*\|[^0-9]*([0-9]+) failed.*/\1/p' "$log" | awk '{s+=$1} END {print s+0}')
    # Tests that are not doctest programs say so with a line of their own.
    p=$((p + $(grep -cE '^([0-9]+: )?check passed: ' "$log")))
    f=$((f + $(grep -cE '^([0-9]+: )?check failed: ' "$log")))
    passed=$((passed + p))
    failed=$((failed + f))
    if [ "$status" != 0 ] && [ "$f" = 0 ]; then failed=$((failed + 1)); fi
    if [ "$status" = 0 ] && [ "$p" = 0 ]; then failed=$((failed + 1)); echo "no test ran" >&2; fi
}

# run PRESET TARGET [CTEST ARGUMENT...]
run() {
    local preset=$1 target=$2 log="$logs/$1.log" status
    shift 2
    echo "== $preset: build"
    if ! { cmake --preset "$preset" -DSHEAF_WERROR=ON && cmake --build --preset "$preset" -j "$(nproc)" --target "$target"; } > "$log" 2>&1; then
        tail -n 60 "$log"
        failed=$((failed + 1))
        return
    fi
    echo "== $preset: test"
    ctest --test-dir "build/$preset" --verbose --timeout 1500 "$@" > "$log" 2>&1
    status=$?
    grep -E '^ *[0-9]+/[0-9]+ Test|tests passed' "$log"
    if [ "$status" != 0 ]; then grep -nE 'ERROR|FAILED|error:|runtime error|WARNING: ThreadSanitizer|check failed' "$log" | head -n 60; tail -n 40 "$log"; fi
    countRun "$log" "$status"
}

if [ "$fast" = yes ]; then
    run release all
else
    run dev all -LE release
    run tsan test_concurrency -L concurrency
    run release all -L release
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
