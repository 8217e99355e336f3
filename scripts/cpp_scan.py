# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the functions and classes of C++ files by their tokens; used by scripts/metrics.

No compiler is asked, so that all of lib takes seconds. The scan knows the forms that
this project writes, not all of C++.
"""

import collections
import re

Token = collections.namedtuple("Token", "text line")
# `lines`: from the first line of the declaration to the closing brace, both included.
# `owner`: the names before `::` and the classes around it, the outermost first.
Function = collections.namedtuple("Function", "file line lines owner name")
# `public`: how many public functions it declares; defaulted and deleted ones do not count.
Class = collections.namedtuple("Class", "file line owner name public")

SPLIT = re.compile(
    r"(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)"
    r'|(?P<raw>(?:u8|[uUL])?R"(?P<tag>[^()\\ \n]*)\(.*?\)(?P=tag)")'
    r'|(?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")'
    r"|(?P<char>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')"
    r"|(?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)"
    r"|(?P<number>\.?[0-9](?:'?[0-9a-zA-Z_.])*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<mark>::|->|<<=|[-+*/%&|^<=!]=|&&|\|\||\+\+|--|[^\s\w])", re.M | re.S)
KINDS = ("word", "number", "mark")
KEYWORDS = set("""alignas auto bool break case catch char class const constexpr continue default
delete do double else enum explicit extern false float for friend if inline int long mutable
namespace new noexcept nullptr operator override private protected public return short signed
sizeof static static_assert struct switch template this throw true try typedef typename union
unsigned using virtual void volatile while""".split())
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, set(")]}")


def pieces(text):
    """(kind, text, line) of everything but white space; lines count from 1."""
    line, at = 1, 0
    for match in SPLIT.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match.lastgroup if match.lastgroup != "tag" else "raw", match.group(), line


def tokens(text):
    """The tokens that are no comment and no directive; string literals are `""`."""
    found = []
    for kind, piece, line in pieces(text):
        if kind in KINDS:
            found.append(Token(piece, line))
        elif kind in ("raw", "string", "char"):
            found.append(Token('""', line))
    return found


def like_lines(text):
    """[(line, its tokens with names, numbers and texts alike)] of the lines with code."""
    rows = collections.OrderedDict()
    for token in tokens(text):
        if token.text == '""' or token.text[0].isdigit():
            word = "1"
        elif re.match(r"[A-Za-z_]", token.text):
            word = token.text if token.text in KEYWORDS else "x"
        else:
            word = token.text
        rows.setdefault(token.line, []).append(word)
    return [(line, " ".join(words)) for line, words in rows.items()]


def brackets(found):
    """For each opening bracket's index that of the one which closes it."""
    closes, waiting = {}, []
    for index, token in enumerate(found):
        if token.text in OPEN:
            waiting.append(index)
        elif token.text in CLOSE and waiting:
            closes[waiting.pop()] = index
    return closes


def bare(head):
    """The tokens of a declaration outside of attributes, template arguments and brackets,
    each pair of which stays as `(` `)`."""
    kept, depth, angles, index = [], 0, 0, 0
    while index < len(head):
        text = head[index].text
        before = head[index - 1].text if index else ""
        if text == "<" and not depth and before != "operator" and (
                angles or re.match(r"[A-Za-z_]", before)):
            angles += 1
        elif text == ">" and angles and not depth:
            angles -= 1
        elif text in OPEN:
            if not depth and not angles and text != "[":
                kept.append(head[index])
            depth += 1
        elif text in CLOSE:
            depth -= 1
            if not depth and not angles and text != "]":
                kept.append(head[index])
        elif not depth and not angles:
            kept.append(head[index])
        index += 1
    while kept and kept[0].text == "template":
        kept = kept[1:]
    return kept


def declarator(head):
    """(qualifying names, name) of the function that a bare head declares, or None."""
    texts = [token.text for token in head]
    if not texts or texts[0] in ("using", "typedef", "friend", "static_assert", "return"):
        return None
    if "operator" in texts:
        at = texts.index("operator")
        end, name = at, "operator" + (texts[at + 1] if at + 1 < len(texts) else "")
    else:
        if "(" not in texts:
            return None
        at = texts.index("(")
        if "=" in texts[:at] or at == 0 or not re.match(r"[A-Za-z_]\w*$", texts[at - 1]):
            return None
        end, name = at - 1, texts[at - 1]
        if name in KEYWORDS:
            return None
        if end and texts[end - 1] == "~":
            end, name = end - 1, "~" + name
    owner = []
    while end >= 2 and texts[end - 1] == "::" and re.match(r"[A-Za-z_]", texts[end - 2]):
        owner.insert(0, texts[end - 2])
        end -= 2
    return tuple(owner), name


def class_name(head):
    """The name of the class whose definition a bare head begins, or None."""
    texts = [token.text for token in head]
    for word in ("class", "struct", "union"):
        if word in texts and "(" not in texts[:texts.index(word)] and "enum" not in texts:
            rest = texts[texts.index(word) + 1:]
            if ":" in rest:
                rest = rest[:rest.index(":")]
            if "(" in rest or "=" in rest:
                return None
            names = [each for each in rest if re.match(r"[A-Za-z_]", each) and each != "final"]
            return names[-1] if names else ""
    return None


def declares(head):
    """Whether a declaration that ends in `;` is that of a function with a body elsewhere."""
    texts = [token.text for token in bare(head)]
    return bool(declarator(bare(head))) and texts[-1] not in ("default", "delete")


class Scan:
    """The functions and classes of one file."""

    def __init__(self, file, text):
        self.file, self.tokens = file, tokens(text)
        self.closes = brackets(self.tokens)
        self.functions, self.classes = [], []
        self.scope(0, len(self.tokens), (), None)

    def scope(self, at, end, owner, access):
        """Reads the declarations of a namespace (access None) or class; returns how many
        functions it declares in public."""
        public, head = 0, []
        while at < end:
            text = self.tokens[at].text
            if access and not head and text in ("public", "private", "protected"):
                access = text
                at += 1
            elif text in ("(", "["):
                close = self.closes.get(at, end - 1)
                head += self.tokens[at:close + 1]
                at = close
            elif text == ";":
                public += access == "public" and declares(head)
                head = []
            elif text == "{":
                close = self.closes.get(at, end - 1)
                what = self.braces(head, at, close, owner)
                public += access == "public" and what == "function"
                head = [] if what else head + self.tokens[at:close + 1]
                at = close
            else:
                head.append(self.tokens[at])
            at += 1
        return public

    def braces(self, head, at, close, owner):
        """Reads what stands in braces behind `head`: "namespace" or "function" if the
        declaration ends there, else None."""
        kept = bare(head)
        texts = [token.text for token in kept]
        if "namespace" in texts[:2] or texts in (["extern"], ["extern", '""']):
            self.scope(at + 1, close, (), None)
            return "namespace"
        name = class_name(kept)
        if name is not None:
            access = "private" if "class" in texts else "public"
            public = self.scope(at + 1, close, owner + (name,), access)
            self.classes.append(Class(self.file, head[0].line, owner, name, public))
            return None
        found = declarator(kept)
        if not found or "enum" in texts or texts[-1] == "=":
            return None
        # `Name{value}` in a constructor's list is not yet the body.
        if ":" in texts[texts.index("("):] and re.match(r"[A-Za-z_>]", self.tokens[at - 1].text):
            return None
        line = head[0].line
        self.functions.append(Function(self.file, line, self.tokens[close].line - line + 1,
                                       owner + found[0], found[1]))
        return "function"
