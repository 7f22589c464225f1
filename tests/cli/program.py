"""Runs the built program. A test file begins with `from program import *` and ends with `unittest.main()`."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ARENASIM_PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLE = str(ROOT / "traces/samples/a_resnet50_train.csv.gz")

HEADER = "time_ns,event,id,size,stream,tag\n"
SMALL = HEADER + "0,alloc,1,1000,0,a\n10,alloc,2,3000000,0,b\n20,free,1,,,\n30,free,2,,,\n"


def run(*arguments, stdin=b"", **more):
    """The finished process; standard input is `stdin`, text or bytes, or the open file `stdin_file`."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    if "stdin_file" in more:
        more["stdin"] = more.pop("stdin_file")
    else:
        more["input"] = stdin
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, arguments)], stderr=subprocess.PIPE, timeout=120, check=False, **more)


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def assert_exit(self, result, code, *in_message):
        message = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, code, message)
        for part in in_message:
            self.assertIn(part, message)

    def assert_holds(self, *names):
        """These files and no others are in the folder."""
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted(names))


__all__ = ["HEADER", "PROGRAM", "ROOT", "SAMPLE", "SMALL", "ProgramTest", "json", "os", "pathlib", "run", "signal", "subprocess", "tempfile",
           "unittest"]
