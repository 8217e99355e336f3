# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites one source of the execution tests, compiles it, runs it on every path.

    check.py ... cpu  WORK SOURCE [SOURCE...]   g++ with OpenMP
    check.py ... cpu-by-both ...                and clang++
    check.py ... cpu-and-serial ...             and g++ without OpenMP
    check.py ... device ...                     g++, the host as the CUDA device
    check.py ... races ...                      clang++'s OpenMP under ThreadSanitizer
    check.py ... ptx ...                        clang as a CUDA compiler; the device code runs
    check.py ... ptx-by-nvcc ...                nvcc, and a GPU if there is one; see ptx.py
    check.py ... --feature long ...             all compilers, whatever is named

Several sources make one program; the headers beside them are rewritten with
them. See harness.h for what a program is.
"""

import argparse
import hashlib
import os
import resource
import shutil
import subprocess
import sys

import ptx

INPUTS = os.path.dirname(os.path.abspath(__file__))
FAKE_CUDA = os.path.join(os.path.dirname(os.path.dirname(INPUTS)), "fake_cuda")
# Both sides round every operation, so that results compare bit for bit.
FLAGS = ["-O1", "-ffp-contract=off"]
# g++ and, for the device, clang and nvcc optimise rewritten text; what else is compiled
# has something else to show, and most of a compilation is optimisation.
PLAIN = ["-O0"]
# Generated text must be as clean as the user's. The attributes of the source
# as it stands are unknown to the compilers.
STRICT = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]
ORDERS = ["forward", "reverse", "shuffle:7"]
# The sizes of the tests are too small for threads, and for blocks.
LOOPS = ["parallel", "collapsed", "blocked"]
TIMEOUT_S = 240
# More threads than processors: none is to wait by spinning.
SLEEPING = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}


SKIPPED = 77  # the exit status


class Skipped(Exception):
    """There is nothing to check."""


class Failure(Exception):
    pass


def processor_seconds():
    """What the commands that have ended took of the processors."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def execute(command, environment=None):
    env = {name: value for name, value in os.environ.items() if not name.startswith("HEDDLE_")}
    env.update(SLEEPING)
    env.update(environment or {})
    log = ptx.log_of(command[0], env)
    before = processor_seconds()
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=TIMEOUT_S, env=env)
    except subprocess.TimeoutExpired as expired:
        raise Failure("no end after %d s: %s\n%s" % (
            TIMEOUT_S, " ".join(command), (expired.stdout or b"").decode(errors="replace")[-2000:]))
    text = done.stdout.decode(errors="replace")
    shown = " ".join("%s=%s" % pair for pair in (environment or {}).items())
    print("[%5.1f s] %s %s" % (processor_seconds() - before, shown, " ".join(command)), flush=True)
    if done.returncode != 0:
        text += ptx.said(log)
        raise Failure("status %d\n%s" % (done.returncode, text[-6000:]))
    return text


def cached(compiler):
    """The compiler, behind ccache where it is installed: the same text comes again and again."""
    ccache = shutil.which("ccache")
    return [ccache, compiler] if ccache else [compiler]


class Program:
    """The parts of one program, in a folder of its own."""

    def __init__(self, args):
        self.args = args
        self.work = args.work
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        # One path of a source, whichever test names it: ccache knows the object then.
        self.sources = [os.path.realpath(source) for source in args.sources]
        self.names = [os.path.splitext(os.path.basename(source))[0] for source in self.sources]
        self.includes = ["-I" + args.include, "-I" + INPUTS]

    def path(self, name):
        return os.path.join(self.work, name)

    def compile(self, compiler, flags, source, name):
        output = self.path(name + ".o")
        execute(cached(compiler) + ["-std=" + self.args.std] + FLAGS + flags + self.includes
                + ["-c", source, "-o", output])
        return output

    def compile_written(self):
        """The side that is never rewritten, and main(), without optimisation.

        What both sides are compiled to must not rest on the same mistake: g++ 12
        from -O1 on loses the store of `a[2 * n - 1 - i] = a[i]`.
        """
        quiet = PLAIN + ["-Wno-attributes", "-DSIDE=written"]
        self.written = [self.compile(self.args.gxx, quiet, source, name + "-written")
                        for source, name in zip(self.sources, self.names)]
        self.written.append(self.compile(self.args.gxx, [], os.path.join(INPUTS, "main.cpp"),
                                         "main"))

    def rewrite(self):
        """Fills the folder `rewritten`: one file as such, several mirrored with their headers."""
        out = self.path("rewritten")
        os.makedirs(out)
        flags = ["--", "-std=" + self.args.std, "-DSIDE=mapped"] + self.includes
        tool = self.args.rewriter
        if len(self.sources) == 1:
            self.rewritten = [os.path.join(out, self.names[0] + ".cu")]
            command = [tool, self.sources[0]]
            if not self.take_shared(command + flags):
                execute(command + ["-o", self.rewritten[0]] + flags)
                self.share(command + flags)
        else:
            execute([tool] + self.args.sources
                    + ["--out-dir", out, "--root", os.path.dirname(INPUTS)] + flags)
            found = {name: os.path.join(folder, name)
                     for folder, _, files in os.walk(out) for name in files}
            self.rewritten = []
            for name in self.names:
                match = [found[name + suffix] for suffix in (".cu", ".cpp") if name + suffix in found]
                if not match:
                    raise Failure("no rewritten %s; there are %s" % (name, sorted(found)))
                self.rewritten.append(match[0])
        for file in self.rewritten:
            with open(file) as text:
                if "heddle::map(" in text.read().replace(" ", ""):
                    raise Failure("an annotation is left in " + file)

    def shared(self, command):
        """The file that tests of one run share: what this command writes."""
        digest = hashlib.sha256("\0".join(command).encode()).hexdigest()
        return os.path.join(self.args.shared, digest)

    def take_shared(self, command):
        """Takes what another test of this run has rewritten; false if none has."""
        if not self.args.shared:
            return False
        try:
            shutil.copyfile(self.shared(command), self.rewritten[0])
        except OSError:
            return False
        print("taken from another test: what is written by " + " ".join(command), flush=True)
        return True

    def share(self, command):
        if self.args.shared and os.path.isdir(self.args.shared):
            file = self.shared(command)
            own = "%s.%d" % (file, os.getpid())
            shutil.copyfile(self.rewritten[0], own)
            os.replace(own, file)

    def link(self, compiler, flags, mapped, name):
        program = self.path(name)
        execute([compiler] + flags + self.written + mapped + ["-o", program])
        return program

    def build(self, compiler, flags, name, links=None):
        mapped = [self.compile(compiler, flags + ["-DSIDE=mapped", "-DREWRITTEN", "-x", "c++"],
                               file, each + "-" + name)
                  for file, each in zip(self.rewritten, self.names)]
        return self.link(compiler, flags if links is None else links, mapped, name)

    def run(self, program, environment):
        print(execute([program], environment), flush=True)


def check_cpu(p):
    p.compile_written()
    # A case whose arrays differ between two runs depends on more than its inputs.
    baseline = p.link(p.args.gxx, [], [], "baseline")
    first, second = execute([baseline]), execute([baseline])
    if first != second:
        raise Failure("two runs of the written side differ:\n%s\n%s" % (first, second))
    p.rewrite()

    program = p.build(p.args.gxx, STRICT + ["-fopenmp"], "gxx")
    for loops in LOOPS:
        p.run(program, {"OMP_NUM_THREADS": "4", "HEDDLE_HOST_LOOPS": loops})
    for order in ORDERS:
        p.run(program, {"HEDDLE_HOST_ORDER": order})
    every = "long" in p.args.feature
    if every or "both" in p.args.what:
        # The whole way with the other compiler, and its OpenMP.
        flags = STRICT + (["-fopenmp"] if "openmp" in p.args.feature else [])
        program = p.build(p.args.clangxx, flags + ([] if every else PLAIN), "clang")
        for loops in LOOPS[1:]:
            p.run(program, {"OMP_NUM_THREADS": "4", "HEDDLE_HOST_LOOPS": loops})
        p.run(program, {"HEDDLE_HOST_ORDER": ORDERS[-1]})
    if every or "serial" in p.args.what:
        p.run(p.build(p.args.gxx, STRICT + PLAIN, "serial"), {})


def check_device(p):
    """What travels to a device and back, without one; see test/fake_cuda."""
    p.compile_written()
    p.rewrite()
    flags = STRICT + PLAIN + ["-Wno-unknown-pragmas", "-D__CUDACC__", "-DFAKE_CUDA_KERNELS",
                      "-I" + FAKE_CUDA]
    p.run(p.build(p.args.gxx, flags, "device"), {"HEDDLE_REQUIRE_GPU": "1"})


def check_little(p):
    """The same, and with loops on the CPU where they are said to take less than a launch."""
    check_device(p)
    for nanoseconds in "3", "20", "5000":
        p.run(p.path("device"), {"HEDDLE_LAUNCH_NS": nanoseconds})


def check_races(p):
    """The loops on CPU threads. LLVM's libarcher tells ThreadSanitizer what OpenMP orders."""
    p.compile_written()
    p.rewrite()
    program = p.build(p.args.clangxx, STRICT + ["-g1", "-fopenmp", "-fsanitize=thread"], "races")
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(p.args.clangxx))), "lib")
    archer = os.path.join(folder, "libarcher.so")
    if not os.path.exists(archer):
        raise Failure("no " + archer)
    environment = {"OMP_NUM_THREADS": "4", "HEDDLE_HOST_LOOPS": LOOPS[0],
                   "OMP_TOOL_LIBRARIES": archer,
                   "LD_LIBRARY_PATH": folder, "ARCHER_OPTIONS": "verbose=1",
                   "TSAN_OPTIONS": "ignore_noninstrumented_modules=1"}
    text = execute([program], environment)
    print(text, flush=True)
    if "Archer detected OpenMP application with TSan" not in text:
        if not any("#pragma omp" in open(file).read() for file in p.rewritten):
            raise Skipped("no loop that CPU threads run")
        raise Failure("libarcher did not start")


def check_ptx(p):
    """The device code, executed by the interpreter, in three orders."""
    folder = ptx.library(p.args.build)
    if not folder:
        raise Skipped("no interpreter of PTX")
    p.compile_written()
    p.rewrite()
    compilers = [("clang", p.args.clangxx, ptx.clang(p.args.cuda)),
                 ("nvcc", p.args.nvcc, ptx.NVCC + ["-Werror", "all-warnings", "-x", "cu"])]
    if "long" not in p.args.feature:
        compilers = compilers[1:] if "nvcc" in p.args.what else compilers[:1]
    for name, compiler, flags in compilers:
        mapped = []
        for file, each in zip(p.rewritten, p.names):
            mapped.append(p.path("%s-ptx-%s.o" % (each, name)))
            execute(cached(compiler) + ["-std=" + p.args.std, "-DSIDE=mapped", "-DREWRITTEN"]
                    + p.includes + flags
                    + ["-c", file, "-o", mapped[-1]])
        program = p.path("ptx-" + name)
        execute([p.args.gxx] + p.written + mapped + ["-o", program] + ptx.link(folder))
        for environment in ptx.environments():
            p.run(program, environment)
    if "nvcc" in p.args.what and "gpu" in p.args.feature:
        p.run(compile_for_gpu(p), {"HEDDLE_REQUIRE_GPU": "1"})


def compile_for_gpu(p):
    mapped = []
    for file, name in zip(p.rewritten, p.names):
        mapped.append(p.path(name + "-gpu.o"))
        execute(cached(p.args.nvcc) + ["-std=" + p.args.std, "-O1", "--fmad=false", "-arch=native",
                 "-Xcompiler", "-ffp-contract=off", "-DSIDE=mapped", "-DREWRITTEN", "-x", "cu",
                 "-c", file, "-o", mapped[-1]] + p.includes)
    return p.link(p.args.nvcc, ["-arch=native"], mapped, "gpu")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("rewriter", "gxx", "clangxx", "nvcc", "cuda", "include"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--build", default="build")
    parser.add_argument("--shared", help="a folder, empty when a run of many tests begins")
    parser.add_argument("--feature", action="append", default=[])
    parser.add_argument("--std", default="c++17")
    parser.add_argument("what", choices=[
        "cpu", "cpu-by-both", "cpu-and-serial", "device", "little", "races", "ptx", "ptx-by-nvcc"])
    parser.add_argument("work")
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args()
    program = Program(args)
    try:
        {"cpu": check_cpu, "device": check_device, "little": check_little, "races": check_races,
         "ptx": check_ptx}[args.what.split("-")[0]](program)
    except Skipped as skipped:
        print("SKIPPED: %s" % skipped)
        return SKIPPED
    except Failure as failure:
        print("FAILED: %s" % failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
