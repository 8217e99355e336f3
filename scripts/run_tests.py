# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the project and runs every test; called by scripts/test.

A stage that breaks is a failure of its own and does not stop the others. The
last line printed is `N passed, N failed, N skipped`.
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

import samples

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# No unit test program takes minutes; this only catches hangs.
UNIT_TIMEOUT_S = 900
RANDOM_NESTS = 500
LONG_RANDOM_NESTS = 10000
# A quarter of them is executed as PTX: one file of four. What a file costs, also without
# nests, is 5 to 9 s.
NESTS_OF_A_FILE = 125
# So that a campaign cannot pass by refusing. Each form that joins draws other nests: two
# standard deviations of a share of 0.79 in 500 are 0.036.
FEWEST_MAPPED = 0.76
DEMONSTRATED = ["01_scale", "03_plusone_nd"]


class Results:
    def __init__(self):
        self.passed = 0
        self.failed = []  # (name, text)
        self.skipped = []  # (name, reason)
        self.times = []  # (stage, seconds)

    def fail(self, name, text):
        self.failed.append((name, text))

    def skip(self, name, reason):
        self.skipped.append((name, reason))


def tail(text, lines=60):
    rows = text.rstrip().splitlines()
    cut = ["... (%d lines before)" % (len(rows) - lines)] if len(rows) > lines else []
    return "\n".join(cut + rows[-lines:])


def stage_build(results, args):
    command = [os.path.join(ROOT, "scripts", "build"), "--preset", args.preset]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        results.fail("build", "%s failed; its output is above" % " ".join(["scripts/build"] + command[1:]))


def run_unit_program(build, name):
    """Runs one GoogleTest program; returns (name, report or None, output)."""
    program = os.path.join(build, "test", "unit", name)
    report_file = program + ".json"
    if not os.path.exists(program):
        return name, None, "was not built"
    if os.path.exists(report_file):
        os.remove(report_file)
    try:
        done = subprocess.run([program, "--gtest_output=json:" + report_file, "--gtest_color=no"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=UNIT_TIMEOUT_S, cwd=os.path.dirname(program))
    except subprocess.TimeoutExpired as expired:
        return name, None, "no end after %d s\n%s" % (
            UNIT_TIMEOUT_S, tail((expired.stdout or b"").decode(errors="replace")))
    output = done.stdout.decode(errors="replace")
    try:
        with open(report_file) as file:
            report = json.load(file)
    except (OSError, ValueError):
        return name, None, "ended with status %d and no report\n%s" % (done.returncode, tail(output))
    if done.returncode != 0 and report.get("failures", 0) == 0:
        return name, None, "ended with status %d\n%s" % (done.returncode, tail(output))
    return name, report, output


def count_unit_report(results, name, report):
    if report.get("tests", 0) == 0:
        results.fail(name, "contains no test")
    for suite in report.get("testsuites", []):
        for test in suite.get("testsuite", []):
            full = "%s: %s.%s" % (name, suite["name"], test["name"])
            if test.get("failures"):
                results.fail(full, "\n".join(each["failure"] for each in test["failures"]))
            elif test.get("result") == "SKIPPED":
                reason = "; ".join(each.get("message", "") for each in test.get("skipped", []))
                results.skip(full, reason.split("\n", 1)[-1].strip() or "no reason given")
            elif test.get("status") == "NOTRUN":
                results.skip(full, "disabled")
            else:
                results.passed += 1


def stage_unit(results, args):
    try:
        with open(os.path.join(args.build, "test", "unittests.txt")) as file:
            names = file.read().split()
    except OSError as error:
        results.fail("unit tests", "not configured: %s" % error)
        return
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, report, output in pool.map(lambda each: run_unit_program(args.build, each), names):
            if report is None:
                results.fail(name, output)
            else:
                count_unit_report(results, name, report)


def lit_program(build):
    """The lit of the LLVM that the build uses."""
    with open(os.path.join(build, "CMakeCache.txt")) as file:
        for line in file:
            if line.startswith("HEDDLE_LLVM_CONFIG:"):
                config = line.split("=", 1)[1].strip()
                folder = subprocess.check_output([config, "--bindir"], text=True).strip()
                return os.path.join(folder, "lit")
    raise OSError("no HEDDLE_LLVM_CONFIG in the CMake cache")


def unsupported_reason(output):
    marker = "Test requires the following unavailable features:"
    if marker in output:
        return "needs" + output.split(marker, 1)[1].split("\n", 1)[0]
    return output.strip().splitlines()[0] if output.strip() else "unsupported here"


def stage_lit(results, args):
    report_file = os.path.join(args.build, "test", "lit-results.json")
    if os.path.exists(report_file):
        os.remove(report_file)
    try:
        command = [lit_program(args.build), "-s", "-j", str(args.jobs), "--output", report_file,
                   *(["-D", "long"] if args.long else []), os.path.join(args.build, "test")]
        subprocess.run(command, stdout=subprocess.DEVNULL)
        with open(report_file) as file:
            report = json.load(file)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        results.fail("lit", "did not run: %s" % error)
        return
    if not report["tests"]:
        results.fail("lit", "found no test")
    if not args.long:
        results.skip("lit: execution tests by each compiler",
                     "needs long; here by g++ and one of clang++, clang++ as CUDA and nvcc")
    for test in report["tests"]:
        code, name = test["code"], test["name"].replace("Heddle :: ", "lit: ")
        if code in ("PASS", "FLAKYPASS", "XFAIL"):
            results.passed += 1
        elif code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
            results.skip(name, unsupported_reason(test.get("output", "")))
        else:
            results.fail(name, "%s\n%s" % (code, tail(test.get("output", ""))))


def stage_samples(results, args):
    shop = samples.Workshop(args.build)
    shop.all_compilers = args.long

    def record(name, failure):
        if failure is None:
            results.passed += 1
        else:
            results.fail(name, tail(failure))

    def run(sample):
        rows = []
        samples.check(shop, sample, lambda *row: rows.append(row))
        return rows

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for rows in pool.map(run, samples.all_samples() + samples.gallery()
                             + samples.polybench() + samples.whole_programs()):
            for row in rows:
                record(*row)
    if not args.long:
        results.skip("samples: by each of %s" % ", ".join(samples.OTHERS),
                     "needs long; here each sample is compiled by g++ and by one of them")
    if not shop.nvcc or not shop.interpreter:
        results.skip("samples: PTX executed",
                     "no interpreter of PTX" if shop.nvcc else "no nvcc found")
    if not samples.has_gpu():
        results.skip("samples: on the GPU", "no GPU found")
    if not shop.loads_plugin() or not shop.clang_cuda:
        results.skip("samples: clang++ as CUDA, with the plugin",
                     "no plugin that loads, or clang does not compile CUDA")


def stage_demo(results, args):
    """scripts/demo as users call it, with a few samples."""
    if args.preset != "dev":
        results.skip("scripts/demo", "it takes the preset dev")
        return
    command = [os.path.join(ROOT, "scripts", "demo")]
    for name in DEMONSTRATED:
        command += ["--sample", name]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=UNIT_TIMEOUT_S)
    output = done.stdout.decode(errors="replace")
    rows = [row for row in output.splitlines() if row.endswith("  equal")]
    lost = [name for name in DEMONSTRATED if not any(row.startswith(name + ":") for row in rows)]
    if done.returncode != 0 or lost or "NOT EQUAL" in output:
        results.fail("scripts/demo", tail(output + "\nno row that is equal: %s" % " ".join(lost)))
    else:
        results.passed += 1


def stage_nests(results, args):
    """Random nests, compared with the loops as written; the same ones in each run."""
    count = LONG_RANDOM_NESTS if args.long else RANDOM_NESTS
    name = "%d random nests" % count
    folder = os.path.join(args.build, "test", "nests")
    shutil.rmtree(folder, ignore_errors=True)
    command = [os.path.join(ROOT, "scripts", "fuzz"), "-n", str(count), "--seed", "suite",
               "--per-file", str(50 if args.long else NESTS_OF_A_FILE),
               "--tensors-every", "16" if args.long else "0",
               "--nvcc-every", "0", "--cache",
               "--build", args.build, "--out", folder, "--jobs", str(args.jobs)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.decode(errors="replace")
    found = re.search(r"^seed suite: (\d+) nests, (\d+) mapped, 0 failures", output, re.M)
    if done.returncode != 0 or not found or int(found.group(1)) != count:
        results.fail(name, tail(output))
    elif int(found.group(2)) < count * FEWEST_MAPPED:
        results.fail(name, "only %s of them were mapped\n%s" % (found.group(2), tail(output)))
    else:
        results.passed += 1


STAGES = [("build", stage_build), ("unit", stage_unit), ("lit", stage_lit),
          ("samples", stage_samples), ("demo", stage_demo), ("nests", stage_nests)]


def report(results):
    for name, text in results.failed:
        print("\nFAILED %s" % name)
        print("\n".join("  " + row for row in text.rstrip().splitlines()))
    if results.skipped:
        print("\nSkipped:")
        for name, reason in results.skipped:
            print("  %s: %s" % (name, reason))
    print("\nTime of each stage:")
    for stage, seconds in results.times:
        print("  %-8s %7.1f s" % (stage, seconds))
    print("%d passed, %d failed, %d skipped"
          % (results.passed, len(results.failed), len(results.skipped)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="dev", choices=["dev", "release", "asan"])
    parser.add_argument("--long", action="store_true",
                        help="all programs by all compilers, more random nests")
    parser.add_argument("--setup-seconds", type=float, default=0.0, help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    args.build = os.path.join(ROOT, "build" if args.preset == "dev" else "build-" + args.preset)

    results = Results()
    results.times.append(("setup", args.setup_seconds))
    for name, stage in STAGES:
        print("== %s" % name, flush=True)
        start = time.monotonic()
        try:
            stage(results, args)
        except Exception as error:  # a broken stage is a failure, not the end
            results.fail(name, "%s: %s" % (type(error).__name__, error))
        results.times.append((name, time.monotonic() - start))
    report(results)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
