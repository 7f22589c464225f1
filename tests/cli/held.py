"""What lies beside the repository: traces that others recorded, ours, and what independent readers count in them.

A test file that reads it begins with `from held import *` and ends with `main()`."""
import csv
import gzip
import io
import sys

from program import *

SHARED = pathlib.Path(os.environ.get("ARENASIM_SHARED", ROOT / ".." / "shared"))
SKIPPED = 77  # SKIP_RETURN_CODE in CMakeLists.txt
COUNTED = ["traces", "recorded", "traces/opencl"]  # folders with an EXPECTED.tsv
NOT_TRACES = {"EXPECTED.tsv", "README.md"}
NOT_TRACE_FOLDERS = {"csv", "refuse"}

# Files whose section asks for an option, and that option.
NEEDED_OPTIONS = {"traces/opencl/overwritten_head.log.gz": ["--lenient"]}


def main():
    """Runs the tests of a file. Without ../shared they are skipped, or fail with ARENASIM_REQUIRE_SHARED=1."""
    if not (SHARED / "golden").is_dir():
        if os.environ.get("ARENASIM_REQUIRE_SHARED") == "1":
            sys.exit("ARENASIM_REQUIRE_SHARED=1, but there is no folder at ARENASIM_SHARED or ../shared")
        print("SKIPPED: this test reads ../shared (or ARENASIM_SHARED), and there is none", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main()


def expected_rows(folder):
    """Rows of an EXPECTED.tsv by column; numbers are numbers, an empty field is absent. `path` is below ../shared."""
    with open(SHARED / folder / "EXPECTED.tsv", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            path = f"{folder}/{row['file']}"
            yield {"path": path} | {key: int(text) if text.isdigit() else text for key, text in row.items() if text}


def held_files():
    """Every held trace, also those that no table counts, by its path below ../shared."""
    for folder in ["traces", "recorded"]:
        for path in sorted((SHARED / folder).rglob("*")):
            if not path.is_file() or path.name in NOT_TRACES or path.name.startswith("LICENSE"):
                continue
            if path.parent.name not in NOT_TRACE_FOLDERS:
                yield str(path.relative_to(SHARED))


def read_json(*arguments):
    """The JSON that a command prints, which must succeed in silence."""
    result = run(*arguments, "--quiet", "--json", "-")
    if result.returncode != 0 or result.stderr:
        raise AssertionError(f"{arguments}: exit {result.returncode}: {result.stderr.decode(errors='replace')}")
    return json.loads(result.stdout)


def inspect(path, *options):
    return read_json("inspect", SHARED / path, *NEEDED_OPTIONS.get(path, []), *options)


def csv_events(text):
    """The rows of a native CSV without comments; absent columns and values are empty."""
    lines = [line for line in io.StringIO(text.decode(), newline="") if not line.startswith("#")]
    columns = ["time_ns", "event", "id", "size", "stream", "tag", "device", "device_free"]
    return [tuple(row.get(column) or "" for column in columns) for row in csv.DictReader(lines)]


__all__ = ["COUNTED", "NEEDED_OPTIONS", "SHARED", "ProgramTest", "csv_events", "expected_rows", "gzip", "held_files", "inspect", "json", "main",
           "read_json", "run", "unittest"]
