"""compare: one parse, every policy; the same output for any number of threads and any order; tables, files, rules, baseline."""
import csv
import io
import re
import sys

from program import *

SAMPLES = sorted(str(path) for path in (ROOT / "traces/samples").glob("*.csv.gz"))
XSD = pathlib.Path(__file__).resolve().parent / "junit.xsd"
TWO = ["--policy", "arena", "--policy", "exclusive"]


def valid(schema, *paths):
    return subprocess.run([sys.executable, str(ROOT / "tests/metrics/validate.py"), str(ROOT / "sim/report" / schema), *map(str, paths)],
                          capture_output=True, check=False)


class Compare(ProgramTest):
    def outputs(self, *arguments):
        """The bytes of every output."""
        names = ["json", "csv", "markdown", "junit"]
        options = [part for name in names for part in ("--" + name, self.folder / name)]
        result = run("compare", *arguments, *options)
        self.assert_exit(result, 0)
        return [result.stdout] + [(self.folder / name).read_bytes() for name in names]

    def test_threads_and_the_order_of_policies_change_nothing(self):
        names = [line.split()[0] for line in run("list", "policies").stdout.decode().splitlines() if line[:1].strip()]
        self.assertIn("arena", names)
        once = self.outputs(*SAMPLES, "--capacity", "1.05x", "--jobs", "1")
        self.assertEqual(once, self.outputs(*SAMPLES, "--capacity", "1.05x", "--jobs", "2"))
        backwards = [part for name in reversed(names) for part in ("--policy", name)]
        self.assertEqual(once, self.outputs(*SAMPLES, *backwards, "--capacity", "1.05x", "--jobs", "2"))

    def test_every_metric_is_that_of_a_replay(self):
        self.outputs(SAMPLE, *TWO, "--capacity", "1.05x")
        cells = json.loads((self.folder / "json").read_bytes())["cells"]
        self.assertEqual([cell["policy"] for cell in cells], ["arena", "exclusive"])
        for cell in cells:
            result = run("replay", SAMPLE, "--policy", cell["policy"], "--capacity", "1.05x", "--json", "-", "--quiet")
            report = json.loads(result.stdout)
            self.assertEqual(cell["metrics"], report["metrics"])
            self.assertEqual(cell["undefined"], report["undefined"])
            self.assertEqual(cell["options"], report["policy"]["options"])
            self.assertEqual(cell["sha256"], report["trace"]["sha256"])
            self.assertEqual(cell["settings"]["capacity_bytes"], report["device"]["capacity_bytes"])

    def test_the_files_are_what_their_schemas_say(self):
        self.outputs(*SAMPLES[:2], *TWO, "--fail-on", "failures_count>1000")
        check = valid("compare.schema.json", self.folder / "json")
        self.assertEqual(check.returncode, 0, check.stdout.decode())
        check = subprocess.run(["xmllint", "--noout", "--schema", str(XSD), str(self.folder / "junit")], capture_output=True, check=False)
        self.assertEqual(check.returncode, 0, check.stderr.decode())
        rows = list(csv.DictReader(io.StringIO((self.folder / "csv").read_text())))
        self.assertEqual([row["policy"] for row in rows], ["arena", "exclusive"] * 2)
        cells = json.loads((self.folder / "json").read_bytes())["cells"]
        self.assertEqual([int(row["peak_reserved_bytes"]) for row in rows], [cell["metrics"]["peak_reserved_bytes"] for cell in cells])

    def test_the_best_of_each_column_is_marked_and_what_failed_is_not(self):
        self.outputs(SAMPLE, *TWO)
        cells = {cell["policy"]: cell for cell in json.loads((self.folder / "json").read_bytes())["cells"]}
        least = min(cells, key=lambda name: cells[name]["metrics"]["peak_reserved_bytes"])
        for name, cell in cells.items():
            self.assertEqual("peak_reserved_bytes" in cell["best"], name == least)
        table = (self.folder / "markdown").read_text()
        self.assertIn(f"| {least} | **", table.replace("!", ""))
        self.outputs(SAMPLE, *TWO, "--capacity", "1.0x")
        for cell in json.loads((self.folder / "json").read_bytes())["cells"]:
            self.assertEqual(cell["failed"], cell["metrics"]["failures_count"] > 0)
            self.assertFalse(cell["failed"] and cell["best"])

    def test_a_markdown_table_keeps_its_columns_whatever_names_hold(self):
        name = "a|b*_c_ <i>`d` [e](f) ~~g~~ #1 h_i.csv"
        policy = "pytorch:roundup_power2_divisions=[256:1,512:2,>:8]"
        self.outputs(self.file(name, SMALL), "--policy", "arena", "--policy", policy)
        lines = (self.folder / "markdown").read_text().splitlines()
        self.assertIn(r"### a\|b\*\_c\_ \<i\>\`d\` \[e\](f) \~\~g\~\~ \#1 h_i.csv", lines)
        table = [line for line in lines if line.startswith("|")]
        self.assertEqual(len(table), 4)
        self.assertEqual({len(re.findall(r"(?<!\\)\|", line)) for line in table}, {9})
        self.assertTrue(table[3].startswith(r"| pytorch:roundup_power2_divisions=\[256:1,512:2,\>:8\] |"))

    def test_whatever_bytes_a_name_holds_the_files_stay_well_formed(self):
        self.outputs(self.file(b"a\x01\n\xff&.csv".decode(errors="surrogateescape"), SMALL), "--policy", "arena")
        self.assertIn("### a\x01 ", (self.folder / "markdown").read_text(errors="replace"))
        self.assertEqual(json.loads((self.folder / "json").read_bytes())["cells"][0]["policy"], "arena")
        check = subprocess.run(["xmllint", "--noout", "--schema", str(XSD), str(self.folder / "junit")], capture_output=True, check=False)
        self.assertEqual(check.returncode, 0, check.stderr.decode())

    def test_the_best_stays_marked_where_it_breaks_a_rule(self):
        result = run("compare", SAMPLE, *TWO, "--fail-on", "peak_reserved_bytes>0", "--markdown", self.folder / "md")
        self.assert_exit(result, 1)
        rows = (self.folder / "md").read_text().splitlines()
        self.assertEqual(sum(line.startswith("| ") and line.split(" | ")[1].startswith("**") for line in rows), 1)

    def test_without_a_policy_every_one_is_compared(self):
        result = run("compare", "-", "--json", "-", "--quiet", stdin=SMALL)
        self.assert_exit(result, 0)
        names = [line.split()[0] for line in run("list", "policies").stdout.decode().splitlines() if line[:1].strip()]
        self.assertTrue({"arena", "exclusive"} <= {cell["policy"] for cell in json.loads(result.stdout)["cells"]} <= set(names))

    def test_columns_can_be_chosen(self):
        result = run("compare", "-", *TWO, "--metrics", "moves_count,end_live_bytes", stdin=SMALL)
        self.assert_exit(result, 0)
        self.assertIn(b"moves", result.stdout)
        self.assertNotIn(b"efficiency", result.stdout)
        self.assert_exit(run("compare", "-", "--metrics", "moved_count", stdin=SMALL), 2, "'moved_count'", "'moves_count'")

    def test_a_trace_can_name_its_format_and_its_options_do_not_mix(self):
        plain = self.file("a.txt", "0 10 100\n5 20 200\n")
        result = run("compare", f"{plain}::allocatorsim", SAMPLE, "--policy", "arena", "--json", "-", "--quiet")
        self.assert_exit(result, 0)
        self.assertEqual([cell["trace"] for cell in json.loads(result.stdout)["cells"]], ["a.txt::allocatorsim", pathlib.Path(SAMPLE).name])

    def test_two_traces_of_one_name_and_a_policy_named_twice_are_usage_errors(self):
        other = self.folder / "other"
        other.mkdir()
        for folder in [self.folder, other]:
            (folder / "a.csv").write_text(SMALL)
        self.assert_exit(run("compare", self.folder / "a.csv", other / "a.csv"), 2, "two traces", "'a.csv'")
        self.assert_exit(run("compare", SAMPLE, "--policy", "arena", "--policy", "arena"), 2, "'arena'", "twice")

    def test_a_policy_that_lacks_what_a_trace_needs_is_named_and_never_left_out(self):
        """Only lifetimes that are known beforehand can be lacking: every policy serves every kind of event."""
        out = self.folder / "out.json"
        for settings in [["--timing", "closed"], ["--free-lag", "stream"], ["--on-full", "wait"]]:
            with self.subTest(settings=settings):
                result = run("compare", SAMPLE, "--policy", "arena", "--policy", "offline", *settings, "--json", out)
                self.assert_exit(result, 2, "a_resnet50_train.csv.gz under offline", "must know every lifetime beforehand", settings[0])
                self.assertEqual(result.stdout, b"")
                self.assert_exit(run("compare", SAMPLE, *settings, "--json", out), 2, "under offline", "--policy names")
                self.assert_holds()
        self.assert_exit(run("compare", SAMPLE, *TWO, "--timing", "closed", "--quiet"), 0)

    def test_a_trace_that_cannot_be_read_names_its_place(self):
        bad = self.file("bad.csv", SMALL + "40,alloc,x,1,,\n")
        self.assert_exit(run("compare", SAMPLE, bad, *TWO), 3, "bad.csv:6")

    def test_contradicting_options_name_trace_and_policy(self):
        self.assert_exit(run("compare", SAMPLE, "--policy", "arena:small-page=64KiB,small-slice=128KiB"), 2,
                         pathlib.Path(SAMPLE).name, "small-slice")


class Rules(ProgramTest):
    def compare(self, *arguments, policies=("arena",)):
        return run("compare", SAMPLE, *(part for policy in policies for part in ("--policy", policy)), "--quiet", *arguments)

    def test_a_broken_rule_ends_with_1_and_names_everything(self):
        result = self.compare("--capacity", "1.05x", "--fail-on", "failures_count>3,moved_bytes<0")
        self.assert_exit(result, 1, "failures_count>3", "failures_count is 4", "a_resnet50_train.csv.gz", "under arena")
        self.assertNotIn(b"moved_bytes", result.stderr)

    def test_outputs_are_written_though_a_rule_is_broken(self):
        result = self.compare("--fail-on", "peak_reserved_bytes>0", "--junit", self.folder / "junit", "--markdown", self.folder / "md")
        self.assert_exit(result, 1)
        self.assertIn("<failure", (self.folder / "junit").read_text())
        self.assertIn("1 of 1 checks of rules are broken", (self.folder / "md").read_text())
        check = subprocess.run(["xmllint", "--noout", "--schema", str(XSD), str(self.folder / "junit")], capture_output=True, check=False)
        self.assertEqual(check.returncode, 0, check.stderr.decode())

    def test_rules_of_a_file_are_for_the_traces_and_policies_that_they_name(self):
        rules = {"schema": "rules", "schema_version": 1,
                 "rules": [{"fail_on": "peak_reserved_bytes>0", "policy": "excl*"}, {"fail_on": "failures_count>0", "trace": "a_*"}]}
        path = self.file("rules.json", json.dumps(rules))
        self.assertEqual(valid("rules.schema.json", path).returncode, 0)
        result = self.compare("--rules", path, policies=["arena", "exclusive"])
        self.assert_exit(result, 1, "under exclusive")
        self.assertNotIn(b"under arena", result.stderr)

    def test_rules_that_cannot_be_judged_end_with_2(self):
        for rules, word in [("failure_count>0", "'failures_count'"), ("failures_count>>0", "is no value"), ("failures_count", "expected METRIC"),
                            ("peak_reserved_bytes>+2%", "baseline"), ("peak_live_bytes worse", "neither more nor less")]:
            with self.subTest(rules=rules):
                self.assert_exit(self.compare("--fail-on", rules), 2, word)
        document = {"schema": "rules", "schema_version": 1, "rules": [{"fail_on": "failures_count>0", "policy": "arean"}]}
        self.assert_exit(self.compare("--rules", self.file("r.json", json.dumps(document))), 2, "'arean'")
        document["rules"][0] = {"fail_on": "failures>0"}
        self.assert_exit(self.compare("--rules", self.file("r.json", json.dumps(document))), 2, "r.json", "rules[0]", "'failures'")

    def test_a_damaged_rules_file_ends_with_3(self):
        for text in ["{", "[]", '{"schema": "baseline", "schema_version": 1}', '{"schema": "rules", "schema_version": 2, "rules": []}',
                     '{"schema": "rules", "schema_version": 1, "rules": [{"fail": "x"}]}', '{"schema": "rules", "schema_version": 1}']:
            with self.subTest(text=text):
                self.assert_exit(self.compare("--rules", self.file("rules.json", text)), 3, "rules.json")
        self.assert_exit(self.compare("--rules", self.folder / "none.json"), 3, "none.json")

    def test_replay_takes_the_same_rules(self):
        self.assert_exit(run("replay", SAMPLE, "--capacity", "1.05x", "--quiet", "--fail-on", "failures_count>3"), 1,
                         "failures_count is 4", "a_resnet50_train.csv.gz under arena")
        self.assert_exit(run("replay", SAMPLE, "--quiet", "--fail-on", "failures_count>0"), 0)
        self.assert_exit(run("replay", SAMPLE, "--quiet", "--fail-on", "peak_reserved_bytes>+2%"), 2, "baseline")
        self.assert_exit(run("replay", SAMPLE, "--quiet", "--fail-on", "x>0"), 2, "'x'")


class Baseline(ProgramTest):
    def compare(self, *arguments, trace=SAMPLE, policies=("arena",), baseline="baseline.json"):
        named = (part for policy in policies for part in ("--policy", policy))
        return run("compare", trace, *named, "--quiet", "--baseline", self.folder / baseline, *arguments)

    def written(self, **more):
        self.assert_exit(self.compare("--update-baseline", **more), 0)
        return self.folder / "baseline.json"

    def changed(self, change):
        path = self.written()
        document = json.loads(path.read_text())
        change(document["cells"][0])
        path.write_text(json.dumps(document))

    def test_a_baseline_that_was_just_written_is_held(self):
        path = self.written(policies=["arena", "exclusive"])
        check = valid("baseline.schema.json", path)
        self.assertEqual(check.returncode, 0, check.stdout.decode())
        self.assert_exit(self.compare("--fail-on", "any worse", policies=["exclusive", "arena"]), 0)
        before = path.read_bytes()
        self.written(policies=["exclusive", "arena"])
        self.assertEqual(before, path.read_bytes())

    def test_what_got_worse_breaks_a_rule_with_both_values(self):
        def smaller(cell):
            cell["metrics"]["peak_reserved_bytes"] //= 2
        self.changed(smaller)
        was = json.loads((self.folder / "baseline.json").read_text())["cells"][0]["metrics"]["peak_reserved_bytes"]
        result = self.compare("--fail-on", "peak_reserved_bytes>+2%")
        self.assert_exit(result, 1, "peak_reserved_bytes>+2%", str(was), "+100 %", "under arena", "a_resnet50_train.csv.gz")
        self.assert_exit(self.compare("--fail-on", "peak_reserved_bytes>+101%"), 0)
        self.assert_exit(self.compare("--fail-on", "any worse by 50%"), 1, "peak_reserved_bytes")
        shown = run("compare", SAMPLE, "--policy", "arena", "--baseline", self.folder / "baseline.json")
        self.assertIn(b"(+100 %)", shown.stdout)

    def test_a_cell_that_the_baseline_lacks_ends_with_3(self):
        self.written()
        self.assert_exit(self.compare(policies=["arena", "exclusive"]), 3, "baseline.json", "no cell", "under exclusive")

    def test_a_metric_that_the_baseline_lacks_ends_with_3(self):
        self.changed(lambda cell: cell["metrics"].pop("moved_bytes"))
        self.assert_exit(self.compare(), 0)
        self.assert_exit(self.compare("--fail-on", "moved_bytes worse"), 3, "moved_bytes")

    def test_another_trace_of_that_name_ends_with_3(self):
        path = self.file("a.csv", SMALL)
        self.written(trace=path)
        path.write_text(SMALL.replace("1000", "1001"))
        self.assert_exit(self.compare(trace=path), 3, "baseline.json", "SHA-256", "a.csv")

    def test_other_settings_than_then_end_with_3(self):
        self.written()
        self.assert_exit(self.compare("--capacity", "1.5x"), 3, "capacity_bytes", "null then")
        self.assert_exit(self.compare("--cost-model", "cuda-like"), 3, "timing.cost_model")

    def test_a_damaged_baseline_ends_with_3(self):
        good = self.written().read_text()
        for text in ["", good[:1000], good.replace('"baseline"', '"compare"', 1), good.replace('"schema_version": 1', '"schema_version": 2'),
                     good.replace('"sha256"', '"sha"'), good.replace('"metrics": {', '"metrics": {"x": [],')]:
            with self.subTest(text=text[:40]):
                self.file("baseline.json", text)
                self.assert_exit(self.compare(), 3, "baseline.json")
        self.assert_exit(self.compare(baseline="none.json"), 3, "none.json")

    def test_updating_needs_a_file_and_one_that_can_be_written(self):
        self.assert_exit(run("compare", SAMPLE, "--update-baseline"), 2, "--baseline")
        self.assert_exit(self.compare("--update-baseline", baseline="none/baseline.json"), 5, "none/baseline.json")

    def test_writing_it_is_said(self):
        result = run("compare", SAMPLE, "--policy", "arena", "--baseline", self.folder / "b.json", "--update-baseline")
        self.assert_exit(result, 0)
        self.assertIn(b"The baseline is written: ", result.stdout)

    def test_what_the_baseline_has_besides_is_said(self):
        self.written(policies=["arena", "exclusive"])
        result = run("compare", SAMPLE, "--policy", "arena", "--baseline", self.folder / "baseline.json")
        self.assert_exit(result, 0)
        self.assertIn(b"not run: a_resnet50_train.csv.gz under exclusive", result.stdout)


if __name__ == "__main__":
    unittest.main()
