#!/usr/bin/env python3
"""Measures CPython's own unpickler on a snapshot of snapshot_pickle.py: pickle_loads.py FILE prints one JSON line."""
import gc
import json
import pathlib
import pickle
import sys
import time


def main():
    data = pathlib.Path(sys.argv[1]).read_bytes()
    gc.disable()  # it would look at every entry again and again
    begin = time.perf_counter()
    snapshot = pickle.loads(data)
    seconds = time.perf_counter() - begin
    print(json.dumps({"events": sum(map(len, snapshot["device_traces"])), "seconds": seconds}))


main()
