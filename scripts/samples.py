# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs the samples: as written, and rewritten on every path.

A sample passes if it prints what its expected.txt says, the last line of which
is `equal`. One without annotations shows a library of Heddle's: it is run as written
only. A program of the gallery passes if it prints, rewritten, what it prints as
written. Used by run_tests.py, demo.py and gpu-bundle.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, "test", "Exec", "Inputs"))
sys.dont_write_bytecode = True

import ptx  # noqa: E402
from check import SLEEPING, cached  # noqa: E402
from gpu_bundle_run import nearly_equal  # noqa: E402

ORDERS = ["forward", "reverse", "shuffle:1"]
# The sizes of the samples are too small for threads.
THREADS = {"OMP_NUM_THREADS": "4", "HEDDLE_HOST_LOOPS": "parallel"}
# Nests of the gallery that call exp and its kin, which on a device differ in their last bits.
CALLS_FUNCTIONS = ["black_scholes", "asian", "softmax", "attend", "layer_norm", "gelu", "dft",
                   "rotate", "power"]
# Samples of a billion instructions: the interpreter runs them in one order.
LARGE = ["08_interpolation"]
CUDA_ARCH = "sm_90"
# Both sides round every operation, so that results compare bit for bit.
CXX_FLAGS = ["-std=c++17", "-O1", "-ffp-contract=off"]
NVCC_FLAGS = ["-std=c++17", "-O1", "--fmad=false", "-arch=" + CUDA_ARCH]
PROBE = "__global__ void k(int *p) { *p = 1; }\n"
TIMEOUT_S = 300


class Failure(Exception):
    """What went wrong, and what the program wrote to stderr, if one ran."""

    def __init__(self, text, stderr=""):
        super().__init__(text)
        self.stderr = stderr


class Sample:
    """One folder NN_name with NAME.cpp and expected.txt."""

    written_flags = []
    exact_on_gpu = True
    # Which compiler besides g++ every run takes: one of OTHERS.
    other = None

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


class GalleryProgram(Sample):
    """One program of samples/gallery, which prints a line for each nest.

    Annotations mean nothing to the compiler, so the program as written is what the
    rewritten one is compared with: without optimisation, lest both rest on one mistake.
    """

    written_flags = ["-O0"]
    exact_on_gpu = False  # functions such as exp differ there in their last bits

    def __init__(self, source):
        self.stem = os.path.splitext(os.path.basename(source))[0]
        self.name = "gallery_" + self.stem
        self.source = source
        self.printed = None

    def expected(self):
        return self.printed

    def run_as_written(self, shop):
        self.printed = execute([shop.compile_as_written(self)])[0]
        return self.printed

    def check_readme(self):
        """Failure unless the gallery's README lists these nests under the program's name."""
        with open(os.path.join(GALLERY, "README.md")) as file:
            section = file.read().split("\n## [%s.cpp]" % self.stem)[-1].split("\n## ")[0]
        listed = re.findall(r"^\| `([^`]*)`", section, re.M)
        names = [line.split()[0] for line in self.printed.splitlines()]
        if sorted(listed) != sorted(names):
            raise Failure("%s prints %s, but samples/gallery/README.md lists %s"
                          % (self.name, " ".join(names), " ".join(listed)))
        return True


GALLERY = os.path.join(ROOT, "samples", "gallery")


def all_samples():
    parent = os.path.join(ROOT, "samples")
    return in_turn([Sample(os.path.join(parent, name)) for name in sorted(os.listdir(parent))
                    if name[:1].isdigit()])


def gallery():
    return in_turn([GalleryProgram(os.path.join(GALLERY, name))
                    for name in sorted(os.listdir(GALLERY)) if name.endswith(".cpp")])


OTHERS = ["nvcc", "clang++ with the plugin", "clang++"]


def in_turn(found):
    """Gives each one of the compilers besides g++; scripts/test --long takes them all."""
    for number, each in enumerate(found):
        each.other = OTHERS[number % len(OTHERS)]
    return found


POLYBENCH = os.path.join(ROOT, "samples", "polybench")


class PolyBenchProgram(GalleryProgram):
    """One kernel of samples/polybench, which prints a line or two for each result."""

    exact_on_gpu = True  # functions such as exp are called on the host alone

    def __init__(self, source):
        super().__init__(source)
        self.name = "polybench_" + self.stem

    def check_readme(self):
        """Failure unless the table of samples/polybench/README.md has the kernel, once."""
        with open(os.path.join(POLYBENCH, "README.md")) as file:
            listed = re.findall(r"^\| \[([^\]]*)\.cpp\]", file.read(), re.M)
        if listed.count(self.stem) != 1:
            raise Failure("samples/polybench/README.md does not list %s once" % self.stem)
        return True


def polybench():
    return in_turn([PolyBenchProgram(os.path.join(POLYBENCH, name))
                    for name in sorted(os.listdir(POLYBENCH)) if name.endswith(".cpp")])


PROGRAMS = os.path.join(ROOT, "samples", "programs")
# The columns of the table in samples/programs/README.md, by what the interpreter calls them.
MOVED = {"launches": "launches", "to the device, bytes": "bytes_to_device",
         "back, bytes": "bytes_from_device", "waits": "synchronisations"}


class WholeProgram(GalleryProgram):
    """One program of samples/programs. Its README shows what it prints, and how much moves."""

    def __init__(self, source):
        super().__init__(source)
        self.name = "program_" + self.stem

    def readme(self):
        with open(os.path.join(PROGRAMS, "README.md"), encoding="utf-8") as file:
            return file.read()

    def check_readme(self):
        """Failure unless the page shows what the program prints."""
        section = self.readme().split("\n## [%s.cpp]" % self.stem)[-1].split("\n## ")[0]
        shown = re.search(r"```\n(.*?)```", section, re.S)
        if not shown or shown.group(1) != self.printed:
            raise Failure("samples/programs/README.md does not show under %s.cpp\n%s"
                          % (self.stem, self.printed))
        return True

    def row(self):
        """The figures of the page's table."""
        found = re.search(r"^\| \[%s\.cpp\][^|]*\|(.*)\|$" % self.stem, self.readme(), re.M)
        return [cell.strip().replace(" ", "") for cell in found.group(1).split("|")] if found else []

    @staticmethod
    def moved(report):
        """[launches, bytes, ...] that the interpreter has counted, in the order of MOVED."""
        with open(report, encoding="utf-8") as file:
            counts = json.load(file)["program"]
        return [counts[name] for name in MOVED.values()]

    def check_moved(self, report):
        """Failure unless the interpreter has counted what the page says."""
        counted = [str(value) for value in self.moved(report)]
        if counted != self.row():
            raise Failure("the interpreter counts %s, samples/programs/README.md says %s: "
                          "benchmarks/programs/measure.py writes its table"
                          % (" ".join(counted), " ".join(self.row())))
        return True


def whole_programs():
    """Each is compiled by nvcc, for the counts."""
    found = [WholeProgram(os.path.join(PROGRAMS, name)) for name in sorted(os.listdir(PROGRAMS))
             if name.endswith(".cpp")]
    for each in found:
        each.other = "nvcc"
    return found


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
    env.update(SLEEPING)
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
        self.interpreter = ptx.library(build)
        self.all_compilers = False  # else each program is compiled by g++ and another one
        self.rewriter = os.path.join(build, "bin", "heddle-rewrite")
        self.plugin = os.path.join(build, "lib", "HeddlePlugin.so")
        self.includes = ["-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "samples")]

    def path(self, sample, suffix):
        folder = os.path.join(self.build, "samples", sample.name)
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, sample.stem + suffix)

    def rewrite(self, sample):
        output = self.path(sample, ".cu")
        execute([self.rewriter, sample.source, "-o", output, "--", "-std=c++17"] + self.includes)
        return output

    def build_program(self, command, source, program, link=()):
        """Compiles, from the cache where the text is the same, and links."""
        execute(cached(command[0]) + command[1:] + self.includes
                + ["-c", *source, "-o", program + ".o"])
        execute([command[0], *link, program + ".o", "-o", program])
        return program

    def compile_as_written(self, sample, compiler=None, suffix="-as-written"):
        return self.build_program(
            [compiler or self.gxx] + CXX_FLAGS + sample.written_flags + ["-Wno-attributes"],
            [sample.source], self.path(sample, suffix))

    def compile_rewritten(self, sample, compiler, suffix):
        return self.build_program([compiler] + CXX_FLAGS + ["-fopenmp"],
                                  ["-x", "c++", self.path(sample, ".cu")],
                                  self.path(sample, suffix), ["-fopenmp"])

    def compile_cuda(self, sample):
        return self.build_program([self.nvcc] + NVCC_FLAGS, [self.path(sample, ".cu")],
                                  self.path(sample, "-cuda"), ["-arch=" + CUDA_ARCH])

    def compile_ptx(self, sample):
        """The rewritten text by nvcc, for the interpreter of PTX."""
        program = self.path(sample, "-ptx")
        output = program + ".o"
        execute(cached(self.nvcc) + ["-std=c++17"] + ptx.NVCC + self.includes
                + ["-c", self.path(sample, ".cu"), "-o", output])
        execute([self.gxx, output, "-o", program] + ptx.link(self.interpreter))
        return program

    @functools.cached_property
    def clang_cuda(self):
        """clang as a CUDA compiler against nvcc's toolkit, or None where it is none."""
        if not self.nvcc:
            return None
        toolkit = os.path.dirname(os.path.dirname(os.path.realpath(self.nvcc)))
        command = [self.clangxx] + ptx.clang(toolkit)
        try:
            done = subprocess.run(command + ["-fsyntax-only", "-"], input=PROBE.encode(),
                                  timeout=TIMEOUT_S, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return command if done.returncode == 0 else None

    def loads_plugin(self):
        """Whether there is one; that of a sanitized build does not load in clang."""
        with open(os.path.join(self.build, "CMakeCache.txt")) as file:
            sanitized = re.search(r"^HEDDLE_SANITIZE:\w+=.", file.read(), re.M)
        return os.path.exists(self.plugin) and not sanitized

    def compile_with_plugin(self, sample):
        """One command from the source to a program for the interpreter of PTX."""
        program = self.path(sample, "-plugin")
        execute(self.clang_cuda + ["-std=c++17", "-fplugin=" + self.plugin] + self.includes
                + [sample.source, "-o", program] + ptx.link(self.interpreter))
        return program


def agree_on_device(out, expected):
    """Whether lines of the gallery are equal, but for those of nests that call functions."""
    lines, others = out.splitlines(), expected.splitlines()
    return len(lines) == len(others) and all(
        a == b or (a.split()[:1] == b.split()[:1] and a.split()[0] in CALLS_FUNCTIONS
                   and nearly_equal(a + "\n", b + "\n"))
        for a, b in zip(lines, others))


def compare(sample, program, environment=None, exact=True):
    """Runs a program; Failure if it prints anything but what is expected.

    Returns what it wrote to stderr.
    """
    out, err = execute([program], environment)
    if out != sample.expected() and (exact or not agree_on_device(out, sample.expected())):
        raise Failure("%s printed\n%sinstead of\n%s" % (program, out, sample.expected()), err)
    return err


def compare_mapped(sample, program, order):
    """The same in one order; Failure if a launch takes the loops as written instead."""
    err = compare(sample, program, {"HEDDLE_HOST_ORDER": order, "HEDDLE_TRACE": "1"})
    launches = [line for line in err.splitlines() if ": nothing (no iterations)" not in line]
    others = [line for line in launches if ": host threads " not in line]
    if others or not launches:
        raise Failure("%s ran loops that are not mapped\n%s" % (program, "\n".join(others)))
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

    in_gallery = isinstance(sample, GalleryProgram)
    if in_gallery:
        if not step("as written", lambda: sample.run_as_written(shop)):
            return
        step("in the README", sample.check_readme)
    else:
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
             lambda: compare(sample, program, THREADS))
        for order in ORDERS:
            step("rewritten, " + order, lambda: compare_mapped(sample, program, order))
    if shop.all_compilers or sample.other == "clang++":
        step("rewritten, clang++", lambda: compare(
            sample, shop.compile_rewritten(sample, shop.clangxx, "-clang"),
            THREADS))
    check_device(shop, sample, step)


def check_device(shop, sample, step):
    """The device code: executed by the interpreter of PTX, and on a GPU if there is one."""
    if not shop.nvcc:
        return
    if has_gpu():
        program = step("rewritten, compiled with nvcc for " + CUDA_ARCH,
                       lambda: shop.compile_cuda(sample))
        if program:
            step("rewritten, on the GPU",
                 lambda: compare(sample, program, {"HEDDLE_REQUIRE_GPU": "1"},
                                 sample.exact_on_gpu))
    if not shop.interpreter:
        return
    programs = []
    if shop.loads_plugin() and shop.clang_cuda:
        programs.append(("clang++ with the plugin", shop.compile_with_plugin))
    programs.append(("nvcc", shop.compile_ptx))
    programs = [each for each in programs if shop.all_compilers or each[0] == sample.other]
    for name, compile_it in programs:
        program = step("compiled as CUDA by " + name, lambda: compile_it(sample))
        orders = ptx.ORDERS[-1:] if sample.name in LARGE and not shop.all_compilers else None
        report = shop.path(sample, "-ptx.json")
        for environment in ptx.environments(orders) if program else []:
            environment["HEDDLE_PTX_REPORT"] = report
            step("PTX of %s executed, %s" % (name, environment["HEDDLE_PTX_ORDER"]),
                 lambda: compare(sample, program, environment, sample.exact_on_gpu))
        if program and isinstance(sample, WholeProgram):
            step("what moves, with %s" % name, lambda: sample.check_moved(report))
