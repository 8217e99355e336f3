# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the checks of a report with those in the rewritten text.

    report_checks.py REPORT.json REWRITTEN
"""

import json
import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        nests = json.load(file)["nests"]
    with open(sys.argv[2], encoding="utf-8") as file:
        text = file.read()
    parts = re.split(r'const ::heddle::rt::site \w+\{"(\w+)"', text)
    # Of a template the first launch; the last runs what is not verified.
    launches = {}
    for name, rest in zip(parts[1::2], parts[2::2]):
        launches.setdefault(name, rest)
    mapped = [nest for nest in nests if nest["verdict"] == "mapped"]
    assert {nest["kernel"] for nest in mapped} == set(launches), launches.keys()
    for nest in mapped:
        head = launches[nest["kernel"]].split("heddle::rt::path::parallel", 1)[0]
        # A test for whether there are only loops is no check.
        no_check = "heddle_path|const char |const ::heddle::rt::loops "
        found = re.findall(r"\n +(?:else )?if \((?!%s)|\n +\{.*, \".*\"\}" % no_check, head)
        assert len(found) == len(nest["checks"]), (nest, head)
        for word, kind in (("::disjoint(", "overlap"), ("::claimed_apart(", "claim"),
                           (".fits()", "limits"), ("::nothing(", "iterations")):
            count = sum(check["kind"] == kind for check in nest["checks"])
            found = head.count(word) + (head.count(".suits(") if kind == "limits" else 0)
            assert found == count, (kind, nest, head)
        cost = (sum(check["operations"] for check in nest["checks"])
                + sum(array["elements"]["operations"] for array in nest["arrays"]))
        assert cost == nest["operations"], nest
    print("%d nests" % len(mapped))


if __name__ == "__main__":
    main()
