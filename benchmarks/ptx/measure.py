#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the interpreter of PTX costs: instructions a second, launches a second, memory.

    benchmarks/ptx/measure.py [--build build] [--page docs/ptx.md]

Times are those of the processor of one run on one core, the least of three. With --page
the table goes between the marks of the page.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path[:0] = [os.path.join(ROOT, "benchmarks"), os.path.join(ROOT, "test", "Exec", "Inputs"),
                os.path.join(ROOT, "scripts")]
sys.dont_write_bytecode = True

import figures  # noqa: E402
import ptx  # noqa: E402
import samples  # noqa: E402

MIB = 1 << 20
# Name, arguments, bytes of the arrays on the host and on the device together.
PROGRAMS = [("y = a x, 4 million doubles", ["scale", "4000000"], 4 * 8 * 4000000),
            ("matrix product by 16 x 16 tiles, n = 512", ["product", "512"], 4 * 4 * 512 * 512),
            ("10 000 launches of 1024 threads", ["launches", "10000"], 4 * 8 * 1024)]


def build(folder, library):
    program = os.path.join(folder, "programs")
    subprocess.run([samples.find_nvcc(), "-std=c++17", "-O1", *ptx.NVCC, "-c",
                    os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs.cu"),
                    "-o", program + ".o"], check=True)
    subprocess.run(["g++", program + ".o", "-o", program, *ptx.link(library)], check=True)
    return program


def run(program, arguments, report, check):
    """(seconds of the processor, largest memory in bytes, counts)."""
    environment = dict(os.environ, HEDDLE_PTX_REPORT=report, HEDDLE_PTX_CHECK=check)
    process = subprocess.Popen([program, *arguments], env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit("%s %s: status %d" % (program, " ".join(arguments), process.returncode))
    with open(report) as file:
        counts = json.load(file)
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, counts


def row(program, name, arguments, arrays, report):
    runs = {check: [run(program, arguments, report, check) for _ in range(3)]
            for check in ("1", "0")}
    best = {check: min(each[0] for each in found) for check, found in runs.items()}
    counts = runs["1"][0][2]
    threads = sum(kernel["thread_instructions"] for kernel in counts["kernels"])
    memory = max(each[1] for each in runs["1"])
    return [name, "%.1f million" % (threads / 1e6), "%.2f s" % best["1"],
            "%.0f million" % (threads / best["1"] / 1e6),
            "%.0f million" % (threads / best["0"] / 1e6),
            "%.0f" % (counts["program"]["launches"] / best["1"]),
            "%d MiB" % (arrays / MIB), "%d MiB" % (memory / MIB)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--page", help="put the table between the marks of this file")
    args = parser.parse_args()
    library = ptx.library(os.path.abspath(args.build))
    if not library or not samples.find_nvcc():
        raise SystemExit("needs %s/lib/libHeddlePtx.so and nvcc" % args.build)
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder, library)
        rows = [row(program, *each, os.path.join(folder, "report.json")) for each in PROGRAMS]
    text = "%s\n\n%s" % (
        figures.table(["program", "thread instructions", "time", "instructions a second",
                       "the same without checks", "launches a second", "its arrays",
                       "memory in all"], rows),
        figures.provenance("g++", "processor time of one core, least of three runs", "lib/Ptx",
                           "benchmarks/ptx"))
    figures.show("interpreter", text, args.page)


if __name__ == "__main__":
    main()
