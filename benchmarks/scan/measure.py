#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long `heddle-rewrite --scan` takes for a program of 100 000 lines.

    benchmarks/scan/measure.py --build build-release

copies samples/gallery, samples/polybench and test/real, whose annotations are blank then,
until they have 100 000 lines: a source is a text as often as makes 300 lines, each time in
a namespace of its own (texts that need Heddle all the same are left out), and compares the scan of all these sources with
`clang++ -fsyntax-only` on the same ones, which is called for one source after the other in
as many processes. It prints a table in Markdown; --page FILE also puts it between the two
marks that FILE has for it. The time of the clock counts, so the machine is to be idle.

Exit status 1: the scan takes more than two minutes, or a source could not be read.
"""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path[:0] = [os.path.join(ROOT, "benchmarks"),
                os.path.join(ROOT, "benchmarks", "compile_time")]
sys.dont_write_bytecode = True

import figures  # noqa: E402
import gallery  # noqa: E402
import measure  # noqa: E402  that of compile_time

FOLDERS = ["samples/gallery", "samples/polybench", "test/real"]
FLAGS = ["-std=c++17", "-Wno-unknown-pragmas"] + [
    flag for folder in ["include", "samples", "samples/polybench", "test/real"]
    for flag in ("-I", os.path.join(ROOT, folder))]
LINES = 100000
USUAL = 300
MOST_SECONDS = 120.0
HEADER = re.compile(r'^#include (?:<.*>|".*\.h")$', re.M)
HEDDLE = re.compile(r"^(#include <heddle/.*>|using namespace heddle;)$", re.M)


def plain(path):
    """The source without a word of Heddle, line by line."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return HEDDLE.sub("", gallery.without(text, gallery.annotations(text)))


def repeated(text):
    """Its headers, and the rest as often as makes a source of usual size."""
    headers, rest = "\n".join(HEADER.findall(text)), HEADER.sub("", text)
    times = max(1, round(USUAL / text.count("\n")))
    return headers + "".join("\nnamespace copy_%d {\n%s\n} // namespace copy_%d\n"
                             % (copy, rest, copy) for copy in range(times))


def write(text, folder, name):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def parse(clang, path):
    return subprocess.run([clang, "-fsyntax-only", "-w"] + FLAGS + [path],
                          stderr=subprocess.DEVNULL).returncode == 0


def sources(clang, folder):
    """Writes the program; the paths of its sources, and its lines."""
    texts = [(name, repeated(plain(os.path.join(ROOT, each, name)))) for each in FOLDERS
             for name in sorted(os.listdir(os.path.join(ROOT, each))) if name.endswith(".cpp")]
    texts = [(name, text) for name, text in texts
             if parse(clang, write(text, folder, "once-" + name))]
    paths, lines, copy = [], 0, 0
    while lines < LINES:
        for name, text in texts:
            paths.append(write(text, folder, "%d-%s" % (copy, name)))
            lines += text.count("\n")
        copy += 1
    return paths, lines


def parsed(clang, paths, jobs):
    """The seconds of the clock in which clang parses all sources."""
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        all_read = all(pool.map(lambda path: parse(clang, path), paths))
    assert all_read
    return time.monotonic() - begin


def scanned(tool, paths, jobs):
    """The seconds of the clock, and the report."""
    begin = time.monotonic()
    done = subprocess.run([tool, "--scan", "-j", str(jobs), "--report=json"] + paths + ["--"]
                          + FLAGS, capture_output=True, text=True)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        sys.exit("the scan ends with %d:\n%s" % (done.returncode, done.stderr[-2000:]))
    return seconds, json.loads(done.stdout)


def main():
    options = measure.read_options(__doc__, "heddle-rewrite", rounds=1)
    jobs = os.cpu_count()
    tool = os.path.join(os.path.abspath(options.build), "bin", "heddle-rewrite")
    with tempfile.TemporaryDirectory() as folder:
        paths, lines = sources(options.clang, folder)
        least, (whole, report) = float("inf"), (float("inf"), None)
        for _ in range(options.rounds):
            least = min(least, parsed(options.clang, paths, jobs))
            whole, report = min((whole, report), scanned(tool, paths, jobs),
                                key=lambda each: each[0])
    loops = report["totals"]["loops"]
    figures.show("scan", "\n\n".join([
        figures.table(["sources", "lines", "loops", "processes", "clang's parsing, s",
                       "scan, s", "ratio", "bound", "kept"],
                      [[str(len(paths)), str(lines), str(loops), str(jobs), "%.0f" % least,
                        "%.0f" % whole, "%.2f" % (whole / least), "%.0f s" % MOST_SECONDS,
                        "yes" if whole <= MOST_SECONDS else "no"]]),
        figures.provenance(options.clang, "best of %d rounds" % options.rounds,
                           "lib", "rewriter", "include", "samples", "test/real")]),
                 options.page)
    return 0 if whole <= MOST_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
