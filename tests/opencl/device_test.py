"""What the device states, what was measured on it, and what a person reads when there is no device."""
from program import *


class Device(ProgramTest):
    def replay(self, *options, **more):
        return run("replay", "-", "--backend", "opencl", *options, stdin=SMALL, **more)

    def test_the_list_says_what_the_backend_makes_of_a_device(self):
        listed = run("list", "devices").stdout.decode()
        self.assertIn("Portable Computing Language", listed)
        row = next(line for line in listed.splitlines() if line.startswith("opencl"))
        for part in ["0:", " bits", " B", "CPU"]:
            self.assertIn(part, row)

    def test_limits_are_the_devices_own_unless_others_are_asked_for(self):
        own = json.loads(self.replay("--json", "-", "--quiet").stdout)["device"]
        self.assertGreater(own["capacity_bytes"], 0)
        self.assertIn("Portable Computing Language", own["name"])
        half = json.loads(self.replay("--device-share", "40%", "--json", "-", "--quiet").stdout)["device"]
        self.assertAlmostEqual(half["capacity_bytes"] / own["capacity_bytes"], 0.5, places=6)
        asked = json.loads(self.replay("--capacity", "64MiB", "--max-page", "16MiB", "--json", "-", "--quiet").stdout)
        self.assertEqual(asked["device"]["capacity_bytes"], 64 << 20)
        self.assertEqual(asked["device"]["max_page_bytes"], 16 << 20)

    def test_a_report_has_what_the_device_took(self):
        report = json.loads(self.replay("--json", "-", "--quiet", "--verify", "all").stdout)
        self.assertEqual(report["run"]["verify"], "all")
        device, metrics = report["measured"]["device"], report["metrics"]
        self.assertEqual(device["grant"]["count"], metrics["page_grants_count"])
        self.assertEqual(device["grant"]["bytes"], metrics["granted_bytes"])
        self.assertEqual(device["copy"]["count"], metrics["moves_count"])
        self.assertEqual(device["check"]["count"], 2)
        self.assertEqual(sum(bucket["count"] for bucket in device["grant"]["histogram_ns"]), device["grant"]["count"])

    def test_a_report_is_what_its_schema_says(self):
        path = self.folder / "report.json"
        self.assert_exit(self.replay("--json", path, "--quiet"), 0)
        validate = [ROOT / "tests/metrics/validate.py", ROOT / "sim/report/schema.json", path]
        subprocess.run(["python3", *map(str, validate)], check=True)

    def test_verification_is_of_moves_unless_said_otherwise(self):
        for backend, options, expected in [("opencl", [], "moves"), ("host", [], "moves"), ("bookkeeping", [], "none"),
                                           ("opencl", ["--verify", "none"], "none")]:
            result = run("replay", "-", "--backend", backend, *options, "--json", "-", "--quiet", stdin=SMALL)
            self.assertEqual(json.loads(result.stdout)["run"]["verify"], expected)

    def test_pages_without_bytes_cannot_be_verified(self):
        self.assert_exit(run("replay", "-", "--verify", "all", stdin=SMALL), 2, "--verify", "hold no bytes")

    def test_a_device_is_chosen_by_index_or_part_of_its_name(self):
        for options in [["--cl-platform", "0"], ["--cl-platform", "portable"], ["--cl-device", "0"]]:
            self.assert_exit(self.replay(*options, "--quiet"), 0)
        self.assert_exit(self.replay("--cl-device", "no such device"), 4, "no OpenCL device named 'no such device': there are 0:0")
        self.assert_exit(self.replay("--cl-platform", "99"), 4, "no OpenCL device of platform '99'")

    def test_no_driver_is_said(self):
        empty = self.folder / "vendors"
        empty.mkdir()
        environment = {**os.environ, "OCL_ICD_VENDORS": str(empty)}
        self.assert_exit(self.replay(env=environment), 4, "no OpenCL device: there is none", "pocl-opencl-icd")
        listed = run("list", "devices", env=environment)
        self.assert_exit(listed, 0)
        self.assertIn("opencl: no OpenCL device", listed.stdout.decode())

    def test_a_page_past_the_devices_memory_is_a_failure_of_the_trace_not_of_the_program(self):
        trace = HEADER + "0,alloc,1,70368744177664,0,huge\n"
        result = run("replay", "-", "--backend", "opencl", "--max-page", "100TiB", "--capacity", "none", "--json", "-",
                     "--quiet", stdin=trace)
        self.assert_exit(result, 0)
        self.assertEqual(json.loads(result.stdout)["metrics"]["failures_count"], 1)

    def test_a_scenario_runs_on_a_device(self):
        scenario = "device max_page=1048576 alignment=256 capacity=0 memory=adaptive mode=auto\nalloc 1 1000 0\nfree 1\nreport\n"
        on_paper = run("scenario", "-", stdin=scenario)
        on_device = run("scenario", "-", "--backend", "opencl", "--verify", "all", stdin=scenario)
        self.assert_exit(on_device, 0)
        self.assertEqual(on_device.stdout, on_paper.stdout)

    def test_opencl_is_not_loaded_unless_it_is_asked_for(self):
        environment = {**os.environ, "LD_DEBUG": "files"}
        on_paper = run("replay", "-", "--quiet", stdin=SMALL, env=environment)
        self.assertNotIn(b"libOpenCL", on_paper.stderr)
        self.assertIn(b"libOpenCL", self.replay("--quiet", env=environment).stderr)


if __name__ == "__main__":
    unittest.main()
