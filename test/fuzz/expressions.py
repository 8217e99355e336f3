# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer expressions that print as C++ and evaluate as C++ does.

The generator must know which elements a nest touches, to make arrays that hold
them all, and which values its bounds take, to make no loop whose end is
undefined. Nothing here wraps: a value outside `LIMIT` is an error, so that the
C++ types that hold it do not matter.
"""

LIMIT = 1 << 30


class OutOfRange(Exception):
    """The expression has no value that every integer type of 32 bits holds."""


class Expr:
    """A constant, a name, or an operation on two expressions."""

    def __init__(self, op, *args):
        self.op = op
        self.args = args

    def value(self, env):
        """The value under `env`, a dict of names; raises OutOfRange."""
        result = self._value(env)
        if not -LIMIT < result < LIMIT:
            raise OutOfRange(self.text())
        return result

    def _value(self, env):
        if self.op == "const":
            return self.args[0]
        if self.op == "name":
            return env[self.args[0]]
        a, b = (arg.value(env) for arg in self.args)
        if self.op == "+":
            return a + b
        if self.op == "-":
            return a - b
        if self.op == "*":
            return a * b
        if self.op == "min":
            return min(a, b)
        if self.op == "max":
            return max(a, b)
        quotient = abs(a) // abs(b)  # C++ truncates
        if (a < 0) != (b < 0):
            quotient = -quotient
        if self.op == "/":
            return quotient
        assert self.op == "%", self.op
        return a - b * quotient

    def least(self, env):
        """The smallest value of any part under `env`, names to pairs: below 0,
        unsigned arithmetic would wrap."""
        parts = [part.least(env) for part in self.args if isinstance(part, Expr)]
        return min(parts + [self.span(env)[0]])

    def span(self, env):
        """The least and the greatest value under `env`, names to pairs of these;
        exact where each name stands once, else of more values than there are."""
        if self.op == "const":
            return self.args[0], self.args[0]
        if self.op == "name":
            return env[self.args[0]]
        (a, b), (c, d) = (arg.span(env) for arg in self.args)
        if self.op == "%":
            most = max(abs(c), abs(d)) - 1
            found = (max(a, -most) if a < 0 else 0, min(b, most) if b > 0 else 0)
        else:
            if self.op == "/" and c <= 0 <= d:
                raise OutOfRange(self.text())
            # Monotone in each operand.
            ends = [Expr(self.op, const(x), const(y)).value({}) for x in (a, b) for y in (c, d)]
            found = min(ends), max(ends)
        if max(-found[0], found[1]) >= LIMIT:
            raise OutOfRange(self.text())
        return found

    def text(self, inside=False):
        """The expression in C++; `inside` another one, with parentheses."""
        if self.op == "const":
            number = str(self.args[0])
            return "(%s)" % number if inside and self.args[0] < 0 else number
        if self.op == "name":
            return self.args[0]
        a, b = self.args
        if self.op in ("min", "max"):
            sign = "<" if self.op == "min" else ">"
            left, right = a.text(True), b.text(True)
            return "(%s %s %s ? %s : %s)" % (left, sign, right, left, right)
        text = "%s %s %s" % (a.text(True), self.op, b.text(True))
        return "(%s)" % text if inside else text

    def names(self):
        if self.op == "name":
            return {self.args[0]}
        if self.op == "const":
            return set()
        return self.args[0].names() | self.args[1].names()


class Below(Expr):
    """Some number from 0 to `size` - 1 that data say."""

    def __init__(self, size, data):
        super().__init__("below", size)
        self.data = data  # its text

    def span(self, env):
        return 0, self.args[0] - 1

    def text(self, inside=False):
        return "static_cast<int>(static_cast<unsigned>(%s) %% %du)" % (self.data(), self.args[0])

    def names(self):
        return set()


class InRow(Expr):
    """A place in row e of an array, where data say where its rows of about `row` elements
    begin; see Array.row."""

    def __init__(self, e, row, text):
        super().__init__("in row", e)
        self.row, self.word = row, text

    def span(self, env):
        low, high = self.args[0].span(env)
        return low * self.row, (high + 1) * self.row

    def text(self, inside=False):
        return self.word

    def names(self):
        return set()


class Level(Expr):
    """A local in front of the nest that is 0 or 1."""

    def __init__(self, text):
        super().__init__("level")
        self.word = text

    def span(self, env):
        return 0, 1

    def text(self, inside=False):
        return self.word

    def names(self):
        return set()


def const(value):
    return Expr("const", value)


def name(text):
    return Expr("name", text)


def add(a, b):
    if b.op == "const":
        if b.args[0] == 0:
            return a
        if b.args[0] < 0 and -b.args[0] < LIMIT:
            return Expr("-", a, const(-b.args[0]))
    if a.op == "const" and a.args[0] == 0:
        return b
    return Expr("+", a, b)


def mul(a, b):
    for one, other in ((a, b), (b, a)):
        if one.op == "const" and one.args[0] == 1:
            return other
    return Expr("*", a, b)


class Hidden(Expr):
    """An expression of which nobody can tell that data do not change it."""

    def __init__(self, e, data):
        super().__init__("hidden", e)
        self.data = data  # a number's text

    def span(self, env):
        return self.args[0].span(env)

    def text(self, inside=False):
        return "(%s + (static_cast<int>(%s) & 0))" % (self.args[0].text(), self.data())

    def names(self):
        return self.args[0].names()
