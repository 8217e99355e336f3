# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two readings of the cost model agree on the mappings that Auto has chosen.

    agree.py HEDDLE_REWRITE SOURCE FEWEST -- FLAGS

FEWEST nests are to be compared. Auto weighs layouts; --explain-mapping weighs the way back of the mapping that a layout
became.
"""

import json
import re
import subprocess
import sys

rewriter, source, fewest, _, *flags = sys.argv[1:]
command = [rewriter, source, "--"] + flags


def output(*options):
    return subprocess.run(command[:1] + list(options) + command[1:], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


layouts = []
for dump in re.split(r"^mapped loops: ", output("--dump=mapping"), flags=re.M)[1:]:
    first = re.search(r"^weighed for .*: [\d.]+ cycles, ([\d.]+) instructions, ([\d.]+) sectors",
                      dump, re.M)
    layouts.append(tuple(map(float, first.groups())) if first else None)
nests = json.loads(output("--explain-mapping", "--report=json"))["nests"]
if len(nests) != len(layouts):
    sys.exit("%d nests, %d dumps" % (len(nests), len(layouts)))
wrong = compared = 0
for nest, layout in zip(nests, layouts):
    if not layout:
        continue
    compared += 1
    cost = nest["mapping"]["cost"]
    told = cost["instructions"], cost["sectors"]
    if any(abs(a - b) > 0.1 * b + 0.1 for a, b in zip(layout, told)):
        print("%s: %s as a layout, %s as a mapping" % (nest["function"], layout, told))
        wrong += 1
if compared < int(fewest):
    sys.exit("only %d nests were compared" % compared)
sys.exit(wrong != 0)
