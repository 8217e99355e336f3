# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The places that CONTRIBUTING.md sends its readers to are there.

    places.py ROOT

Every path in backticks exists; a path ends in '*' where several files share a
name, and one with NN stands for names that are to be made. Where the page says `word` (`path`), also for several words with commas or
'and' between them, the file has each of the words.
"""

import glob
import os
import re
import sys

ROOT = sys.argv[1]
SECTIONS = ("A combinator", "A strategy", "A diagnostic", "An attribute", "A backend")

with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as file:
    page = file.read()
# Blocks of code are commands.
page = re.sub(r"\n\n(?:    .*\n)+", "\n\n", page)

problems = []
for section in SECTIONS:
    if "\n## %s\n" % section not in page:
        problems.append("no section '%s'" % section)


def found(path):
    """The files that a path names, below the root; options may follow it."""
    return glob.glob(os.path.join(ROOT, path.split(" ")[0]))


folders = set(os.listdir(ROOT)) - {"build"}
paths = {path for path in re.findall(r"`([\w.*/ -]+)`", page)
         if "/" in path and path.split("/")[0] in folders and "NN" not in path}
for path in sorted(paths):
    if not found(path):
        problems.append("'%s' is not there" % path)

pairs = 0
for words, path in re.findall(r"((?:`[^`]+`(?:,\s+|\s+and\s+|\s+or\s+)?)+)\s+\(`([\w./-]+)`\)", page):
    files = [name for name in found(path) if os.path.isfile(name)]
    if not files:
        problems.append("'%s' is no file" % path)
        continue
    with open(files[0], encoding="utf-8") as file:
        text = file.read()
    for word in re.findall(r"`([^`]+)`", words):
        pairs += 1
        if word not in text:
            problems.append("'%s' is not in %s" % (word, path))

for problem in problems:
    print(problem)
print("%d paths, %d words, %d problems" % (len(paths), pairs, len(problems)))
