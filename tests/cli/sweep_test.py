"""sweep and merge: a grid whose bytes go neither by threads nor by interruptions nor by shards."""
import sys
import time

from program import *

SWEEP = ["--set", "arena:min-page=2MiB,8MiB,32MiB", "--set", "capacity=1.05x,1.2x,none", "--policy", "arena", "--policy", "exclusive"]


class Sweep(ProgramTest):
    def sweep(self, name, *options, trace=SAMPLE):
        path = self.folder / name
        result = run("sweep", trace, *SWEEP, "--out", path, "--quiet", *options)
        self.assert_exit(result, 0)
        return path

    def test_there_is_a_line_for_each_combination_and_it_is_that_of_a_replay(self):
        lines = [json.loads(line) for line in self.sweep("s.jsonl").read_text().splitlines()]
        self.assertEqual(lines[0]["cells_count"], 12)
        self.assertEqual([line["cell"] for line in lines[1:]], list(range(12)))
        self.assertEqual(len({(line["policy"], line["settings"]["capacity_bytes"]) for line in lines[1:]}), 12)
        line = lines[1 + 4]
        self.assertEqual(line["set"], {"arena:min-page": "8MiB", "capacity": "1.2x"})
        report = json.loads(run("replay", SAMPLE, "--policy", line["policy"], "--capacity", "1.2x", "--json", "-", "--quiet").stdout)
        self.assertEqual(line["metrics"], report["metrics"])

    def test_every_line_is_what_the_schema_says(self):
        for number, line in enumerate(self.sweep("s.jsonl").read_text().splitlines()):
            self.file(f"{number}.json", line)
        files = [str(path) for path in self.folder.glob("*.json")]
        check = subprocess.run([sys.executable, str(ROOT / "tests/metrics/validate.py"), str(ROOT / "sim/report/sweep.schema.json"), *files],
                               capture_output=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout.decode())

    def test_threads_change_nothing(self):
        self.assertEqual(self.sweep("a", "--jobs", "1").read_bytes(), self.sweep("b", "--jobs", "2").read_bytes())

    def test_a_file_cut_anywhere_is_gone_on_with_to_the_same_bytes(self):
        whole = self.sweep("whole").read_bytes()
        first = whole.index(b"\n") + 1
        for length in [0, 10, first, len(whole) // 2, len(whole) - 1, len(whole)]:
            with self.subTest(length=length):
                self.file("cut", whole[:length])
                self.assertEqual(self.sweep("cut").read_bytes(), whole)

    def test_what_a_file_holds_already_is_said(self):
        path = self.sweep("s.jsonl")
        result = run("sweep", SAMPLE, *SWEEP, "--out", path)
        self.assert_exit(result, 0)
        self.assertTrue(result.stdout.startswith(b"12 of 12 cells were in "), result.stdout)

    def test_a_sweep_that_is_killed_goes_on_to_the_same_bytes(self):
        trace = self.file("t.csv", run("generate", "churn", "--events", "8000").stdout)
        whole = self.sweep("whole", trace=trace).read_bytes()
        path = self.folder / "killed"
        process = subprocess.Popen([PROGRAM, "sweep", str(trace), *SWEEP, "--out", str(path), "--quiet", "--jobs", "1"],
                                   stderr=subprocess.PIPE)
        try:
            deadline = time.monotonic() + 60
            while not (path.exists() and path.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
                time.sleep(0.002)
        finally:
            process.kill()
            process.communicate()
        held = path.read_bytes()
        self.assertGreater(held.count(b"\n"), 2)
        self.assertTrue(whole.startswith(held[:held.rindex(b"\n")]))
        self.assertEqual(self.sweep("killed", trace=trace).read_bytes(), whole)

    def test_a_file_of_another_sweep_is_left_as_it_is(self):
        path = self.sweep("s.jsonl")
        before = path.read_bytes()
        result = run("sweep", SAMPLE, "--set", "arena:fit=first,best", "--out", path)
        self.assert_exit(result, 3, "s.jsonl", "another sweep")
        damaged = self.file("damaged", before.replace(b'"cell":3', b'"cell":7', 1))
        self.assert_exit(run("sweep", SAMPLE, *SWEEP, "--out", damaged), 3, "damaged", "cell 7")
        self.assertEqual(path.read_bytes(), before)

    def test_shards_merged_are_the_whole(self):
        whole = self.sweep("whole").read_bytes()
        shards = [self.sweep(f"shard{index}", "--shard", f"{index}/3") for index in [1, 2, 3]]
        result = run("merge", shards[2], shards[0], shards[1], "--out", self.folder / "merged", "--quiet")
        self.assert_exit(result, 0)
        self.assertEqual((self.folder / "merged").read_bytes(), whole)

    def test_a_missing_shard_is_named_and_one_that_was_cut(self):
        shards = [self.sweep(f"shard{index}", "--shard", f"{index}/3") for index in [1, 2, 3]]
        merged = self.folder / "merged"
        self.assert_exit(run("merge", shards[0], shards[2], "--out", merged), 3, "shard 2/3", "no file")
        lines = shards[1].read_bytes().splitlines(keepends=True)
        shards[1].write_bytes(b"".join(lines[:3]) + lines[3][:50])
        self.assert_exit(run("merge", *shards, "--out", merged), 3, "shard 2/3 from cell 7 on", "shard2")
        self.assertFalse(merged.exists())
        self.assert_exit(run("merge", shards[0], shards[0], shards[2]), 3, "shard 1/3, and so is")
        self.assert_exit(run("merge", shards[0], self.sweep("other", "--shard", "2/4")), 3, "another sweep")
        self.assert_exit(run("merge", shards[0], self.file("text", "hello\n")), 3, "text")

    def test_a_random_part_is_drawn_by_its_seed(self):
        def cells(name, *options):
            lines = [json.loads(line) for line in self.sweep(name, "--random", "5", *options).read_text().splitlines()]
            return [(line["policy"], line["settings"]["capacity_bytes"]) for line in lines[1:]]
        self.assertEqual(len(cells("a")), 5)
        self.assertEqual(cells("b"), cells("a2"))
        self.assertNotEqual(cells("c", "--seed", "2"), cells("d", "--seed", "3"))

    def test_the_front_is_marked_and_beaten_cells_are_not(self):
        result = run("sweep", SAMPLE, "--set", "arena:min-page=2MiB,1GiB", "--metrics", "peak_reserved_bytes,moved_bytes,stall_ns")
        self.assert_exit(result, 0)
        lines = {line.split()[0]: line for line in result.stdout.decode().splitlines() if line.startswith("arena:")}
        metrics = {}
        for name in lines:
            report = json.loads(run("replay", SAMPLE, "--policy", name, "--json", "-", "--quiet").stdout)["metrics"]
            metrics[name] = [report[key] for key in ["peak_reserved_bytes", "moved_bytes", "stall_ns"]]
        self.assertEqual(len(lines), 2)
        for name, line in lines.items():
            beaten = any(all(a <= b for a, b in zip(other, metrics[name])) and other != metrics[name] for other in metrics.values())
            self.assertEqual(" * " in line, not beaten, line)

    def test_wrong_usage_says_the_right_one(self):
        for arguments, word in [(["--set", "arena:min-pag=1"], "'min-page'"), (["--set", "arean:min-page=1MiB"], "'arena'"),
                                (["--set", "capcity=1GiB"], "'capacity'"), (["--set", "capacity"], "KEY=VALUE"),
                                (["--set", "capacity=much"], "much"), (["--set", "capacity=1GiB", "--set", "capacity=2GiB"], "twice"),
                                (["--set", "arena:min-page=x"], "min-page"), (["--policy", "arena", "--set", "exclusive:mode=auto"], "not swept"),
                                (["--shard", "4/3"], "I/N"), (["--set", "capacity=1GiB,,2GiB"], "KEY=VALUE")]:
            with self.subTest(arguments=arguments):
                self.assert_exit(run("sweep", SAMPLE, *arguments), 2, word)


if __name__ == "__main__":
    unittest.main()
