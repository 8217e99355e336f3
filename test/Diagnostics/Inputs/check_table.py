# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every row of Diagnostics.def is emitted, explained on the page and tested."""

import os
import re
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import diagnostics_page  # noqa: E402


def read(folders, suffixes, exclude=()):
    text = []
    for folder in folders:
        for place, folders_below, files in os.walk(os.path.join(ROOT, folder)):
            folders_below[:] = [each for each in folders_below if each not in exclude]
            for name in files:
                if name.endswith(suffixes):
                    with open(os.path.join(place, name), encoding="utf-8") as file:
                        text.append(file.read())
    return "\n".join(text)


def main():
    sources = read(["lib", "plugin", "rewriter"], (".cpp", ".h"))
    tests = read(["test"], (".cpp", ".cu", ".test", ".h"), exclude=("unit",))
    units = read(["test/unit"], (".cpp", ".h"))
    with open(diagnostics_page.PAGE, encoding="utf-8") as file:
        page = file.read()
    problems = []
    rows = diagnostics_page.read_table()
    if not rows:
        problems.append("the table is empty")
    names = [row[0] for row in rows]
    for before, name in zip(names, names[1:]):
        if int(name[2:]) <= int(before[2:]):
            problems.append("%s stands after %s" % (name, before))
    for name, severity, text, explanation in rows:
        if not re.search(r"\bDiagID::%s\b" % name, sources):
            problems.append("%s is never emitted" % name)
        if '<a id="%s">' % name not in page:
            problems.append("%s has no anchor in docs/diagnostics.md" % name)
        # No source can provoke an internal error; unit tests do.
        if name.startswith("HD9"):
            if not re.search(r"\bDiagID::%s\b" % name, units):
                problems.append("%s is met by no unit test" % name)
        elif "heddle-%s]" % name not in tests:
            problems.append("%s is shown by no lit test" % name)
        if text.endswith(".") or text[:1].isupper():
            problems.append("%s: the text starts in lower case and has no full stop" % name)
        if len(explanation.split()) < 15:
            problems.append("%s has no explanation to speak of" % name)
    for problem in problems:
        print(problem)
    print("%d diagnostics, %d problems" % (len(rows), len(problems)))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
