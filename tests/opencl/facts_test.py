"""The same trace has the same facts on paper, in host memory and on a device, and no move loses a byte."""
import gzip

from program import *

SHARED = pathlib.Path(os.environ.get("ARENASIM_SHARED", ROOT.parent / "shared"))
BACKENDS = ["bookkeeping", "host", "opencl"]


def needs_shared():
    if SHARED.is_dir():
        return
    if os.environ.get("ARENASIM_REQUIRE_SHARED"):
        raise AssertionError("there is no " + str(SHARED))
    raise unittest.SkipTest("there is no " + str(SHARED))


class Facts(ProgramTest):
    def facts(self, backend, trace, *options):
        """Limits are the same everywhere: what a device states is its own."""
        limits = ["--max-page", "1GiB", "--alignment", "256"]
        verify = ["--verify", "none" if backend == "bookkeeping" else "all"]
        result = run("replay", trace, "--backend", backend, *limits, *verify, "--facts", "-", "--quiet", *options)
        self.assert_exit(result, 0)
        return result.stdout.decode()

    def assert_equal_everywhere(self, trace, *options, relocates=True):
        """With `relocates`, the trace is one whose capacity forces moves: without any, it would show little."""
        on_paper = self.facts("bookkeeping", trace, *options)
        if relocates:
            self.assertIn("\nmoved ", on_paper)
        for backend in BACKENDS[1:]:
            with self.subTest(backend=backend):
                # Not assertEqual: the difference of two such texts takes minutes to find.
                self.assertTrue(self.facts(backend, trace, *options) == on_paper, f"{backend} differs")

    def generated(self, kind, events):
        path = self.folder / "generated.csv"
        self.assert_exit(run("generate", kind, path, "--events", events, "--seed", 7), 0)
        return path

    def scaled(self, trace, divisor):
        """A real trace with every size divided: the device's memory is small, the order of events is what matters."""
        lines = []
        for line in gzip.decompress(pathlib.Path(trace).read_bytes()).decode().splitlines():
            cells = line.split(",")
            if len(cells) >= 4 and cells[3].isdigit():
                cells[3] = str(int(cells[3]) // divisor)
            lines.append(",".join(cells))
        return self.file("scaled.csv", "\n".join(lines) + "\n")

    def test_a_real_training_run_at_a_thirtysecond_of_its_sizes(self):
        self.assert_equal_everywhere(self.scaled(SAMPLE, 32), "--capacity", "1.05x")

    def test_a_real_inference_run_at_an_eighth_of_its_sizes(self):
        trace = ROOT / "traces/samples/g_resnet50_infer_2streams.csv.gz"
        self.assert_equal_everywhere(self.scaled(trace, 8), "--capacity", "1.05x")

    def test_a_generated_growing_load(self):
        trace = self.generated("growing:live=64,phase=200,first=512KiB", 3000)
        self.assert_equal_everywhere(trace, "--capacity", "1.1x")

    def test_refused_pages_copies_and_failed_waits(self):
        trace = self.scaled(SAMPLE, 64)
        for fault in [["--fail-page", "3+2"], ["--fail-copy", "2"], ["--fail-wait", "1"]]:
            with self.subTest(fault=fault):
                self.assert_equal_everywhere(trace, "--capacity", "1.05x", *fault)

    def test_logs_of_real_opencl_programs(self):
        needs_shared()
        for log, capacity in [("opencv_umat.log.gz", "1.05x"), ("pyopencl_pool.log.gz", "2x")]:
            with self.subTest(log=log):
                trace = SHARED / "traces/opencl" / log
                self.assert_equal_everywhere(trace, "--capacity", capacity, relocates=log.startswith("opencv"))


if __name__ == "__main__":
    unittest.main()
