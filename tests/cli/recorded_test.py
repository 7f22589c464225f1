"""`--against-recorded`: what real GPUs recorded, placement by placement; and what it says where there is nothing to compare."""
from held import *
from program import SMALL

# Allocations, segment changes, and of the blocks of unknown length those that later events settle and those left open.
SNAPSHOTS = {"attention_small": (36, 9, 0, 0), "benchmark_large_blocks": (1721, 0, 0, 1), "forward_fp32_128": (681, 0, 0, 0),
             "training_truncated_ring_222": (2162, 0, 7, 20), "medium_512_training_truncated_ring": (7591, 1, 33, 0)}


def snapshot(name):
    return SHARED / "traces/pytorch" / f"{name}.pickle"


class AgainstRecorded(ProgramTest):
    def compared(self, path, policy="pytorch", *more):
        return read_json("replay", path, "--policy", policy, "--against-recorded", *more)

    def test_every_placement_of_every_snapshot_is_where_the_gpu_recorded_it(self):
        for name, (allocations, segments, settled, left_open) in SNAPSHOTS.items():
            with self.subTest(snapshot=name):
                recorded = self.compared(snapshot(name))["recorded"]
                self.assertIsNone(recorded["first_difference"])
                self.assertEqual(recorded["placements_count"], allocations)
                self.assertEqual(recorded["placements_equal_count"], allocations)
                self.assertEqual(recorded["segments_count"], segments)
                self.assertEqual(recorded["segments_equal_count"], segments)
                self.assertEqual(recorded["settled_count"], settled)
                self.assertEqual(recorded["open_count"], left_open)

    def test_the_settings_of_a_snapshot_are_the_defaults_of_the_policy(self):
        options = self.compared(snapshot("attention_small"))["policy"]["options"]
        self.assertIsNone(options["max_split_size_mb"])
        self.assertIs(options["expandable_segments"], False)
        self.assertEqual(options["garbage_collection_threshold"], 0)

    def test_a_wrong_setting_is_found_and_the_first_difference_explained(self):
        recorded = self.compared(snapshot("forward_fp32_128"), "pytorch:flavour=npu")
        first = recorded["recorded"]["first_difference"]
        self.assertLess(recorded["recorded"]["placements_equal_count"], 681)
        for key in ["recorded", "predicted", "reason"]:
            self.assertTrue(first[key], key)
        self.assertTrue(any("flavour=cuda fits the recording better" in note for note in recorded["policy"]["notes"]))

    def test_the_terminal_says_how_much_is_equal(self):
        result = run("replay", snapshot("training_truncated_ring_222"), "--policy", "pytorch", "--against-recorded")
        self.assert_exit(result, 0)
        self.assertIn("2,162 of 2,162 placements equal", result.stdout.decode())
        self.assertIn("27 blocks of unknown length from before the recording: later events tell of 7", result.stdout.decode())

    def test_a_policy_that_cannot_be_put_where_a_recording_was_is_named(self):
        result = run("replay", snapshot("attention_small"), "--against-recorded")
        self.assert_exit(result, 2, "--against-recorded", "'arena' cannot")

    def test_a_trace_that_recorded_nothing_to_compare_with_is_a_usage_error(self):
        result = run("replay", "-", "--policy", "pytorch", "--against-recorded", stdin=SMALL)
        self.assert_exit(result, 2, "--against-recorded", "records no addresses, segments or failures")

    def test_a_snapshot_on_standard_input_is_read_as_often_as_needed(self):
        with open(snapshot("attention_small"), "rb") as file:
            result = run("replay", "-", "--policy", "pytorch", "--against-recorded", stdin_file=file)
        self.assert_exit(result, 0)
        self.assertIn("36 of 36 placements equal", result.stdout.decode())


class Explain(ProgramTest):
    def explained(self, event, *policy):
        result = run("replay", "-", "--quiet", "--explain", event, *policy, stdin=SMALL)
        self.assert_exit(result, 0)
        return result.stdout.decode()

    def test_a_request_is_shown_with_what_was_free_and_what_came_of_it(self):
        for policy in ["arena", "pytorch"]:
            text = self.explained(1, "--policy", policy)
            self.assertTrue(text.startswith("event 1: alloc of 3,000,000 bytes on stream 0\n"), text)
            for part in ["needs", "free ranges", "outcome"]:
                self.assertIn(f"  {part} ", text)
        self.assertIn("too short by", self.explained(1, "--policy", "pytorch"))

    def test_a_free_is_shown_with_what_it_joined(self):
        self.assertIn("joined with its neighbours to 2 MiB", self.explained(2, "--policy", "pytorch"))

    def test_an_event_that_is_not_there_is_a_usage_error(self):
        self.assert_exit(run("replay", "-", "--explain", 4, stdin=SMALL), 2, "--explain: the replay has no event 4")
        self.assert_exit(run("replay", "-", "--explain", "x", stdin=SMALL), 2, "--explain")

    def test_nothing_is_written_when_the_event_is_not_there(self):
        result = run("replay", "-", "--explain", 4, "--json", self.folder / "report.json", stdin=SMALL)
        self.assert_exit(result, 2)
        self.assert_holds()


class Conf(ProgramTest):
    def options_of(self, policy):
        result = run("replay", "-", "--quiet", "--json", "-", "--policy", policy, stdin=SMALL)
        self.assert_exit(result, 0)
        return json.loads(result.stdout)["policy"]

    def test_the_string_is_taken_whole_and_written_out(self):
        policy = self.options_of("pytorch:conf=expandable_segments:True,max_split_size_mb:64,pinned_num_register_threads:8")
        self.assertIs(policy["options"]["expandable_segments"], True)
        self.assertEqual(policy["options"]["max_split_size_mb"], 64)
        self.assertTrue(any("pinned_num_register_threads is ignored" in note for note in policy["notes"]), policy["notes"])

    def test_an_unknown_key_is_a_usage_error_with_the_nearest(self):
        result = run("replay", "-", "--policy", "pytorch:conf=max_split:64", stdin=SMALL)
        self.assert_exit(result, 2, "no key 'max_split'", "did you mean 'max_split_size_mb'?")

    def test_options_are_known_in_both_spellings(self):
        for name in ["garbage_collection_threshold", "garbage-collection-threshold"]:
            self.assertEqual(self.options_of(f"pytorch:{name}=0.8")["options"]["garbage_collection_threshold"], 0.8)


if __name__ == "__main__":
    main()
