# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program of test/real prints, rewritten for the CPU, what it prints as it is written.

    run.py --rewriter PATH --gxx PATH SOURCE WORK

Loops have the claims that they need, and those that are refused stay as they are. The
rewritten program runs on CPU threads, as threads of the mapped space in an order that is no
loop's, and in order with a look at each claim.
"""

import argparse
import os
import shutil
import sys

import corpus

sys.path.append(os.path.join(os.path.dirname(corpus.FOLDER), "Exec", "Inputs"))

from check import Failure, cached, execute  # noqa: E402

# Every operation is rounded on both sides, so that results compare bit for bit.
FLAGS = ["-std=c++17", "-ffp-contract=off", "-Wall", "-Werror", "-Wno-attributes",
         "-Wno-unknown-pragmas", "-I" + corpus.INCLUDE, "-I" + corpus.FOLDER]
RUNS = [{"OMP_NUM_THREADS": "4", "HEDDLE_HOST_LOOPS": "parallel"},
        {"OMP_NUM_THREADS": "4"}, {"HEDDLE_HOST_ORDER": "shuffle:7"},
        {"HEDDLE_CHECK": "1"}]


def build(args, source, flags, name):
    """The program of one source: an object first, which ccache keeps."""
    program = os.path.join(args.work, name)
    execute(cached(args.gxx) + FLAGS + flags + ["-x", "c++", "-c", source, "-o", program + ".o"])
    execute([args.gxx] + flags + [program + ".o", "-o", program])
    return program


def rewrite(args):
    """The file with what is mapped, and the other loops as they are written; None if all are."""
    output = os.path.join(args.work, corpus.row(args.source) + ".cu")
    # Some refusals are errors all the same.
    _, nests, said = corpus.read_all(args.rewriter, args.source, args.work,
                                     ["--on-failure=serial", "-o", output],
                                     claims=True, hides=lambda name, nests: True)
    if not os.path.exists(output):
        raise Failure("nothing is written\n" + said)
    mapped = [name for name, all_of_it in nests.items() if corpus.verdict_of(all_of_it) == "mapped"]
    print("mapped: " + " ".join(mapped), flush=True)
    return output if mapped else None


def compare(written, mapped, how):
    lines, others = written.splitlines(), mapped.splitlines()
    wrong = ["%s, but rewritten %s" % pair for pair in zip(lines, others) if pair[0] != pair[1]]
    if wrong or len(lines) != len(others):
        raise Failure("%s: %d lines and %d\n%s" % (how, len(lines), len(others), "\n".join(wrong)))


def check(args):
    shutil.rmtree(args.work, ignore_errors=True)
    os.makedirs(args.work)
    # Without optimisation: both sides must not rest on one mistake of the compiler.
    written = execute([build(args, args.source, ["-O0"], "written")])
    names = list(dict.fromkeys(line.split()[0] for line in written.splitlines()))
    if names != corpus.functions(corpus.read(args.source)):
        raise Failure("the program shows %s" % names)
    rewritten = rewrite(args)
    if not rewritten:
        return
    program = build(args, rewritten, ["-O1", "-fopenmp", "-Wno-unused-function"], "mapped")
    for environment in RUNS:
        compare(written, execute([program], environment), str(environment))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rewriter", required=True)
    parser.add_argument("--gxx", required=True)
    parser.add_argument("source")
    parser.add_argument("work")
    args = parser.parse_args()
    try:
        check(args)
    except Failure as failure:
        print("FAILED: %s" % failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
