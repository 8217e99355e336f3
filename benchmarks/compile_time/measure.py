#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the plugin costs at compile time, against plain clang on the same file.

    benchmarks/compile_time/measure.py --build build-release

prints a table in Markdown; --page FILE also puts it between the two marks that
FILE has for it. Times are the user CPU seconds of whole commands, which suffer
least from a busy machine; the commands that are compared take turns, and the best
of several rounds counts. Memory is the largest resident set of the command.

Exit status 1: a bound is not kept.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "benchmarks"))
sys.dont_write_bytecode = True

import figures  # noqa: E402

PLAIN = """\
#include "plain.h"
#include <algorithm>
#include <map>
#include <string>
#include <vector>
double work(const std::vector<double> &v) {
  std::map<std::string, double> sums;
  for (double x : v)
    sums[std::to_string(x)] += twice(x);
  double best = 0;
  for (const auto &[name, sum] : sums)
    best = std::max(best, sum);
  return best;
}
"""

# Five shapes of nests, ten of each.
SHAPES = [
    """\
void axpy_%(n)d(double *y, const double *x, double a, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] += (a + %(n)d) * x[i];
}
""",
    """\
void transpose_%(n)d(float *y, const float *x, int n, int m) {
  [[heddle::bounds({n, m}), heddle::map(GridBlock(2, Permute({0, 2, 1, 3},
    SplitLast(16, Permute({1, 2, 0}, SplitLast(16, ShiftLB(Gen)))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j] + %(n)d;
}
""",
    """\
void stencil_%(n)d(double (*y)[512], const double (*x)[512], int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < 511; ++j)
      y[i][j] = 0.25 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]) +
                %(n)d;
}
""",
    """\
void matmul_%(n)d(float *c, const float *a, const float *b, int n) {
  [[heddle::bounds({n, n}), heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = %(n)d;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
""",
    """\
void strided_%(n)d(int (&x)[64][64], int l, int u) {
  [[heddle::bounds({0, l}, {64, u}), heddle::step(2, 1), heddle::map(FoldAll)]]
  for (int i = 0; i < 64; i += 2)
    for (int j = l; j < u; ++j)
      x[i][j] = i + j + %(n)d;
}
""",
]


def fifty_nests():
    text = "#include <heddle/heddle.h>\nusing namespace heddle;\n"
    return text + "".join(SHAPES[n % 5] % {"n": n} for n in range(50))


def stencil(number, depth, radius, step, has_sum):
    """A nest of so many loops over a grid, of which all but the outermost have 40
    elements; it reads so many neighbours on both sides, at every step-th element."""
    names = "ijkl"[:depth]
    rows = "[40]" * (depth - 1)
    kind = "(*%s)" + rows if rows else "*%s"
    at = lambda shift, by: "".join(  # noqa: E731
        "[%s%s]" % (name, by if name == shift else "") for name in names)
    lines = ["void shape_%d(double %s, const double %s, const double *w, int n) {"
             % (number, kind % "y", kind % "x"), "  [[heddle::map]]"]
    for depth_of, name in enumerate(names):
        end = "n" if depth_of == 0 else "40"
        lines.append("  for (int %s = %d; %s < %s - %d; %s)"
                     % (name, radius, name, end, radius,
                        "%s += %d" % (name, step) if step > 1 and depth_of == 0
                        else "++" + name))
    terms = ["x" + at("", "")]
    for name in names:
        for far in range(1, radius + 1):
            terms += ["x" + at(name, " - %d" % far), "x" + at(name, " + %d" % far)]
    whole = " +\n      ".join(terms)
    if has_sum:
        return "\n".join(lines + [
            "  {", "    double sum = 0;", "    for (int s = 0; s < 8; ++s)",
            "      sum += w[s] * (%s);" % whole, "    y%s = sum;" % at("", ""), "  }",
            "}", ""])
    return "\n".join(lines + ["    y%s = w[0] * (%s);" % (at("", ""), whole), "}", ""])


TRIANGLES = """\
void lower(double (*y)[40], const double (*x)[40], int n) {
  [[heddle::map]]
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < i; ++j)
      y[i][j] = x[j][i] + n;
}
void upper(double (*y)[40], const double (*x)[40], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < 40; ++j)
      y[i][j] = x[i][j];
}
"""


def fifty_shapes():
    """No two nests have the same domain, accesses and body."""
    text = "#include <heddle/heddle.h>\n"
    number = 0
    for depth in (1, 2, 3, 4):
        for radius in (0, 1, 2):
            for step in (1, 2):
                for has_sum in (False, True):
                    text += stencil(number, depth, radius, step, has_sum)
                    number += 1
    return text + TRIANGLES


def deep_nest():
    """Six loops and twenty accesses: a stencil on both sides in each dimension,
    the centre, six factors and the result."""
    names = "abcdef"
    lines = ["#include <heddle/heddle.h>", "using namespace heddle;", "void deep(",
             "    double (*y)[10][10][10][10][10],",
             "    const double (*x)[10][10][10][10][10], const double (&w)[6][10],",
             "    int n) {", "  [[heddle::map]]"]
    for depth, name in enumerate(names):
        bound = "n - 1" if depth == 0 else "9"
        lines.append("  %sfor (int %s = 1; %s < %s; ++%s)"
                     % ("  " * depth, name, name, bound, name))
    at = lambda shift, by: "".join(  # noqa: E731
        "[%s%s]" % (name, by if name == shift else "") for name in names)
    terms = ["x" + at("", "")]
    for name in names:
        terms += ["x" + at(name, " - 1"), "x" + at(name, " + 1")]
    factors = ["w[%d][%s]" % (k, name) for k, name in enumerate(names)]
    lines.append("    y%s = (%s) *\n      %s;"
                 % (at("", ""), " +\n      ".join(terms), " * ".join(factors)))
    return "\n".join(lines + ["}", ""])


# By how much 50 nests that share no proof may take longer.
SHAPES_VERIFIED = 4.0
SHAPES_REWRITTEN = 6.0


class Cost:
    def __init__(self):
        self.seconds = float("inf")
        self.megabytes = 0.0


def run(command, cost, folder):
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    # Remarks tell how a nest is mapped.
    if process.returncode != 0 or re.search(rb"(error|warning): .*heddle-HD", said):
        sys.exit("%s\n%s" % (" ".join(command), said.decode()))
    cost.seconds = min(cost.seconds, usage.ru_utime)
    cost.megabytes = max(cost.megabytes, usage.ru_maxrss / 1024)


def compare(commands, rounds, folder):
    costs = [Cost() for _ in commands]
    for _ in range(rounds):
        for command, cost in zip(commands, costs):
            run(command, cost, folder)
    return costs


class Table:
    def __init__(self):
        self.rows = []
        self.kept = True

    def add(self, what, base, cost, bound=None, seconds=None):
        ratio = cost.seconds / base.seconds
        more = cost.seconds - base.seconds
        promise, kept = "", True
        if bound is not None:
            promise, kept = "ratio at most %.2f" % bound, ratio <= bound
        if seconds is not None:
            promise, kept = "under %g s more" % seconds, more < seconds
        extra = cost.megabytes - base.megabytes
        kept = kept and extra < 500
        self.kept = self.kept and kept
        self.rows.append([what, "%.3f" % base.seconds, "%.3f" % cost.seconds,
                          "%.2f" % ratio, "%.0f" % extra, promise,
                          "yes" if kept else "**no**"])

    def text(self):
        head = ["file and command", "plain clang, s", "with the plugin, s", "ratio",
                "more memory, MB", "bound (and 500 MB)", "kept"]
        return figures.table(head, self.rows)


def measure(options, folder):
    for name, text in (("plain.cpp", PLAIN),
                       ("plain.h", "inline double twice(double x) { return 2 * x; }\n"),
                       ("fifty.cpp", fifty_nests()), ("shapes.cpp", fifty_shapes()),
                       ("deep.cpp", deep_nest())):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    plugin = os.path.join(os.path.abspath(options.build), "lib", "HeddlePlugin.so")
    base = [options.clang, "-std=c++17", "-I", os.path.join(ROOT, "include"),
            "-Wno-unknown-attributes"]
    checked = base + ["-fplugin=" + plugin]
    host = checked + ["-fplugin-arg-heddle-backend=host"]

    def commands(*flags):
        return [each + list(flags) for each in (base, checked, host)]

    table = Table()
    rounds = options.rounds
    plain, check, rewrite = compare(commands("-O2", "-c", "plain.cpp", "-o", "plain.o"),
                                    rounds, folder)
    table.add("no word of heddle, `-O2 -c`", plain, check, 1.05)
    table.add("the same, `backend=host`", plain, rewrite, 1.05)
    plain, check, rewrite = compare(commands("-O2", "-c", "fifty.cpp", "-o", "fifty.o"),
                                    rounds, folder)
    table.add("50 nests, `-O2 -c`, verified", plain, check, 2.0)
    table.add("50 nests, `-O2 -c`, rewritten, `backend=host`", plain, rewrite, 3.0)
    plain, check, rewrite = compare(
        commands("-O2", "-c", "shapes.cpp", "-o", "shapes.o"), rounds, folder)
    table.add("50 nests of 50 shapes, `-O2 -c`, verified", plain, check, SHAPES_VERIFIED)
    table.add("50 nests of 50 shapes, `-O2 -c`, rewritten, `backend=host`", plain,
              rewrite, SHAPES_REWRITTEN)
    plain, check, _ = compare(commands("-fsyntax-only", "deep.cpp"), rounds, folder)
    table.add("depth 6, 20 accesses, verified", plain, check, seconds=1)
    return table


def read_options(doc, built, rounds):
    """What this script and gallery.py are told."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build-release"),
                        help="the build folder of " + built)
    parser.add_argument("--clang", default=shutil.which("clang++-22") or
                        "/usr/lib/llvm-22/bin/clang++")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--page", help="put the tables between the marks of this file")
    return parser.parse_args()


def main():
    options = read_options(__doc__, "the plugin", rounds=7)
    with tempfile.TemporaryDirectory() as folder:
        table = measure(options, folder)
    figures.show("compile_time", "\n\n".join([
        table.text(),
        figures.provenance(options.clang, "best of %d rounds" % options.rounds,
                           "lib", "plugin", "include")]), options.page)
    return 0 if table.kept else 1


if __name__ == "__main__":
    sys.exit(main())
