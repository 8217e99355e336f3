#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of samples/polybench: what Heddle makes of them, and their times on a CPU.

    benchmarks/polybench/measure.py --build build

prints tables in Markdown; --page FILE also puts them between the marks that FILE has
for them. It says of each kernel

- which nests are mapped, and why others are not: a line `// refused: HD402` stands
  before these, and the annotation that takes its place must be refused with that ID;
- the kernels and copies that `heddle-rewrite --report=json` tells;
- what an interpreter of PTX (libHeddlePtx) counts while the rewritten program, compiled
  with nvcc, runs with its own small sizes, and prints what it prints as written;
- the time of the rewritten program on a CPU beside that of the same loops with
  OpenMP's pragma in the place of each annotation, where that is all they need, and
  beside that of benchmarks/polybench/omp, the same kernel by hand with OpenMP. The
  programs take turns; medians count.

Exit status 1: a nest is taken that is not to be, or programs print different results.
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(ROOT, "samples", "polybench")
sys.path[:0] = [os.path.join(ROOT, "benchmarks"), os.path.join(ROOT, "scripts")]
sys.dont_write_bytecode = True

import figures  # noqa: E402
import samples  # noqa: E402
from samples import ptx  # noqa: E402

SOURCES = ["lib", "include", "samples/polybench", "benchmarks/polybench"]
INCLUDES = ["-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "samples")]
# Results compare bit for bit with those of the loops as written.
FLAGS = ["-std=c++17", "-O3", "-ffp-contract=off"]
THREADS = 2
# Threads that spin take the processors from each other where others use them, too.
OPENMP = {"OMP_NUM_THREADS": str(THREADS), "OMP_WAIT_POLICY": "passive"}
# By hand, sums are taken in another order.
CLOSE = {"deriche": 1e-3}
CLOSE_OTHERWISE = 1e-6

# Sizes for which a kernel takes some tenths of a second on a CPU.
SIZES = {
    "2mm": [600, 600, 600, 600],
    "3mm": [500, 500, 500, 500, 500],
    "adi": [700, 10],
    "atax": [7000, 7000],
    "bicg": [7000, 7000],
    "cholesky": [1400],
    "correlation": [700, 700],
    "covariance": [700, 700],
    "deriche": [3000, 3000],
    "doitgen": [100, 100, 160],
    "durbin": [12000],
    "fdtd-2d": [1000, 1000, 40],
    "floyd-warshall": [700],
    "gemm": [800, 800, 800],
    "gemver": [5000],
    "gesummv": [6000],
    "gramschmidt": [600, 500],
    "heat-3d": [120, 20],
    "jacobi-1d": [2000000, 40],
    "jacobi-2d": [1300, 40],
    "lu": [1000],
    "ludcmp": [1000],
    "mvt": [7000],
    "nussinov": [1200],
    "seidel-2d": [700, 20],
    "symm": [700, 700],
    "syr2k": [700, 600],
    "syrk": [900, 700],
    "trisolv": [9000],
    "trmm": [700, 700],
}


def run(command, **environment):
    return samples.execute(command, environment)


def values(printed):
    """The values among what a program prints: not the hashes, which show every bit."""
    return [float(text) for text in re.findall(r"\] (\S+)", printed)]


def require_close(name, printed, by_hand):
    ours, theirs = values(printed), values(by_hand)
    limit = CLOSE.get(name, CLOSE_OTHERWISE)
    if not ours or len(ours) != len(theirs) or any(
            abs(a - b) > limit * max(abs(a), abs(b), 1e-9) for a, b in zip(ours, theirs)):
        raise samples.Failure("%s by hand prints\n%sinstead of\n%s" % (name, by_hand, printed))


class Kernel:
    """One program of samples/polybench and all that is made from it in `folder`."""

    def __init__(self, options, name, folder):
        self.options = options
        self.name = name
        self.folder = folder
        self.source = os.path.join(SAMPLES, name + ".cpp")
        self.rewriter = os.path.join(os.path.abspath(options.build), "bin", "heddle-rewrite")
        with open(self.source, encoding="utf-8") as file:
            self.text = file.read()

    def path(self, suffix):
        return os.path.join(self.folder, self.name + suffix)

    def report(self, source, *more):
        """The report of a run of the tool; also where it refuses nests."""
        done = subprocess.run([self.rewriter, source, "--report=json", "--report-to",
                               self.path(".json"), *more, "--", "-std=c++17"] + INCLUDES,
                              capture_output=True, text=True)
        if done.returncode not in (0, 1) or not os.path.exists(self.path(".json")):
            raise samples.Failure("%s: status %d\n%s" % (source, done.returncode, done.stderr))
        with open(self.path(".json"), encoding="utf-8") as file:
            return json.load(file)["nests"]

    def rewrite(self):
        """Writes the .cu; what the tool says of each nest."""
        self.nests = self.report(self.source, "-o", self.path(".cu"))
        for nest in self.nests:
            if nest["verdict"] != "mapped":
                raise samples.Failure("%s:%d is %s" % (self.source, nest["line"], nest["verdict"]))
        launches = [launch for nest in self.nests for launch in nest.get("launches", [nest])]
        self.kernels = len(launches)
        self.copies = sum("copy" in array for launch in launches for array in launch["arrays"])

    def refused(self):
        """(line, ID, text) of nests that are marked so, after trying them."""
        marks = [(line, found.group(1)) for line, text in enumerate(self.text.splitlines(), 1)
                 for found in [re.search(r"// refused: (HD\d+)", text)] if found]
        if not marks:
            return []
        tried = self.path("-tried.cpp")
        with open(tried, "w", encoding="utf-8") as file:
            file.write(re.sub(r"// refused: HD\d+", "[[heddle::map]]", self.text))
        nests = {nest["line"]: nest for nest in self.report(tried, "--check")}
        rows = []
        for line, wanted in marks:
            said = [one for one in nests[line]["diagnostics"] if one["severity"] == "error"]
            if nests[line]["verdict"] != "refused" or wanted not in [one["id"] for one in said]:
                raise samples.Failure("%s:%d is %s, not refused with %s"
                                      % (self.source, line, nests[line]["verdict"], wanted))
            rows += [(line, one["id"], one["text"]) for one in said]
        return rows

    def with_pragmas(self):
        """The program with a pragma in the place of each annotation; None where some nest
        has reductions, or needs copies."""
        if not self.nests or any(nest["reductions"] or "launches" in nest or
                                 any("copy" in array for array in nest["arrays"])
                                 for nest in self.nests):
            return None
        return re.sub(r"\[\[heddle::(?!program)(?:[^\]]|\](?!\]))*\]\]\s*(?=for\b)",
                      "\n#pragma omp parallel for\n", self.text)

    def build(self):
        """Programs for the CPU: as written, with pragmas, by hand, rewritten."""
        compiler = [self.options.gxx] + FLAGS
        self.programs = {"written": self.path("-written")}
        run(compiler + ["-Wno-attributes"] + INCLUDES + [self.source, "-o", self.path("-written")])
        if self.nests:
            self.programs.update(hand=self.path("-hand"), heddle=self.path("-heddle"))
            run(compiler + ["-fopenmp", "-Wno-attributes"] + INCLUDES
                + [os.path.join(HERE, "omp", self.name + ".cpp"), "-o", self.path("-hand")])
            run(compiler + ["-fopenmp"] + INCLUDES
                + ["-x", "c++", self.path(".cu"), "-o", self.path("-heddle")])
        with_pragmas = self.with_pragmas()
        if with_pragmas:
            self.programs["pragmas"] = self.path("-pragmas")
            with open(self.path("-pragmas.cpp"), "w", encoding="utf-8") as file:
                file.write(with_pragmas)
            run(compiler + ["-fopenmp"] + INCLUDES
                + [self.path("-pragmas.cpp"), "-o", self.path("-pragmas")])

    def time(self, rounds):
        """{program: median of the seconds}; Failure if results differ."""
        sizes = [str(size) for size in SIZES[self.name]]
        seconds = {program: [] for program in self.programs}
        for _ in range(rounds):
            printed = {}
            for program, binary in self.programs.items():
                printed[program], err = run([binary] + sizes, POLYBENCH_TIME="1", **OPENMP)
                seconds[program].append(float(re.search(r"seconds (\S+)", err).group(1)))
            if "hand" in printed:
                require_close(self.name, printed["written"], printed["hand"])
            for program in {"heddle", "pragmas"} & set(printed):
                if printed[program] != printed["written"]:
                    raise samples.Failure("%s (%s) prints\n%sinstead of\n%s" % (
                        self.name, program, printed[program], printed["written"]))
        return {program: statistics.median(each) for program, each in seconds.items()}

    def count(self, nvcc):
        """The counts of the interpreter, with the small sizes of the program itself."""
        run([nvcc, "-std=c++17", "-O3"] + ptx.NVCC + INCLUDES
            + ["-c", self.path(".cu"), "-o", self.path("-ptx.o")])
        run([self.options.gxx, self.path("-ptx.o"), "-o", self.path("-ptx")]
            + ptx.link(ptx.library(os.path.abspath(self.options.build))))
        printed, _ = run([self.path("-ptx")], HEDDLE_REQUIRE_GPU="1",
                         HEDDLE_PTX_REPORT=self.path("-ptx.json"))
        wanted, _ = run([self.path("-written")])
        if printed != wanted:
            raise samples.Failure("%s as PTX prints\n%sinstead of\n%s"
                                  % (self.name, printed, wanted))
        with open(self.path("-ptx.json"), encoding="utf-8") as file:
            return json.load(file)


def number(value):
    """With spaces between thousands."""
    return "{:,}".format(value).replace(",", " ")


def summed(counts, *names):
    """The sum over the kernels of what stands under the names."""
    total = 0
    for kernel in counts["kernels"]:
        for name in names:
            kernel = kernel[name]
        total += kernel
    return total


COUNTS = {
    "launches": lambda counts: counts["program"]["launches"],
    "to the device, bytes": lambda counts: counts["program"]["bytes_to_device"],
    "back, bytes": lambda counts: counts["program"]["bytes_from_device"],
    "warp instructions": lambda counts: summed(counts, "warp_instructions"),
    "sectors loaded": lambda counts: summed(counts, "global_loads", "sectors"),
    "sectors stored": lambda counts: summed(counts, "global_stores", "sectors"),
}


def measure(options, names, nvcc, folder):
    """For each kernel what was found out of it: a dictionary."""
    found = []
    for name in names:
        print("measure: %s" % name, file=sys.stderr)
        kernel = Kernel(options, name, folder)
        kernel.rewrite()
        one = {"name": name, "refused": kernel.refused(), "mapped": len(kernel.nests),
               "kernels": kernel.kernels, "copies": kernel.copies}
        kernel.build()
        one["seconds"] = kernel.time(options.rounds)
        if nvcc and kernel.nests:
            counts = kernel.count(nvcc)
            one["counts"] = {title: rule(counts) for title, rule in COUNTS.items()}
        found.append(one)
    return found


def nests_of(one):
    return one["mapped"] + len({line for line, *_ in one["refused"]})


def link(name):
    return "[%s](../samples/polybench/%s.cpp)" % (name, name)


def table_of_nests(found):
    rows = [[link(one["name"]), str(nests_of(one)), str(one["mapped"]), str(one["kernels"]),
             str(one["copies"])]
            + [number(one["counts"][title]) if "counts" in one else "-" for title in COUNTS]
            for one in found]
    counted = [one["counts"] for one in found if "counts" in one]
    rows.append(["all %d" % len(found)] + [
        str(sum(each)) for each in ([nests_of(one) for one in found],
                                    [one["mapped"] for one in found],
                                    [one["kernels"] for one in found],
                                    [one["copies"] for one in found])]
        + [number(sum(one[title] for one in counted)) if counted else "-" for title in COUNTS])
    return figures.table(["kernel", "nests", "mapped", "kernels", "copies"] + list(COUNTS), rows)


def table_of_refusals(found):
    return figures.table(["nest", "ID", "text"], [
        ["[%s.cpp:%d](../samples/polybench/%s.cpp#L%d)" % (one["name"], line, one["name"], line),
         "[%s](diagnostics.md#%s)" % (name, name), text.replace("|", "\\|")]
        for one in found for line, name, text in one["refused"]])


def mean_of(ratios):
    """The geometric mean, or a dash."""
    return "%.2f" % math.exp(statistics.fmean(map(math.log, ratios))) if ratios else "-"


def table_of_times(found):
    """A row for each kernel that has a program by hand."""
    columns = ("written", "pragmas", "hand", "heddle")
    rows, ratios = [], {"pragmas": [], "hand": []}
    for one in found:
        seconds = one["seconds"]
        if "hand" not in seconds:
            continue
        cells = ["%.3f" % seconds[each] if each in seconds else "-" for each in columns]
        for to, all_ratios in ratios.items():
            if to in seconds:
                all_ratios.append(seconds["heddle"] / seconds[to])
            cells.append("%.2f" % all_ratios[-1] if to in seconds else "-")
        rows.append([link(one["name"]), " ".join(map(str, SIZES[one["name"]]))] + cells)
    rows.append(["geometric mean", "", "", "", "", ""] + list(map(mean_of, ratios.values())))
    return figures.table(["kernel", "sizes", "as written, 1 thread, s", "with pragmas, s",
                          "by hand, s", "rewritten, s", "to pragmas", "to by hand"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--page", help="the page that has marks for the tables")
    parser.add_argument("--only", nargs="+", default=sorted(SIZES), metavar="KERNEL")
    parser.add_argument("--no-ptx", action="store_true", help="count nothing")
    options = parser.parse_args()
    if sorted(SIZES) != [program.stem for program in samples.polybench()]:
        parser.error("SIZES and samples/polybench have different kernels")
    if options.page and (options.no_ptx or len(options.only) < len(SIZES)):
        parser.error("--page is for all kernels and all figures")
    nvcc = None if options.no_ptx else samples.find_nvcc()
    if not nvcc and not options.no_ptx:
        parser.error("no nvcc: --no-ptx leaves the counts out")
    if nvcc and not ptx.library(os.path.abspath(options.build)):
        parser.error("no interpreter of PTX in the build: --no-ptx leaves the counts out")
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = measure(options, options.only, nvcc, folder)
        except samples.Failure as failure:
            print("measure: %s" % failure, file=sys.stderr)
            return 1
    mapped, nests = sum(one["mapped"] for one in found), sum(map(nests_of, found))
    text = "\n\n".join([
        figures.provenance(options.gxx, "`%s -fopenmp`, median of %d rounds; load %.1f before"
                           % (" ".join(FLAGS), options.rounds, load), *SOURCES),
        "%d of %d nests are mapped. Counts are of PTX executed by an interpreter:"
        % (mapped, nests), table_of_nests(found),
        "Refused:", table_of_refusals(found),
        "Time on %d threads of a CPU (`OMP_WAIT_POLICY=passive`):" % THREADS,
        table_of_times(found)])
    figures.show("polybench", text, options.page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
