"""Unusual input is accepted, repaired and counted, or refused with class and position: never a crash or a silence."""
import gzip
import resource

from program import *


def csv(*rows):
    return HEADER + "".join(row + "\n" for row in rows)


class Refused(ProgramTest):
    """The malformed corpus of the format specification for native CSV, and what else a path can be."""

    def refuse(self, content, *in_message, options=()):
        result = run("replay", self.file("bad", content), *options, "--json", self.folder / "report.json")
        self.assert_exit(result, 3, *in_message)
        self.assert_holds("bad")

    def test_an_empty_file(self):
        self.refuse("", "bad@0: unknown_format")

    def test_a_gzip_file_with_a_wrong_checksum(self):
        packed = bytearray(gzip.compress(SMALL.encode()))
        packed[-8] ^= 1
        self.refuse(bytes(packed), "container")

    def test_a_gzip_file_cut_in_the_middle(self):
        packed = gzip.compress(SMALL.encode())
        self.refuse(packed[: len(packed) // 2], "container")

    def test_a_gzip_file_followed_by_text(self):
        packed = gzip.compress(SMALL.encode())
        self.refuse(packed + b"text", f"bad@{len(packed)}", "container")

    def test_gzip_four_deep(self):
        packed = SMALL.encode()
        for _ in range(4):
            packed = gzip.compress(packed)
        self.refuse(packed, "@0", "limit")

    def test_bytes_that_mean_nothing(self):
        self.refuse(bytes((7 * n * n + 3 * n + 1) % 251 for n in range(1024)), "bad@0: unknown_format")

    def test_a_header_without_size(self):
        self.refuse("time_ns,event,id\n0,alloc,1\n", "bad:1", "missing_field", "(field size)", options=("--format", "csv"))

    def test_a_header_with_two_ids(self):
        self.refuse("event,id,size,id\nalloc,1,10,1\n", "bad:1:15: syntax")

    def test_a_row_with_one_field_too_few(self):
        self.refuse(csv("0,alloc,1,1000,0"), "bad:2", "syntax")

    def test_a_size_with_a_unit(self):
        self.refuse(csv("0,alloc,1,12kb,0,"), "bad:2:11: bad_value", "(field size)")

    def test_a_size_past_64_bits(self):
        self.refuse(csv("0,alloc,1,18446744073709551616,0,"), "bad:2:11: range", "(field size)")

    def test_a_negative_size(self):
        self.refuse(csv("0,alloc,1,-1,0,"), "bad:2:11: range", "(field size)")

    def test_an_unknown_event(self):
        self.refuse(csv("0,malloc,1,10,0,"), "bad:2:3: bad_value", "(field event)")

    def test_a_quote_that_is_never_closed(self):
        self.refuse(csv("0,alloc,1,10,0,a", '1,alloc,2,10,0,"b'), "bad:3", "syntax")

    def test_a_quote_inside_a_field(self):
        self.refuse(csv('0,alloc,1,10,0,ab"c'), "bad:2:18: syntax")

    def test_preexisting_after_an_allocation(self):
        self.refuse(csv("0,alloc,1,10,0,", "0,preexisting,2,10,0,"), "bad:3", "inconsistent")

    def test_time_that_falls(self):
        self.refuse(csv("500,alloc,1,10,0,", "400,alloc,2,10,0,"), "bad:3", "inconsistent", "(field time_ns)")

    def test_a_tag_that_is_no_utf_8(self):
        self.refuse((HEADER + "0,alloc,1,10,0,a").encode() + b"\xff\n", "bad:2:17: encoding", "(field tag)")

    def test_a_line_of_17_mib(self):
        self.refuse(csv("0,alloc,1,10,0," + "x" * (17 << 20)), "bad:2", "limit")

    def test_live_bytes_past_64_bits(self):
        self.refuse(csv(f"0,alloc,1,{1 << 63},0,", f"0,alloc,2,{1 << 63},0,"), "bad:3", "range")

    def test_a_header_alone(self):
        self.refuse("# nothing\n" + HEADER, "bad", "empty")

    def test_a_nul_byte(self):
        self.refuse(HEADER.encode() + b"0,alloc,1,1\x000,0,\n", "bad:2")

    def test_no_file(self):
        self.assert_exit(run("replay", self.folder / "absent.csv"), 3, "absent.csv: io")

    def test_a_folder(self):
        self.assert_exit(run("replay", self.folder), 3, ": io")


class Accepted(ProgramTest):
    def report(self, content, *options):
        result = run("replay", self.file("odd", content), "--json", "-", "--quiet", *options)
        self.assert_exit(result, 0)
        return json.loads(result.stdout)

    def repairs(self, content, *options):
        return self.report(content, *options)["trace"]["import"]["repairs"]

    def test_size_0_is_kept_and_counted(self):
        self.assertEqual(self.repairs(csv("0,alloc,1,0,0,", "1,free,1,,,"))["zero_sizes"], 1)

    def test_a_size_over_2_to_the_63_fails_in_simulation_alone(self):
        metrics = self.report(csv(f"0,alloc,1,{(1 << 63) + 1},0,"))["metrics"]
        self.assertEqual(metrics["failures_too_large_count"], 1)

    def test_a_free_of_an_unknown_id_is_dropped_and_counted(self):
        self.assertEqual(self.repairs(csv("0,alloc,1,10,0,", "1,free,7,,,"))["unmatched_frees"], 1)

    def test_an_id_allocated_twice_is_freed_between(self):
        self.assertEqual(self.repairs(csv("0,alloc,1,10,0,", "1,alloc,1,20,0,"))["double_allocs"], 1)

    def test_an_unknown_column_is_listed(self):
        report = self.report("event,id,size,colour\nalloc,1,10,red\n")
        self.assertIn("colour", json.dumps(report["trace"]["import"]))

    def test_windows_line_ends_and_a_byte_order_mark(self):
        report = self.report(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
        self.assertEqual(report["trace"]["import"]["events"]["alloc"], 2)

    def test_a_line_of_a_mebibyte(self):
        report = self.report(HEADER + "0,alloc,1,10,0,x\n# " + "y" * (1 << 20) + "\n")
        self.assertEqual(report["trace"]["import"]["events"]["alloc"], 1)

    def test_lenient_reading_skips_and_counts(self):
        report = self.report(csv("0,alloc,1,10,0,", "1,alloc,2,12kb,0,"), "--lenient")
        self.assertEqual(report["trace"]["import"]["skipped"], {"bad_value.size": 1})

    def test_a_capacity_smaller_than_a_page_makes_failures(self):
        self.assertEqual(self.report(SMALL, "--capacity", "100")["metrics"]["failures_count"], 2)


class Scenarios(ProgramTest):
    def test_an_allocation_of_a_live_id_is_bad_input(self):
        text = "device max_page=1048576 alignment=256 capacity=0 memory=adaptive mode=auto\nalloc 1 10 0\nalloc 1 10 0\n"
        self.assert_exit(run("scenario", self.file("twice", text)), 3, "twice:3")

    def test_no_file_is_bad_input(self):
        self.assert_exit(run("scenario", self.folder / "absent"), 3, "absent: io")


class Memory(ProgramTest):
    """A trace that this machine cannot hold is told so."""

    @unittest.skipIf(b"__asan_init" in pathlib.Path(PROGRAM).read_bytes(), "its shadow takes all addresses")
    def test_more_live_blocks_than_memory(self):
        trace = self.folder / "large.arsm"
        run("generate", "churn:live=2000000", trace, "--events", 3000000, "--quiet")
        result = run("replay", trace, "--quiet", "--json", self.folder / "report.json",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (250 << 20, 250 << 20)))
        self.assert_exit(result, 4, "no memory left")
        self.assert_holds("large.arsm")


if __name__ == "__main__":
    unittest.main()
