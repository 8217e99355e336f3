# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random nests as written and rewritten, on every path of the CPU, and compares them."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import zlib

import nests
import tensors

HERE = os.path.dirname(os.path.abspath(__file__))
HARNESS = os.path.join(HERE, os.pardir, "Exec", "Inputs")
sys.path.insert(0, HARNESS)

import ptx  # noqa: E402
from check import SLEEPING, cached  # noqa: E402

# Both sides round every operation, so that results compare bit for bit; signed
# arithmetic of random values wraps on both. That of subscripts and bounds never has to,
# so that most files are rewritten as programs without -fwrapv are.
FLAGS = ["-std=c++17", "-ffp-contract=off", "-fwrapv", "-w"]
# Of a command: processor time, of which other work on the machine takes nothing; and
# for one that waits and never ends.
CPU_LIMIT_S = 600
WAIT_LIMIT_S = 6 * 3600
# What becomes of the rewritten text: its compiler, flags, and the runs of the program.
PROGRAMS = {
    "g++": ("gxx", ["-fopenmp"], [{"OMP_NUM_THREADS": "4", "HEDDLE_HOST_LOOPS": "parallel"},
                                  {"HEDDLE_HOST_ORDER": "forward"},
                                  {"HEDDLE_HOST_ORDER": "reverse"},
                                  {"HEDDLE_HOST_ORDER": "shuffle:3"}]),
    "clang++": ("clangxx", ["-fopenmp"], [{"OMP_NUM_THREADS": "3", "HEDDLE_HOST_LOOPS": "collapsed"},
                                          {"HEDDLE_HOST_ORDER": "shuffle:5"}]),
    # Device code, executed by the interpreter of PTX.
    "PTX of clang++": ("clang_cuda", [], ptx.environments()),
    "PTX of nvcc": ("nvcc", [], ptx.environments()),
}


class Failure(Exception):
    """Something that must not happen: its stage, and what was printed."""

    def __init__(self, stage, text):
        super().__init__("%s\n%s" % (stage, text))
        self.stage = stage
        self.text = text

    def __reduce__(self):  # between processes
        return Failure, (self.stage, self.text)


class Tools:
    """The programs, and how they are called."""

    def __init__(self, rewriter, include, folder, gxx="g++", clangxx=None, nvcc=None, openmp=False,
                 cache=False, validate=False, interpreter=None):
        self.rewriter = rewriter
        self.include = include
        self.gxx = gxx
        self.clangxx = clangxx
        self.nvcc = nvcc
        self.interpreter = interpreter if nvcc else None  # the folder of libHeddlePtx.so
        self.openmp = openmp  # of clang
        self.cache = cache  # ccache keeps what is compiled
        self.validate = validate  # the rewriter's own validation also takes part
        self.flags = FLAGS + ["-I" + include, "-I" + HARNESS, "-I" + HERE]
        self.main = os.path.join(folder, "main.o")

    def compile_main(self):
        """What all programs have in common."""
        self.compile("main", self.gxx, ["-O1"], os.path.join(HERE, "main.cpp"), self.main)

    def compile(self, stage, compiler, flags, source, output):
        command = cached(compiler) if self.cache else [compiler]
        execute(stage, command + self.flags + flags + ["-c", source, "-o", output])
        return output


def limit():
    """Before a command begins, in its process."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT_S, CPU_LIMIT_S))


def execute(stage, command, environment=None):
    env = {key: value for key, value in os.environ.items() if not key.startswith("HEDDLE_")}
    env.update(environment or {})
    log = ptx.log_of(command[0], env)
    env.update(SLEEPING)
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=WAIT_LIMIT_S, preexec_fn=limit, env=env)
    except subprocess.TimeoutExpired:
        raise Failure(stage, "no end after %d s: %s" % (WAIT_LIMIT_S, " ".join(command)))
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        text += ptx.said(log)
        raise Failure(stage, "status %d: %s\n%s" % (done.returncode, " ".join(command), text[-4000:]))
    return text


class Outcome:
    """What became of some nests."""

    def __init__(self):
        self.refused = {}  # by label, the first ID
        self.launches = {"fast": 0, "sequential": 0, "nothing": 0}


class Batch:
    """Some nests in one source, in a folder of its own.

    `number` chooses which compilers optimise, and whether the device code is executed.
    Where a `stage` has failed before, nothing else is repeated.
    """

    def __init__(self, tools, work, made, title, number=0, nvcc=False, stage=None):
        self.tools = tools
        self.work = work
        self.made = made
        self.number = number
        self.nvcc = nvcc
        self.stage = stage
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        self.source = os.path.join(work, "nests.cpp")
        writer = tensors if isinstance(made[0], tensors.Statement) else nests
        with open(self.source, "w") as file:
            file.write(writer.file_text(made, title))

    def path(self, name):
        return os.path.join(self.work, name)

    def _others(self):
        """The flags of the compilers alone."""
        with open(self.source, "rb") as file:
            return ["-w"] if zlib.crc32(file.read()) % 8 == 0 else ["-w", "-fwrapv"]

    def rewrite(self, outcome):
        rewritten, report = self.path("nests.cu"), self.path("report.json")
        text = execute("rewrite", [
            self.tools.rewriter, "--on-failure=warn", self.source, "-o", rewritten,
            "--validate=" + ("on" if self.tools.validate else "off"),
            "--report=json", "--report-to=" + report, "--", "-DSIDE=mapped"]
            + [flag for flag in self.tools.flags if flag not in self._others()])
        if re.search(r"error: .*\[heddle-HD9", text):
            raise Failure("rewrite", text[-4000:])
        with open(report) as file:
            found = json.load(file)["nests"]
        said = set()
        for nest in found:
            label = re.search(r"nest_\d+", nest["function"]).group(0)
            said.add(label)
            if nest["verdict"] != "mapped":
                ids = [each["id"] for each in nest["diagnostics"]]
                outcome.refused.setdefault(label, ids[0] if ids else "none")
        for made in self.made:
            if made.label not in said:
                raise Failure("rewrite", "no verdict on " + made.label)
        return rewritten

    def _run(self, stage, program, environment, outcome=None):
        text = execute(stage, [program], environment)
        if outcome:
            for counts in re.findall(
                    r"^nest_\d+\n  \d+ calls: (\d+) fast, (\d+) sequential, (\d+) nothing",
                    text, re.M):
                for key, count in zip(("fast", "sequential", "nothing"), counts):
                    outcome.launches[key] += int(count)

    def _written(self, name, by_clang=False):
        """The object of the loops as written; that of clang is optimised."""
        written = self.path("clangxx-written.o" if by_clang else "gxx-written.o")
        if not os.path.exists(written):
            self.tools.compile(
                name + ": compile as written", self.tools.clangxx if by_clang else self.tools.gxx,
                ["-O1" if by_clang else "-O0", "-DSIDE=written"], self.source, written)
        return written

    def _device_program(self, name, rewritten):
        """Compiles one program whose device code the interpreter of PTX executes."""
        kind, _, runs = PROGRAMS[name]
        written = self._written(name)
        toolkit = os.path.dirname(os.path.dirname(os.path.realpath(self.tools.nvcc)))
        sides = ["-std=c++17", "-w", "-DSIDE=mapped", "-DREWRITTEN"]
        flags = [flag for flag in self.tools.flags if flag.startswith("-I")]
        if kind == "nvcc":
            command = [self.tools.nvcc] + ptx.NVCC + ["-Xcompiler", "-fwrapv", "-x", "cu"]
        else:
            command = [self.tools.clangxx] + ptx.clang(toolkit) + ["-fwrapv"]
        mapped, program = self.path("mapped.o"), self.path("program")
        execute(name + ": compile", (cached(command[0]) + command[1:] if self.tools.cache else command)
                + sides + flags + ["-c", rewritten, "-o", mapped])
        execute(name + ": link", [self.tools.gxx, written, mapped, self.tools.main, "-o", program]
                + ptx.link(self.tools.interpreter))
        self._runs(name, program, runs, None)

    def _runs(self, name, program, runs, outcome):
        for k, environment in enumerate(runs):
            stage = "%s: run, %s" % (name, " ".join("%s=%s" % pair for pair in environment.items()))
            if not self.stage or stage == self.stage or ": run, " not in self.stage:
                self._run(stage, program, environment, outcome if not k else None)

    def _program(self, name, rewritten, outcome):
        """Compiles one program and makes its runs."""
        kind, flags, runs = PROGRAMS[name]
        if kind in ("clang_cuda", "nvcc"):
            return self._device_program(name, rewritten)
        compiler = getattr(self.tools, kind)
        if kind == "clangxx" and not self.tools.openmp:
            flags = [flag for flag in flags if flag != "-fopenmp"]
        optimised = (self.number % 2 == 0) == (kind == "gxx")
        # As written by g++ without optimisation, but for one file in four: what both
        # sides are compiled to must not rest on the same mistake of a compiler.
        written = self._written(name, kind == "clangxx" and self.number % 4 == 3)
        sides = ["-DSIDE=mapped"] + (["-DREWRITTEN"] if rewritten != self.source else [])
        mapped = self.tools.compile(
            name + ": compile", compiler, ["-O1" if optimised else "-O0", "-x", "c++"] + sides + flags,
            rewritten, self.path("mapped.o"))
        program = self.path("program")
        links = ["-fopenmp"] if "-fopenmp" in flags else []
        execute(name + ": link", [compiler] + links + [written, mapped, self.tools.main,
                                                      "-o", program])
        self._runs(name, program, runs, outcome)

    def fails_as_written(self):
        """Whether the loops as written, compiled like the rewritten text, fail at the stage, too:
        a mistake of the compiler."""
        name = next((name for name in PROGRAMS if self.stage.startswith(name + ": run, ")), None)
        if name not in ("g++", "clang++"):
            return False
        try:
            self._program(name, self.source, None)
        except Failure as failure:
            return failure.stage == self.stage
        return False

    def check(self):
        """Everything; returns an Outcome or raises Failure."""
        outcome = Outcome()
        rewritten = self.rewrite(outcome)
        names = ["g++"] + (["clang++"] if self.tools.clangxx else [])
        if self.tools.interpreter and self.number % 4 == 0:
            names += ["PTX of clang++"] if self.tools.clangxx else []
            names += ["PTX of nvcc"] if self.number % 12 == 0 else []
        for name in names:
            if not self.stage or self.stage.startswith(name + ":"):
                self._program(name, rewritten, outcome if name == "g++" else None)
        if self.nvcc and self.tools.nvcc:
            execute("nvcc: compile",
                    [self.tools.nvcc, "-std=c++17", "--fmad=false", "-arch=sm_90", "-w",
                     "-DSIDE=mapped", "-DREWRITTEN", "-x", "cu", "-c", rewritten,
                     "-o", self.path("nvcc.o")] +
                    [flag for flag in self.tools.flags if flag.startswith("-I")])
        return outcome
