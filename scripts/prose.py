# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds sentences that open with a word that hides their subject; used by scripts/metrics.

Such are 'Those ...', 'Of ...' and 'What ...', in comments of C++ and in pages.
"""

import re

import cpp_scan

OPENERS = ("Those", "Of", "What")
# At the start of a paragraph, or behind the end of a sentence.
SENTENCE = re.compile(r"(?:^|[.!?:][)\"'`*]*\s+)[(\"'`*_]*(%s)\s(?!\?)" % "|".join(OPENERS))
# Bullets, numbers of lists, quotes and the bars of tables begin a paragraph.
BLOCK = re.compile(r"^\s*(?:[-*+]\s|\d+\.\s|>|\||$)")


def paragraphs(rows):
    """Joins [(line, text)] into [[(line, text)]], one a paragraph."""
    found, current = [], []
    for line, text in rows:
        if BLOCK.match(text):
            found.append(current)
            current = []
        if text.strip():
            for cell in text.split("|") if text.lstrip().startswith("|") else [text]:
                if cell is not text:
                    found.append(current)
                    current = []
                current.append((line, re.sub(r"^\s*(?:[-*+]|\d+\.|>)\s+", "", cell).strip()))
    return [each for each in found + [current] if each]


def openings(rows):
    """[(line, word)] of the sentences that open with one of the words."""
    found = []
    for paragraph in paragraphs(rows):
        text, starts = "", []
        for line, words in paragraph:
            starts.append((len(text), line))
            text += words + " "
        for match in SENTENCE.finditer(text):
            line = max(start for start in starts if start[0] <= match.start(1))[1]
            found.append((line, match[1]))
    return found


def comment_rows(text):
    """[(line, text)] of the comments of a C++ file, with an empty row between two."""
    rows, last = [], 0
    for kind, piece, line in cpp_scan.pieces(text):
        if kind != "comment":
            continue
        if piece.startswith("//===") or not piece.startswith("//"):
            rows.append((line, ""))
        elif line != last + 1:
            rows.append((line, ""))
        if piece.startswith("//"):
            rows.append((line, re.sub(r"^//[/!]?<?|^//===-* ?|-*===//$", "", piece)))
            last = line
        else:
            body = re.sub(r"^/\*+|\*/$", "", piece).split("\n")
            rows += [(line + number, re.sub(r"^\s*\*+ ?", "", each))
                     for number, each in enumerate(body)]
    return rows


def page_rows(text):
    """[(line, text)] of a page without its blocks of code."""
    rows, inside = [], False
    for line, each in enumerate(text.split("\n"), 1):
        if each.lstrip().startswith("```"):
            inside = not inside
        if each.lstrip().startswith(("```", "#")):
            each = ""  # a heading is no sentence
        rows.append((line, "" if inside or each.startswith("    ") and not rows[-1][1].strip()
                     else each))
    return rows


def check(file, text):
    """[(line, word)] of one file."""
    return openings(page_rows(text) if file.endswith(".md") else comment_rows(text))
