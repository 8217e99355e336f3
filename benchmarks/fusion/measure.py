#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What neighbouring nests save that run in one launch.

    benchmarks/fusion/measure.py --build build [--page docs/programs.md]

rewrites chains.cpp with and without fusion. Counts are those of the interpreter of PTX, on small
arrays. Times are ratios on the CPU, on arrays far beyond the caches: both versions take turns in
one process, and the best of all rounds counts; in parentheses the median of the rounds' ratios.

Exit status 1: a chain is more than one launch, or moves more sectors than it does apart.
"""

import argparse
import os
import statistics
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

CHAINS = [("blend", "three element-wise statements"), ("residual", "an update and its norm"),
          ("step", "velocities, then positions"), ("sharpen", "a blur, and what it leaves")]
SIDES = ["fused", "apart"]
INCLUDES = ["-I", os.path.join(ROOT, "include"), "-I", HERE]


def rewritten(shop, folder):
    """The text of each side."""
    texts = []
    for side in SIDES:
        text = os.path.join(folder, side + ".cu")
        run([shop.rewriter, "-Wno-heddle", "--fusion=" + ("on" if side == "fused" else "off"),
             os.path.join(HERE, "chains.cpp"), "-o", text, "--", "-std=c++17",
             "-DSIDE=" + side] + INCLUDES)
        texts.append((side, text))
    return texts


def linked(folder, name, texts, compile, link):
    """Both sides and their caller, each compiled with its SIDE."""
    objects = []
    for side, text in texts + [("main", os.path.join(HERE, "main.cpp"))]:
        objects.append(os.path.join(folder, name + "-" + side + ".o"))
        run(compile + ["-DSIDE=" + side] + INCLUDES + ["-c", text, "-o", objects[-1]])
    binary = os.path.join(folder, name)
    run(["g++"] + objects + ["-o", binary] + link)
    return binary


def build(options, folder, texts):
    """For the CPU."""
    return linked(folder, "cpu", texts, [options.gxx] + FLAGS + ["-x", "c++"], ["-fopenmp"])


def build_ptx(shop, folder, texts):
    return linked(folder, "ptx", texts,
                  [shop.nvcc] + PTX_FLAGS, ptx.link(shop.interpreter))


def moved(binary, folder, chain, n):
    """For each side launches, sectors loaded and stored, and what the chain prints."""
    counts = []
    for side in SIDES:
        said, printed = counted([binary, side, chain, str(n)], folder)
        # A reduction has kernels of its own, which both sides have.
        kernels = [k for k in said["kernels"] if "heddle_" in k["demangled"]]
        counts.append({
            "launches": said["program"]["launches"],
            "loads": sum(k["global_loads"]["sectors"] for k in kernels),
            "stores": sum(k["global_stores"]["sectors"] for k in kernels),
            "printed": printed})
    return counts


def ratios(binary, chain, n, count, threads):
    times = rounds([binary, "times", chain, str(n), str(count)], threads)
    best = min(apart for _, apart in times) / min(fused for fused, _ in times)
    return "%.2f (%.2f)" % (best, statistics.median(apart / fused for fused, apart in times))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--log-size", type=int, default=25,
                        help="arrays that are timed have 2 to this many elements")
    parser.add_argument("--page", help="put the table between the marks of this file")
    options = parser.parse_args()
    shop = samples.Workshop(os.path.abspath(options.build))
    if not shop.nvcc or not shop.interpreter:
        print("nvcc and the interpreter of PTX are needed", file=sys.stderr)
        return 1
    rows, good = [], True
    with tempfile.TemporaryDirectory() as folder:
        texts = rewritten(shop, folder)
        on_cpu, counts = build(options, folder, texts), build_ptx(shop, folder, texts)
        for chain, what in CHAINS:
            fused, apart = moved(counts, folder, chain, 1 << 16)
            good = (good and fused["printed"] == apart["printed"]
                    and fused["launches"] < apart["launches"]
                    and fused["loads"] < apart["loads"] and fused["stores"] <= apart["stores"])
            rows.append([what] + ["%d / %d" % (fused[key], apart[key])
                                  for key in ("launches", "loads", "stores")]
                        + [ratios(on_cpu, chain, 1 << options.log_size, options.rounds,
                                  options.threads)])
    figures.show("fusion", "\n\n".join([
        figures.table(["chain", "launches, fused / apart", "sectors loaded", "sectors stored",
                       "time on the CPU, apart / fused"], rows),
        figures.provenance(options.gxx, "`%s`, %d threads, arrays of 2^%d elements; best of %d "
                           "rounds, in parentheses the median of their ratios; counts by the "
                           "interpreter of PTX on 2^16 elements"
                           % (" ".join(FLAGS), options.threads, options.log_size, options.rounds),
                           "lib", "include", "benchmarks/fusion")]), options.page)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
