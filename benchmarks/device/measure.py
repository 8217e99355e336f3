#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Heddle's device code beside that of an expert: executed PTX and machine code.

    benchmarks/device/measure.py [--page docs/performance.md]

rewrites mapped.cpp under each strategy, and with tiles where it has some, compiles
the results with nvcc, and runs them on the interpreter of PTX
(build/lib/libHeddlePtx.so) with the kernels that an expert writes by hand (expert.cu,
tiles.cu, products.cu), which have to compute the same. It prints tables of what both executed, and of what ptxas makes of both for
sm_90; --page FILE also puts them between the marks that FILE has for them. The
second table needs nvdisasm (--nvdisasm); without it the page keeps the one it has.

    benchmarks/device/measure.py --check

prints nothing but what got worse: a count of Heddle's kernels that is above its
budget in budgets.json, which scripts/device-budgets lowers. In both modes the
expert's kernels are held to bounds of their own (bounds.py).

Exit status 1: a count is above its budget or its bound.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(ROOT, "benchmarks"), HERE]
sys.dont_write_bytecode = True

import bounds  # noqa: E402
import budgets  # noqa: E402
import estimates  # noqa: E402
import figures  # noqa: E402
import machine_code  # noqa: E402

SOURCES = ["lib", "include", "benchmarks/device"]
STRATEGIES = ["Auto", "Jing", "FoldAll", "Tiles"]
# -O0 is for the host's half, which would take most of the time; cicc makes the same
# PTX as under -O3.
PTX_FLAGS = ["-std=c++17", "-O0", "-no-compress", "-gencode",
             "arch=compute_75,code=compute_75", "-cudart", "shared"]
EXPERTS = ["expert.cu", "tiles.cu", "products.cu"]

# The nests that `Jing` refuses (DEEP in mapped.cpp).
DEEP = {"rank6", "rank6_constant", "stencil7_constant"}
REDUCTIONS = {"sum", "maximum"}  # have one mapping
# The nests of mapped.cpp that have another mapping under TILES.
TILED = {"stencil5", "stencil9", "stencil27", "stencil7", "stencil7_constant", "convolution3", "convolution5", "transpose", "transpose_constant",
         "transpose3", "product", "accumulate", "softmax", "interpolation5", "interpolation8",
         "interpolation13"}


def strategies(name):
    if name in REDUCTIONS:
        return STRATEGIES[:1]
    left_out = ({"Jing"} if name in DEEP else set()) | (set() if name in TILED else {"Tiles"})
    return [each for each in STRATEGIES if each not in left_out]


def demangled(names):
    """{mangled: demangled}; the latter are the same for all architectures."""
    done = subprocess.run(["c++filt"], input="\n".join(names), text=True, check=True,
                          stdout=subprocess.PIPE)
    return dict(zip(names, done.stdout.splitlines()))


class Counts:
    """The counts of the kernels of one side, all launches together."""

    FIELDS = [("warp_instructions", lambda k: k["warp_instructions"]),
              ("floating", lambda k: k["classes"]["floating"]["warp"]),
              ("load_sectors", lambda k: k["global_loads"]["sectors"]),
              ("store_sectors", lambda k: k["global_stores"]["sectors"]),
              ("local_sectors", lambda k: k["local"]["sectors"]),
              ("shared_passes", lambda k: k["shared"]["passes"])]

    def __init__(self, kernels):
        self.kernels = [kernel["name"] for kernel in kernels]
        self.values = {field: sum(read(kernel) for kernel in kernels)
                       for field, read in self.FIELDS}

    def __getitem__(self, field):
        return self.values[field]


class Run:
    """One benchmark under one strategy."""

    def __init__(self, need, kernels):
        names = demangled([kernel["name"] for kernel in kernels])
        for kernel in kernels:
            kernel["name"] = names[kernel["name"]]
        self.need = need
        self.expert = Counts([k for k in kernels if "expert::" in k["name"]])
        mine = [k for k in kernels if "expert::" not in k["name"]]
        self.heddle = Counts(mine)
        # Threads whose index is one of the nest's.
        self.iterations = max((k["threads"] - k["threads_off"] for k in mine), default=0)
        self.threads = max((k["threads"] for k in mine), default=0)

        if not self.expert.kernels or not self.heddle.kernels:
            raise ValueError("a side has launched no kernel")


class Programs:
    """The benchmarks, compiled in a folder; one program a strategy."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.experts = [self.compiled(os.path.join(HERE, source), source + ".o", [])
                        for source in EXPERTS]
        main = os.path.join(folder, "main.o")
        cuda = os.path.join(os.path.dirname(os.path.dirname(options.nvcc)), "include")
        subprocess.run([options.gxx, "-std=c++17", "-O1", "-I", cuda, "-c",
                        os.path.join(HERE, "main.cpp"), "-o", main], check=True)
        for strategy in STRATEGIES:
            self.link(strategy, main)

    def path(self, name):
        return os.path.join(self.folder, name)

    def report(self, strategy):
        """What the cost model says of the nests under a strategy."""
        return self.path(strategy + ".json")

    @staticmethod
    def flags(strategy):
        """The flags with which mapped.cpp is rewritten, and then compiled."""
        if strategy == "Tiles":
            return ["-DTILES"]
        return ["-DSTRATEGY=" + strategy,
                "-DDEEP=" + ("FoldAll" if strategy == "Jing" else strategy)]

    def compiled(self, source, name, flags):
        subprocess.run([self.options.nvcc, "-lineinfo"] + PTX_FLAGS + flags + self.includes()
                       + ["-c", source, "-o", self.path(name)], check=True)
        return self.path(name)

    @staticmethod
    def includes():
        return ["-I", os.path.join(ROOT, "include"), "-I", HERE]

    def link(self, strategy, main):
        rewriter = os.path.join(self.options.build, "bin", "heddle-rewrite")
        text, flags = self.path(strategy + ".cu"), self.flags(strategy)
        # The tests validate; here it would take time.
        subprocess.run([rewriter, "--validate=off", "-Wno-heddle-HD516",
                        os.path.join(HERE, "mapped.cpp"), "-o", text,
                        "--explain-mapping", "--report=json", "--report-to", self.report(strategy),
                        "--", "-std=c++17"] + flags + self.includes(), check=True)
        library = os.path.join(self.options.build, "lib")
        subprocess.run([self.options.gxx, main, self.compiled(text, strategy + ".o", flags)]
                       + self.experts + ["-o", self.path(strategy), "-L" + library, "-lHeddlePtx",
                                         "-Wl,-rpath," + library], check=True)

    def names(self):
        done = subprocess.run([self.path("Auto")], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.split()

    def run(self, strategy, name):
        report = self.path("report.json")
        env = {key: value for key, value in os.environ.items() if not key.startswith("HEDDLE_")}
        env.update(HEDDLE_REQUIRE_GPU="1", HEDDLE_PTX_REPORT=report)
        done = subprocess.run([self.path(strategy), name], env=env, stdout=subprocess.PIPE,
                              text=True, check=True)
        with open(report, encoding="utf-8") as file:
            return Run(json.loads(done.stdout), json.load(file)["kernels"])

    def run_all(self, only=None):
        """{name: {strategy: Run}}."""
        return {name: {strategy: self.run(strategy, name) for strategy in strategies(name)}
                for name in self.names() if not only or name in only}

    def machine_code(self):
        """{source or strategy: {kernel: machine_code.Kernel}} for sm_90."""
        sources = [(os.path.join(HERE, source), []) for source in EXPERTS]
        sources += [(self.path(strategy + ".cu"), self.flags(strategy)) for strategy in STRATEGIES]
        found = {}
        for source, flags in sources:
            cubin = self.path("code.cubin")
            done = subprocess.run(
                [self.options.nvcc, "-std=c++17", "-O3", "-gencode", "arch=compute_90,code=sm_90",
                 "-Xptxas", "-v", "-cubin"] + flags + self.includes() + [source, "-o", cubin],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
            kernels = machine_code.used(done.stdout)
            if self.options.nvdisasm:
                machine_code.disassemble(self.options.nvdisasm, cubin, kernels)
            names = demangled(list(kernels))
            key = os.path.splitext(os.path.basename(source))[0]
            found[key if flags else "expert"] = dict(
                found.get("expert", {}) if not flags else {},
                **{names[kernel]: one for kernel, one in kernels.items()})
        return found


#===- The page ------------------------------------------------------------===#


def rows_of(runs):
    """(who, Counts, key of the machine code) of a benchmark: equal strategies are one row."""
    rows = [("expert", next(iter(runs.values())).expert, "expert")]
    for strategy, run in runs.items():
        for k, (who, counts, key) in enumerate(rows[1:], 1):
            if counts.values == run.heddle.values:
                rows[k] = (who + ", " + strategy, counts, key)
                break
        else:
            rows.append((strategy, run.heddle, strategy))
    return rows


def with_ratio(value, to):
    return "%d (%.2f)" % (value, value / to) if to else "%d" % value


def joined(values):
    """One value where all are equal, else all of them."""
    values = [str(value) for value in values]
    return values[0] if len(set(values)) == 1 else " + ".join(values)


def executed_table(every, code):
    rows = []
    for name, runs in every.items():
        expert = next(iter(runs.values())).expert
        for who, counts, key in rows_of(runs):
            kernels = [code[key][kernel] for kernel in counts.kernels]
            cells = [with_ratio(counts[field], expert[field]) if counts is not expert
                     else "%d" % counts[field]
                     for field in ("warp_instructions", "floating", "load_sectors",
                                   "store_sectors", "shared_passes")]
            rows.append(["`%s`" % name if counts is expert else "", who] + cells + [
                joined(k.registers for k in kernels), joined(k.spilled for k in kernels),
                joined(k.shared for k in kernels)])
    return figures.table(
        ["nest", "by", "warp instructions", "floating", "sectors loaded", "sectors stored",
         "passes", "registers", "spilled", "shared, bytes"], rows)


def needed_table(every):
    """Floating-point instructions where a nest needs multiplications joined with additions."""
    rows = []
    for name, runs in every.items():
        first = next(iter(runs.values()))
        least = first.need["multiply_adds"] / 32
        if name not in bounds.MULTIPLY_ADDS:
            continue
        cells = ["%.2f" % (runs[each].heddle["floating"] / least) if each in runs else ""
                 for each in STRATEGIES]
        rows.append(["`%s`" % name, "%.0f" % least, "%.2f" % (first.expert["floating"] / least)]
                    + cells)
    return figures.table(["nest", "needed", "expert"] + STRATEGIES, rows)


def code_table(every, code):
    rows = []
    for name, runs in every.items():
        for who, counts, key in rows_of(runs):
            kernels = [code[key][kernel] for kernel in counts.kernels]
            rows.append(["`%s`" % name if who == "expert" else "", who,
                         joined("%s (%d)" % (k.body, k.floating) for k in kernels),
                         joined("loop" if k.loop else "kernel" for k in kernels),
                         joined(k.widest for k in kernels),
                         joined(k.registers for k in kernels),
                         joined(k.spilled for k in kernels)])
    return figures.table(["nest", "by", "instructions (floating)", "of the", "widest load, bits",
                          "registers", "spilled"], rows)


def toolkit(nvcc):
    lines = figures.output_of(nvcc, "--version").splitlines()
    return next((line for line in lines if "release" in line), "unknown")


def provenance(options):
    return "%s; %s; commit %s" % (toolkit(options.nvcc), figures.today(),
                                  figures.commit(*SOURCES))


def write_page(options, every, code):
    figures.show("device", "\n\n".join([
        executed_table(every, code), "Floating-point warp instructions, of those needed:",
        needed_table(every),
        provenance(options) + "; PTX for compute_75, executed by an interpreter; registers, "
        "spilled and shared bytes by ptxas for sm_90."]), options.page)
    if not options.nvdisasm:
        print("measure.py: no nvdisasm: no table of machine code", file=sys.stderr)
        return
    figures.show("device_code", "\n\n".join([
        code_table(every, code), provenance(options) + "; sm_90, `-O3`."]), options.page)


def complaints(every, options):
    """A line for each count that exceeds a bound or a budget."""
    found = []
    for name, runs in every.items():
        run = next(iter(runs.values()))  # the expert's part is the same in all
        found += bounds.exceeded(name, run.need, run.expert)
    told = budgets.Budgets(options.budgets)
    found += told.exceeded(heddle_counts(every))
    if found and told.toolkit != toolkit(options.nvcc):
        found.append("the budgets are of '%s', this nvcc is of '%s'" % (
            told.toolkit, toolkit(options.nvcc)))
    return found


def estimates_table(found, code):
    """Markdown: what the cost model says, beside what was executed, and of registers beside
    what ptxas says."""
    return figures.table(
        ["nest", "by", "instructions", "estimated", "ratio", "sectors", "estimated", "ratio",
         "registers", "estimated"],
        [["`%s`" % row.name, row.strategy] + [
            cell for figure in ("instructions", "sectors")
            for cell in ("%.1f" % row.executed[figure], "%.1f" % row.estimated[figure],
                         "%.2f" % row.ratio(figure))] + [
            "%d" % row.most_registers(code), "%.0f" % row.registers] for row in found])


def heddle_counts(every):
    """{name: {strategy: {field: count}}}, as budgets have it."""
    return {name: {strategy: dict(run.heddle.values) for strategy, run in runs.items()}
            for name, runs in every.items()}


def add_options(parser):
    parser.add_argument("--build", default=os.path.join(ROOT, "build"),
                        help="the build folder of heddle-rewrite and the interpreter")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--nvcc", default="/usr/local/cuda/bin/nvcc")
    parser.add_argument("--budgets", default=os.path.join(HERE, "budgets.json"))
    parser.add_argument("--only", nargs="+", help="these nests alone")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_options(parser)
    parser.add_argument("--check", action="store_true", help="print nothing but what got worse")
    parser.add_argument("--estimates", action="store_true",
                        help="print what the cost model says beside what was executed")
    parser.add_argument("--nvdisasm", help="disassembler of the toolkit")

    parser.add_argument("--page", help="put the tables between the marks of this file")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    with tempfile.TemporaryDirectory() as folder:
        try:
            programs = Programs(options, folder)
            every = programs.run_all(options.only)
            weighed = estimates.rows(every, {each: programs.report(each) for each in STRATEGIES
                                             if each != "Tiles"})  # the model knows of none
            # A check of some nests alone looks at counts alone.
            code = None if options.check and options.only else programs.machine_code()
            if options.estimates:
                print(estimates_table(weighed, code))
            elif not options.check:
                write_page(options, every, code)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            sys.exit("measure.py: %s" % error)
    found = complaints(every, options)
    if not options.only:
        found += estimates.complaints(weighed) + estimates.register_complaints(weighed, code)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
