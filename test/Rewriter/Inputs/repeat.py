# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites sources many times and demands the same bytes.

    repeat.py HEDDLE-REWRITE INCLUDE WORK TIMES SOURCE...

In every run the sources are in another order, TIMES rewritings of a source in all: what
is remembered of one nest must not show in the text or the report of another. Half of the
runs have other addresses of memory from a larger environment.
"""

import hashlib
import os
import random
import subprocess
import sys


def run(tool, include, root, out, sources, environment):
    report = out + ".json"
    subprocess.run([tool, "--on-failure=serial", "--validate=off", "--out-dir", out, "--root", root,
                    "--report=json", "--report-to=" + report] + sources
                   + ["--", "-std=c++17", "-I", include, "-DSIDE=here", "-I",
                      os.path.join(os.path.dirname(include), "test", "Exec", "Inputs")],
                   check=True, env=environment, stderr=subprocess.DEVNULL)
    digests = {}
    for folder, _, names in os.walk(out):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                digests[os.path.relpath(path, out)] = hashlib.sha256(file.read()).hexdigest()
    return digests


def main():
    tool, include, work, times, *sources = sys.argv[1:]
    rng = random.Random(1)
    first, count = None, 0
    while count < int(times):
        some = list(sources) if first is None else rng.sample(sources, rng.randint(1, len(sources)))
        environment = dict(os.environ, HEDDLE_PADDING="x" * rng.choice([0, 5000]))
        out = os.path.join(work, str(count))
        digests = run(tool, include, os.path.commonpath(sources), out, some, environment)
        if first is None:
            first = digests
            assert len(first) >= len(sources), first
        for name, digest in digests.items():
            if digest != first[name]:
                sys.exit("%s differs from the first time: compare %s and %s, sources %s" % (
                    name, os.path.join(work, "0"), out, " ".join(some)))
        count += len(some)


if __name__ == "__main__":
    main()
