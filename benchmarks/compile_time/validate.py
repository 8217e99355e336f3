#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the validation of rewritten text takes of heddle-rewrite's time.

    benchmarks/compile_time/validate.py --build build-release

rewrites the samples and the execution tests with `--validate=on` and `=off`, in turns,
and prints a table in Markdown; --page FILE also puts it between the two marks that
FILE has for it. Times are user CPU seconds, the best of several rounds. Launches are
those that `--report=json` lists.

Exit status 1: validation takes half of the whole time, or more.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
sys.dont_write_bytecode = True

import figures  # noqa: E402

FLAGS = ["-std=c++20", "-ffp-contract=off", "-DSIDE=mapped", "-I", os.path.join(ROOT, "include"),
         "-I", os.path.join(ROOT, "test", "Exec", "Inputs"),
         "-I", os.path.join(ROOT, "samples")]


def rewrite(tool, source, mode, folder, report=None):
    command = [tool, "--on-failure=serial", "--validate=" + mode, source,
               "-o", os.path.join(folder, "out.cu")]
    if report:
        command += ["--report=json", "--report-to=" + report]
    process = subprocess.Popen(command + ["--"] + FLAGS, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), said))
    return usage.ru_utime


class Counts:
    """Of launches: all, those that were run, partly, for all sizes; instances."""

    def __init__(self):
        self.launches = self.run = self.partly = self.all_sizes = self.instances = 0

    def add(self, nest):
        for stage in nest.get("stagesBefore", []) + [nest]:
            found = stage.get("validated")
            if found is None:
                continue
            self.launches += 1
            self.instances += found["instances"]
            self.run += found["instances"] > 0
            self.partly += found["instances"] > 0 and "remark" in found
            self.all_sizes += found["allSizes"]


class Row:
    def __init__(self, name):
        self.name = name
        self.on = self.off = 0.0
        self.counts = Counts()

    def cells(self):
        c = self.counts
        return [self.name, "%.2f" % self.off, "%.2f" % self.on,
                "%.0f %%" % (100 * (1 - self.off / self.on)), str(c.launches), str(c.run),
                str(c.partly), str(c.all_sizes), str(c.instances)]


def measure(options, folder):
    tool = os.path.join(os.path.abspath(options.build), "bin", "heddle-rewrite")
    rows = [Row("samples"), Row("execution tests, loops"),
            Row("execution tests, tensor statements")]
    total = Row("all")
    sources = sorted(glob.glob(os.path.join(ROOT, "samples", "*", "*.cpp")) +
                     glob.glob(os.path.join(ROOT, "test", "Exec", "*.cpp")))
    for source in sources:
        name = os.path.basename(source)
        row = rows[0 if "samples" in source else
                   2 if name.startswith("tensor") or name == "reuse.cpp" else 1]
        report = os.path.join(folder, "report.json")
        on = off = float("inf")
        for _ in range(options.rounds):
            off = min(off, rewrite(tool, source, "off", folder))
            on = min(on, rewrite(tool, source, "on", folder, report))
        with open(report, encoding="utf-8") as file:
            nests = json.load(file)["nests"]
        for each in (row, total):
            each.on += on
            each.off += off
            for nest in nests:
                each.counts.add(nest)
    return rows + [total]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build-release"),
                        help="the build folder of heddle-rewrite")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--page", help="put the table between the marks of this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(options, folder)
    head = ["files", "off, s", "on, s", "share", "launches", "run", "in part",
            "for all sizes", "instances"]
    figures.show("validate", "\n\n".join([
        figures.table(head, [row.cells() for row in rows]),
        figures.provenance("c++", "best of %d rounds" % options.rounds,
                           "lib", "rewriter", "include")]), options.page)
    return 0 if rows[-1].on < 2 * rows[-1].off else 1


if __name__ == "__main__":
    sys.exit(main())
