# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of what a bundle found and timed on a machine with a GPU, from its gpu.json.

Used by `run` of the bundle, and by gpu-bundle --page.
"""

import math

INTRODUCTION = """# On a GPU

%(gpu)s (%(architecture)s), driver %(driver)s, CUDA %(cuda)s; %(cpu)s; %(date)s; commit
%(commit)s.

`scripts/gpu-bundle` has written the programs, `run` of that folder has compared and timed
them on this machine and has written this page ([building.md](building.md)).
"""

COMPARED = """
## Comparisons

%d of %d programs leave or print on the GPU what they leave or print as written; the
benchmarks below leave what the kernels of an expert leave.
"""

DEVICE = """
## Kernels beside an expert's

The nests of `benchmarks/device` on arrays larger than the caches: microseconds of a call,
on data in the device's memory, by events of CUDA around calls that follow each other. After
a warm-up the two sides take turns; each figure is the median of %d rounds. In parentheses
stands the time of Heddle's kernel divided by that of the expert's in the same run. A sum and
a maximum also travel to the host.
"""

MEANS = """
Geometric means of the ratios: %s.
"""

POLYBENCH = """
## PolyBench

Seconds of the kernels of `samples/polybench`, with all copies to the device and back: the
median of %d runs. As written they run in one thread of the CPU (`g++ -O3`, median of %d). The
context of CUDA exists before the kernel begins; the whole program is timed with it. Both
print the same, bit for bit: no multiplication is joined with an addition.
"""


class Unfit(Exception):
    """The file is not what `run` writes."""


def table(head, rows):
    return "\n" + "\n".join("| " + " | ".join(row) + " |"
                            for row in [head, ["---"] * len(head)] + rows) + "\n"


def three(value):
    """Three digits, without an exponent."""
    return "%.*f" % (max(0, 2 - math.floor(math.log10(value))), value) if value > 0 else "0"


def comparisons(compared):
    failed = [name for name, result in compared.items() if result != "equal"]
    text = COMPARED % (len(compared) - len(failed), len(compared))
    return text + ("\nNot equal: %s.\n" % ", ".join(failed) if failed else "")


def device(rounds, strategies):
    """`strategies` is {strategy: {nest: {"expert": us, "heddle": us}}}."""
    nests = list(dict.fromkeys(nest for times in strategies.values() for nest in times))
    rows, ratios = [], {strategy: [] for strategy in strategies}
    for nest in nests:
        cells, expert = [], None
        for strategy, times in strategies.items():
            one = times.get(nest)
            if not one:
                cells.append("")
                continue
            expert = expert or one["expert"]
            ratios[strategy].append(one["heddle"] / one["expert"])
            cells.append("%s (%.2f)" % (three(one["heddle"]), ratios[strategy][-1]))
        rows.append(["`%s`" % nest, three(expert)] + cells)
    means = ["%.2f with `%s`, %d nests" % (math.exp(sum(map(math.log, each)) / len(each)),
                                           strategy, len(each))
             for strategy, each in ratios.items() if each]
    return (DEVICE % rounds + table(["nest", "expert"] + ["`%s`" % each for each in strategies],
                                    rows) + MEANS % "; ".join(means))


def polybench(rounds, programs):
    rows = [[name, " ".join(str(size) for size in one["sizes"]), three(one["written"]),
             three(one["rewritten"]), three(one["whole"]),
             "%.1f" % (one["written"] / one["rewritten"])]
            for name, one in programs.items()]
    return POLYBENCH % (rounds["polybench"], rounds["written"]) + table(
        ["kernel", "sizes", "as written", "on the GPU", "whole program", "times as fast"], rows)


def times(results):
    """The tables of times, where there are any."""
    text = ""
    if results["device"]:
        text += device(results["rounds"]["device"], results["device"])
    if results["polybench"]:
        text += polybench(results["rounds"], results["polybench"])
    return text


def page(results):
    try:
        return (INTRODUCTION % dict(results["machine"], date=results["date"],
                                    commit=results["commit"])
                + comparisons(results["compared"]) + times(results))
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        raise Unfit("not the gpu.json of a bundle: %s %s" % (type(error).__name__, error))
