"""fit: the smallest capacity or option value, against trying every one."""
import sys

from program import *


def trace(*sizes_and_frees):
    """`+ID:SIZE` allocates, `-ID` frees."""
    rows = []
    for time, word in enumerate(sizes_and_frees):
        identity, _, size = word[1:].partition(":")
        rows.append(f"{time},alloc,{identity},{size},0," if word[0] == "+" else f"{time},free,{identity},,,")
    return HEADER + "\n".join(rows) + "\n"


class Fit(ProgramTest):
    def fit(self, path, *options):
        result = run("fit", path, *options, "--json", "-", "--quiet")
        self.assert_exit(result, 0)
        return json.loads(result.stdout)["results"]

    def churn(self):
        return self.file("churn.csv", run("generate", "churn:live=100", "--events", "2000").stdout)

    def fails(self, path, capacity, policy):
        result = run("replay", path, "--policy", policy, "--capacity", str(capacity), "--quiet", "--fail-on", "failures_count>0")
        self.assertIn(result.returncode, [0, 1], result.stderr.decode())
        return result.returncode == 1

    def test_it_is_what_trying_every_capacity_finds(self):
        mib = 1 << 20
        path = self.file("t.csv", trace("+1:3000000", "+2:500000", "-1", "+3:7000000", "+4:100", "-2", "+5:9000000", "-3", "-4", "-5"))
        for policy in ["arena", "exclusive"]:
            with self.subTest(policy=policy):
                found, = self.fit(path, "--policy", policy, "--step", "1MiB")
                linear = next(at for at in range(found["least"], found["most"] + 1, mib) if not self.fails(path, at, policy))
                self.assertEqual(found["smallest"], linear)
                self.assertTrue(found["monotonic"])

    def test_to_the_last_step_there_is_a_failure_below_it(self):
        path = self.churn()
        for policy in ["arena", "exclusive"]:
            found, = self.fit(path, "--policy", policy)
            self.assertEqual(found["step"], 256)
            self.assertFalse(self.fails(path, found["smallest"], policy))
            self.assertTrue(self.fails(path, found["smallest"] - 256, policy))

    def test_more_memory_that_makes_a_policy_fail_is_told(self):
        """On this load 220.5 MB are enough for exclusive pages, and 249 MB are not."""
        path = self.file("t.csv", run("generate", "churn:live=20", "--events", "300", "--seed", "5").stdout)
        result = run("fit", path, "--policy", "exclusive", "--probes", "120", "--json", self.folder / "fit.json")
        self.assert_exit(result, 0)
        self.assertIn(b"not monotonic", result.stdout)
        found, = json.loads((self.folder / "fit.json").read_text())["results"]
        self.assertFalse(found["monotonic"])
        self.assert_fails_above(path, found)

    def test_more_memory_that_makes_a_policy_fail_is_told_of_a_real_training_run(self):
        found, = self.fit(SAMPLE, "--policy", "exclusive")
        self.assertFalse(found["monotonic"])
        self.assert_fails_above(SAMPLE, found)

    def assert_fails_above(self, path, found):
        above = [probe["value"] for probe in found["probes"] if not probe["holds"] and probe["value"] > found["smallest"]]
        self.assertTrue(above)
        self.assertFalse(self.fails(path, found["smallest"], "exclusive"))
        self.assertTrue(all(self.fails(path, capacity, "exclusive") for capacity in above))

    def test_threads_change_nothing(self):
        path = self.churn()
        once = run("fit", path, "--json", "-", "--jobs", "1", "--quiet").stdout
        self.assertEqual(once, run("fit", path, "--json", "-", "--jobs", "2", "--quiet").stdout)

    def test_an_option_has_a_smallest_value_too(self):
        path = self.file("t.csv", trace("+1:3000000", "+2:3000000", "-1", "+3:5000000", "-2", "-3"))
        found, = self.fit(path, "--policy", "arena", "--option", "min-page=1MiB..16MiB/1MiB", "--fail-on", "page_grants_count>1",
                          "--probes", "3")
        grants = []
        for pages in range(1, 17):
            report = run("replay", path, "--policy", f"arena:min-page={pages}MiB", "--json", "-", "--quiet")
            grants.append(json.loads(report.stdout)["metrics"]["page_grants_count"])
        self.assertEqual(found["smallest"], (1 + next(at for at, count in enumerate(grants) if count <= 1)) << 20)

    def test_nothing_that_is_enough_is_a_result(self):
        path = self.file("t.csv", trace("+1:3000000", "-1"))
        result = run("fit", path, "--max-page", "1MiB")
        self.assert_exit(result, 0)
        self.assertIn(b"none", result.stdout)
        self.assertIn(b"allocation 1", result.stdout)

    def test_the_file_is_what_its_schema_says(self):
        path = self.folder / "fit.json"
        self.assert_exit(run("fit", "-", "--json", path, "--quiet", stdin=SMALL), 0)
        check = subprocess.run([sys.executable, str(ROOT / "tests/metrics/validate.py"), str(ROOT / "sim/report/fit.schema.json"), str(path)],
                               capture_output=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout.decode())

    def test_wrong_usage_says_the_right_one(self):
        for arguments, word in [(["--capacity", "1GiB"], "--capacity"), (["--option", "min-page"], "NAME=FROM..TO"),
                                (["--option", "min-pag=1..2"], "'min-page'"), (["--option", "fit=1..2"], "no number"),
                                (["--option", "slots=1..65"], "slots"), (["--option", "min-page=2MiB..1MiB"], "NAME=FROM..TO"),
                                (["--option", "min-page=1MiB..2MiB", "--step", "1MiB"], "--step"),
                                (["--fail-on", "peak_reserved_bytes>+1%"], "baseline"), (["--fail-on", "x>1"], "'x'")]:
            with self.subTest(arguments=arguments):
                self.assert_exit(run("fit", SAMPLE, *arguments), 2, word)


if __name__ == "__main__":
    unittest.main()
