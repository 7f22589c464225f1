"""Wrong usage ends with 2 and offers the nearest right name; help, version, lists and completion work."""
from program import *

COMMANDS = ["replay", "compare", "diff", "fit", "sweep", "merge", "reduce", "scenario", "inspect", "convert", "generate", "list", "calibrate",
            "completion"]


class Usage(ProgramTest):
    def test_no_command_is_a_usage_error_that_shows_every_command(self):
        result = run()
        self.assert_exit(result, 2, "a command is missing", *(f"  {command} " for command in COMMANDS))
        self.assertEqual(result.stdout, b"")

    def test_an_unknown_command_offers_the_nearest(self):
        self.assert_exit(run("repaly", SAMPLE), 2, "'repaly'", "'replay'")

    def test_an_unknown_option_offers_the_nearest(self):
        self.assert_exit(run("replay", SAMPLE, "--capcity", "1GiB"), 2, "'--capcity'", "'--capacity'")

    def test_an_unknown_policy_offers_the_nearest(self):
        self.assert_exit(run("replay", SAMPLE, "--policy", "arean"), 2, "'arean'", "'arena'")

    def test_an_unknown_option_of_a_policy_offers_the_nearest(self):
        self.assert_exit(run("replay", SAMPLE, "--policy", "arena:mod=auto"), 2, "'mod'", "'mode'")

    def test_an_unknown_format_offers_the_nearest(self):
        self.assert_exit(run("inspect", SAMPLE, "--format", "cvs"), 2, "'cvs'", "'csv'")

    def test_an_unknown_format_behind_the_name_is_a_usage_error(self):
        self.assert_exit(run("inspect", SAMPLE + "::cvs"), 2, "'csv'")

    def test_an_unknown_word_offers_the_nearest(self):
        for arguments, right in [(["replay", SAMPLE, "--backend", "bookeeping"], "bookkeeping"),
                                 (["replay", SAMPLE, "--timing", "close"], "closed"),
                                 (["replay", SAMPLE, "--cost-model", "cuda-lik"], "cuda-like"),
                                 (["list", "polices"], "policies"),
                                 (["generate", "chrun"], "churn"),
                                 (["completion", "bsh"], "bash"),
                                 (["convert", SAMPLE, "-", "--to", "cvs"], "csv")]:
            with self.subTest(arguments=arguments):
                self.assert_exit(run(*arguments), 2, f"'{right}'")

    def test_a_value_of_the_wrong_form_says_the_right_one(self):
        for option, value in [("--capacity", "much"), ("--capacity", "-1"), ("--max-page", "12kb"), ("--lag", "5"),
                              ("--repeat", "0"), ("--repeat", "x"), ("--fail-page", "0"), ("--fail-page", "1+"),
                              ("--cleanup-every", "0ns"), ("--device", "x:0"), ("--at", "last")]:
            with self.subTest(option=option, value=value):
                self.assert_exit(run("replay", SAMPLE, option + "=" + value), 2, option, value)

    def test_an_alignment_that_is_no_power_of_two_is_a_usage_error(self):
        for value in ["0", "3", "100"]:
            self.assert_exit(run("replay", SAMPLE, "--alignment", value), 2, "--alignment", "a power of two")

    def test_two_outputs_on_standard_output_are_a_usage_error(self):
        result = run("replay", SAMPLE, "--json", "-", "--facts", "-")
        self.assert_exit(result, 2, "two outputs")
        self.assertEqual(result.stdout, b"")

    def test_the_format_named_twice_is_a_usage_error(self):
        self.assert_exit(run("inspect", SAMPLE + "::csv", "--format", "csv"), 2, "twice")

    def test_a_missing_argument_is_a_usage_error_that_says_where_help_is(self):
        for command in COMMANDS:
            self.assert_exit(run(command), 2, " required; see arenasim " + command + " --help")

    def test_checking_a_scenario_without_facts_is_a_usage_error(self):
        path = self.file("plain", "device max_page=1048576 alignment=256 capacity=0 memory=adaptive mode=auto\nalloc 1 10 0\n")
        self.assert_exit(run("scenario", path, "--check"), 2)


class Help(ProgramTest):
    def test_every_help_ends_with_an_example_that_works(self):
        os.symlink(ROOT / "traces", self.folder / "traces")
        path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
        for command in COMMANDS:
            with self.subTest(command=command):
                text = run(command, "--help")
                self.assert_exit(text, 0)
                head, _, example = text.stdout.decode().rpartition("Example:\n")
                self.assertIn(f"Usage: arenasim {command} [OPTIONS]", head)
                result = subprocess.run(["bash", "-c", example.strip()], cwd=self.folder, capture_output=True, check=False,
                                        timeout=120, env={**os.environ, "PATH": path})
                self.assertEqual(result.returncode, 0, result.stderr.decode())

    def test_the_version_names_libraries_and_backends(self):
        text = run("--version").stdout.decode()
        for part in ["arenasim 0.", "commit", "libraries:", "backends:", "bookkeeping"]:
            self.assertIn(part, text)

    def test_every_list_prints_a_table(self):
        for what, row in [("policies", "arena"), ("formats", "csv"), ("backends", "bookkeeping"), ("cost-models", "cuda-like"),
                          ("metrics", "peak_reserved_bytes"), ("devices", "bookkeeping"), ("kinds", "churn")]:
            result = run("list", what)
            self.assert_exit(result, 0)
            self.assertIn(row, result.stdout.decode())

    def test_completion_knows_commands_options_and_names(self):
        script = run("completion", "bash").stdout.decode()
        for words, completed in [("arenasim replay --policy are", "arena"), ("arenasim rep", "replay"),
                                 ("arenasim replay --capa", "--capacity"), ("arenasim generate chu", "churn")]:
            probe = f'\nCOMP_WORDS=({words}); COMP_CWORD={len(words.split()) - 1}; _arenasim; echo "${{COMPREPLY[@]}}"'
            said = subprocess.run(["bash", "-c", script + probe], capture_output=True, check=True).stdout.decode()
            self.assertIn(completed, said.split())
        self.assertIn("--capacity", run("completion", "zsh").stdout.decode())
        self.assertIn("-l capacity", run("completion", "fish").stdout.decode())


if __name__ == "__main__":
    unittest.main()
