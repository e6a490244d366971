#!/usr/bin/env bash
# Installs the Debian packages that are missing, and nothing else. Sourced by demo.sh and test.sh.
#
#   ensurePackages build        what a build needs
#   ensurePackages build test   what the tests need as well

ensurePackages() {
    local list section package missing=()
    list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not a Debian system: install what tools/packages.txt lists, then run this again." >&2
        return 0
    fi
    while read -r package _; do
        case "$package" in
            ''|'#'*) ;;
            '['*']') section="${package:1:-1}" ;;
            *)
                case " $* " in *" $section "*) ;; *) continue ;; esac
                dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -q '^installed' || missing+=("$package")
                ;;
        esac
    done < "$list"
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "Installing: ${missing[*]}"
    local asRoot=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { echo "Run as root (or install sudo): these packages are missing: ${missing[*]}" >&2; return 1; }
        asRoot=(sudo)
    fi
    "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq || echo "apt-get update failed; trying with the lists at hand" >&2
    "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
