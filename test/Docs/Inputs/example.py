# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example of a page: its source, or whether a text is what the page shows.

    example.py PAGE source [K]     writes the first block of C++, or the K-th
    example.py PAGE shows < TEXT   fails unless the page has it, indented
"""

import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    if sys.argv[2] == "source":
        number = int(sys.argv[3]) if len(sys.argv) > 3 else 1
        sys.stdout.write(re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)[number - 1])
        return 0
    text = sys.stdin.read()
    shown = "".join(("    " + line).rstrip() + "\n" for line in text.splitlines())
    if text and "\n\n" + shown + "\n" in page:
        return 0
    print("the page does not show\n" + text)
    return 1


if __name__ == "__main__":
    sys.exit(main())
