#!/usr/bin/env bash
# Installs a build into a temporary prefix, builds the consumer against it and runs it.
# Usage: run.sh BUILD_FOLDER SOURCE_FOLDER
set -e
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -G Ninja -S "$source/tests/package" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/build" >/dev/null
"$work/build/consumer"
echo "check passed: an installed sheaf serves a program through find_package"
