"""What commands print, word for word: a file of expected/ begins with its command after `$ `, the rest is what came of it.

With --approve, as scripts/approve runs it, the files are written anew instead."""
import sys

from program import *

EXPECTED = pathlib.Path(__file__).resolve().parent / "expected"


def output_of(command, folder):
    (folder / "traces").symlink_to(ROOT / "traces")
    path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
    result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, timeout=120, check=False,
                            env={**os.environ, "PATH": path})
    return result.stdout.decode() + result.stderr.decode()


def approve():
    for file in sorted(EXPECTED.iterdir()):
        command = file.read_text().split("\n")[0].removeprefix("$ ")
        with tempfile.TemporaryDirectory() as folder:
            text = f"$ {command}\n" + output_of(command, pathlib.Path(folder))
        if text != file.read_text():
            file.write_text(text)
            print(f"written anew: {file.name}")


class Expected(ProgramTest):
    maxDiff = None

    def test_commands_print_what_is_expected(self):
        for file in sorted(EXPECTED.iterdir()):
            with self.subTest(file=file.name), tempfile.TemporaryDirectory() as folder:
                head, _, expected = file.read_text().partition("\n")
                self.assertEqual(output_of(head.removeprefix("$ "), pathlib.Path(folder)), expected)


if __name__ == "__main__":
    if sys.argv[1:] == ["--approve"]:
        approve()
    else:
        unittest.main()
