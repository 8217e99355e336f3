#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an update in place saves, against a copy back and against another destination.

    benchmarks/inplace/measure.py --build build-release

rewrites kernels.cpp, compiles the result with g++ for the CPU, runs its loops, and
prints tables in Markdown; --page FILE also puts them between the two marks that
FILE has for them. The versions of a kernel take turns in one process; of each the
best of all rounds counts, and beside the ratio of these stands the median of the
rounds' ratios, which says how quiet the machine was. The kernels are those of
the thesis on compatible tensor assignments.

    benchmarks/inplace/measure.py --build build-release --gpu

compares with the copy that the device makes itself, on a machine with a GPU and nvcc.

Exit status 1: a ratio is below its goal.
"""

import argparse
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

GOAL = 0.95  # of the byte model; of the copy's rate
GPU_FLAGS = ["-std=c++17", "-O3"]
FLAGS = ["-std=c++17", "-O3", "-march=native", "-fopenmp"]

SOURCES = ["lib", "include", "benchmarks/inplace"]

# Kernel, statement, vectors read besides x, what the thesis measured.
KERNELS = [("scale", "x = s x", 0, 1.859),
           ("multiply", "x = x v", 1, 2.007),
           ("combine", "x = a x + b u + c v", 2, 1.697)]


def copy_back_bytes(others):
    """By how much a copy moves more bytes: each store reads its line first.

    In place: all vectors are read, x is written. With a copy: all are read, the
    temporary's lines are read and written, it is read, x is read and written.
    """
    return (others + 6) / (others + 2)


def copy_back_lines(others):
    """The same for lines fetched: writing them back keeps no core waiting."""
    return (others + 4) / (others + 1)


def other_bytes(others):
    return (others + 3) / (others + 2)


def build(options, folder, compiler, main):
    """The program of `main` with the rewritten kernels."""
    binary = os.path.join(folder, "inplace")
    rewritten = os.path.join(folder, "kernels.cu")
    include = os.path.join(ROOT, "include")
    rewriter = os.path.join(os.path.abspath(options.build), "bin", "heddle-rewrite")
    subprocess.run([rewriter, os.path.join(HERE, "kernels.cpp"), "-o", rewritten,
                    "--", "-std=c++17", "-I", include], check=True)
    subprocess.run(compiler + ["-I", include, "-I", HERE, rewritten,
                               os.path.join(HERE, main), "-o", binary], check=True)
    return binary


class Program:
    def __init__(self, options, folder):
        self.binary = build(options, folder, [options.gxx] + FLAGS + ["-x", "c++"], "main.cpp")

    def times(self, kernel, n, threads, rounds, milliseconds):
        """Best time of each version, and per round all times."""
        env = {name: value for name, value in os.environ.items()
               if not name.startswith(("HEDDLE_", "OMP_"))}
        env.update(OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
        done = subprocess.run([self.binary, kernel, str(n), str(rounds), str(milliseconds)],
                              env=env, stdout=subprocess.PIPE, text=True, check=True)
        lines = [[float(word) for word in line.split()] for line in done.stdout.splitlines()]
        self.quietest = max(line[-1] for line in lines)
        every = [line[:-1] for line in lines]
        return [min(column) for column in zip(*every)], every


class Ratio:
    """Of version `which` to the one in place."""

    def __init__(self, measured, which):
        best, every = measured
        self.best = best[which] / best[0]
        self.median = statistics.median(times[which] / times[0] for times in every)

    def __str__(self):
        return "%.2f (%.2f)" % (self.best, self.median)


def copied_back(program, options):
    """The first three kernels, far beyond any cache."""
    rows, kept, shares = [], True, []
    for kernel, statement, others, thesis in KERNELS:
        model = copy_back_bytes(others)
        row = ["`%s`" % statement, "%.2f" % model, "%.2f" % copy_back_lines(others)]
        for threads in options.threads:
            ratio = Ratio(program.times(kernel, 1 << options.log_size, threads,
                                        options.rounds, 0), 1)
            shares.append(program.quietest)
            part = ratio.best / model
            kept = kept and part >= GOAL
            row += [str(ratio), "%.2f" % part]
        rows.append(row + ["%.3f" % thesis])
    head = ["statement", "bytes", "lines"]
    for threads in options.threads:
        head += ["on %s" % cores(threads), "of the bytes"]
    return figures.table(head + ["thesis"], rows), kept, min(shares)


def matvec(program, options):
    """x = (u v) x over n: work grows with n * n, what the copy moves with n."""
    rows = []
    for n in options.matvec:
        row = [str(n), "%.3f" % ((n + 7) / (n + 3))]
        for threads in options.threads:
            ratio = Ratio(program.times("matvec", n, threads, 20 * options.rounds, 1), 1)
            row.append("%.3f (%.3f)" % (ratio.best, ratio.median))
        rows.append(row)
    return figures.table(["n", "bytes"] + ["on " + cores(t) for t in options.threads], rows)


def elsewhere(program, options):
    """Another destination against in place, around the last cache."""
    rows = []
    for log in range(options.log_size - 9, options.log_size):
        row = ["2^%d" % log, "%d" % (8 * 2 ** log // 2 ** 20)]
        for kernel, _, _, _ in KERNELS:
            ratio = Ratio(program.times(kernel, 1 << log, 1, options.rounds, 5), 2)
            row.append(str(ratio))
        rows.append(row)
    models = ["", "bytes"] + ["%.2f" % other_bytes(others) for _, _, others, _ in KERNELS]
    return figures.table(["elements", "MiB a vector"]
                         + ["`%s`" % statement for _, statement, _, _ in KERNELS],
                         [models] + rows)


def on_gpu(options, folder):
    """In place, against the copy of one vector: bytes a second."""
    binary = build(options, folder,
                   [options.nvcc] + GPU_FLAGS + ["-arch=" + options.arch, "-x", "cu"], "gpu.cpp")
    n = 1 << options.log_size
    done = subprocess.run([binary, str(n), str(options.rounds)],
                          env=dict(os.environ, HEDDLE_REQUIRE_GPU="1"),
                          stdout=subprocess.PIPE, text=True, check=True)
    every = [[float(word) for word in line.split()] for line in done.stdout.splitlines()]
    rows, kept, copied = [], True, 0
    for (name, vectors), times in zip((("a copy within the device", 2), ("`x = s x`", 2),
                                       ("`x = a x + b u + c v`", 4)), zip(*every)):
        rate = 8 * n * vectors / min(times) / 1e9
        copied = copied or rate
        kept = kept and rate >= GOAL * copied
        rows.append([name, "%.0f" % rate, "%.3f" % (rate / copied)])
    return figures.table(["on %d MiB" % (8 * n >> 20), "GB/s", "of the copy"], rows), kept


def cores(threads):
    return "one core" if threads == 1 else "%d cores" % threads


def last_cache():
    size = figures.output_of("getconf", "LEVEL3_CACHE_SIZE")
    return "%d MiB" % (int(size) >> 20) if size.isdigit() and int(size) else "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build-release"),
                        help="the build folder of heddle-rewrite")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--log-size", type=int, default=27,
                        help="vectors of the first table have 2 to this many elements")
    parser.add_argument("--matvec", type=int, nargs="+",
                        default=[25, 50, 100, 200, 400, 800, 1600])
    parser.add_argument("--gpu", action="store_true", help="measure on a GPU instead")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch", default="native", help="of the GPU, as nvcc names it")
    parser.add_argument("--page", help="put the tables between the marks of this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure = measure_gpu if options.gpu else measure_cpu
        try:
            return 0 if measure(options, folder) else 1
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit("measure.py: %s" % error)


def measure_gpu(options, folder):
    table, kept = on_gpu(options, folder)
    gpu = figures.output_of("nvidia-smi", "--query-gpu=name,driver_version",
                            "--format=csv,noheader")
    figures.show("inplace_gpu", "\n\n".join([table, gpu + "; " + figures.provenance(
        options.nvcc, "`%s`; best of %d rounds" % (" ".join(GPU_FLAGS), options.rounds),
        *SOURCES)]), options.page)
    return kept


def measure_cpu(options, folder):
    program = Program(options, folder)
    first, kept, share = copied_back(program, options)
    figures.show("inplace", "\n\n".join([
        "Copied back, against in place; vectors of 2^%d elements:" % options.log_size, first,
        "The same for `x = (u v) x`, `u` being an n x n matrix:", matvec(program, options),
        "Another destination, against in place; one core, last cache %s:" % last_cache(),
        elsewhere(program, options),
        figures.provenance(
            options.gxx, "`%s`; best of %d rounds, in parentheses the median of their ratios; "
            "the kernels of the first table got at least %.0f %% of their processors in their "
            "quietest round" % (" ".join(FLAGS), options.rounds, 100 * share),
            *SOURCES)]), options.page)
    return kept


if __name__ == "__main__":
    sys.exit(main())
