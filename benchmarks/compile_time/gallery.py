#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What it costs to verify the nests of samples/gallery, one by one.

    benchmarks/compile_time/gallery.py --build build-release

compares `heddle-rewrite --check --validate=off` with `clang++ -fsyntax-only` on the
same text: each program, and each nest alone, in a copy of its program in which the
other annotations are blank. It prints two tables in Markdown; --page FILE also puts
them between the two marks that FILE has for them. Times and memory are those of
measure.py: user CPU seconds, the best of several rounds in turns, and the largest
resident set.

Exit status 1: a nest takes a second or more.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
GALLERY = os.path.join(ROOT, "samples", "gallery")
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
sys.dont_write_bytecode = True

import figures  # noqa: E402
import measure  # noqa: E402  beside this script

FLAGS = ["-std=c++17", "-I", os.path.join(ROOT, "include"), "-I", os.path.join(ROOT, "samples")]
MOST_SECONDS = 1.0


def annotations(text):
    """(begin, end) of each annotation of a loop, in order."""
    found = []
    for match in re.finditer(r"\[\[\s*heddle::|^ *HEDDLE\(", text, re.M):
        depth, end = 0, text.index("[" if match[0][0] == "[" else "(", match.start())
        while True:
            depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        found.append((match.start(), end))
    return found


def without(text, parts):
    """The text with blanks in place of these parts."""
    for begin, end in parts:
        text = text[:begin] + re.sub(r"\S", " ", text[begin:end]) + text[end:]
    return text


def functions(tool, source):
    """The functions of the nests of a file, by the line of the annotation."""
    done = subprocess.run([tool, "--check", "--validate=off", "--report=json", source, "--"]
                          + FLAGS, capture_output=True, text=True, check=True)
    found = {}
    for nest in json.loads(done.stdout)["nests"]:
        if nest["verdict"] != "mapped":
            sys.exit("%s:%d is %s" % (source, nest["line"], nest["verdict"]))
        names = found.setdefault(nest["line"], [])
        if nest["function"] not in names:
            names.append(nest["function"])
    return found


class Nest:
    def __init__(self, program, line, names):
        self.name = "[%s:%d](../samples/gallery/%s#L%d) `%s`" % (
            program, line, program, line, "`, `".join(names))
        self.seconds = self.megabytes = 0.0

    def cells(self):
        return [self.name, "%.3f" % self.seconds, "%.1f" % self.megabytes]


def measure_program(options, name, folder):
    """The row of a program, and its nests."""
    tool = os.path.join(os.path.abspath(options.build), "bin", "heddle-rewrite")
    source = os.path.join(GALLERY, name)
    with open(source, encoding="utf-8") as file:
        text = file.read()
    places = annotations(text)
    lines = [text.count("\n", 0, re.compile(r"\w").search(text, begin).start()) + 1
             for begin, _ in places]
    named = functions(tool, source)
    if sorted(lines) != sorted(named):
        sys.exit("%s has annotations in the lines %s, but nests in %s" % (source, lines, named))

    def copy(kept):
        path = os.path.join(folder, "%s-%s" % ("-".join(map(str, kept)) or "none", name))
        with open(path, "w", encoding="utf-8") as file:
            file.write(without(text, [part for at, part in enumerate(places) if at not in kept]))
        return path

    verify = [tool, "--check", "--validate=off"]
    commands = [[options.clang, "-fsyntax-only"] + FLAGS + [copy([])],
                verify + [source, "--"] + FLAGS]
    commands += [verify + [copy([at]), "--"] + FLAGS for at in range(len(places))]
    parsing, whole, *alone = measure.compare(commands, options.rounds, folder)
    nests = [Nest(name, line, named[line]) for line in lines]
    for nest, cost in zip(nests, alone):
        nest.seconds = cost.seconds - parsing.seconds
        nest.megabytes = cost.megabytes - parsing.megabytes
    row = ["[%s](../samples/gallery/%s)" % (name, name), str(len(nests)),
           "%.3f" % parsing.seconds, "%.3f" % whole.seconds,
           "%.1f" % (whole.megabytes - parsing.megabytes)]
    return row, nests


def main():
    options = measure.read_options(__doc__, "heddle-rewrite", rounds=5)
    rows, nests = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(os.listdir(GALLERY)):
            if name.endswith(".cpp"):
                row, found = measure_program(options, name, folder)
                rows.append(row)
                nests += found
    nests.sort(key=lambda nest: -nest.seconds)
    over = [nest for nest in nests if nest.seconds >= MOST_SECONDS]
    figures.show("gallery", "\n\n".join([
        figures.table(["program", "nests", "parsing, s", "verified, s", "more memory, MB"], rows),
        "Each nest alone, the slowest first:",
        figures.table(["nest", "more time, s", "more memory, MB"],
                      [nest.cells() for nest in nests]),
        "%d nests, %d of them over %g s." % (len(nests), len(over), MOST_SECONDS),
        figures.provenance(options.clang, "best of %d rounds" % options.rounds,
                           "lib", "rewriter", "include", "samples")]), options.page)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
