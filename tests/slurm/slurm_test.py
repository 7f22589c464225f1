"""scripts/slurm_sweep on a Slurm of one node, which this test starts and stops itself: root, directly or through sudo."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = os.environ["ARENASIM_PROGRAM"]
SAMPLE = str(ROOT / "traces/samples/g_resnet50_infer_2streams.csv.gz")
SWEEP = [SAMPLE, "--set", "arena:min-page=2MiB,8MiB", "--set", "capacity=1.1x,none", "--policy", "arena", "--policy", "exclusive"]
SUDO = [] if os.geteuid() == 0 else ["sudo", "-n", "--preserve-env=SLURM_CI_CPUS"]


def why_not():
    """Why this machine cannot run a Slurm; empty where it can."""
    missing = [tool for tool in ["munged", "slurmctld", "slurmd", "sbatch"]
               if not shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]
    if missing:
        return f"{', '.join(missing)} not installed: scripts/setup test"
    if SUDO and subprocess.run([*SUDO, "true"], capture_output=True, check=False).returncode != 0:
        return "starting it takes root, and sudo asks for a password"
    return ""


class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp(prefix="slurm-", dir="/tmp")  # short: a socket's path has its limit
        os.chmod(cls.home, 0o755)  # munge wants its socket within everybody's reach
        started = subprocess.run([*SUDO, str(HERE / "up"), cls.home + "/node"], capture_output=True, timeout=180, check=False,
                                 env={**os.environ, "SLURM_CI_CPUS": "2"})
        assert started.returncode == 0, started.stderr.decode()
        cls.environment = {**os.environ, "SLURM_CONF": cls.home + "/node/slurm.conf"}

    @classmethod
    def tearDownClass(cls):
        subprocess.run([*SUDO, str(HERE / "down"), "--purge", cls.home + "/node"], capture_output=True, timeout=60, check=False)
        shutil.rmtree(cls.home, ignore_errors=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def submit(self, *arguments, shards=3):
        command = [str(ROOT / "scripts/slurm_sweep"), "--shards", str(shards), "--out", str(self.folder / "out.jsonl"),
                   "--program", PROGRAM, "--wait", "--", *arguments]
        return subprocess.run(command, capture_output=True, timeout=300, check=False, env=self.environment)

    def test_an_array_and_its_merge_give_the_bytes_of_one_sweep(self):
        whole = self.folder / "whole.jsonl"
        subprocess.run([PROGRAM, "sweep", *SWEEP, "--out", str(whole), "--quiet"], check=True, timeout=300)
        result = self.submit(*SWEEP)
        self.assertEqual(result.returncode, 0, result.stderr.decode() + result.stdout.decode())
        self.assertEqual((self.folder / "out.jsonl").read_bytes(), whole.read_bytes())
        self.assertTrue((self.folder / "out.jsonl.3").exists())

    def test_a_shard_that_fails_leaves_no_merged_file_and_is_said(self):
        (self.folder / "out.jsonl.2").write_text("something else\n")
        result = self.submit(*SWEEP)
        self.assertEqual(result.returncode, 1, result.stdout.decode())
        self.assertIn(b"CANCELLED", result.stderr)
        self.assertFalse((self.folder / "out.jsonl").exists())
        # What is there is gone on with once the cause is away.
        (self.folder / "out.jsonl.2").unlink()
        self.assertEqual(self.submit(*SWEEP).returncode, 0)
        self.assertTrue((self.folder / "out.jsonl").exists())


if __name__ == "__main__":
    reason = why_not()
    if reason:
        required = os.environ.get("ARENASIM_REQUIRE_SHARED") == "1"
        print(f"{'FAILED' if required else 'SKIPPED'}: THE SLURM TEST DID NOT RUN: {reason}", file=sys.stderr)
        sys.exit(1 if required else 77)
    unittest.main()
