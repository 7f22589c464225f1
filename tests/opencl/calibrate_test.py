"""A measured cost model is what its schema says and what --cost-model reads."""
from program import *


class Calibrate(ProgramTest):
    def calibrated(self, *options):
        path = self.folder / "model.json"
        result = run("calibrate", path, "--memory", "64MiB", "--time", "5s", *options)
        self.assert_exit(result, 0)
        return path, result.stdout.decode()

    def test_the_model_is_what_its_schema_says_on_every_real_backend(self):
        for backend in ["host", "opencl"]:
            with self.subTest(backend=backend):
                path, table = self.calibrated("--backend", backend)
                validate = [ROOT / "tests/metrics/validate.py", ROOT / "sim/report/cost_model.schema.json", path]
                subprocess.run(["python3", *map(str, validate)], check=True)
                model = json.loads(path.read_text())
                self.assertGreater(model["grant_ns"] + model["grant_ns_per_mib"], 0)
                self.assertGreater(model["copy_bytes_per_us"], 0)
                for part in ["grant", "release", "copies", "refuse", "off"]:
                    self.assertIn(part, table)

    def test_a_replay_in_closed_timing_reads_it(self):
        path, _ = self.calibrated("--name", "here")
        result = run("replay", "-", "--timing", "closed", "--cost-model", path, "--json", "-", "--quiet", stdin=SMALL)
        self.assert_exit(result, 0)
        self.assertEqual(json.loads(result.stdout)["timing"]["cost_model"]["name"], "here")

    def test_simulated_and_measured_time_of_one_replay_stand_side_by_side(self):
        trace = self.file("trace.csv", SMALL)
        _, table = self.calibrated("--trace", trace)
        for part in ["replay", "measured", "simulated", "grants", "all stalls", "%"]:
            self.assertIn(part, table)

    def test_paper_cannot_be_measured(self):
        self.assert_exit(run("calibrate", "-", "--backend", "bookkeeping"), 2, "no real device")

    def test_what_is_wrong_is_said_before_anything_is_measured(self):
        for options, code in [(["--policy", "nope"], 2), (["--capacity", "1.05x"], 2),
                              (["--trace", "nosuch.csv", "--capacity", "1.05x"], 3)]:
            self.assert_exit(run("calibrate", "-", "--backend", "host", "--time", "3600s", *options), code)

    def test_progress_is_shown(self):
        shown = run("calibrate", "-", "--backend", "host", "--time", "1s", "--memory", "1MiB", "--progress", "always")
        self.assert_exit(shown, 0, "measuring pages of 64 KiB", "measuring pages of 512 KiB")

    def test_nothing_measured_is_no_model(self):
        path = self.folder / "model.json"
        for bounds in [["--memory", "100KiB"], ["--time", "0s"]]:
            self.assert_exit(run("calibrate", path, "--backend", "host", *bounds), 2, bounds[0])
        refused = run("calibrate", path, "--backend", "opencl", "--capacity", "100KiB")
        self.assert_exit(refused, 4, "grants no two pages of 64 KiB")
        self.assertFalse(path.exists())


if __name__ == "__main__":
    unittest.main()
