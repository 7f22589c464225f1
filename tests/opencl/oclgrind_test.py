"""A checker that runs every work item finds no race and no use of bytes that nobody wrote."""
from program import *

# Small pages, as a checker is slow; sizes are odd: ends of patterns that fill no block are looked at too.
DEVICE = ("device max_page=16777216 alignment=256 capacity=0 "
          "memory=arena:min-page=64KiB,small-page=64KiB,small-slice=1KiB\n")
PLACED = ("alloc 1 30001 0\nalloc 2 20003 0\nalloc 3 77 0\nalloc 4 0 0\nalloc 5 100007 0\nfree 2\n"
          "alloc 6 300009 0\nalloc 7 1000001 0\n")
FREED = "free 1\ncleanup 0\nfree 3\nfree 5\nfree 6\nreport\n"


class Oclgrind(ProgramTest):
    def facts(self, scenario, *checks):
        log = self.folder / "log"
        command = ["oclgrind", *checks, "--global-mem-size", str(64 << 20), "--log", str(log),
                   PROGRAM, "scenario", str(self.file("commands.scenario", scenario)), "--backend", "opencl", "--verify", "all"]
        result = subprocess.run(command, capture_output=True, timeout=500, check=False)
        self.assert_exit(result, 0)
        self.assertEqual(log.read_text()[:1000] if log.exists() else "", "")  # it exits with 0 whatever it found
        return result.stdout

    def test_patterns_show_no_race_and_no_unwritten_byte(self):
        self.facts(DEVICE + PLACED + FREED, "--data-races", "--uninitialized")

    def test_a_replay_with_moves_shows_no_race(self):
        # Not --uninitialized: it takes what a copy between buffers wrote for unwritten.
        self.assertIn(b"\nmoved ", self.facts(DEVICE + PLACED + "relocate 0\n" + FREED, "--data-races"))


if __name__ == "__main__":
    unittest.main()
