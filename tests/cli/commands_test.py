"""Commands besides replay: scenario, generate, convert, inspect."""
from program import *

DEVICE = "device max_page=1048576 alignment=256 capacity=0 memory=adaptive mode=auto\n"


class Scenario(ProgramTest):
    def test_what_it_prints_checks_as_equal(self):
        printed = run("scenario", "-", stdin=DEVICE + "alloc 1 1000 0\nfree 1\nreport\n")
        self.assert_exit(printed, 0)
        self.assert_exit(run("scenario", "-", "--check", stdin=printed.stdout), 0)

    def test_a_difference_is_shown_with_its_line(self):
        printed = run("scenario", "-", stdin=DEVICE + "alloc 1 1000 0\n").stdout.decode()
        changed = self.file("changed", printed.replace("place ", "place 9", 1))
        result = run("scenario", changed, "--check")
        self.assert_exit(result, 1)
        line = next(n for n, text in enumerate(printed.splitlines(), 1) if text.startswith("place "))
        self.assertIn(f"changed:{line}", result.stdout.decode())

    def test_a_bad_command_names_its_line(self):
        self.assert_exit(run("scenario", self.file("short", DEVICE + "alloc 1\n")), 3, "short:2")

    def test_another_policy_can_be_asked_for(self):
        result = run("scenario", "-", "--policy", "exclusive", stdin=DEVICE + "alloc 1 1000 0\n")
        self.assert_exit(result, 0)
        self.assertIn(b"memory=exclusive", result.stdout)


class Generate(ProgramTest):
    KINDS = ["churn", "training", "inference", "growing"]  # expected/ pins their bytes

    def trace(self, kind, *options):
        result = run("generate", kind, "--events", "20000", *options)
        self.assert_exit(result, 0)
        return result.stdout

    def test_another_seed_gives_another_trace(self):
        self.assertNotEqual(self.trace("churn"), self.trace("churn", "--seed", "2"))

    def test_every_kind_reads_back_without_a_repair_and_frees_all(self):
        for kind in self.KINDS:
            result = run("inspect", "-", "--json", "-", "--quiet", stdin=self.trace(kind))
            self.assert_exit(result, 0)
            found = json.loads(result.stdout)["import"]
            self.assertFalse(any(found["repairs"].values()), kind)
            self.assertEqual(found["live"]["end_count"], 0)
            self.assertLessEqual(sum(found["events"].values()), 20000)
            self.assertGreater(sum(found["events"].values()), 18000)


class Convert(ProgramTest):
    def rows(self, trace, *options):
        """Time, event and id of each row that is left."""
        result = run("convert", "-", "-", *options, "--quiet", stdin=trace)
        self.assert_exit(result, 0)
        return [row.split(",")[:3] for row in result.stdout.decode().splitlines()[1:]]

    def test_a_trace_converts_to_itself(self):
        once = run("convert", SAMPLE, "-", "--quiet").stdout
        again = run("convert", "-", "-", "--quiet", stdin=once).stdout
        self.assertTrue(once)
        self.assertEqual(once, again)

    def test_what_filters_leave_out_is_said(self):
        result = run("convert", "-", "-", "--min-size", "2000", stdin=SMALL)
        self.assert_exit(result, 0, "left out by the filters: 1 alloc", "left out by the filters: 1 free")
        self.assertEqual(self.rows(SMALL, "--min-size", "2000"), [["10", "alloc", "2"], ["30", "free", "2"]])

    def test_what_is_live_where_a_part_begins_comes_as_preexisting(self):
        self.assertEqual(self.rows(SMALL, "--from-event", "1", "--to-event", "2"),
                         [["0", "preexisting", "1"], ["10", "alloc", "2"], ["20", "free", "1"]])

    def test_a_stream_can_be_chosen(self):
        trace = HEADER + "0,alloc,1,10,0,\n1,alloc,2,10,1,\n2,free,1,,1,\n"
        self.assertEqual(self.rows(trace, "--stream", "0"), [["0", "alloc", "1"], ["2", "free", "1"]])


class Inspect(ProgramTest):
    def test_it_counts_a_sample(self):
        result = run("inspect", SAMPLE, "--json", "-", "--quiet")
        self.assert_exit(result, 0)
        device = json.loads(result.stdout)["devices"][0]
        self.assertEqual((device["alloc_count"], device["free_count"], device["peak_bytes"], device["end_bytes"]),
                         (5147, 4666, 5762142352, 204669160))

    def test_it_speaks_to_a_person(self):
        result = run("inspect", SAMPLE)
        self.assert_exit(result, 0)
        self.assertIn(b"csv", result.stdout)


if __name__ == "__main__":
    unittest.main()
