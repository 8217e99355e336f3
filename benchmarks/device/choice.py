#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Auto's choice beside the best of all candidates, executed.

    benchmarks/device/choice.py [--page docs/performance.md]

runs heldout.cpp, nests that the cost model was not fitted to, on the interpreter of PTX
under the mappings that Auto weighs, and compares what its choice takes with what the
best one takes. heddle-tune does so by a formula over executed counts that has nothing of
the cost model: the cycles of a multiprocessor that starts four instructions and serves
two sectors of 32 bytes a cycle, one after the other. Bytes of memory are the same under
all mappings, and left out, so that they hide no difference.

Exit status 1: the geometric mean, or a nest, is beyond its bound (MEAN, WORST).
"""

import argparse
import importlib.machinery
import importlib.util
import math
import os
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(ROOT, "benchmarks"), HERE]
sys.dont_write_bytecode = True

import figures  # noqa: E402
import measure  # noqa: E402

MEAN, WORST = 1.03, 1.10  # of the best candidate's cycles


def tuner():
    """heddle-tune as a module."""
    path = os.path.join(ROOT, "scripts", "heddle-tune")
    loader = importlib.machinery.SourceFileLoader("heddle_tune", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def tuner_options(options, folder):
    library, program = os.path.join(options.build, "lib"), os.path.join(folder, "heldout")
    include = os.path.join(ROOT, "include")
    build = "%s %s -I %s -c {} -o %s.o && %s %s.o -o %s -L%s -lHeddlePtx -Wl,-rpath,%s" % (
        options.nvcc, " ".join(measure.PTX_FLAGS), include, program, options.gxx, program,
        program, library, library)
    return argparse.Namespace(
        source=os.path.join(HERE, "heldout.cpp"), build=build,
        run="HEDDLE_REQUIRE_GPU=1 " + program, output=os.path.join(folder, "mappings.json"),
        by="counts", candidates=options.candidates, margin=0, time_limit=None, any_output=False,
        rewriter=os.path.join(options.build, "bin", "heddle-rewrite"),
        flags=["-std=c++17", "-I" + include])


class Choice:
    """A launch's candidates: {mapping: cycles}, Auto's first."""

    def __init__(self, launch, candidates, costs):
        self.name = launch[len("heddle_"):].rsplit("_", 1)[0]
        self.cycles = {candidates[turn]: cost for turn, cost in costs.items()}
        if candidates[0] not in self.cycles:
            raise ValueError("'%s' was not launched as Auto maps it" % self.name)
        self.auto = candidates[0]
        self.best = min(self.cycles, key=self.cycles.get)
        self.worst = max(self.cycles, key=self.cycles.get)

    def ratio(self, text):
        return self.cycles[text] / self.cycles[self.best]


def measured(options, folder):
    found = tuner().Tuner(tuner_options(options, folder), ["--validate=off"])
    found.tune()
    costs = {launch: by_turn for (launch, _), by_turn in found.costs().items()}
    return [Choice(launch, all_of, costs.get(launch, {}))
            for launch, all_of in sorted(found.candidates.items())]


def table(choices):
    rows = [["`%s`" % one.name, "%d" % len(one.cycles), "%.2f" % one.ratio(one.auto),
             "%.2f" % one.ratio(one.worst), "`%s`" % one.auto,
             "" if one.best == one.auto else "`%s`" % one.best] for one in choices]
    return figures.table(
        ["nest", "candidates", "Auto's choice", "the worst one", "Auto's choice is",
         "the best one, where it is another"], rows)


def mean(choices):
    return math.exp(sum(math.log(one.ratio(one.auto)) for one in choices) / len(choices))


def complaints(choices):
    found = ["%s: Auto's choice takes %.2f times the cycles of %s" % (
        one.name, one.ratio(one.auto), one.best)
        for one in choices if one.ratio(one.auto) > WORST]
    if mean(choices) > MEAN:
        found.append("Auto's choices take %.3f times the cycles of the best ones" % mean(choices))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"),
                        help="the build folder of heddle-rewrite and the interpreter")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--nvcc", default="/usr/local/cuda/bin/nvcc")
    parser.add_argument("--candidates", type=int, default=200,
                        help="of each nest, the cheapest ones at most; the default is all")
    parser.add_argument("--page", help="put the table between the marks of this file")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    with tempfile.TemporaryDirectory() as folder:
        choices = measured(options, folder)
    how = ("Geometric mean of Auto's choices: %.3f. At most %d candidates of a nest, the cheapest "
           "by the model; %s; PTX for compute_75, executed by an interpreter." % (
               mean(choices), options.candidates, measure.provenance(options)))
    figures.show("choice", table(choices) + "\n\n" + how, options.page)
    found = complaints(choices)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
