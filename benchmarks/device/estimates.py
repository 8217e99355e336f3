# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost model's word on the benchmark nests, beside what they execute.

A row is a nest under one strategy. Figures are for 32 iterations, which a full warp
runs: executed ones are those of the whole launch, divided by its iterations.
"""

import json
import math

# The model does not know how often inner loops with run-time bounds run, so its figures
# for a whole thread are no counts.
LOOPS = {"product", "accumulate", "accumulate_rows", "softmax"}
# Reductions are not weighed.
REDUCTIONS = {"sum", "maximum"}
# Whole warps have no iteration, and end early.
PRUNED = {("step_width", "Jing")}
# Rows have 62 elements where long ones are assumed, so that ends count.
SHORT_ROWS = {("stencil7", "sectors")}
# The model takes each turn of a short loop in the thread at full price, which compilers
# write out: its instructions and registers are those of a loop.
WRITTEN_OUT = {"stencil9", "stencil27"}
# Most of its loads begin between two sectors, and rows have 62 elements.
BETWEEN_SECTORS = {("stencil27", "sectors")}
NEAR = 0.02  # counts that differ by less need no order
WRONG = 0.1  # by how much an estimate may differ
WRONG_REGISTERS = 0.4  # the same of registers, which ptxas chooses
FEWEST = 50  # rows that there are


class Row:
    """Estimated and executed figures of a nest under one strategy."""

    def __init__(self, name, strategy, mapping, run, iterations):
        cost = mapping["cost"]
        self.name, self.strategy = name, strategy
        self.kernels, self.registers = run.heddle.kernels, cost["registers"]
        self.estimated = {"instructions": cost["instructions"], "sectors": cost["sectors"]}
        warps = iterations / 32
        self.working = iterations / (run.threads * iterations_of_thread(mapping))
        self.assumed_working = 1 - cost["idle"]
        counts = run.heddle
        self.executed = {
            "instructions": counts["warp_instructions"] / warps,
            "sectors": (counts["load_sectors"] + counts["store_sectors"]) / warps}

    def most_registers(self, code):
        """code: what ptxas says, as Programs.machine_code has it."""
        return max(code[self.strategy][kernel].registers for kernel in self.kernels)

    def ratio(self, figure):
        """Estimated to executed ones; instructions for threads that are started, since
        the extents are not what the model assumes, nor the share of idle threads."""
        ratio = self.estimated[figure] / self.executed[figure]
        return ratio * (self.assumed_working / self.working if figure == "instructions" else 1)


def costs(report):
    """{function: its nest's mapping} of a report of heddle-rewrite as JSON."""
    with open(report, encoding="utf-8") as file:
        nests = json.load(file)["nests"]
    return {nest["function"].split("::")[-1]: nest["mapping"] for nest in nests
            if "cost" in nest.get("mapping", {})}


def iterations_of_thread(mapping):
    """The product of the serial extents, which are constants."""
    return math.prod(int(extent) for extent in mapping.get("serial", "()")[1:-1].split(",")
                     if extent)


def rows(every, reports):
    """One for each nest that the model weighs. reports: {strategy: path}."""
    found = []
    for strategy, report in reports.items():
        known = costs(report)
        # The launch took the mapping that was weighed, and no fallback.
        # A thread may run several iterations; under some strategy each runs one.
        found += [Row(name, strategy, known[name], runs[strategy],
                      max(run.iterations for run in runs.values()))
                  for name, runs in every.items() if strategy in runs and name in known
                  and name not in REDUCTIONS | LOOPS and (name, strategy) not in PRUNED
                  and not any("_fold" in kernel or "_blocks" in kernel
                              for kernel in runs[strategy].heddle.kernels)]
    return sorted(found, key=lambda row: list(every).index(row.name))


def register_complaints(all_rows, code):
    """A line for each nest of whose threads the model thinks wrongly how many registers
    they take. code: as Programs.machine_code has it."""
    return ["%s/%s: %.0f registers are estimated, ptxas takes %d" % (
                row.name, row.strategy, row.registers, row.most_registers(code))
            for row in all_rows if row.name not in WRITTEN_OUT
            and abs(row.registers / row.most_registers(code) - 1) > WRONG_REGISTERS]


def misordered(all_rows, figure):
    """(better, worse) of the executed figures, where estimates say the opposite or nothing."""
    return [(a, b) for a in all_rows for b in all_rows
            if a.name == b.name and (a.name, figure) not in SHORT_ROWS
            and a.executed[figure] * (1 + NEAR) < b.executed[figure]
            and not a.estimated[figure] < b.estimated[figure]]


def complaints(all_rows):
    """A line for each estimate that is wrong, or that orders two mappings wrongly."""
    found = []
    if len(all_rows) < FEWEST:
        found.append("only %d estimates were compared with what is executed" % len(all_rows))
    for figure in ("instructions", "sectors"):
        found += ["%s/%s: %.1f %s a warp are estimated, %.1f are executed" % (
            row.name, row.strategy, row.estimated[figure], figure, row.executed[figure])
            for row in all_rows if abs(row.ratio(figure) - 1) > WRONG
            and (row.name, figure) not in BETWEEN_SECTORS
            and not (row.name in WRITTEN_OUT and figure == "instructions")]
        found += ["%s: %s executes fewer %s than %s (%.1f, %.1f), and is estimated at %.1f and "
                  "%.1f" % (a.name, a.strategy, figure, b.strategy, a.executed[figure],
                            b.executed[figure], a.estimated[figure], b.estimated[figure])
                  for a, b in misordered(all_rows, figure)]
    return found
