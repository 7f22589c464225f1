"""reduce: the fewest events that still show a condition."""
import time

from program import *

FAILS = ["--capacity", "3900000", "--while", "failures_count>0"]


def noisy(pairs):
    """Many small allocations that come and go, among them three that pass a capacity together."""
    rows = []
    for number in range(pairs):
        rows.append(f"{2 * number},alloc,{number},{1000 + number % 7},0,noise")
        if number >= 20:
            rows.append(f"{2 * number + 1},free,{number - 20},,,")
        if number * 4 in (pairs, 2 * pairs, 3 * pairs):
            rows.append(f"{2 * number + 1},alloc,{10 ** 6 + number},1800000,0,big")
    return HEADER + "\n".join(rows) + "\n"


def planted(events):
    """Small allocations that come and go; among them, far apart, ten that fill a pool, frees of every other one, and one that no gap holds."""
    noise = run("generate", "churn:live=100,least=1KiB,most=64KiB", "--events", events, "--seed", 7).stdout.decode().splitlines()
    mib = 1 << 20
    plants = [f"alloc,{10 ** 6 + number},{8 * mib},0,planted" for number in range(10)]
    plants += [f"free,{10 ** 6 + number},,," for number in range(0, 10, 2)]
    plants.append(f"alloc,{10 ** 6 + 10},{16 * mib},0,planted")
    rows = noise[1:]
    for number, plant in reversed(list(enumerate(plants, 1))):
        at = number * events // (len(plants) + 1)
        rows.insert(at, rows[at].split(",")[0] + "," + plant)
    return HEADER + "\n".join(rows) + "\n"


class Reduce(ProgramTest):
    def rows(self, path):
        return [row.split(",") for row in path.read_text().splitlines()[1:]]

    def reduce(self, trace, *options, out="small.csv"):
        path = self.folder / out
        result = run("reduce", trace, path, *options)
        self.assert_exit(result, 0)
        return path

    def fails(self, path):
        return run("replay", path, "--capacity", "3900000", "--quiet", "--fail-on", "failures_count>0").returncode == 1

    def test_what_is_left_still_shows_it_and_no_pair_can_go(self):
        small = self.reduce(self.file("t.csv", noisy(400)), *FAILS)
        rows = self.rows(small)
        self.assertLess(len(rows), 10)
        self.assertTrue(self.fails(small))
        for identity in {row[2] for row in rows}:
            kept = [row for row in rows if row[2] != identity]
            self.assertFalse(self.fails(self.file("less.csv", HEADER + "".join(",".join(row) + "\n" for row in kept))), identity)

    def test_sizes_are_as_small_as_they_can_be(self):
        rows = self.rows(self.reduce(self.file("t.csv", noisy(200)), *FAILS))
        for at, row in enumerate(rows):
            if row[1] == "alloc" and int(row[3]) > 1:
                fewer = [list(other) for other in rows]
                fewer[at][3] = str(int(row[3]) - 1)
                self.assertFalse(self.fails(self.file("less.csv", HEADER + "".join(",".join(other) + "\n" for other in fewer))), row)

    def test_a_failure_in_60_000_events_is_found_within_a_minute_and_no_pair_of_it_can_go(self):
        """The pool fails for want of one range, while as much memory without a pool is enough: few events show that."""
        policies = ["--policy", "rmm-pool:initial=96MiB", "--policy", "direct", "--capacity", "96MiB"]

        def shows(rows):
            path = self.file("less.csv", HEADER + "".join(",".join(row) + "\n" for row in rows))
            cells = json.loads(run("compare", path, *policies, "--json", "-", "--quiet").stdout)["cells"]
            failures = {cell["policy"].split(":")[0]: cell["metrics"]["failures_count"] for cell in cells}
            return failures["rmm-pool"] > failures["direct"]

        trace = self.file("t.csv", planted(60_000))
        self.assertGreater(len(self.rows(trace)), 60_000)
        options = [*policies, "--while", "rmm-pool.failures_count > direct.failures_count"]
        before = os.times()
        small = self.reduce(trace, *options, "--jobs", "2")
        after = os.times()
        self.assertLess(after.children_user - before.children_user, 60)
        rows = self.rows(small)
        self.assertLess(len(rows), 20)
        self.assertTrue(shows(rows))
        for identity in {row[2] for row in rows}:
            self.assertFalse(shows([row for row in rows if row[2] != identity]), identity)
        self.assertEqual(small.read_bytes(), self.reduce(trace, *options, "--jobs", "1", out="again.csv").read_bytes())

    def test_threads_change_nothing(self):
        trace = self.file("t.csv", noisy(200))
        once = self.reduce(trace, *FAILS, "--jobs", "1").read_bytes()
        self.assertEqual(once, self.reduce(trace, *FAILS, "--jobs", "3").read_bytes())

    def test_policies_can_be_held_against_each_other(self):
        condition = "arena.peak_reserved_bytes > exclusive.peak_reserved_bytes*1.2"
        small = self.reduce(self.file("t.csv", noisy(200)), "--while", condition)
        result = run("compare", small, "--policy", "arena", "--policy", "exclusive", "--json", "-", "--quiet")
        arena, exclusive = (cell["metrics"]["peak_reserved_bytes"] for cell in json.loads(result.stdout)["cells"])
        self.assertGreater(arena, exclusive * 1.2)
        self.assertLessEqual(len(self.rows(small)), 2)

    def test_the_scenario_shows_it_too(self):
        scenario = self.folder / "small.txt"
        self.reduce(self.file("t.csv", noisy(200)), *FAILS, "--scenario", scenario)
        result = run("scenario", scenario)
        self.assert_exit(result, 0)
        self.assertIn(b"OutOfMemory", result.stdout)

    def test_a_capacity_in_times_the_peak_is_that_of_the_whole_trace(self):
        result = run("reduce", self.file("t.csv", noisy(200)), self.folder / "small.csv", "--capacity", "1.0x", "--while", "failures_count>0")
        self.assert_exit(result, 0)
        capacity = result.stdout.decode().split("--capacity ")[1].split(",")[0]
        self.assert_exit(run("replay", self.folder / "small.csv", "--capacity", capacity, "--quiet", "--fail-on", "failures_count>0"), 1)

    def test_an_interrupt_keeps_the_best_so_far(self):
        trace = self.file("t.csv", noisy(3000))
        out = self.folder / "small.csv"
        whole = len(self.rows(trace))
        # A condition on a count is slow to reduce: nothing can go from what is left.
        process = subprocess.Popen([PROGRAM, "reduce", str(trace), str(out), "--while", "peak_live_bytes>30000", "--quiet"],
                                   stderr=subprocess.PIPE)
        try:
            deadline = time.monotonic() + 60
            while not out.exists() and time.monotonic() < deadline:
                time.sleep(0.002)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        finally:
            process.kill()
        self.assertIn(process.returncode, [0, 130])
        self.assertLess(len(self.rows(out)), whole)
        self.assert_exit(run("replay", out, "--quiet", "--fail-on", "peak_live_bytes<=30000"), 0)
        self.assert_holds("t.csv", "small.csv")

    def test_a_condition_that_does_not_hold_or_makes_no_sense_ends_with_2(self):
        for condition, word in [("failures_count>0", "does not hold"), ("failure_count>0", "'failures_count'"), ("1>0", "no metric"),
                                ("arean.failures_count>0", "'arena'"), ("failures_count", "expected METRIC")]:
            with self.subTest(condition=condition):
                self.assert_exit(run("reduce", SAMPLE, self.folder / "out.csv", "--while", condition), 2, word)
        self.assert_holds()


if __name__ == "__main__":
    unittest.main()
