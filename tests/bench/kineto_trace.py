#!/usr/bin/env python3
"""Writes a profiler trace of about SIZE MiB to standard output, for measuring: kineto_trace.py SIZE [EVERY].

One element in EVERY (8 unless told) is a memory event, as in the traces that people have; the others are operators.
"""
import sys

OTHER = """  {
    "ph": "X", "cat": "cpu_op", "name": "aten::convolution", "pid": 783658, "tid": 783658,
    "ts": 1669783687464300, "dur": 48,
    "args": {
      "External id": 2049,"Record function id": 0, "Concrete Inputs": ["", "", "[2, 2]"], "Input Dims": [[64, 3, 224, 224], [64, 3, 7, 7], []], "Ev Idx": 0
    }
  },
"""
MEMORY = """  {
    "ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]",
    "pid": 783658, "tid": 785244,
    "ts": %d,
    "args": {
      "Ev Idx": %d, "Device Type": 1, "Device Id": 0, "Addr": %d, "Bytes": %d, "Total Allocated": %d, "Total Reserved": 12782141440
    }
  },
"""


def main():
    size = int(sys.argv[1]) << 20
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    out = sys.stdout
    written = out.write('{\n  "schemaVersion": 1,\n  "traceEvents": [\n')
    others = OTHER * (every - 1)
    total, number, live = 0, 0, []
    while written < size:
        if len(live) > 1000 or (live and number % 3 == 0):
            address, count = live.pop((number * 7919) % len(live))
            count = -count
        else:
            address, count = 139926520725504 + number * 2097152, 512 * (1 + number * 31 % 4096)
            live.append((address, count))
        total += count
        number += 1
        written += out.write(MEMORY % (1669783687464300 + number * 3, number, address, count, total))
        written += out.write(others)
    out.write('  {"ph": "i", "name": "Record Window End", "ts": 1}\n  ],\n  "traceName": "generated"\n}\n')


main()
