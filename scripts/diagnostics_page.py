# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/diagnostics.md from lib/Diagnostics/Diagnostics.def.

    python3 scripts/diagnostics_page.py           writes the page
    python3 scripts/diagnostics_page.py --check   says whether it is current
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "lib", "Diagnostics", "Diagnostics.def")
PAGE = os.path.join(ROOT, "docs", "diagnostics.md")

ROW = re.compile(
    r'^HEDDLE_DIAG\(\s*(?P<id>HD\d+),\s*(?P<severity>\w+),\s*\w+,\s*'
    r'(?P<format>(?:"(?:[^"\\]|\\.)*"\s*)+),\s*'
    r'R"(?P<mark>\w*)\((?P<text>.*?)\)(?P=mark)"\)', re.MULTILINE | re.DOTALL)

CLASSES = [
    ("HD1", "Annotations"),
    ("HD2", "What is understood: affine forms and bodies"),
    ("HD3", "Index spaces"),
    ("HD4", "Dependences and in-place updates"),
    ("HD5", "Mappings and device limits"),
    ("HD6", "Rewriting, files and the device"),
    ("HD9", "Internal errors"),
]

HEAD = """# Diagnostics

Every message of Heddle ends with its name, such as `[heddle-HD301]`.
`heddle-rewrite --explain HD301` prints what this page says about it. Numbers in
braces stand for the parts of a message that vary.

This page is written by `scripts/diagnostics_page.py` from
`lib/Diagnostics/Diagnostics.def`; edit that file.
"""


def read_table():
    """The rows as (id, severity, format, explanation), in their order."""
    with open(TABLE, encoding="utf-8") as file:
        source = file.read()
    rows = []
    for match in ROW.finditer(source):
        pieces = re.findall(r'"((?:[^"\\]|\\.)*)"', match["format"])
        text = "".join(pieces).replace('\\"', '"').replace("\\\\", "\\")
        rows.append((match["id"], match["severity"], text, match["text"].strip("\n")))
    declared = len(re.findall(r"^HEDDLE_DIAG\(", source, re.MULTILINE))
    if len(rows) != declared:
        sys.exit("%s: %d rows, of which %d could be read" % (TABLE, declared, len(rows)))
    return rows


def markdown(explanation):
    """Indented lines become code."""
    out, code = [], False
    lines = explanation.split("\n")
    for number, line in enumerate(lines):
        rest = next((each for each in lines[number:] if each.strip()), "")
        inside = rest.startswith("  ") if (code or line.strip()) else False
        if inside != code:
            out.append("```cpp" if inside else "```")
            if code and line.strip():
                out.append("")
            code = inside
        if inside:
            out.append(line[2:])
        elif line.strip() or (out and out[-1] != ""):
            out.append(line)
    if code:
        out.append("```")
    return "\n".join(out)


def page():
    rows = read_table()
    parts = [HEAD]
    for prefix, title in CLASSES:
        members = [row for row in rows if row[0].startswith(prefix)]
        if members:
            parts.append("## %s\n" % title)
        for name, severity, text, explanation in members:
            parts.append('### <a id="%s"></a>%s\n' % (name, name))
            parts.append("%s: `%s`\n" % (severity.lower(), text.replace("`", "'")))
            parts.append(markdown(explanation).strip("\n") + "\n")
    return "\n".join(parts)


def main():
    text = page()
    if "--check" in sys.argv[1:]:
        try:
            with open(PAGE, encoding="utf-8") as file:
                current = file.read() == text
        except OSError:
            current = False
        if not current:
            sys.exit("docs/diagnostics.md is not current: run python3 scripts/diagnostics_page.py")
        return
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
