#!/usr/bin/env python3
"""Fails on an include that the table of rooms does not allow. Each room's README says the same in words.

usage: scripts/check_layers.py [ROOT]"""
import pathlib
import re
import sys

# What a room may include of this project: rooms by their folder, or single headers.
PROJECT = {
    "core": ["core/"],
    "traces": ["traces/", "core/units.hpp", "core/ids.hpp", "core/sim_time.hpp", "core/options.hpp", "core/values.hpp",
               "core/vectors.hpp", "core/growing_row.hpp"],
    "backends": ["backends/", "core/"],
    "sim": ["sim/", "backends/", "traces/", "core/"],
    "tests": ["tests/", "sim/", "backends/", "traces/", "core/"],
}
# Third-party headers by the way they begin. Nothing else with an angle bracket is allowed but the standard library,
# the C library and the system's own.
LIBRARIES = {
    "core": ["tl/expected.hpp"],
    "traces": ["tl/expected.hpp", "fmt/", "nlohmann/", "zlib.h", "zstd", "simdjson.h", "sqlite3.h", "fast_float/", "openssl/"],
    "backends": ["tl/expected.hpp", "fmt/"],
    "backends/opencl": ["tl/expected.hpp", "fmt/", "CL/"],
    "sim": ["tl/expected.hpp", "fmt/", "nlohmann/", "boost/", "openssl/", "fast_float/", "tbb/"],
    "sim/cli": ["tl/expected.hpp", "fmt/", "nlohmann/", "boost/", "CLI/", "zlib.h"],
    "tests": ["tl/expected.hpp", "fmt/", "nlohmann/", "catch2/", "benchmark/", "zlib.h", "zstd", "sqlite3.h", "openssl/",
              "CL/"],
}
SYSTEM = re.compile(r"[a-z0-9_]+|c[a-z]+|(sys|netinet|arpa)/[a-z_]+\.h|[a-z]mmintrin\.h|(unistd|fcntl|dlfcn|signal|pthread|spawn|poll|dlfcn)\.h")
# Only the command line prints or exits.
PRINTS = re.compile(r"\bstd::(cout|exit|_Exit|quick_exit)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def room_of(path, table):
    """The most exact entry of the table that the path lies in."""
    rooms = [room for room in table if path.startswith(room + "/")]
    return max(rooms, key=len) if rooms else None


def complaint(path, bracket, header):
    if bracket == "<":
        room = room_of(path, LIBRARIES)
        if SYSTEM.fullmatch(header) or any(header.startswith(start) for start in LIBRARIES[room]):
            return None
        return f"{room}/ may not include <{header}>"
    room = room_of(path, PROJECT)
    if "/" not in header:
        return f'"{header}" does not name its room'
    if header.startswith("sim/cli/") and not path.startswith(("sim/cli/", "tests/")):
        return f'only sim/cli/ may include "{header}"'
    if any(header == allowed or (allowed.endswith("/") and header.startswith(allowed)) for allowed in PROJECT[room]):
        return None
    return f'{room}/ may not include "{header}"'


def check(root):
    for room in PROJECT:
        for file in sorted((root / room).rglob("*.[hc]pp")):
            path = file.relative_to(root).as_posix()
            if "/consumer/" in path:  # another project, that uses this one as installed
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                found = INCLUDE.match(line)
                if found and (problem := complaint(path, *found.groups())):
                    yield f"{path}:{number}: {problem}"
                elif room != "tests" and not path.startswith("sim/cli/") and PRINTS.search(line):
                    yield f"{path}:{number}: only sim/cli/ prints or exits"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    problems = list(check(root))
    print("\n".join(problems) or "layers: every include is allowed")
    return 1 if problems else 0


sys.exit(main())
