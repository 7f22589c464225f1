"""`--policy offline`: knows every lifetime, says how far from the bound and the capacity it comes, and where each buffer lies."""
import csv
import io

from held import *

# Capacities that minimalloc's problems are known to fit into.
PROBLEMS = {"input.12.csv": 12, "A.1048576.csv": 1048576, "B.1048576.csv": 1048576, "C.1048576.csv": 1048576, "D.1048576.csv": 1048576}


def replay(path, *more):
    return read_json("replay", path, "--policy", "offline", "--alignment", "1", *more)


def placements(path, *more):
    result = run("replay", path, "--policy", "offline", "--placements", "-", "--quiet", *more)
    assert result.returncode == 0, result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout.decode())))
    return [{key: int(value) for key, value in row.items()} for row in rows]


class Offline(ProgramTest):
    def assert_no_overlap(self, rows):
        """Sweeps time; what lives at once is kept in order of offset, so that only neighbours are compared."""
        import bisect
        rows = [row for row in rows if row["size"] > 0]
        steps = sorted([(row["lower"], 1, row) for row in rows] + [(row["upper"], 0, row) for row in rows], key=lambda step: step[:2])
        live = []
        for _, begins, row in steps:
            entry = (row["offset"], row["offset"] + row["size"])
            at = bisect.bisect_left(live, entry)
            if not begins:
                live.pop(at)
                continue
            self.assertTrue(at == 0 or live[at - 1][1] <= entry[0], row)
            self.assertTrue(at == len(live) or entry[1] <= live[at][0], row)
            live.insert(at, entry)

    def test_minimalloc_problems_say_how_far_from_their_capacity_they_come(self):
        for name, capacity in PROBLEMS.items():
            with self.subTest(name=name):
                path = SHARED / "traces/minimalloc" / name
                report = replay(path)
                metrics = report["metrics"]
                self.assertEqual(metrics["failures_count"], 0)
                self.assertGreaterEqual(metrics["peak_reserved_bytes"], metrics["lower_bound_bytes"])
                self.assertLess(metrics["gap_to_lower_bound_ratio"], 0.4)
                limited = replay(path, "--capacity", capacity)
                self.assertIn(f"capacity of {capacity} bytes", limited["policy"]["notes"][1])
                passes = metrics["peak_reserved_bytes"] > capacity
                self.assertEqual(passes, "passes" in limited["policy"]["notes"][1])
                self.assertEqual(passes, limited["metrics"]["failures_count"] > 0)

    def test_one_order_is_no_better_than_all(self):
        path = SHARED / "traces/minimalloc/A.1048576.csv"
        best = replay(path)["metrics"]["peak_reserved_bytes"]
        peaks = [read_json("replay", path, "--policy", f"offline:order={order}", "--alignment", "1")["metrics"]["peak_reserved_bytes"]
                 for order in ["size", "area", "lifetime", "start"]]
        self.assertEqual(best, min(peaks))

    def test_no_two_buffers_that_live_together_overlap(self):
        for path in ["traces/minimalloc/D.1048576.csv", "traces/idealloc/somas_tensors_tiny_bert.csv", "recorded/a_resnet50_train.csv.gz",
                     "recorded/g_resnet50_infer_2streams.csv.gz"]:
            with self.subTest(path=path):
                rows = placements(SHARED / path)
                self.assertGreater(len(rows), 100)
                self.assertEqual({row["page"] for row in rows}, {0})
                self.assert_no_overlap(rows)

    def test_placements_are_an_interval_file_that_gives_the_same_packing(self):
        trace = SHARED / "traces/idealloc/somas_tensors_resnet50.csv"
        path = self.folder / "placed.csv"
        self.assert_exit(run("replay", trace, "--policy", "offline", "--placements", path, "--quiet"), 0)
        keys = ["peak_live_bytes", "lower_bound_bytes"]
        again, first = (read_json("replay", file, "--policy", "offline")["metrics"] for file in [path, trace])
        self.assertEqual([again[key] for key in keys], [first[key] for key in keys])

    def test_what_changes_lifetimes_is_a_usage_error_that_names_both(self):
        for options in [["--timing", "closed"], ["--free-lag", "stream"], ["--on-full", "wait"]]:
            self.assert_exit(run("replay", SHARED / "recorded/a_resnet50_train.csv.gz", "--policy", "offline", *options), 2, "offline", options[0])

    def test_a_pipe_is_kept_for_the_second_reading(self):
        with open(SHARED / "recorded/a_resnet50_train.csv.gz", "rb") as trace:
            result = run("replay", "-", "--policy", "offline", "--json", "-", stdin_file=trace)
        self.assert_exit(result, 0)
        self.assertEqual(json.loads(result.stdout)["metrics"]["failures_count"], 0)


if __name__ == "__main__":
    main()
