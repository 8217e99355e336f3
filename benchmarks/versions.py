# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs that hold several versions of the same work, for their counts and times."""

import json
import os
import subprocess

# What CPU threads are timed with.
FLAGS = ["-std=c++17", "-O3", "-march=native", "-fopenmp"]
# PTX that the interpreter executes, compiled as users compile it.
PTX_FLAGS = ["-std=c++17", "-gencode", "arch=compute_75,code=compute_75", "-no-compress",
             "-cudart", "shared"]


def run(command, **environment):
    """The standard output; variables of the caller that choose paths and threads do not count."""
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("HEDDLE_", "OMP_"))}
    return subprocess.run(command, env=dict(clean, **environment), stdout=subprocess.PIPE,
                          text=True, check=True).stdout


def counted(command, folder):
    """What the interpreter of PTX reports, and what the program prints."""
    report = os.path.join(folder, "counts.json")
    printed = run(command, HEDDLE_REQUIRE_GPU="1", HEDDLE_PTX_REPORT=report)
    with open(report, encoding="utf-8") as file:
        return json.load(file), printed


def rounds(command, threads):
    """[[seconds of a version, ...] of a round, ...], as the program prints them."""
    printed = run(command, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
    return [[float(word) for word in line.split()] for line in printed.splitlines()]
