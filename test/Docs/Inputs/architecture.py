# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""architecture.py SOURCE: ARCHITECTURE.md names what is there, on about one page."""

import glob
import os
import re
import sys

MOST_LINES = 100
ROOT = sys.argv[1]

with open(os.path.join(ROOT, "ARCHITECTURE.md"), encoding="utf-8") as file:
    page = file.read()
quoted = re.findall(r"`([^`\n]+)`", page.replace("```", ""))
paths = {each for each in quoted if re.match(r"[\w.]+(/[\w.]+)+$", each)}
paths |= {each for each in re.findall(r"\bdocs/[\w.-]+\.md", page)}
# The structures of the picture stand at the margin.
types = set(re.findall(r"^  ([A-Z]\w+) {3}", page, re.M))
types |= {each for each in quoted if re.match(r"[A-Z]\w*[a-z]\w*$", each)}


def there(path):
    """Whether it is a file or folder of the sources or of lib, or the stem of a file."""
    return any(glob.glob(os.path.join(ROOT, folder, path + end))
               for folder in ("", "lib") for end in ("", ".h", ".cpp"))


texts = []
for folder, _, names in os.walk(os.path.join(ROOT, "lib"), followlinks=True):
    for name in names:
        if name.endswith(".h"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                texts.append(file.read())
known = set(re.findall(r"^\s*(?:class|struct) (\w+)[^;\n]*\{", "\n".join(texts), re.M))
known |= set(os.listdir(os.path.join(ROOT, "lib")))

absent = ["no " + path for path in sorted(paths) if not there(path)]
absent += ["no type " + name for name in sorted(types - known)]
if page.count("\n") > MOST_LINES:
    absent.append("%d lines are no page" % page.count("\n"))
if absent:
    print("\n".join(absent))
    sys.exit(1)
print("one page, %d paths, %d types" % (len(paths), len(types)))
