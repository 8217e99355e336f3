#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor statements against loops by hand and Eigen, and what they cost to compile.

    benchmarks/tensor/measure.py

compiles the operators of samples/08_interpolation with g++ and clang, as statements
and as loops in the same order with extents known to the compiler, runs them over a
batch of elements, and prints tables in Markdown; --page FILE also puts them between
the two marks that FILE has for them. All versions of an operator take turns in one
process; of each the best of all rounds counts, in time that the threads ran. Eigen
takes part where it is installed (scripts/setup --benchmarks).

Exit status 1: a bound is not kept.
"""

import argparse
import collections
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
sys.dont_write_bytecode = True

import figures  # noqa: E402

GOAL = 1.0  # of the best loops
COMPILE_GOAL = 3.0  # times the loops
FLAGS = ["-std=c++17", "-O3", "-march=native"]
SOURCES = ["include/heddle/tensor.h", "include/heddle/tensor", "benchmarks/tensor"]
OPERATORS = [("interpolate", "Interpolation"), ("helmholtz", "Inverse Helmholtz")]
LOOPS = ("element", "row")


def flops(operator, n):
    """Multiplications and additions of one element."""
    one = 2 * 3 * n ** 4
    return one if operator == "interpolate" else 2 * one + n ** 3


def bytes_moved(n):
    """u is read, v's lines are read and written; the rest stays in a cache."""
    return 3 * 8 * n ** 3


def include_flags():
    return ["-I", os.path.join(ROOT, "include")]


def build(compiler, options, folder):
    """The program of one compiler."""
    name = os.path.basename(compiler)
    binary = os.path.join(folder, name)
    extents = " ".join("MEASURE(%d)" % n for n in options.extents)
    sources = [os.path.join(HERE, "main.cpp")]
    flags = FLAGS + ["-pthread", "-DHEDDLE_BENCHMARK_EXTENTS=" + extents] + include_flags()
    if options.eigen_found:
        flags += ["-DHEDDLE_WITH_EIGEN=1", "-DNDEBUG", "-isystem", options.eigen]
        sources.append(os.path.join(HERE, "eigen.cpp"))
    subprocess.run([compiler] + flags + sources + ["-o", binary], check=True)
    return binary


def times(binary, options):
    """Seconds of a batch by operator, extent, threads and version; rates by threads."""
    done = subprocess.run([binary, str(options.batch), str(options.rounds)]
                          + [str(t) for t in options.threads],
                          stdout=subprocess.PIPE, text=True, check=True)
    found, rates = {}, collections.defaultdict(dict)
    for line in done.stdout.splitlines():
        operator, n, version, threads, value = line.split()
        if operator == "rate":
            rates[int(threads)][version] = float(value)
        else:
            found[operator, int(n), int(threads), version] = float(value)
    return found, rates


def speed(options, folder):
    """A table for each operator and number of threads, and whether the goal is kept."""
    measured = {compiler: times(build(compiler, options, folder), options)
                for compiler in options.compilers}
    peak = {t: {kind: max(rates[t][kind] for _, rates in measured.values())
                for kind in ("bytes", "flops")} for t in options.threads}
    parts, kept = [], True
    for operator, title in OPERATORS:
        for threads in options.threads:
            table, good = one_table(measured, peak[threads], operator, threads, options)
            kept = kept and good
            parts += ["%s on %s:" % (title, cores(threads)), table]
    parts.append("Measured: " + "; ".join(
        "%s %.1f GB/s (`y = s x`, 2^25 elements) and %.0f Gflop/s (in registers)" % (
            cores(t), peak[t]["bytes"] / 1e9, peak[t]["flops"] / 1e9)
        for t in options.threads) + ".")
    return parts, kept


def one_table(measured, peak, operator, threads, options):
    rows, kept = [], True
    for n in options.extents:
        def of(compiler, version):
            return measured[compiler][0][operator, n, threads, version]
        loops = {compiler: min(of(compiler, each) for each in LOOPS)
                 for compiler in options.compilers}
        statement = {compiler: of(compiler, "statement") for compiler in options.compilers}
        best, ours = min(loops.values()), min(statement.values())
        kept = kept and best / ours >= GOAL
        row = [str(n)]
        for compiler in options.compilers:
            row += ["%.0f" % (1e9 * loops[compiler] / options.batch),
                    "%.0f (%.2f)" % (1e9 * statement[compiler] / options.batch,
                                     best / statement[compiler])]
        row.append("%.2f" % (best / ours))
        if options.eigen_found:
            row.append("%.2f" % (min(of(c, "eigen") for c in options.compilers) / ours))
        for amount, kind in ((flops(operator, n), "flops"), (bytes_moved(n), "bytes")):
            rate = amount * options.batch / ours
            row.append("%.1f (%.0f %%)" % (rate / 1e9, 100 * rate / peak[kind]))
        rows.append(row)
    head = ["N"]
    for compiler in options.compilers:
        head += ["loops, " + compiler, "statement, " + compiler]
    head.append("ratio")
    if options.eigen_found:
        head.append("to Eigen")
    return figures.table(head + ["Gflop/s", "GB/s"], rows), kept


def compile_seconds(compiler, name, rounds):
    """The least time of the processor that the compiler took for a file."""
    best = float("inf")
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([compiler] + FLAGS + include_flags()
                       + ["-c", os.path.join(HERE, "compile", name + ".cpp"), "-o", os.devnull],
                       check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return best


def compile_time(options):
    rows, kept = [], True
    for compiler in options.compilers:
        seconds = {name: compile_seconds(compiler, name, options.compile_rounds)
                   for name in ("header", "arrays", "loops", "statement")}
        ratio = seconds["statement"] / seconds["loops"]
        kept = kept and ratio <= COMPILE_GOAL
        rows.append([compiler] + ["%.2f" % seconds[name] for name in
                                  ("header", "arrays", "loops", "statement")]
                    + ["%.2f" % ratio, "yes" if ratio <= COMPILE_GOAL else "**no**"])
    return figures.table(["compiler", "the header alone, s", "loops on arrays, no header, s",
                          "loops on tensors, s", "statement, s", "statement to loops on tensors",
                          "at most %g" % COMPILE_GOAL], rows), kept


def cores(threads):
    return "one core" if threads == 1 else "%d cores" % threads


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compilers", nargs="+", default=["g++", "clang++-22"])
    parser.add_argument("--eigen", default="/usr/include/eigen3")
    parser.add_argument("--batch", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--compile-rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--extents", type=int, nargs="+", default=list(range(5, 15)))
    parser.add_argument("--page", help="put the tables between the marks of this file")
    options = parser.parse_args()
    options.eigen_found = os.path.exists(
        os.path.join(options.eigen, "unsupported", "Eigen", "CXX11", "Tensor"))
    if not options.eigen_found:
        print("measure.py: no Eigen in %s: compared with loops alone" % options.eigen,
              file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        try:
            parts, fast = speed(options, folder)
            table, short = compile_time(options)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit("measure.py: %s" % error)
    parts += ["The cost to compile an expression of depth 6, and the same loops by hand:", table]
    others = "; ".join(figures.output_of(each, "--version").splitlines()[0]
                       for each in options.compilers[1:])
    parts.append(figures.provenance(
        options.compilers[0], "%s; `%s`; batch %d, best of %d rounds; compile times best of %d" % (
            others, " ".join(FLAGS), options.batch, options.rounds, options.compile_rounds),
        *SOURCES))
    figures.show("tensor", "\n\n".join(parts), options.page)
    return 0 if fast and short else 1


if __name__ == "__main__":
    sys.exit(main())
