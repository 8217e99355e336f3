# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies what -fdiagnostics-parseable-fixits has printed.

    apply_fixits.py SAID SOURCE > CHANGED

SAID: all that the tool has said. Fix-its of other files are an error.
"""
import re
import sys

said, source = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    lines = file.read().split("\n")
starts = [0]
for line in lines:
    starts.append(starts[-1] + len(line) + 1)
text = "\n".join(lines)
edits = []
with open(said, encoding="utf-8") as file:
    for line in file:
        found = re.match(r'fix-it:"(.*)":\{(\d+):(\d+)-(\d+):(\d+)\}:"(.*)"$', line.rstrip("\n"))
        if not found:
            continue
        name, *place, new = found.groups()
        if name != source:
            sys.exit("a fix-it of " + name)
        first_line, first, last_line, last = map(int, place)
        edits.append((starts[first_line - 1] + first - 1, starts[last_line - 1] + last - 1, new))
if not edits:
    sys.exit("no fix-it")
for begin, end, new in sorted(edits, reverse=True):
    text = text[:begin] + new + text[end:]
sys.stdout.write(text)
