# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies the problem matcher of a page to a tool's output, a line a match."""

import json
import os
import re
import sys

page = open(sys.argv[1]).read()
pattern = json.loads("{" + re.search(r'"problemMatcher".*?\n```', page, re.DOTALL)[0][:-3] + "}")
pattern = pattern["problemMatcher"]["pattern"]
for line in open(sys.argv[2]):
    match = re.search(pattern["regexp"], line.rstrip("\n"))
    if match:
        file, *rest = [match[pattern[key]]
                       for key in ("file", "line", "column", "severity", "message", "code")]
        print("|".join([os.path.basename(file)] + [str(each) for each in rest]))
