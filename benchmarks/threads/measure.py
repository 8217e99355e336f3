#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From which sizes on CPU threads pay, and whether a launch takes them there.

    benchmarks/threads/measure.py --build build-release

compiles kernels.cpp with g++ as it stands, with OpenMP's pragma on each loop, and as
heddle-rewrite leaves it, runs all of them with one thread and with two for many sizes,
and prints a table in Markdown; --page FILE also puts it between the two marks that FILE
has for it. Versions take turns in one process, and of each the best of all rounds counts.
The machine is to be idle.

*A launch* is what the rewritten loops take longer than the loops as written, at the
smallest size. The quotients are geometric means over the sizes at which the faster of the
two other versions takes 20 microseconds or more.

Exit status 1: a launch that compares no arrays, or a quotient, is beyond its bound.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
sys.dont_write_bytecode = True

import figures  # noqa: E402

FLAGS = ["-std=c++17", "-O3", "-march=native", "-fopenmp"]
SOURCES = ["lib", "include", "benchmarks/threads"]
LAUNCH_NS = 50.0  # of a launch that compares nothing
LONG_NS = 20000.0  # from here on a loop runs for some time
RATIO = 1.02  # of the faster one of the other versions
COMPARES_NOTHING = ["scale"]  # one array


def build(options, folder):
    include = ["-I", HERE, "-I", os.path.join(ROOT, "include")]
    rewritten = os.path.join(folder, "rewritten.cpp")
    subprocess.run([os.path.join(options.build, "bin", "heddle-rewrite"),
                    "-Wno-heddle", os.path.join(HERE, "kernels.cpp"), "-o", rewritten, "--",
                    "-std=c++17", *include], check=True)
    objects = []
    for name, source, more in (("sequential", "kernels.cpp", ["-DSEQUENTIAL"]),
                               ("by_hand", "kernels.cpp", ["-DBY_HAND"]),
                               ("rewritten", rewritten, []), ("main", "main.cpp", [])):
        objects.append(os.path.join(folder, name + ".o"))
        subprocess.run([options.gxx, *FLAGS, *more, *include, "-c", os.path.join(HERE, source),
                        "-o", objects[-1]], check=True)
    program = os.path.join(folder, "threads")
    subprocess.run([options.gxx, "-fopenmp", *objects, "-o", program], check=True)
    return program


def run(program, threads, rounds):
    """{kernel: [(n, ns as written, ns by hand, ns rewritten)]}"""
    text = subprocess.run([program, str(rounds)], stdout=subprocess.PIPE, text=True, check=True,
                          env=dict(os.environ, OMP_NUM_THREADS=str(threads))).stdout
    found = {}
    for line in text.splitlines():
        name, n, *times = line.split()
        found.setdefault(name, []).append((int(n), *map(float, times)))
    return found


def first(rows, holds):
    """The first size from which on it always holds."""
    size = None
    for row in reversed(rows):
        if not holds(row):
            break
        size = row[0]
    return "-" if size is None else str(size)


def mean(rows):
    """Rewritten loops against the faster of the others, where these take some time."""
    return math.exp(statistics.mean(math.log(ours / min(one, two)) for _, one, two, ours in rows
                                    if min(one, two) >= LONG_NS))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--page", help="put the table between the marks of this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = build(options, folder)
        one, two = (run(program, threads, options.rounds) for threads in (1, 2))
    rows, wrong = [], []
    for name, with_two in two.items():
        launch = with_two[0][3] - with_two[0][1]
        ratios = [mean(rows_of[name]) for rows_of in (one, two)]
        rows.append(["`%s`" % name, "%.0f" % launch,
                     first(with_two, lambda row: row[2] < row[1]),
                     first(with_two, lambda row: row[3] < 0.9 * row[1]),
                     *("%.2f" % ratio for ratio in ratios)])
        wrong += ["%s with %d threads takes %.2f times as long" % (name, threads, ratio)
                  for threads, ratio in zip((1, 2), ratios) if ratio > RATIO]
        if name in COMPARES_NOTHING and launch > LAUNCH_NS:
            wrong.append("a launch of %s takes %.0f ns" % (name, launch))
    table = figures.table(
        ["kernel", "a launch, ns", "two threads pay from n =", "a launch takes two from n =",
         "rewritten, one thread", "rewritten, two threads"], rows)
    how = figures.provenance(options.gxx, "`%s`" % " ".join(FLAGS), *SOURCES)
    figures.show("threads", table + "\n\n" + how, options.page)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
