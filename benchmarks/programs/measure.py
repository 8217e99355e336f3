#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts what moves in the programs of samples/programs, and writes their page's table.

Each is rewritten, compiled with nvcc and executed by the interpreter of PTX, with its own small
sizes; it has to print what it prints as written.

    benchmarks/programs/measure.py --build build [--only NAME ...] [--page]
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.join(ROOT, "benchmarks")]
sys.dont_write_bytecode = True

import figures  # noqa: E402
import samples  # noqa: E402

PAGE = os.path.join(samples.PROGRAMS, "README.md")


def count(shop, program):
    """[launches, bytes, ...] of one run, in the order of samples.MOVED."""
    program.run_as_written(shop)
    shop.rewrite(program)
    binary = shop.compile_ptx(program)
    report = shop.path(program, "-counts.json")
    samples.compare(program, binary, {"HEDDLE_REQUIRE_GPU": "1", "HEDDLE_PTX_REPORT": report})
    return program.moved(report)


def table(rows):
    def number(value):
        return "{:,}".format(value).replace(",", " ")

    return figures.table(["program", *samples.MOVED],
                         [["[%s.cpp](%s.cpp)" % (name, name), *map(number, values)]
                          for name, values in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--only", nargs="+", default=[], help="programs, by name")
    parser.add_argument("--page", action="store_true", help="write the table into the page")
    options = parser.parse_args()
    if options.page and options.only:
        parser.error("--page is for all programs")
    shop = samples.Workshop(os.path.abspath(options.build))
    if not shop.nvcc or not shop.interpreter:
        print("nvcc and the interpreter of PTX are needed", file=sys.stderr)
        return 1
    rows = [(program.stem, count(shop, program)) for program in samples.whole_programs()
            if not options.only or program.stem in options.only]
    text = "\n\n".join([
        figures.provenance(shop.nvcc, "the interpreter of PTX", "lib", "include", "samples"),
        table(rows)])
    figures.show("programs", text, PAGE if options.page else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
