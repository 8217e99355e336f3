# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether two outputs say the same of the same places, in clang-tidy's words and clang's."""

import os
import re
import sys


def said(path):
    found = []
    for line in open(path):
        match = re.match(r"(.*?):(\d+):(\d+): (error|warning|note|remark): (.*)", line)
        if match:
            text = re.sub(r" \[(heddle-verify|-W[a-z-]+)\]$", "", match[5])
            found.append((os.path.basename(match[1]),) + match.groups()[1:4] + (text,))
    return found


one, two = said(sys.argv[1]), said(sys.argv[2])
if one != two or not one:
    sys.exit("not the same:\n%s\n%s" % ("\n".join(map(str, one)), "\n".join(map(str, two))))
