"""`--cache`: the converted trace beside the original gives the same replay, and a damaged one is made anew."""
from program import *

BAD = SMALL + "40,malloc,1,1,0,\n"


class Cache(ProgramTest):
    def report(self, trace, *arguments):
        path = self.folder / "report.json"
        result = run("replay", trace, "--cache", "--json", path, "--quiet", *arguments)
        self.assert_exit(result, 0)
        return json.loads(path.read_text()), result.stdout + result.stderr

    def caches(self):
        return sorted(self.folder.glob("*.arsm"))

    def test_the_second_replay_reads_the_cache_and_comes_to_the_same(self):
        trace = self.file("trace.csv", SMALL)
        first, _ = self.report(trace)
        second, _ = self.report(trace)
        self.assertEqual([path.name for path in self.caches()], [f"trace.csv.{first['trace']['sha256']}.arsm"])
        self.assertEqual(second["trace"]["import"]["counters"]["from_cache"], 1)
        for report in [first, second]:
            report.pop("measured")
            report["trace"].pop("import")
            report["trace"].pop("format")
        self.assertEqual(first, second)

    def test_another_way_of_reading_has_a_cache_of_its_own(self):
        trace = self.file("trace.csv", BAD)
        self.assert_exit(run("replay", trace, "--cache", "--quiet"), 3)
        self.assertEqual(self.caches(), [])
        self.report(trace, "--lenient")
        self.assertEqual(len(self.caches()), 1)
        self.assert_exit(run("replay", trace, "--cache", "--quiet"), 3)

    def test_a_damaged_cache_is_told_and_made_anew(self):
        trace = self.file("trace.csv", SMALL)
        first, _ = self.report(trace)
        [cache] = self.caches()
        whole = cache.read_bytes()
        for damaged in [whole[:-5], whole[:120] + bytes([whole[120] ^ 1]) + whole[121:], b""]:
            cache.write_bytes(damaged)
            again, words = self.report(trace)
            self.assertIn(b"damaged", words)
            self.assertEqual(again["metrics"], first["metrics"])
            self.assertEqual(cache.read_bytes(), whole)

    def test_a_changed_trace_is_read_anew(self):
        trace = self.file("trace.csv", SMALL)
        self.report(trace)
        changed = self.file("trace.csv", SMALL + "40,alloc,3,10,0,c\n")
        report, _ = self.report(changed)
        self.assertEqual(report["trace"]["import"]["events"]["alloc"], 3)
        self.assertEqual(len(self.caches()), 2)

    def test_standard_input_needs_no_cache(self):
        self.assert_exit(run("replay", "-", "--cache", "--quiet", stdin=SMALL), 0)


if __name__ == "__main__":
    unittest.main()
