"""Our own gate: it holds on what is committed, and a policy that was broken on purpose makes it fail."""
from program import *

BASELINE = ROOT / "traces/samples/baseline.json"
BROKEN = "arena:min-page=1GiB,growth=double"


def gate(*arguments):
    return subprocess.run([str(ROOT / "scripts/gate"), "--program", PROGRAM, *map(str, arguments)], capture_output=True, timeout=300, check=False)


class Gate(ProgramTest):
    def test_it_holds(self):
        result = gate()
        self.assert_exit(result, 0)
        self.assertIn(b"checks of rules hold", result.stdout)

    def test_a_policy_that_was_broken_on_purpose_makes_it_fail(self):
        """The baseline knows the arena as it is; what runs under its name has pages that are far too large."""
        document = json.loads(BASELINE.read_text())
        document["cells"] = [cell for cell in document["cells"] if cell["policy"] == "arena"]
        for cell in document["cells"]:
            cell["policy"] = BROKEN
        result = gate("--baseline", self.file("baseline.json", json.dumps(document)), "--policy", BROKEN, "--", "--markdown", self.folder / "md")
        self.assert_exit(result, 1, "broken: ", "any worse by 0.5%", "peak_reserved_bytes", BROKEN, ".csv.gz", ", was ")
        self.assertIn("checks of rules are broken", (self.folder / "md").read_text())

    def test_the_baseline_can_be_written_anew(self):
        path = self.folder / "baseline.json"
        path.touch()
        self.assert_exit(gate("--baseline", path, "--", "--update-baseline", "--quiet"), 0)
        self.assertEqual(path.read_bytes(), BASELINE.read_bytes())


if __name__ == "__main__":
    unittest.main()
