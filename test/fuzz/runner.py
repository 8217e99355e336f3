# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random nests as written and rewritten, on every path of the CPU, and compares them."""

import os
import re
import shutil
import subprocess
import sys

import nests

HERE = os.path.dirname(os.path.abspath(__file__))
HARNESS = os.path.join(HERE, os.pardir, "Exec", "Inputs")
sys.path.insert(0, HARNESS)

from check import cached  # noqa: E402

# Both sides round every operation, so that results compare bit for bit.
FLAGS = ["-std=c++17", "-ffp-contract=off", "-w"]
COMMAND_LIMIT_S = 600


class Failure(Exception):
    """Something that must not happen: its stage, and what was printed."""

    def __init__(self, stage, text):
        super().__init__("%s\n%s" % (stage, text))
        self.stage = stage
        self.text = text


class Tools:
    """The programs, and how they are called."""

    def __init__(self, rewriter, include, gxx="g++", clangxx=None, nvcc=None, openmp=False):
        self.rewriter = rewriter
        self.include = include
        self.gxx = gxx
        self.clangxx = clangxx
        self.nvcc = nvcc
        self.openmp = openmp  # of clang


def execute(stage, command, environment=None):
    env = {key: value for key, value in os.environ.items() if not key.startswith("HEDDLE_")}
    env.update(environment or {})
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=COMMAND_LIMIT_S, env=env)
    except subprocess.TimeoutExpired:
        raise Failure(stage, "no end after %d s: %s" % (COMMAND_LIMIT_S, " ".join(command)))
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        raise Failure(stage, "status %d: %s\n%s" % (done.returncode, " ".join(command), text[-4000:]))
    return text


class Outcome:
    """What became of some nests."""

    def __init__(self):
        self.mapped = set()  # indices of nests of which a launch was seen
        self.refused = {}  # counts by ID, one a nest: the first
        self.launches = {"fast": 0, "sequential": 0, "nothing": 0}


class Batch:
    """Some nests in one source, in a folder of its own."""

    def __init__(self, tools, work, made, title):
        self.tools = tools
        self.work = work
        self.made = made
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        self.source = os.path.join(work, "nests.cpp")
        with open(self.source, "w") as file:
            file.write(nests.file_text(made, title))
        self.flags = FLAGS + ["-I" + tools.include, "-I" + HARNESS]

    def path(self, name):
        return os.path.join(self.work, name)

    def _object(self, compiler, stage, source, output, flags):
        execute(stage, cached(compiler) + self.flags + flags + ["-c", source, "-o", self.path(output)])
        return self.path(output)

    def rewrite(self, outcome):
        rewritten = self.path("nests.cu")
        text = execute("rewrite", [self.tools.rewriter, "--on-failure=warn", self.source, "-o",
                                   rewritten, "--", "-DSIDE=mapped"]
                       + [flag for flag in self.flags if flag != "-w"])
        with open(self.source) as file:
            starts = [(line, int(m.group(1))) for line, m in
                      ((k, re.match(r"void nest_(\d+)\(", row)) for k, row in enumerate(file, 1)) if m]
        seen = set()
        for line, identifier in re.findall(
                r"nests\.cpp:(\d+):\d+: warning: .*\[heddle-(HD\d+)\]", text):
            nest = max(k for first, k in starts if first <= int(line))
            if nest not in seen:
                seen.add(nest)
                outcome.refused[identifier] = outcome.refused.get(identifier, 0) + 1
        if re.search(r"heddle-HD9", text):
            raise Failure("rewrite", text[-4000:])
        return rewritten

    def _run(self, program, environment, outcome=None):
        stage = "run " + " ".join("%s=%s" % pair for pair in environment.items())
        text = execute(stage, [program], environment)
        if outcome:
            for name, fast, sequential, nothing in re.findall(
                    r"^nest_(\d+)\n  \d+ calls: (\d+) fast, (\d+) sequential, (\d+) nothing",
                    text, re.M):
                for key, count in zip(("fast", "sequential", "nothing"), (fast, sequential, nothing)):
                    outcome.launches[key] += int(count)
                if int(fast) + int(sequential) + int(nothing):
                    outcome.mapped.add(int(name))

    def check(self, with_clang=True, with_nvcc=False):
        """Everything; returns an Outcome or raises Failure."""
        outcome = Outcome()
        tools = self.tools
        rewritten = self.rewrite(outcome)
        mapped_flags = ["-DSIDE=mapped", "-DREWRITTEN", "-x", "c++"]
        main = self._object(tools.gxx, "main", os.path.join(HARNESS, "main.cpp"), "main.o", [])
        # As written without optimisation: what both sides are compiled to must
        # not rest on the same mistake of a compiler.
        written = self._object(tools.gxx, "written", self.source, "written.o",
                               ["-O0", "-DSIDE=written"])
        mapped = self._object(tools.gxx, "compile with g++", rewritten, "gxx.o",
                              mapped_flags + ["-O1", "-fopenmp"])
        execute("link", [tools.gxx, "-fopenmp", written, mapped, main, "-o", self.path("gxx")])
        self._run(self.path("gxx"), {"OMP_NUM_THREADS": "4"}, outcome)
        for order in ("forward", "reverse", "shuffle:3"):
            self._run(self.path("gxx"), {"HEDDLE_HOST_ORDER": order})
        if with_clang and tools.clangxx:
            openmp = ["-fopenmp"] if tools.openmp else []
            written = self._object(tools.clangxx, "written", self.source, "written.o",
                                   ["-O1", "-DSIDE=written"])
            mapped = self._object(tools.clangxx, "compile with clang++", rewritten, "clang.o",
                                  mapped_flags + ["-O1"] + openmp)
            execute("link", [tools.clangxx] + openmp + [written, mapped, main, "-o",
                                                        self.path("clang")])
            self._run(self.path("clang"), {"OMP_NUM_THREADS": "3"})
            self._run(self.path("clang"), {"HEDDLE_HOST_ORDER": "shuffle:5"})
        if with_nvcc and tools.nvcc:
            execute("compile with nvcc",
                    [tools.nvcc, "-std=c++17", "--fmad=false", "-arch=sm_90", "-w", "-DSIDE=mapped",
                     "-DREWRITTEN", "-x", "cu", "-I" + tools.include, "-I" + HARNESS, "-c", rewritten,
                     "-o", self.path("nvcc.o")])
        return outcome


def reduce_nest(tools, work, seed, index, stage):
    """The smallest nest found that still fails in `stage`: its edits and its failure."""
    edits, last = [], None
    while True:
        for edit in list(nests.make_nest(seed, index, edits).edits()):
            tried = edits + [edit]
            try:
                Batch(tools, work, [nests.make_nest(seed, index, tried)],
                      "Nest %d of seed %s, edits %s." % (index, seed, tried)).check(
                          with_clang="clang" in stage or "OMP_NUM_THREADS=3" in stage,
                          with_nvcc="nvcc" in stage)
            except Failure as failure:
                if failure.stage == stage:
                    edits, last = tried, failure
                    break
        else:
            return edits, last
