# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each folder of lib knows what comes before it, and nothing else.

    phases.py ROOT

Also: no file of lib tells combinators apart, and none reads the kind of a
diagnostic off its name.
"""

import glob
import os
import re
import sys

ROOT = sys.argv[1]

# By folder: the folders whose headers its files may include, besides its own.
MAY_INCLUDE = {
    "Support": "",
    "Diagnostics": "Support",
    "IR": "Support Diagnostics",
    "Spelling": "Support Diagnostics IR Read",
    "Read": "Support Diagnostics IR Spelling",
    "Reuse": "Support Diagnostics IR",
    "Strategy": "Support IR",
    "Affine": "Support Diagnostics IR",
    "Legality": "Support Diagnostics IR Affine",
    "Mapping": "Support Diagnostics IR Affine Legality Strategy",
    "Kernel": "Support Diagnostics IR Affine Legality Mapping",
    "Emit": "Support Diagnostics IR Affine Legality Mapping Kernel",
    "Driver": "Support Diagnostics IR Read Affine Legality Mapping Kernel Emit Reuse",
    "Validate": "Support Diagnostics Affine",
    "Ptx": "",
}
# What runs a phase; the folder of the phase itself and the driver may.
PHASES = {
    "buildLoopNest": "Read",
    "buildTensorNests": "Read",
    "buildAffineNest": "Affine",
    "verify": "Legality",
    "mapNest": "Mapping",
    "planLaunch": "Kernel",
    "emit": "Emit",
}

problems = []


def read(name):
    """The file without its comments."""
    with open(name, encoding="utf-8") as file:
        return re.sub(r"//[^\n]*", "", file.read())


def check(folder, name):
    """Problems of one file."""
    text = read(name)
    short = os.path.relpath(name, ROOT)
    may = MAY_INCLUDE[folder].split() + [folder]
    for other in re.findall(r'#include "([A-Z]\w*)/', text):
        if other not in may:
            problems.append("%s includes a header of lib/%s" % (short, other))
    for call, phase in PHASES.items():
        if folder not in (phase, "Driver", "Validate", "Ptx") and re.search(
                r"(?<![\w.:>])%s\(" % call, text):
            problems.append("%s runs a phase: %s" % (short, call))
    for one in re.findall(r"\bcombinator::[A-Z]\w*", text):
        problems.append("%s tells combinators apart: %s" % (short, one))
    if re.search(r'starts_with\("HD', text):
        problems.append("%s reads what a diagnostic is off its name" % short)


files = 0
for folder in sorted(os.listdir(os.path.join(ROOT, "lib"))):
    if not glob.glob(os.path.join(ROOT, "lib", folder, "*")):
        continue
    if folder not in MAY_INCLUDE:
        problems.append("lib/%s is not in the table" % folder)
        continue
    for name in glob.glob(os.path.join(ROOT, "lib", folder, "**"), recursive=True):
        if name.endswith((".h", ".cpp")):
            files += 1
            check(folder, name)

for problem in problems:
    print(problem)
print("%d files, %d problems" % (files, len(problems)))
