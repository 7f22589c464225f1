"""`convert` of every held trace: to native CSV and back without a loss, and to what an independent reader makes of OpenCL logs."""
from held import *


class Convert(ProgramTest):
    def convert(self, *arguments):
        result = run("convert", *arguments)
        self.assert_exit(result, 0)
        return result

    def to_csv(self, path):
        return self.convert(SHARED / path, "-", *NEEDED_OPTIONS.get(path, []), "--quiet").stdout

    def assert_round_trip(self, path):
        first = self.to_csv(path)
        csv, arsm = self.file("first.csv", first), self.folder / "second.arsm"
        self.convert(csv, arsm, "--quiet")
        self.assertEqual(self.convert(arsm, "-", "--quiet").stdout, first)
        return csv, arsm

    def test_opencl_logs_become_the_events_of_an_independent_reader(self):
        rows = list(expected_rows("traces/opencl"))
        for row in rows:
            with self.subTest(file=row["file"]):
                expected = gzip.decompress((SHARED / "traces/opencl/csv" / row["file"].replace(".log.gz", ".csv.gz")).read_bytes())
                ours, theirs = csv_events(self.to_csv(row["path"])), csv_events(expected)
                self.assertEqual(len(ours), len(theirs))
                differing = [pair for pair in zip(ours, theirs) if pair[0] != pair[1]]
                self.assertFalse(differing[:3])

    def test_every_held_trace_survives_the_way_to_csv_to_binary_to_csv(self):
        for path in held_files():
            with self.subTest(file=path):
                self.assert_round_trip(path)

    def test_a_converted_trace_has_the_counts_of_the_original(self):
        for path in ["traces/pytorch/medium_512_training_truncated_ring.pickle", "traces/hta/memory_timeline.raw.gz",
                     "traces/umpire/output.replay", "traces/opencl/apimix.log.gz", "recorded/g_resnet50_infer_2streams.csv.gz"]:
            with self.subTest(file=path):
                original = inspect(path)
                for copy in self.assert_round_trip(path):
                    found = read_json("inspect", copy)
                    self.assertEqual(found["import"]["live"], original["import"]["live"])
                    self.assertEqual(found["import"]["events"], original["import"]["events"])
                    self.assertEqual(found["trace"]["duration_ns"], original["trace"]["duration_ns"])
                    self.assertEqual(found["tags"], original["tags"])
                    self.assertFalse(any(found["import"]["repairs"][repair] for repair in ["unmatched_frees", "double_allocs"]))

    def test_other_formats_say_what_they_cannot_hold_and_read_back(self):
        """The peak stays what it was wherever all blocks can be written."""
        path = "traces/pytorch/attention_small.pickle"
        original = inspect(path)["import"]
        for target, name in [("rmm", "a.rmm.csv"), ("intervals", "a.intervals.csv"), ("kineto", "a.json")]:
            with self.subTest(target=target):
                out = self.folder / name
                self.convert(SHARED / path, out, "--to", target)
                found = read_json("inspect", out)["import"]
                self.assertEqual(found["format"], target)
                self.assertEqual(found["live"]["peak_bytes"], original["live"]["peak_bytes"])
                self.assertEqual(found["events"]["alloc"], original["events"]["alloc"])


if __name__ == "__main__":
    main()
