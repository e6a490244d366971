#!/usr/bin/env bash
# Shows sheaf on real data: installs what a build needs, builds, imports Debian's package index into a store, asks a
# few questions, and runs two experiments. Run again it needs no network and no root, and takes seconds.
#
#   tools/demo.sh [FOLDER]    where the store and the report go (build/demo)
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh
folder=${1:-build/demo}
sheaf=build/release/tools/sheaf

say() { if [ -t 1 ]; then printf '\n\033[1m%s\033[0m\n' "$*"; else printf '\n%s\n' "$*"; fi; }

needsBuild() {
    [ ! -x "$sheaf" ] && return 0
    [ -n "$(find CMakeLists.txt cmake bson index query engine tools -newer "$sheaf" \( -name '*.cpp' -o -name '*.h' -o -name '*.inc' -o -name '*.cmake' -o -name CMakeLists.txt \) -print -quit)" ]
}

if needsBuild; then
    ensurePackages build
    say "Building (a few minutes the first time)"
    log=$(mktemp)
    if ! { cmake --preset release -DSHEAF_BUILD_TESTS=OFF -DSHEAF_BUILD_BENCH=OFF && cmake --build --preset release -j "$(nproc)" --target sheaf_program; } > "$log" 2>&1; then
        tail -n 40 "$log"
        echo "The build failed; the whole log is in $log" >&2
        exit 1
    fi
    rm -f "$log"
fi

rm -rf "$folder"
mkdir -p "$folder"
store="$folder/debian.sheaf"
packages="$folder/packages.txt"
graph=()

if command -v apt-cache >/dev/null && apt-cache dumpavail > "$packages" 2>/dev/null && [ -s "$packages" ]; then
    say "Importing this machine's Debian package index"
    "$sheaf" import "$store" debian.packages --format dumpavail "$packages"
    graph=(--input "$packages")
else
    say "No apt here, so no package index: importing generated documents instead"
    awk 'BEGIN { srand(42); for (i = 1; i <= 20000; i++) {
        printf "{\"_id\": \"package%d\", \"section\": \"%s\", \"installedSize\": %d, \"depends\": [", i, (i % 3 ? "libs" : "games"), int(rand() * 90000)
        n = int(rand() * 8); for (k = 0; k < n; k++) printf "%s\"package%d\"", (k ? ", " : ""), int(exp(rand() * log(20000)))
        print "]}" } }' | "$sheaf" import "$store" debian.packages --format jsonl -
fi

say "A few questions"
ask() {
    printf '\n> %s\n' "$1"
    "$sheaf" shell "$store" --db debian -e "$1"
}
ask 'db.packages.countDocuments({})'
ask 'db.packages.find({section: "games"}, {installedSize: 1}).sort({installedSize: -1}).limit(3)'
ask 'db.packages.createIndex({depends: 1})'
ask 'db.packages.find({depends: "libc6"}).count()'
ask 'db.packages.find({depends: "zlib1g", installedSize: {$gt: 500000}}, {installedSize: 1}).sort({installedSize: -1}).limit(3)'
ask 'db.packages.updateOne({_id: "sl"}, {$set: {seen: true}})'

say "What it takes on disk"
"$sheaf" stats "$store"

say "Two experiments"
"$sheaf" lab run rewrite followers --docs "${SHEAF_DEMO_DOCS:-20000}" "${graph[@]}" --json "$folder/lab.json" --html "$folder/lab.html"

say "Written"
echo "  $store     the store: look around with   $sheaf shell $store"
echo "  $folder/lab.json         the figures, exact"
echo "  $folder/lab.html         the tables and charts: open it in a browser"
