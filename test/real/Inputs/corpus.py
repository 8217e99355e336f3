# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources of test/real, and what heddle-rewrite says of their loops.

A source has one annotated loop in each function whose name it shows as a checksum. Comments
in front of loops have claims that some of them need. Used by scripts/real, which keeps the
record of the verdicts, and by run.py.
"""

import glob
import json
import os
import re
import subprocess
import tempfile

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(FOLDER)), "include")
# An error of one nest is not to hide those of others.
FLAGS = ["-std=c++17", "-I" + INCLUDE, "-I" + FOLDER, "-ferror-limit=0"]
ANNOTATION = re.compile(r"\[\[heddle::[^\n]*?\]\]")
# What the users of a loop know of it stands in front of it, in a comment:
#   extent(x, n)    x points to n elements
#   independent(x)  no two iterations touch one element of x, but to read it
#   rows(a, n, m)   a points to n pointers to m elements each, apart
#   private(t)      each iteration sets t before it reads it
CLAIM = "// claims: "
ERROR = re.compile(r":(\d+):\d+: error: .*\[heddle-(HD\d+)\]$", re.M)
UNKNOWN = "unknown"
TIMEOUT_S = 300


def sources():
    return sorted(glob.glob(os.path.join(FOLDER, "*.cpp")))


def row(source):
    return os.path.splitext(os.path.basename(source))[0]


def read(file):
    with open(file) as text:
        return text.read()


def with_claims(text):
    return text.replace(CLAIM, "")


def functions(text):
    """The names that main() shows, in their order."""
    return list(dict.fromkeys(re.findall(r'\bshow\("(\w+)"', text)))


def function_at(text, line):
    """The one of functions() whose definition has this line, or None."""
    lines = text.splitlines()
    ends = [number for number, each in enumerate(lines, 1) if each.startswith("}")]
    first = max([end + 1 for end in ends if end < line], default=1)
    last = min([end for end in ends if end >= line], default=len(lines))
    # The heads of functions stand at the margin.
    heads = "\n".join(each for each in lines[first - 1:last] if each[:1].isalpha())
    found = [name for name in functions(text) if re.search(r"\b%s\(" % name, heads)]
    return found[0] if found else None


def without(text, line):
    """The text with blanks for the annotation in this line, or for all that macros have."""
    lines = text.split("\n")
    at = [line - 1]
    if not ANNOTATION.search(lines[line - 1]):
        at = [number for number, each in enumerate(lines)
              if each.startswith("#define") or lines[number - 1].endswith("\\")]
    for number in at:
        lines[number] = ANNOTATION.sub(lambda found: " " * len(found.group()), lines[number])
    return "\n".join(lines)


def rewrite(rewriter, source, options):
    """(report or None, what was said)."""
    command = [rewriter, source, "--report=json"] + options + ["--"] + FLAGS
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=TIMEOUT_S)
    try:
        return json.loads(done.stdout), done.stderr.decode(errors="replace")
    except ValueError:
        return None, done.stderr.decode(errors="replace")


def errors(said):
    """[(ID, line)] of the errors that have an ID and a place."""
    return [(number, int(line)) for line, number in ERROR.findall(said)]


def nests_of(report):
    """{function: its nests}, one for each instantiation."""
    found = {}
    for nest in report["nests"] if report else []:
        name = re.sub(r"<.*", "", nest["function"]).split("::")[-1]
        found.setdefault(name, []).append(nest)
    return found


def verdict_of(nests):
    """The verdict on all instantiations of a nest: "mapped", the first error's ID, or "unknown"."""
    ids = [each["id"] for nest in nests for each in nest["diagnostics"]
           if each["severity"] == "error"]
    if ids:
        return ids[0]
    return "mapped" if all(nest["verdict"] == "mapped" for nest in nests) else UNKNOWN


def absent(name, nests):
    return name not in nests


def read_all(rewriter, source, work, options, claims=False, hides=absent):
    """({function: ID} of annotations that were taken out, {function: nests}, what was said).

    claims: the annotations have what the users know, too.

    An error may end the run before any nest is looked at, as that of an annotation which
    stands where none may. `hides` says which are such: their annotations are taken out of a
    copy of the text, and the others are looked at without them.
    """
    text, out, everything = read(source), {}, ""
    if claims:
        text = with_claims(text)
    copy = os.path.join(work, os.path.basename(source))
    while True:
        with open(copy, "w") as file:
            file.write(text)
        report, said = rewrite(rewriter, copy, options)
        everything += said
        nests, left = nests_of(report), text
        for number, line in errors(said):
            name = function_at(text, line)
            if name and hides(name, nests):
                left = without(left, line)
                out.setdefault(name, number)
        if left == text:
            return out, nests, everything
        text = left


def verdicts(rewriter, source, claims=False):
    """({function: verdict}, what was said)."""
    with tempfile.TemporaryDirectory() as work:
        out, nests, said = read_all(rewriter, source, work, ["--check"], claims)
    return {name: out.get(name) or (verdict_of(nests[name]) if name in nests else UNKNOWN)
            for name in functions(read(source))}, said
