#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs of this folder with nvcc, runs them on the GPU and compares.

    ./run                 everything
    ./run NAME...         these programs
    ./run --build-only    compiles for the GPU, runs nothing
    ./run --cpu           the same programs as plain C++: the mapped threads, one by one
    ./run --interpreter LIB   on libHeddlePtx.so of the folder LIB, which executes PTX
                          on the CPU, in the place of a GPU

A sample must print what its expected.txt says, those of the gallery on a GPU but for
the last bits of functions such as exp. A test holds each of its loops as
written and mapped, and compares the bytes of all arrays. The benchmarks of a device
compare with the kernels of an expert, and are not there as plain C++.

On a GPU the benchmarks and PolyBench are timed, too. Without NAMEs, gpu.json and
gpu.md beside this file get all results.

The exit status is 0 if everything is equal, 1 if something is not, 2 for a wrong
command line, 3 without nvcc (or, with --cpu, without a C++ compiler; or without the
interpreter's library), 77 without a GPU.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import gpu_bundle_page as page  # noqa: E402
import gpu_bundle_times as times  # noqa: E402
import ptx  # noqa: E402  how programs for the interpreter are built

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(HERE, "built")
TIMEOUT_S = 900
NO_COMPILER, NO_GPU = 3, 77

PROBE = r"""
#include <cstdio>
int main() {
  int count = 0;
  cudaDeviceProp p;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0 ||
      cudaGetDeviceProperties(&p, 0) != cudaSuccess)
    return 1;
  std::printf("%s, sm_%d%d\n", p.name, p.major, p.minor);
}
"""


class Failure(Exception):
    pass


def nearly_equal(text, other):
    """Whether lines of the gallery agree in all but hashes and the last digits of means."""
    lines = [re.findall(r"^(.*mean \|x\|) +(\S+), bits \w+$", each, re.M)
             for each in (text, other)]
    complete = all(len(found) == len(each.splitlines())
                   for found, each in zip(lines, (text, other)))
    return complete and len(lines[0]) == len(lines[1]) and all(
        a[0] == b[0] and abs(float(a[1]) - float(b[1])) <= 1e-5 * abs(float(b[1]))
        for a, b in zip(*lines))


def find_nvcc(given):
    names = [given] if given else [os.environ.get("HEDDLE_NVCC"), shutil.which("nvcc")]
    for home in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if home and not given:
            names.append(os.path.join(home, "bin", "nvcc"))
    return next((name for name in names if name and os.access(name, os.X_OK)), None)


def execute(command, environment=None):
    """Its output, standard error behind standard output. Failure unless it ends with 0."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("HEDDLE_")}
    env.update(environment or {})
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=TIMEOUT_S, env=env, cwd=HERE)
    except OSError as error:
        raise Failure("%s: %s" % (command[0], error))
    except subprocess.TimeoutExpired:
        raise Failure("no end after %d s: %s" % (TIMEOUT_S, " ".join(command)))
    out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    if done.returncode != 0:
        raise Failure("status %d: %s\n%s%s" % (done.returncode, " ".join(command),
                                               out[-4000:], err[-4000:]))
    return out, err


class Gpu:
    """How programs are built and run as CUDA."""

    def __init__(self, nvcc, arch, flags):
        host = [flag for flag in flags if flag.startswith("-f")]
        common = [flag for flag in flags if flag not in host]
        # Both sides round every operation, so that results compare bit for bit.
        self.base = [nvcc, "-arch=" + arch]
        self.mapped = self.base + common + ["--fmad=false", "-Xcompiler", ",".join(host),
                                            "-x", "cu"]
        # The attributes of the sources are unknown to the compiler.
        self.written = self.base + ["-O0", "-Xcompiler",
                                    ",".join(host + ["-Wno-attributes"]), "-x", "c++"]
        # Both sides are compiled as their users do; they agree but for last bits.
        self.device = self.base + ["-O3", "-x", "cu"]
        self.device_sizes = "large"
        self.link, self.libraries = self.base, []
        self.environment = {"HEDDLE_REQUIRE_GPU": "1"}


class Cpu:
    """The same as plain C++."""

    def __init__(self, cxx, flags):
        self.mapped = [cxx] + flags + ["-x", "c++"]
        self.written = [cxx] + flags + ["-O0", "-Wno-attributes", "-x", "c++"]
        self.link, self.libraries = [cxx], []
        self.environment = {"HEDDLE_HOST_ORDER": "shuffle:7"}


class Interpreter:
    """As CUDA, for the interpreter of PTX."""

    def __init__(self, nvcc, cxx, library, flags):
        self.device = [nvcc, "-O1"] + ptx.NVCC + ["-x", "cu"]
        self.device_sizes = "small"
        self.mapped = self.device
        self.written = Cpu(cxx, flags).written
        self.link, self.libraries = [cxx], ptx.link(library)
        self.environment = ptx.environments(["shuffle:7"])[0]


def is_device(program):
    return program.get("nests") is not None


def build_device(program, way):
    """A benchmark of the device: Heddle's kernels under one strategy, and the expert's."""
    folder = os.path.join(BUILT, program["name"])
    sizes = os.path.join("device", way.device_sizes)
    mapped = os.path.join(sizes, program["strategy"] + ".cu")
    objects = []
    for source in [mapped] + program["sources"]:
        stem = os.path.splitext(os.path.basename(source))[0]
        objects.append(os.path.join(folder, stem + ".o"))
        flags = program["flags"] if source == mapped else []
        execute(way.device + flags + ["-std=" + program["standard"], "-Iinclude", "-I" + sizes]
                + (["-DLARGE"] if way.device_sizes == "large" else [])
                + ["-c", source, "-o", objects[-1]])
    return link(program, way, objects)


def link(program, way, objects):
    output = os.path.join(BUILT, program["name"], program["name"])
    execute(way.link + objects + ["-o", output] + way.libraries)
    return output


def build(program, way):
    folder = os.path.join(BUILT, program["name"])
    os.makedirs(folder, exist_ok=True)
    if is_device(program):
        return build_device(program, way)
    includes = ["-Iinclude"] + ["-I" + name for name in program["includes"]]
    objects = []
    sides = [("mapped", way.mapped + ["-DREWRITTEN"], program["rewritten"]),
             ("written", way.written, program["written"])]
    for side, compiler, sources in sides:
        for source in sources:
            stem = os.path.splitext(os.path.basename(source))[0]
            objects.append(os.path.join(folder, stem + "-" + side + ".o"))
            execute(compiler + ["-std=" + program["standard"], "-DSIDE=" + side, "-c", source,
                                "-o", objects[-1]] + includes)
    return link(program, way, objects)


def judge(program, output, way):
    """Runs it; returns a remark for the table, or raises a Failure."""
    if is_device(program):
        for nest in program["nests"]:
            execute([output, nest], way.environment)
        return "%d nests as the expert's" % len(program["nests"])
    out, err = execute([output], way.environment)
    if program["expected"] is None:
        return out.strip().split("\n")[-1]
    with open(os.path.join(HERE, program["expected"])) as file:
        expected = file.read()
    near = program["approximate"] and not isinstance(way, Cpu) and nearly_equal(out, expected)
    if out != expected and not near:
        raise Failure("printed\n%sinstead of\n%s%s" % (out, expected, err))
    return "as expected"


def timed_build(program, way):
    """The program's path, and the seconds that it took to build it."""
    start = time.monotonic()
    return build(program, way), time.monotonic() - start


def run_all(programs, way, build_only):
    """Prints a row for each program; returns the failures.

    As many programs as there are processors are built at once; one runs at a time.
    """
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        builds = [pool.submit(timed_build, program, way) for program in programs]
        return judge_all(programs, builds, way, build_only)


def judge_all(programs, builds, way, build_only):
    failures = []
    width = max(len(program["name"]) for program in programs)
    print("%-*s  %8s  %8s  %s" % (width, "program", "build s", "run s", "result"))
    for program, built in zip(programs, builds):
        times = ["-", "-"]
        try:
            output, seconds = built.result()
            times[0] = "%.1f" % seconds
            start = time.monotonic()
            result = "built" if build_only else judge(program, output, way)
            if not build_only:
                times[1] = "%.1f" % (time.monotonic() - start)
        except Failure as failure:
            result = "FAILED"
            failures.append((program["name"], str(failure)))
        print("%-*s  %8s  %8s  %s" % (width, program["name"], times[0], times[1], result),
              flush=True)
    return failures


def take_times(programs, way, failures):
    """(results of the benchmarks, of PolyBench); what fails now is added to the failures."""
    found = {"device": {}, "polybench": {}}
    failed = {name for name, _ in failures}
    for program in programs:
        name = program["name"]
        output = os.path.join(BUILT, name, name)
        if name in failed or not (is_device(program) or "sizes" in program):
            continue
        print("timing %s" % name, flush=True)
        try:
            if is_device(program):
                found["device"][program["strategy"]] = times.device(execute, way, program, output)
                continue
            result, difference = times.polybench(execute, way, program, output)
            if difference:
                raise Failure(difference)
            found["polybench"][os.path.splitext(os.path.basename(program["source"]))[0]] = result
        except Failure as failure:
            failures.append((name, str(failure)))
    return found


def report(args, manifest, programs, way, failures):
    """Takes times; of all programs it writes files, of some it prints tables."""
    found = take_times(programs, way, failures)
    failed = {name for name, _ in failures}
    results = dict(
        found, rounds=times.ROUNDS, machine=times.machine(way.base[0], args.gpu),
        date=time.strftime("%Y-%m-%d"), version=manifest["version"], commit=manifest["commit"],
        compared={program["name"]: "not equal" if program["name"] in failed else "equal"
                  for program in programs})
    if args.names:
        print(page.times(results))
        return
    with open(os.path.join(HERE, "gpu.json"), "w") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    with open(os.path.join(HERE, "gpu.md"), "w") as file:
        file.write(page.page(results))
    print("wrote gpu.json and gpu.md")


def find_gpu(nvcc):
    """Name and architecture of the first GPU, or None."""
    os.makedirs(BUILT, exist_ok=True)
    source = os.path.join(BUILT, "probe.cu")
    with open(source, "w") as file:
        file.write(PROBE)
    program = os.path.join(BUILT, "probe")
    execute([nvcc, source, "-o", program])
    try:
        return execute([program])[0].strip()
    except Failure:
        return None


def prepare(args, manifest):
    """(how to build and run, what to say about it); exits where that cannot be."""
    cxx = shutil.which(os.environ.get("CXX", "g++"))
    if (args.cpu or args.interpreter) and not cxx:
        print("no C++ compiler: set CXX")
        sys.exit(NO_COMPILER)
    if args.cpu:
        return Cpu(cxx, manifest["flags"]), "on the CPU with " + cxx
    nvcc = find_nvcc(args.nvcc)
    if not nvcc:
        print("no nvcc " + (args.nvcc or "in PATH, CUDA_HOME or /usr/local/cuda"))
        sys.exit(NO_COMPILER)
    if args.interpreter:
        library = os.path.abspath(args.interpreter)
        if not os.path.exists(os.path.join(library, "libHeddlePtx.so")):
            print("no libHeddlePtx.so in " + args.interpreter)
            sys.exit(NO_COMPILER)
        return Interpreter(nvcc, cxx, library, manifest["flags"]), "on the interpreter of PTX"
    if args.build_only:
        return Gpu(nvcc, args.arch or "sm_90", manifest["flags"]), "built with " + nvcc
    gpu = find_gpu(nvcc)
    if not gpu:
        print("no GPU that this toolkit's programs can use: nothing was compared "
              "(--build-only compiles, --cpu compares without one)")
        sys.exit(NO_GPU)
    args.gpu = gpu
    return Gpu(nvcc, args.arch or gpu.split(", ")[-1], manifest["flags"]), "on " + gpu


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--arch", help="for nvcc's -arch, e.g. sm_90; default: the GPU's")
    parser.add_argument("--nvcc", help="default: of PATH, CUDA_HOME or /usr/local/cuda")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--build-only", action="store_true")
    what.add_argument("--cpu", action="store_true")
    what.add_argument("--interpreter", metavar="LIB")
    args = parser.parse_args()
    with open(os.path.join(HERE, "manifest.json")) as file:
        manifest = json.load(file)
    programs = [program for program in manifest["programs"]
                if not (args.cpu and is_device(program))]
    unknown = set(args.names) - {program["name"] for program in programs}
    if unknown:
        parser.error("no such program: " + ", ".join(sorted(unknown)))
    if args.names:
        programs = [program for program in programs if program["name"] in args.names]
    way, where = prepare(args, manifest)
    print("%s, %s" % (manifest["version"], where))
    failures = run_all(programs, way, args.build_only)
    if isinstance(way, Gpu) and not args.build_only:
        report(args, manifest, programs, way, failures)
    for name, text in failures:
        print("\nFAILED %s\n%s" % (name, text))
    print("%d of %d %s" % (len(programs) - len(failures), len(programs),
                           "built" if args.build_only else "equal"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
