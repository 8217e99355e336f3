# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs the samples: as written, and rewritten on every path.

A sample passes if it prints what its expected.txt says, the last line of which
is `equal`. One without annotations shows a library of Heddle's: it is run as written
only. Used by run_tests.py and demo.py.
"""

import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORDERS = ["forward", "reverse", "shuffle:1"]
CUDA_ARCH = "sm_90"
# Both sides round every operation, so that results compare bit for bit.
CXX_FLAGS = ["-std=c++17", "-O1", "-ffp-contract=off"]
NVCC_FLAGS = ["-std=c++17", "-O1", "--fmad=false", "-arch=" + CUDA_ARCH]
TIMEOUT_S = 300


class Failure(Exception):
    """What went wrong, and what the program wrote to stderr, if one ran."""

    def __init__(self, text, stderr=""):
        super().__init__(text)
        self.stderr = stderr


class Sample:
    """One folder NN_name with NAME.cpp and expected.txt."""

    def __init__(self, folder):
        self.name = os.path.basename(folder)
        self.stem = self.name.split("_", 1)[1]
        self.source = os.path.join(folder, self.stem + ".cpp")
        self.expected_file = os.path.join(folder, "expected.txt")

    def annotated(self):
        with open(self.source) as file:
            return re.search(r"heddle::map|HEDDLE\(", file.read()) is not None

    def expected(self):
        with open(self.expected_file) as file:
            return file.read()


def all_samples():
    parent = os.path.join(ROOT, "samples")
    return [Sample(os.path.join(parent, name)) for name in sorted(os.listdir(parent))
            if name[:1].isdigit()]


def find_nvcc():
    """nvcc from HEDDLE_NVCC, PATH or a toolkit's usual place, or None."""
    names = [os.environ.get("HEDDLE_NVCC"), shutil.which("nvcc")]
    for home in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if home:
            names.append(os.path.join(home, "bin", "nvcc"))
    for name in names:
        if name and os.access(name, os.X_OK):
            return name
    return None


def has_gpu():
    return os.path.exists("/dev/nvidiactl")


def execute(command, environment=None):
    """Runs a command; returns (stdout, stderr). Failure on any other end than 0."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("HEDDLE_")}
    env.update(environment or {})
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=TIMEOUT_S, env=env, cwd=ROOT)
    except OSError as error:
        raise Failure("%s: %s" % (command[0], error))
    except subprocess.TimeoutExpired:
        raise Failure("%s: no end after %d s" % (" ".join(command), TIMEOUT_S))
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode != 0:
        raise Failure("%s: status %d\n%s%s" % (" ".join(command), done.returncode, out, err), err)
    return out, err


class Workshop:
    """Where the samples of one build are compiled, and with what."""

    def __init__(self, build, gxx="g++", clangxx="clang++-22"):
        self.build = build
        self.gxx = gxx
        self.clangxx = clangxx
        self.nvcc = find_nvcc()
        self.rewriter = os.path.join(build, "bin", "heddle-rewrite")
        self.includes = ["-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "samples")]

    def path(self, sample, suffix):
        folder = os.path.join(self.build, "samples", sample.name)
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, sample.stem + suffix)

    def rewrite(self, sample):
        output = self.path(sample, ".cu")
        execute([self.rewriter, sample.source, "-o", output, "--", "-std=c++17"] + self.includes)
        return output

    def compile_as_written(self, sample, compiler=None, suffix="-as-written"):
        program = self.path(sample, suffix)
        execute([compiler or self.gxx] + CXX_FLAGS + ["-Wno-attributes"] + self.includes
                + [sample.source, "-o", program])
        return program

    def compile_rewritten(self, sample, compiler, suffix):
        program = self.path(sample, suffix)
        execute([compiler] + CXX_FLAGS + ["-fopenmp"] + self.includes
                + ["-x", "c++", self.path(sample, ".cu"), "-o", program])
        return program

    def compile_cuda(self, sample):
        program = self.path(sample, "-cuda")
        execute([self.nvcc] + NVCC_FLAGS + self.includes + [self.path(sample, ".cu"), "-o", program])
        return program


def compare(sample, program, environment=None):
    """Runs a program; Failure if it prints anything but what is expected.

    Returns what it wrote to stderr.
    """
    out, err = execute([program], environment)
    if out != sample.expected():
        raise Failure("%s printed\n%sinstead of\n%s" % (program, out, sample.expected()), err)
    return err


def check(shop, sample, record):
    """Every test of one sample. record(name, None or the text of a failure)."""

    def step(name, action):
        full = "samples: %s, %s" % (sample.name, name)
        try:
            value = action()
        except Failure as failure:
            record(full, str(failure))
            return None
        record(full, None)
        return value

    step("as written", lambda: compare(sample, shop.compile_as_written(sample)))
    if not sample.annotated():
        step("as written, clang++", lambda: compare(
            sample, shop.compile_as_written(sample, shop.clangxx, "-as-written-clang")))
        return
    if not step("rewriting", lambda: shop.rewrite(sample)):
        return
    program = step("rewritten, compiled with g++",
                   lambda: shop.compile_rewritten(sample, shop.gxx, "-gxx"))
    if program:
        step("rewritten, OpenMP",
             lambda: compare(sample, program, {"OMP_NUM_THREADS": "4"}))
        for order in ORDERS:
            step("rewritten, " + order,
                 lambda: compare(sample, program, {"HEDDLE_HOST_ORDER": order}))
    step("rewritten, clang++", lambda: compare(
        sample, shop.compile_rewritten(sample, shop.clangxx, "-clang"), {"OMP_NUM_THREADS": "4"}))
    if shop.nvcc:
        program = step("rewritten, compiled with nvcc for " + CUDA_ARCH,
                       lambda: shop.compile_cuda(sample))
        if program and has_gpu():
            step("rewritten, on the GPU",
                 lambda: compare(sample, program, {"HEDDLE_REQUIRE_GPU": "1"}))
