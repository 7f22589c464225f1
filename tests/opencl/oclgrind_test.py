"""A checker that runs every work item finds no race and no use of bytes that nobody wrote."""
from program import *


class Oclgrind(ProgramTest):
    def test_a_replay_with_moves_shows_no_race_and_no_uninitialised_byte(self):
        trace = self.folder / "trace.csv"
        log = self.folder / "log"
        # Small pages, as a checker is slow; sizes are odd: ends of patterns that fill no block are looked at too.
        scenario = ("device max_page=16777216 alignment=256 capacity=0 "
                    "memory=arena:min-page=64KiB,small-page=64KiB,small-slice=1KiB\n"
                    "alloc 1 30001 0\nalloc 2 20003 0\nalloc 3 77 0\nalloc 4 0 0\nalloc 5 100007 0\nfree 2\n"
                    "alloc 6 300009 0\nalloc 7 1000001 0\nrelocate 0\nfree 1\ncleanup 0\nfree 3\nfree 5\nreport\n")
        trace.write_text(scenario)
        checker = ["oclgrind", "--data-races", "--uninitialized", "--global-mem-size", str(64 << 20), "--log", str(log)]
        result = subprocess.run([*checker, PROGRAM, "scenario", str(trace), "--backend", "opencl", "--verify", "all"],
                                capture_output=True, timeout=500, check=False)
        self.assert_exit(result, 0)
        self.assertIn(b"\nmoved ", result.stdout)
        self.assertEqual(log.read_text() if log.exists() else "", "")  # it exits with 0 whatever it found


if __name__ == "__main__":
    unittest.main()
