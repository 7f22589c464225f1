"""diff: two files of figures, metric by metric."""
from program import *


class Diff(ProgramTest):
    def report(self, name, *options):
        path = self.folder / name
        self.assert_exit(run("replay", SAMPLE, "--json", path, "--quiet", *options), 0)
        return path

    def test_equal_reports_differ_in_nothing_though_the_clock_does(self):
        result = run("diff", self.report("a.json"), self.report("b.json"), "--fail-on", "any worse")
        self.assert_exit(result, 0)
        self.assertIn(b"metrics are equal", result.stdout)
        self.assertNotIn(b"before", result.stdout)

    def test_what_differs_is_shown_with_both_values_and_the_settings(self):
        result = run("diff", self.report("a.json"), self.report("b.json", "--policy", "exclusive", "--alignment", "512"))
        self.assert_exit(result, 0)
        for part in [b"peak_reserved_bytes", b"worse", b"better", b"under arena, now", b"alignment_bytes: 256, now 512"]:
            self.assertIn(part, result.stdout)

    def test_a_broken_rule_ends_with_1(self):
        before, now = self.report("a.json"), self.report("b.json", "--capacity", "1.05x")
        self.assert_exit(run("diff", before, now, "--fail-on", "failures_count worse", "--quiet"), 1, "failures_count is 4, was 0")
        self.assert_exit(run("diff", now, before, "--fail-on", "failures_count worse,first_failure_event worse", "--quiet"), 0)

    def test_comparisons_and_baselines_go_together_cell_by_cell(self):
        paths = [self.folder / name for name in ["c.json", "b.json"]]
        self.assert_exit(run("compare", SAMPLE, "--policy", "arena", "--policy", "exclusive", "--quiet", "--json", paths[0],
                             "--baseline", paths[1], "--update-baseline"), 0)
        self.assert_exit(run("diff", *paths, "--fail-on", "any worse"), 0)
        document = json.loads(paths[1].read_text())
        del document["cells"][1]
        paths[1].write_text(json.dumps(document))
        self.assert_exit(run("diff", *paths), 3, "b.json", "under exclusive", "not here")
        self.assert_exit(run("diff", *reversed(paths)), 3, "c.json", "under exclusive", "earlier")

    def test_inspections_differ_by_what_they_count(self):
        trace = self.file("t.csv", SMALL)
        for name in ["a.json", "b.json"]:
            self.assert_exit(run("inspect", trace, "--json", self.folder / name, "--quiet"), 0)
            trace.write_text(SMALL + "40,alloc,3,500,0,c\n")
        result = run("diff", self.folder / "a.json", self.folder / "b.json")
        self.assert_exit(result, 0)
        self.assertIn(b"alloc_count", result.stdout)

    def test_a_report_and_a_comparison_of_the_same_replay_differ_in_nothing(self):
        path = self.folder / "c.json"
        self.assert_exit(run("compare", SAMPLE, "--policy", "arena", "--quiet", "--json", path), 0)
        result = run("diff", self.report("a.json"), path)
        self.assert_exit(result, 0)
        self.assertEqual(len(result.stdout.splitlines()), 2, result.stdout.decode())

    def test_an_inspection_has_nothing_to_compare_with_a_report(self):
        path = self.folder / "i.json"
        self.assert_exit(run("inspect", SAMPLE, "--json", path, "--quiet"), 0)
        self.assert_exit(run("diff", self.report("a.json"), path), 3, "i.json", "nothing to compare")

    def test_files_that_hold_no_figures_end_with_3(self):
        report = self.report("a.json")
        for text in ["", "{}", '{"schema": "rules", "schema_version": 1}', '{"schema": "report", "schema_version": 2}', "[1]"]:
            self.assert_exit(run("diff", report, self.file("bad.json", text)), 3, "bad.json")
        self.assert_exit(run("diff", report, self.folder / "none.json"), 3, "none.json")

    def test_a_rule_without_sense_ends_with_2(self):
        report = self.report("a.json")
        self.assert_exit(run("diff", report, report, "--fail-on", "failures>0"), 2, "'failures'")


if __name__ == "__main__":
    unittest.main()
