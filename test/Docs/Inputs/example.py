# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example of a page: its source, or whether a text is what the page shows.

    example.py PAGE source         writes the first block of C++
    example.py PAGE shows < TEXT   fails unless the page has it, indented
"""

import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    if sys.argv[2] == "source":
        sys.stdout.write(re.search(r"```cpp\n(.*?)```", page, re.DOTALL)[1])
        return 0
    text = sys.stdin.read()
    shown = "".join(("    " + line).rstrip() + "\n" for line in text.splitlines())
    if text and "\n\n" + shown + "\n" in page:
        return 0
    print("the page does not show\n" + text)
    return 1


if __name__ == "__main__":
    sys.exit(main())
