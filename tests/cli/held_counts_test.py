"""`inspect --json -` of every held trace gives what an independent reader counted, and where that reader is the simpler one on purpose
(it does not rewind snapshots, does not follow Umpire's reallocations and sees no images), what the format's specification gives."""
from held import *

# columns of EXPECTED.tsv -> keys of an element of `devices`
KEYS = {"n_alloc": "alloc_count", "n_free": "free_count", "unmatched_free": "unmatched_frees_count", "dup_live": "double_allocs_count",
        "zero_size": "zero_sizes_count", "peak_bytes": "peak_bytes", "end_live_bytes": "end_bytes", "end_live_n": "end_count",
        "max_size": "max_size_bytes"}
RECORDED_KEYS = {"allocs": "alloc_count", "frees": "free_count", "peak_live_bytes": "peak_bytes", "live_at_end": "end_bytes",
                 "max_size": "max_size_bytes", "distinct_sizes": "distinct_sizes_count", "streams": "streams_count"}

# What a full importer finds: (blocks live before the ring's first event, their bytes, ghosts, peak, blocks live at the end, their bytes).
REWOUND = {
    "attention_small": (0, 0, 0, 3249143816, 10, 31719428),
    "forward_fp32_128": (137, 523811840, 137, 556843008, 137, 523811840),
    "benchmark_large_blocks": (229, 1373919236, 227, 13923997700, 229, 1373919236),
    "training_truncated_ring_222": (447, 3064418304, 225, 3849232640, 447, 3064418304),
    "medium_512_training_truncated_ring": (664, 5095567360, 226, 12426629128, 885, 6829260804),
}
# What following reallocations finds: (reallocations nested, in place, moved, unmatched frees, double allocations, peak, blocks live at the
# end, their bytes, cleanups).
REALLOCATED = {
    "old_umpire.50504.0.replay": (0, 0, 0, 0, 0, 4096, 4, 2816, 1),
    "output.replay": (15, 20, 7, 0, 0, 372, 0, 0, 20),
    "output.numa.replay": (15, 27, 0, 0, 0, 372, 0, 0, 20),
    "output.sqlite.replay": (15, 16, 11, 0, 0, 372, 0, 0, 20),
    "tut_replay_log.json": (0, 0, 0, 1, 1, 32880, 0, 0, 0),
    "old_test_output.good": (15, 21, 6, 0, 0, 372, 0, 0, 40),
}
# Files that no table holds: (allocations, frees, failed requests, peak, bytes live at the end, blocks live at the end, largest).
UNLISTED = {
    "rmm/rmm_2019_csv_excerpt_issue75.csv": (7, 0, 0, 53136464, 53136464, 7, 23246208),
    "rmm/rmm_log.blazingsql.txt": (0, 0, 3, 0, 0, 0, 0),
    "rmm/rmm_log.raft.txt": (0, 0, 1, 0, 0, 0, 0),
    "iopddl/example.json": (5, 5, 0, 50, 0, 0, 25),
    "umpire/old_test_output.good": (200, 200, 0, 372, 0, 0, None),
}
# VMA with images estimated: (allocations, frees, peak, blocks live at the end, their bytes).
ESTIMATED = {
    "inexor_vma_replay.csv": (18, 16, 10308608, 2, 3840000),
    "vma_docs_example_recording.csv": (8, 8, 4076348, 0, 0),
}
# Kineto: what was allocated before the first event, by file and device.
BASELINES = {
    "hta/df_index_resolver.json.gz": 4096614400,
    "tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz": 984742400,
    "tracelens/h100_gaunernst_bert-small-uncased__1016001.json.gz": 91360768,
    "tracelens/inference_sglang_decode_capture_traces_bs_32_rank0.json.gz": 151811695616,
    "tracelens/perf_model_normalization_normalization_layer_test.json.gz": 665600,
}


def stem(path):
    return path.rsplit("/", 1)[-1].removesuffix(".pickle")


def device_of(found, name):
    """The element of `devices` that a table calls `name`: TYPE:ID, an index, or all for the only one."""
    for device in found["devices"]:
        numbered = f"{device['type']}:{device['device']}" if "type" in device else str(device["device"])
        if str(name) in (numbered, "all"):
            return device
    raise AssertionError(f"no device {name} in {found['devices']}")


class HeldTest(ProgramTest):
    maxDiff = None

    def assert_counts(self, expected, found, what=""):
        """Every key of `expected` has that value in `found`; all that differ are shown at once."""
        self.assertEqual(expected, {key: found.get(key) for key in expected}, what)

    def assert_counters(self, expected, found):
        """The same for `counters`, where what was never met may be absent."""
        self.assert_counts(expected, {key: 0 for key in expected} | found["import"]["counters"])

    def assert_sums(self, found):
        """What the import says of records, events and repairs agrees with itself."""
        records = dict(found["import"]["records"])
        self.assertEqual(records.pop("read"), sum(records.values()), found["import"]["records"])
        self.assertEqual(found["trace"]["events_count"], sum(found["import"]["events"].values()))
        live = found["import"]["live"]
        self.assertEqual(found["trace"]["peak_live_bytes"], live["peak_bytes"])
        chosen = [device for device in found["devices"] if device["selected"]]
        for total, key in [("end_bytes", "end_bytes"), ("end_count", "end_count")]:
            self.assertEqual(live[total], sum(device[key] for device in chosen))
        for repair in ["unmatched_frees", "double_allocs", "zero_sizes"]:
            self.assertEqual(found["import"]["repairs"][repair], sum(device[repair + "_count"] for device in chosen), repair)


class OthersTraces(HeldTest):
    def test_traces_recorded_by_others_count_as_expected(self):
        rows = list(expected_rows("traces"))
        self.assertEqual(len(rows), 37)
        inspected = {path: inspect(path) for path in sorted({row["path"] for row in rows})}
        for row in rows:
            with self.subTest(file=row["file"], device=row["device"]):
                found = inspected[row["path"]]
                self.assert_sums(found)
                device = device_of(found, row["device"])
                self.assert_counts(self.expected(row, found), device)
                self.assert_expected_import(row, found)

    def expected(self, row, found):
        counts = {key: row[column] for column, key in KEYS.items() if column in row}
        name = stem(row["path"])
        if row["fmt"] == "pt-snapshot":
            _, _, _, peak, end_count, end_bytes = REWOUND[name]
            counts |= {"unmatched_frees_count": 0, "peak_bytes": peak, "end_count": end_count, "end_bytes": end_bytes}
            del counts["max_size_bytes"]  # the table's is that of the events, ours that of all blocks
        elif row["fmt"] == "umpire":
            *reallocations, unmatched, double, peak, end_count, end_bytes, _ = REALLOCATED[name]
            if any(reallocations):
                del counts["max_size_bytes"]  # the table's leaves out what blocks grew to
            counts |= {"realloc_count": sum(reallocations), "unmatched_frees_count": unmatched, "double_allocs_count": double, "peak_bytes": peak, "end_count": end_count,
                       "end_bytes": end_bytes}
        elif row["fmt"] == "memtimeline-raw":  # the table counts what was there before as allocations
            counts["alloc_count"] -= found["import"]["events"]["preexisting"]
        return counts

    def assert_expected_import(self, row, found):
        """What formats.md says of a file besides the table's columns."""
        section = found["import"]
        if row["fmt"] == "pt-snapshot":
            initial, initial_bytes, ghosts, *_ = REWOUND[stem(row["path"])]
            self.assertEqual(section["events"]["preexisting"], initial)
            self.assertEqual(section["repairs"]["truncated_ring"], initial > 0)
            self.assert_counters({"initial_blocks": initial, "initial_bytes": initial_bytes, "ghosts": ghosts, "rewind_misses": 0,
                                  "rewind_conflicts": 0}, found)
        elif row["fmt"] == "umpire":
            self.assert_reallocations(row["path"], found)
        elif row["fmt"] == "kineto" and row["file"] in BASELINES:
            self.assert_counters({"baseline_bytes": BASELINES[row["file"]], "total_allocated_breaks": 0}, found)
            self.assertEqual(section["pairing"], "address")

    def assert_reallocations(self, path, found):
        nested, in_place, moved, *_, cleanups = REALLOCATED[stem(path)]
        section = found["import"]
        self.assert_counters({"realloc_nested": nested, "realloc_in_place": in_place, "realloc_moved": moved}, found)
        self.assertEqual(section["events"]["cleanup"], cleanups)
        self.assertEqual(section["events"]["alloc"], found["devices"][0]["alloc_count"] + in_place + moved)
        self.assertEqual(section["repairs"]["reallocs"], in_place + moved)  # the nested ones stand in the log as they are

    def test_traces_that_no_table_holds_count_as_their_format_says(self):
        for file, (allocs, frees, oom, peak, end_bytes, end_count, largest) in UNLISTED.items():
            with self.subTest(file=file):
                found = inspect("traces/" + file)
                self.assert_sums(found)
                counts = {"alloc_count": allocs, "free_count": frees, "peak_bytes": peak, "end_bytes": end_bytes, "end_count": end_count}
                self.assert_counts(counts | ({} if largest is None else {"max_size_bytes": largest}), found["devices"][0])
                self.assertEqual(found["import"]["events"]["oom"], oom)
        self.assert_reallocations("umpire/old_test_output.good", inspect("traces/umpire/old_test_output.good"))

    def test_images_of_vulkan_recordings_can_be_estimated(self):
        for file, (allocs, frees, peak, end_count, end_bytes) in ESTIMATED.items():
            with self.subTest(file=file):
                found = inspect("traces/vma/" + file, "--format", "vma:vma-images=estimate")
                self.assert_counts({"alloc_count": allocs, "free_count": frees, "peak_bytes": peak, "end_count": end_count,
                                    "end_bytes": end_bytes}, found["devices"][0])

    def test_what_was_allocated_before_a_profile_can_be_a_block(self):
        for file, baseline in BASELINES.items():
            with self.subTest(file=file):
                found = inspect("traces/" + file, "--format", "kineto:baseline=block")
                self.assertEqual(found["import"]["live"]["peak_bytes"], found["import"]["counters"]["max_total_allocated_bytes"])
                self.assertEqual(found["import"]["events"]["preexisting"], 1)
                self.assertEqual(found["import"]["counters"]["baseline_bytes"], baseline)


class OwnTraces(HeldTest):
    def test_our_recordings_count_as_expected(self):
        rows = list(expected_rows("recorded"))
        self.assertEqual(len(rows), 12)
        for row in rows:
            with self.subTest(file=row["file"]):
                found = inspect(row["path"])
                self.assert_sums(found)
                counts = {key: row[column] for column, key in RECORDED_KEYS.items()}
                counts["alloc_count"] -= found["import"]["events"]["preexisting"]
                self.assert_counts(counts, device_of(found, "all"))


class OpenclLogs(HeldTest):
    """Logs of OpenCL calls; each column of their table has a place in what is inspected."""

    def test_opencl_logs_count_as_expected(self):
        rows = list(expected_rows("traces/opencl"))
        self.assertEqual(len(rows), 17)
        for row in rows:
            with self.subTest(file=row["file"]):
                found = inspect(row["path"])
                self.assert_sums(found)
                self.assert_counts({"alloc_count": row["allocs"], "peak_bytes": row["peak_live_bytes"], "end_bytes": row["end_live_bytes"],
                                    "end_count": row["end_live_n"], "max_size_bytes": row["max_size"],
                                    "unmatched_frees_count": row["unmatched_frees"], "double_allocs_count": row["double_allocs"],
                                    "free_count": row["frees"] + row["unmatched_frees"]}, found["devices"][0])
                self.assert_counters({name: row[name] for name in ["sub_buffers", "images", "retains", "kept_by_views", "ambiguous_pairs",
                                                                   "last_release_count_above_1", "calls"]}, found)
                section = found["import"]
                counters = section["counters"]
                self.assertEqual(counters["views"] + counters["aliases"], row["views"])  # what has no storage and is no sub-buffer
                self.assertEqual(section["events"]["free"], row["frees"])
                self.assertEqual(section["events"]["oom"], row["oom"])
                self.assertEqual(counters["failed_calls"] + row["oom"], row["failures"])
                self.assertEqual(section["skipped"]["text"], row["text_lines"])
                self.assertEqual(section["clock"], row["clock"])


if __name__ == "__main__":
    main()
