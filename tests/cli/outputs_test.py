"""Outputs are complete or not there; equal input gives equal bytes; pipes, full disks and interrupts end as they should."""
import time

from program import *


def comparable(report):
    """All of a report but what was measured, which stands last."""
    return report.split(b'"measured"')[0]


class Reports(ProgramTest):
    def report(self, *arguments):
        path = self.folder / "report.json"
        self.assert_exit(run("replay", *arguments, "--json", path, "--quiet"), 0)
        return path.read_bytes()

    def test_two_runs_give_equal_bytes(self):
        first, second = (self.report(SAMPLE, "--capacity", "1.05x") for _ in range(2))
        self.assertEqual(comparable(first), comparable(second))
        self.assertIn(b'"measured"', first)

    def test_naming_the_format_changes_nothing(self):
        found = comparable(self.report(SAMPLE))
        self.assertEqual(found, comparable(self.report(SAMPLE, "--format", "csv")))
        self.assertEqual(found, comparable(self.report(SAMPLE + "::csv")))

    def test_the_report_of_a_pipe_is_that_of_the_file_but_for_its_name(self):
        file = json.loads(self.report(SAMPLE))
        with open(SAMPLE, "rb") as trace:
            result = run("replay", "-", "--json", "-", "--quiet", stdin_file=trace)
        self.assert_exit(result, 0)
        pipe = json.loads(result.stdout)
        for report in [file, pipe]:
            report.pop("measured")
            report["trace"].pop("name")
            report["trace"]["import"].pop("file")
        self.assertEqual(file, pipe)

    def test_the_summary_goes_to_standard_error_when_the_report_takes_standard_output(self):
        result = run("replay", "-", "--json", "-", stdin=SMALL)
        self.assert_exit(result, 0)
        json.loads(result.stdout)
        self.assertTrue(result.stderr)
        beside = run("replay", "-", "--json", self.folder / "report.json", stdin=SMALL)
        self.assertTrue(beside.stdout)

    def test_facts_begin_with_the_device_and_end_with_a_report(self):
        result = run("replay", "-", "--facts", "-", "--quiet", stdin=SMALL)
        lines = result.stdout.decode().splitlines()
        self.assertTrue(lines[0].startswith("device max_page="))
        self.assertIn("> report", lines)

    def test_a_capacity_in_times_the_peak_is_rounded_down(self):
        report = json.loads(self.report(self.file("trace.csv", SMALL), "--capacity", "1.05x"))
        self.assertEqual(report["device"]["capacity_bytes"], 3001000 * 105 // 100)

    def test_standard_input_is_kept_where_it_must_be_read_again(self):
        result = run("replay", "-", "--capacity", "1.05x", "--repeat", "2", "--json", "-", "--quiet", stdin=SMALL)
        self.assert_exit(result, 0)
        report = json.loads(result.stdout)
        self.assertEqual(report["device"]["capacity_bytes"], 3001000 * 105 // 100)
        self.assertEqual(report["trace"]["import"]["file"], "-")

    def test_stopping_at_an_event_draws_the_pages(self):
        result = run("replay", "-", "--at", "1", "--quiet", stdin=SMALL)
        self.assert_exit(result, 0)
        self.assertIn(b"|held ", result.stdout)

    def test_stopping_at_an_event_that_never_comes_is_a_usage_error(self):
        self.assert_exit(run("replay", "-", "--at", "3", "--quiet", stdin=SMALL), 0)
        result = run("replay", "-", "--at", "4", "--json", self.folder / "report.json", stdin=SMALL)
        self.assert_exit(result, 2, "--at: the replay has no event 4; it has 4, counted from 0")
        self.assertEqual(result.stdout, b"")
        self.assert_holds()
        self.assert_exit(run("replay", "-", "--at", "7", "--repeat", "2", "--quiet", stdin=SMALL), 0)
        self.assert_exit(run("replay", "-", "--at", "8", "--repeat", "2", "--quiet", stdin=SMALL), 2, "it has 8")


class Failing(ProgramTest):
    def test_an_output_that_cannot_be_written_is_told_before_the_traces_are_read(self):
        for arguments in [["compare", "none.csv", "--csv"], ["fit", "none.csv", "--json"], ["sweep", "none.csv", "--csv"],
                          ["reduce", "none.csv", self.folder / "out.csv", "--while", "failures_count>0", "--scenario"]]:
            with self.subTest(arguments=arguments):
                self.assert_exit(run(*arguments, self.folder / "none/out"), 5, "none/out: cannot open")
        self.assert_holds()

    def test_a_full_disk_is_an_output_that_cannot_be_written(self):
        for option in ["--json", "--facts"]:
            self.assert_exit(run("replay", SAMPLE, option, "/dev/full", "--quiet"), 5, "/dev/full")

    def test_a_full_standard_output_is_an_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            self.assert_exit(run("replay", SAMPLE, stdout=full), 5, "standard output")
            self.assert_exit(run("list", "metrics", stdout=full), 5, "standard output")

    def test_a_missing_folder_is_an_output_that_cannot_be_written(self):
        self.assert_exit(run("replay", SAMPLE, "--json", self.folder / "none/report.json"), 5, "none/report.json")

    def test_a_folder_is_an_output_that_cannot_be_written(self):
        self.assert_exit(run("replay", SAMPLE, "--json", self.folder), 5)

    def test_an_error_leaves_an_old_output_as_it_was(self):
        report = self.file("report.json", "old")
        trace = self.file("bad.csv", SMALL + "40,malloc,1,1,0,\n")
        self.assert_exit(run("replay", trace, "--json", report), 3)
        self.assertEqual(report.read_text(), "old")
        self.assert_holds("report.json", "bad.csv")

    def test_a_closed_pipe_ends_in_silence(self):
        for command in [["replay", SAMPLE, "--facts", "-", "--quiet"], ["generate", "churn"], ["list", "metrics"]]:
            reading, writing = os.pipe()
            os.close(reading)
            with os.fdopen(writing, "wb") as pipe:
                result = run(*command, stdout=pipe)
            self.assert_exit(result, 141)
            self.assertEqual(result.stderr, b"")

    def wait_for_a_file(self):
        deadline = time.monotonic() + 60
        while not list(self.folder.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertTrue(list(self.folder.iterdir()))

    def test_an_interrupt_removes_what_was_half_written(self):
        for sent, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            command = [PROGRAM, "generate", "churn", self.folder / "out.csv", "--events", "1000000000"]
            with subprocess.Popen(command) as process:
                self.wait_for_a_file()
                process.send_signal(sent)
                self.assertEqual(process.wait(timeout=60), code)
            self.assert_holds()

    def test_an_interrupt_while_waiting_for_input_ends_at_once(self):
        command = [PROGRAM, "replay", "-", "--json", self.folder / "report.json"]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            self.wait_for_a_file()
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), 130)
        self.assert_holds()


if __name__ == "__main__":
    unittest.main()
