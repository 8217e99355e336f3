# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each row of docs/what-works.md names a test of this repository, or a diagnostic.

    what_works.py ROOT

A form that works has a test which has it; one that is refused has an ID, whose
test is the one of all diagnostics.
"""

import os
import re
import sys

ROOT = sys.argv[1]
VERDICTS = ("works", "refused", "planned")

with open(os.path.join(ROOT, "lib", "Diagnostics", "Diagnostics.def")) as file:
    IDS = set(re.findall(r"^HEDDLE_DIAG\((HD\d+)", file.read(), re.MULTILINE))
with open(os.path.join(ROOT, "docs", "what-works.md")) as file:
    # Figures have tables of their own.
    text = re.sub(r"<!-- (\S+): begin -->.*?<!-- \1: end -->", "", file.read(), flags=re.DOTALL)
rows = [[cell.strip() for cell in line.strip().strip("|").split(" | ")]
        for line in text.splitlines() if line.startswith("| ") and not line.startswith("| form")]

counts = dict.fromkeys(VERDICTS, 0)
for row in rows:
    form, verdict, shown = row
    if verdict not in VERDICTS:
        sys.exit("%s: '%s' is no verdict" % (form, verdict))
    counts[verdict] += 1
    named = re.findall(r"\(\.\./(test/[^)]*|samples/[^)]*)\)", shown)
    ids = re.findall(r"\[(HD\d+)\]\(diagnostics\.md#(HD\d+)\)", shown)
    for path in named:
        if not os.path.exists(os.path.join(ROOT, path)):
            sys.exit("%s: there is no %s" % (form, path))
    for name, anchor in ids:
        if name not in IDS or name != anchor:
            sys.exit("%s: there is no %s" % (form, name))
    if verdict == "works" and not named or verdict != "works" and not ids:
        sys.exit("%s: nothing shows it" % form)
print(", ".join("%d %s" % (counts[verdict], verdict) for verdict in VERDICTS))
