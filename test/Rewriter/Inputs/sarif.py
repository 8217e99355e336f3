# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a SARIF file says, a line each. Ignores what stands before the JSON."""

import json
import os
import sys


def place(location):
    physical = location["physicalLocation"]
    name = os.path.basename(physical["artifactLocation"]["uri"])
    return name + span(physical.get("region"))


def span(region):
    if not region:
        return ""
    line = region["startLine"]
    end = region.get("endColumn", region["startColumn"])
    last = "%s%d" % ("" if region.get("endLine", line) == line else "%d:" % region["endLine"], end)
    return ":%d:%d-%s" % (line, region["startColumn"], last)


text = open(sys.argv[1]).read()
document = json.loads(text[text.index("{"):text.rindex("}") + 1])
assert document["version"] == "2.1.0", document["version"]
(run,) = document["runs"]
for invocation in run.get("invocations", []):
    print("exit", invocation["exitCode"])
    assert invocation["executionSuccessful"] == (invocation["exitCode"] == 0)
rules = run["tool"]["driver"].get("rules", [])
for result in run["results"]:
    where = [place(each) for each in result["locations"]] or ["nowhere"]
    print(result["level"], result["ruleId"], where[0] + ":", result["message"]["text"])
    for note in result.get("relatedLocations", []):
        print("note", place(note) + ":", note["message"]["text"])
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            name = os.path.basename(change["artifactLocation"]["uri"])
            for replacement in change["replacements"]:
                print("fix", name + span(replacement["deletedRegion"]) + ":",
                      replacement["insertedContent"]["text"])
    assert result["ruleId"] in [rule["id"] for rule in rules], result["ruleId"]
for rule in rules:
    help = rule.get("help", {}).get("text", "no help")
    print("rule %s: %s" % (rule["id"], help.split("\n")[0]))
