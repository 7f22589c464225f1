"""`replay` with the default policy works on every held trace as it is; one whose section asks for an option says which."""
from held import *

# What is no trace, with the class that says so.
REFUSED = {"apimix_chrome.json.gz": "empty", "apimix_report.txt": "unknown_format", "opencv_umat_report.txt": "unknown_format",
           "appended_two_runs.log.gz": "inconsistent"}


class Replay(ProgramTest):
    def replay(self, path):
        report = read_json("replay", SHARED / path, *NEEDED_OPTIONS.get(path, []))
        self.assertEqual(report["policy"]["name"], "arena")
        return report

    def assert_replayed(self, report):
        trace, metrics = report["trace"], report["metrics"]
        records = dict(trace["import"]["records"])
        self.assertEqual(records.pop("read"), sum(records.values()), trace["import"]["records"])
        self.assertEqual(metrics["recorded_failures_count"], trace["import"]["events"]["oom"])
        self.assertEqual(metrics["failures_count"], 0)
        if trace["allocations_count"] == 0:  # nothing but failed requests: no figure of use has a value
            return
        self.assertEqual(metrics["peak_live_bytes"], trace["peak_live_bytes"])
        self.assertEqual(metrics["end_live_bytes"], trace["import"]["live"]["end_bytes"])
        self.assertGreaterEqual(metrics["peak_reserved_bytes"], metrics["peak_live_bytes"])

    def test_every_held_trace_replays_without_an_option(self):
        files = list(held_files())
        self.assertGreaterEqual(len(files), 30 + 12 + 17)
        for path in files:
            with self.subTest(file=path):
                self.assert_replayed(self.replay(path))

    def test_the_import_of_a_replay_is_that_of_an_inspection(self):
        for path in ["traces/pytorch/training_truncated_ring_222.pickle", "traces/umpire/output.replay", "traces/opencl/apimix.log.gz",
                     "traces/tracelens/perf_model_normalization_normalization_layer_test.json.gz"]:
            self.assertEqual(self.replay(path)["trace"]["import"], inspect(path)["import"], path)

    def test_a_trace_that_needs_an_option_says_which(self):
        for path, options in NEEDED_OPTIONS.items():
            for command in ["replay", "inspect"]:
                self.assert_exit(run(command, SHARED / path), 3, path.rsplit("/", 1)[-1], *options)

    def test_what_is_no_trace_is_refused_with_its_class(self):
        folder = SHARED / "traces/opencl/refuse"
        self.assertEqual(sorted(path.name for path in folder.iterdir()), sorted(REFUSED))
        for file, error_class in REFUSED.items():
            for command in ["replay", "inspect"]:
                with self.subTest(file=file, command=command):
                    self.assert_exit(run(command, folder / file), 3, f": {error_class}: ")


if __name__ == "__main__":
    main()
