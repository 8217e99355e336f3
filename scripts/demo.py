# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites the samples, runs them in their mapped thread spaces, prints a table.

Called by scripts/demo once everything is built.
"""

import argparse
import ast
import collections
import concurrent.futures
import itertools
import operator
import os
import re
import sys
import textwrap

import samples

Launch = collections.namedtuple("Launch", "line kernel grid block")
Nest = collections.namedtuple("Nest", "space mapping")

# What HEDDLE_TRACE prints for a launch on host threads.
TRACE = re.compile(
    r":(?P<line>\d+): (?P<kernel>\w+)\S*: host threads .*?"
    r"grid \((?P<grid>[\d, ]+)\), block \((?P<block>[\d, ]+)\)")
# The comment before each kernel, and the kernel's name.
KERNEL = re.compile(
    r"^ *//   index space   (?P<space>.*)\n(?: *//   (?!mapping).*\n)*"
    r" *//   mapping       (?P<mapping>.*)\n"
    r"(?: *//.*\n)*(?:.*\n)??.*?\bvoid (?P<kernel>\w+)\(", re.M)
DIMENSION = re.compile(
    r"(?P<lower>.+?) <= \w+ < (?P<upper>.+?)(?: step (?P<step>\d+))?(?: width (?P<width>\d+))?$")
SIZE = re.compile(r"\b(\w+) = (\d+)\b")


def numbers(text):
    return tuple(int(each) for each in text.split(","))


def product(values):
    result = 1
    for value in values:
        result *= value
    return result


def launches(trace):
    """The launches of a HEDDLE_TRACE text, each kernel and shape once, in order."""
    found = [Launch(int(match["line"]), match["kernel"], numbers(match["grid"]),
                    numbers(match["block"])) for match in TRACE.finditer(trace)]
    return list(dict.fromkeys(found))


def nests(rewritten):
    """Index space and mapping of each kernel of a rewritten text, by its name."""
    return {match["kernel"]: Nest(match["space"], match["mapping"])
            for match in KERNEL.finditer(rewritten)}


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.USub: operator.neg}


def evaluate(text, sizes):
    """The value of a sum or product of sizes and numbers; KeyError for others."""
    def walk(node):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return sizes[node.id]
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](walk(node.left), walk(node.right))
        if isinstance(node, ast.UnaryOp):
            return OPERATORS[type(node.op)](walk(node.operand))
        raise KeyError(text)

    return walk(ast.parse(text.strip(), mode="eval").body)


def size_of(space, sizes):
    """How many iterations `0 <= i < n step 4 width 2, ...` has, or None.

    `sizes` gives the run-time values by name.
    """
    extents = []
    try:
        # A comma also separates arguments of min and max; those give None.
        for part in space.split(", "):
            match = DIMENSION.match(part)
            extent = evaluate(match["upper"], sizes) - evaluate(match["lower"], sizes)
            step, width = int(match["step"] or 1), int(match["width"] or 1)
            extents.append(max(0, extent // step * width + min(extent % step, width)))
    except (KeyError, SyntaxError, TypeError):
        return None
    return product(extents)


def shape(dims):
    """(40, 1, 1) as 40, (3, 2, 1) as 3x2: CUDA's order, x first."""
    kept = list(dims)
    while len(kept) > 1 and kept[-1] == 1:
        kept.pop()
    return "x".join(str(each) for each in kept)


def rows_of(sample, shop, trace, equal):
    """The table's rows of one sample, one a nest and shape."""
    with open(shop.path(sample, ".cu")) as file:
        known = nests(file.read())
    with open(sample.source) as file:
        # Sizes are constants of main, with the names that the nests use.
        sizes = {name: int(value) for name, value in SIZE.findall(file.read())}
    rows = []
    for launch in launches(trace):
        if launch.kernel not in known:
            raise samples.Failure("%s: kernel %s has no comment that tells its index space"
                                  % (sample.name, launch.kernel))
        nest = known[launch.kernel]
        threads = product(launch.grid) * product(launch.block)
        used = size_of(nest.space, sizes)
        off = "?" if used is None else "%d of %d" % (threads - used, threads)
        rows.append((sample.name + ":" + str(launch.line), nest.space, nest.mapping,
                     "grid %s, block %s" % (shape(launch.grid), shape(launch.block)), off,
                     "equal" if equal else "NOT EQUAL"))
    if not rows:
        raise samples.Failure("%s: no launch was traced\n%s" % (sample.name, trace))
    return rows


def demonstrate(sample, shop):
    """Rewrites, compiles and runs one sample; returns its rows of the table."""
    shop.rewrite(sample)
    samples.compare(sample, shop.compile_as_written(sample))
    program = shop.compile_rewritten(sample, shop.gxx, "-gxx")
    trace, equal = "", True
    for order in samples.ORDERS:
        try:
            trace = samples.compare(
                sample, program, {"HEDDLE_HOST_ORDER": order, "HEDDLE_TRACE": "1"})
        except samples.Failure as failure:
            print(failure, file=sys.stderr)
            trace, equal = failure.stderr or trace, False
    return rows_of(sample, shop, trace, equal)


# Widths above which a cell of the table is broken into lines.
WRAP = {"index space": 34, "mapping": 40}


def short_space(space):
    """`0 <= i < n step 2` as `0..n step 2`, one part a loop."""
    return ", ".join(re.sub(r"^(.+?) <= \w+ < ", r"\1..", part) for part in space.split(", "))


def short_mapping(mapping):
    """The strategy's name where one chose the mapping."""
    named = re.search(r", chosen by (\w+)$", mapping)
    return named[1] if named else mapping


def print_table(rows):
    heads = ("sample:line", "index space", "mapping", "thread space", "threads off", "result")
    table = [[[head] for head in heads]]
    for name, space, mapping, *rest in rows:
        cells = [name, short_space(space), short_mapping(mapping)] + rest
        table.append([textwrap.wrap(cell, WRAP.get(head, 80), break_long_words=False)
                      for head, cell in zip(heads, cells)])
    widths = [max(len(line) for row in table for line in row[k]) for k in range(len(heads))]
    for row in table:
        for lines in itertools.zip_longest(*row, fillvalue=""):
            print("  ".join(text.ljust(width) for text, width in zip(lines, widths)).rstrip())
        if row is table[0]:
            print("  ".join("-" * width for width in widths))


def compile_for_cuda(rewritten, shop):
    """Says what became of the CUDA side; false if a sample does not compile."""
    if not shop.nvcc:
        print("No CUDA toolkit was found (nvcc in PATH, CUDA_HOME or /usr/local/cuda): the rewritten "
              "text was\nnot compiled for a GPU, and nothing ran on one. Everything above ran on the CPU.")
        return True
    try:
        for sample in rewritten:
            shop.compile_cuda(sample)
    except samples.Failure as failure:
        print(failure, file=sys.stderr)
        return False
    print("The same text compiles with %s for %s: %d samples."
          % (shop.nvcc, samples.CUDA_ARCH, len(rewritten)))
    if not samples.has_gpu():
        print("No GPU was found: nothing ran on one.")
        return True
    for sample in rewritten:
        try:
            samples.compare(sample, shop.path(sample, "-cuda"), {"HEDDLE_REQUIRE_GPU": "1"})
            print("On the GPU: %s equal" % sample.name)
        except samples.Failure as failure:
            print(failure, file=sys.stderr)
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(samples.ROOT, "build"))
    parser.add_argument("--sample", action="append", metavar="NAME",
                        help="only this one, as 01_...; may be given again")
    args = parser.parse_args()
    chosen = [sample for sample in samples.all_samples()
              if sample.annotated() and (not args.sample or sample.name in args.sample)]
    unknown = set(args.sample or []) - {sample.name for sample in chosen}
    if unknown:
        parser.error("no such sample with annotations: " + ", ".join(sorted(unknown)))
    shop = samples.Workshop(args.build)
    rows, rewritten, failed = [], [], False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        waiting = [(sample, pool.submit(demonstrate, sample, shop))
                   for sample in chosen]
        for sample, future in waiting:
            try:
                rows += future.result()
                rewritten.append(sample)
            except samples.Failure as failure:
                print(failure, file=sys.stderr)
                failed = True
    print("\nEach nest ran in its mapped thread space on the CPU, one thread after the other, in three "
          "orders\n(%s), next to the loop as written. Grid and block are in CUDA's order, x first.\n"
          % ", ".join(samples.ORDERS))
    print_table(rows)
    print()
    failed = not compile_for_cuda(rewritten, shop) or failed
    return 1 if failed or any(row[5] != "equal" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
