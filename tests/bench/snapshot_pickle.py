#!/usr/bin/env python3
"""Writes a PyTorch memory snapshot of ENTRIES trace entries to standard output, for measuring: snapshot_pickle.py ENTRIES."""
import pickle
import sys

LIVE = 1000


def entries(count):
    frames = [{"filename": "train.py", "line": 12, "name": "forward"}, {"filename": "train.py", "line": 40, "name": "step"}]
    live = []
    for number in range(count):
        if len(live) > LIVE or (live and number % 3 == 0):
            address, size = live.pop(number * 7919 % len(live))
            action = "free_completed"
        else:
            address, size = 139926520725504 + number * 2097152, 512 * (1 + number * 31 % 4096)
            action = "alloc"
            live.append((address, size))
        yield {"action": action, "addr": address, "size": size, "stream": 0, "time_us": 1669783687464300 + number,
               "frames": frames}


def main():
    snapshot = {"segments": [], "device_traces": [list(entries(int(sys.argv[1])))]}
    pickle.dump(snapshot, sys.stdout.buffer, protocol=4)


main()
