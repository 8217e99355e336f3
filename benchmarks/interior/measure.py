#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What windows cost whose conditions hold inside.

    benchmarks/interior/measure.py --build build [--page docs/performance.md]

rewrites windows.cpp, which has each window three times: without conditions, over an input with a
margin; with conditions, which Heddle leaves out inside; and with the same by a macro or a
function, where it leaves none out. Warp instructions are those that the interpreter of PTX executes on 1024 x 1024
elements, edges included; those of the interior alone follow from how counts grow with the size.
Times are ratios on the CPU: all versions take turns in one process, and the best of all rounds
counts.

Exit status 1: the version that leaves conditions out gives another result than the one that has
them, or executes more.
"""

import argparse
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.join(ROOT, "benchmarks")]
sys.dont_write_bytecode = True

import figures  # noqa: E402
import samples  # noqa: E402
import ptx  # noqa: E402
from versions import FLAGS, PTX_FLAGS, counted, rounds, run  # noqa: E402

WINDOWS = [("convolution", "5 x 5 convolution, zeros around"), ("blur", "3 x 3 blur, `std::clamp`"),
           ("count", "count in 3 x 3, none around")]
SIDES = ["bare", "inside", "guarded"]
SIZES = [512, 768, 1024]  # multiples of a tile, a step apart
INCLUDES = ["-I", os.path.join(ROOT, "include"), "-I", HERE]


def linked(folder, name, text, compile, link):
    objects = []
    for source in (text, os.path.join(HERE, "main.cpp")):
        objects.append(os.path.join(folder, "%s-%d.o" % (name, len(objects))))
        run(compile + INCLUDES + ["-c", source, "-o", objects[-1]])
    binary = os.path.join(folder, name)
    run(["g++"] + objects + ["-o", binary] + link)
    return binary


def warp_instructions(binary, folder, side, window, n):
    """And what the program prints."""
    said, printed = counted([binary, side, window, str(n)], folder)
    return sum(k["warp_instructions"] for k in said["kernels"]), printed


def instructions(binary, folder, side, window):
    """Of all, of an iteration of the interior, and what the program prints: counts are
    a n^2 + b n + c, of which a is the interior's."""
    counts = [warp_instructions(binary, folder, side, window, n) for n in SIZES]
    step = SIZES[1] - SIZES[0]
    each = (counts[2][0] - 2 * counts[1][0] + counts[0][0]) / (2 * step * step)
    return counts[2][0], 32 * each, counts[2][1]


def best_times(binary, window, n, count, threads):
    """Of each version."""
    return [min(times) for times in zip(*rounds([binary, "times", window, str(n), str(count)],
                                                threads))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--size", type=int, default=4096, help="rows that are timed")
    parser.add_argument("--page", help="put the table between the marks of this file")
    options = parser.parse_args()
    shop = samples.Workshop(os.path.abspath(options.build))
    if not shop.nvcc or not shop.interpreter:
        print("nvcc and the interpreter of PTX are needed", file=sys.stderr)
        return 1
    rows, good = [], True
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "windows.cu")
        run([shop.rewriter, "-Wno-heddle", os.path.join(HERE, "windows.cpp"), "-o", text, "--",
             "-std=c++17"] + INCLUDES)
        on_cpu = linked(folder, "cpu", text, [options.gxx] + FLAGS + ["-x", "c++"], ["-fopenmp"])
        counts = linked(folder, "ptx", text,
                        [shop.nvcc] + PTX_FLAGS, ptx.link(shop.interpreter))
        for window, what in WINDOWS:
            of = {side: instructions(counts, folder, side, window) for side in SIDES}
            good = (good and of["inside"][2] == of["guarded"][2]
                    and of["inside"][0] < of["guarded"][0])
            times = best_times(on_cpu, window, options.size, options.rounds, options.threads)
            rows.append([what]
                        + ["%.1f" % of[side][1] for side in SIDES]
                        + ["%.2f" % (of[side][0] / of["bare"][0]) for side in SIDES[1:]]
                        + ["%.2f" % (time / times[0]) for time in times[1:]])
    figures.show("interior", "\n\n".join([
        figures.table(["window", "instructions of an iteration inside: without conditions",
                       "left out", "kept", "of all, over those without conditions: left out",
                       "kept", "time on the CPU, likewise: left out", "kept"], rows),
        figures.provenance(options.gxx, "`%s`, %d threads, %d x %d elements, best of %d rounds; "
                           "counts by the interpreter of PTX on 1024 x 1024 elements, per thread"
                           % (" ".join(FLAGS), options.threads, options.size, options.size,
                              options.rounds),
                           "lib", "include", "benchmarks/interior")]), options.page)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
