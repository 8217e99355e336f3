# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what tests look at in a report.

    report_witness.py REPORT.json
"""

import json
import sys


def values(entries):
    return ", ".join("%s=%d" % (entry["name"], entry["value"]) for entry in entries)


def touch(access):
    return "%s %s%s at %s" % (access["access"], "" if access["certain"] else "may ",
                              "writes" if access["writes"] else "reads",
                              values(access["iteration"]))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    assert report["version"] == 1, report["version"]
    print("sources", [(source["file"], source["exit"]) for source in report["sources"]])
    for nest in report["nests"]:
        print("%s:%d:%d %s %s" % (nest["file"], nest["line"], nest["column"],
                                  nest["function"], nest["verdict"]),
              ["%s %s %d:%d" % (each["id"], each["severity"], each["line"], each["column"])
               for each in nest["diagnostics"]])
        for array in nest["arrays"]:
            print(" ", " ".join([array["name"], array["verdict"]]
                                + ([array["id"]] if "id" in array else [])))
            witness = array.get("witness")
            if witness:
                print("    %s by %s on %s with %s: %s, %s" % (
                    witness["kind"], witness["loop"], witness["element"],
                    values(witness["parameters"]), touch(witness["earlier"]),
                    touch(witness["later"])))


if __name__ == "__main__":
    main()
