#!/usr/bin/env python3
"""Holds the rules of the sources: sizes, opening comments, layers, owners of libraries, words that must not stay.

Prints one line per rule, "check passed: ..." or "check failed: ...", and exits with 1 when one failed.
Usage: tidy.py SOURCE_FOLDER
"""
import re
import subprocess
import sys
from pathlib import Path

MAX_FILE_LINES = 600
LONG_FILE_LINES = 450
MAX_FUNCTION_LINES = 70
LAYERS = ["bson", "index", "query", "engine", "tools"]
# Which files may include a library's header.
OWNERS = {
    r"lmdb\.h": r"^(engine/storage/|bench/floor/)",
    r"simdjson\.h": r"^bson/json",
    r"xxhash\.h": r"^bson/hash\.cpp$",
    r"bid_(conf|functions)\.h": r"^bson/decimal",
    r"unicode/[a-z]+\.h": r"^query/(collation/|expression/time_zone)",
    r"histedit\.h": r"^tools/shell/",
}
PUBLIC_BANNED = re.compile(r"#\s*include\s*[<\"](lmdb|simdjson|xxhash|pcre2|unicode/|fmt/|bid_|CLI/|asio)")


def sources(root):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.cpp", "*.h"], cwd=root,
                            capture_output=True, text=True)
    names = listed.stdout.split() if listed.returncode == 0 and listed.stdout else [
        str(p.relative_to(root)) for e in ("*.cpp", "*.h") for p in root.rglob(e) if "build" not in p.parts]
    return sorted(n for n in names if (root / n).exists())


def long_files(name, lines):
    if len(lines) > MAX_FILE_LINES:
        yield f"{name}: {len(lines)} lines; {MAX_FILE_LINES} are refused"


def opening_comment(name, lines):
    if not lines or not lines[0].startswith("//"):
        yield f"{name}: no opening comment"


def functions(name, lines):
    """A function is a block opened at column 0 to 4 by a line ending in "{" that has a parameter list."""
    opener = re.compile(r"^( {0,4})(?!namespace|struct|class|enum|union|else|if|for|while|switch|do\b|try|\})\S.*\)[^;=]*\{$")
    at = 0
    while at < len(lines):
        match = opener.match(lines[at])
        if not match or lines[at].lstrip().startswith(("//", "TEST_CASE", "#")):
            at += 1
            continue
        close = match.group(1) + "}"
        end = next((k for k in range(at + 1, len(lines)) if lines[k].startswith(close)), None)
        if end is None:
            at += 1
            continue
        if end - at + 1 > MAX_FUNCTION_LINES:
            yield f"{name}:{at + 1}: a function of {end - at + 1} lines; {MAX_FUNCTION_LINES} are allowed"
        at = end + 1


def layers(name, lines):
    layer = name.split("/")[0]
    if layer not in LAYERS[:-1]:
        return
    higher = LAYERS[LAYERS.index(layer) + 1:]
    public = {"sheaf/store.h": "engine", "sheaf/collection.h": "engine", "sheaf/database.h": "engine",
              "sheaf/cursor.h": "engine", "sheaf/session.h": "engine", "sheaf/cost.h": "engine"}
    for number, line in enumerate(lines, 1):
        match = re.match(r"\s*#\s*include\s*[<\"]([^>\"]+)", line)
        if not match:
            continue
        target = match.group(1)
        owner = public.get(target, target.split("/")[0])
        if owner in higher:
            yield f"{name}:{number}: {layer} includes {target} from a higher layer"
        if target.startswith("../"):
            yield f"{name}:{number}: include by the path from the root, not {target}"


def owners(name, lines):
    for number, line in enumerate(lines, 1):
        for library, allowed in OWNERS.items():
            if re.match(rf"\s*#\s*include\s*[<\"]{library}", line) and not re.match(allowed, name):
                yield f"{name}:{number}: only {allowed} may include {library}"
        if "/include/sheaf/" in name and PUBLIC_BANNED.match(line):
            yield f"{name}:{number}: a public header includes a library"


def public_only(name, lines):
    """Programs and examples outside the library use the installed headers only."""
    if not name.startswith(("tools/", "tests/package/")):
        return
    for number, line in enumerate(lines, 1):
        match = re.match(r"\s*#\s*include\s*\"([^\"]+)", line)
        if match and match.group(1).split("/")[0] in ("bson", "index", "query", "engine"):
            yield f"{name}:{number}: {match.group(1)} is internal; tools use the public headers"


def left_overs(name, lines):
    for number, line in enumerate(lines, 1):
        if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", line):
            yield f"{name}:{number}: left over: {line.strip()}"


RULES = [("files have at most 600 lines", long_files), ("every file opens with a comment", opening_comment),
         ("functions have at most 70 lines", functions), ("layers point one way", layers),
         ("each library has its owner", owners), ("tools use public headers", public_only),
         ("nothing is left over", left_overs)]


def main():
    root = Path(sys.argv[1]).resolve()
    files = {name: (root / name).read_text(encoding="utf-8").split("\n") for name in sources(root)}
    if not files:
        print("check failed: no sources found")
        return 1
    bad = 0
    for title, rule in RULES:
        findings = [finding for name, lines in files.items() for finding in rule(name, lines)]
        for finding in findings:
            print("  " + finding)
        bad += bool(findings)
        print(f"check {'failed' if findings else 'passed'}: {title}")
    for name, lines in files.items():
        if LONG_FILE_LINES < len(lines) <= MAX_FILE_LINES:
            print(f"  note: {name} is long ({len(lines)} lines)")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
