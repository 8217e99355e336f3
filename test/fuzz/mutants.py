# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Annotated nests that are right, each made wrong by one step, and which are.

A nest here is small enough to be run by hand: `judge` walks all iterations for
small sizes and says what a verdict of Heddle claims wrongly. Not every step
makes a nest wrong; those that stay right are to be taken, and how many are not
is what a user pays for safety.
"""

import copy
import itertools
import random
import re

from expressions import OutOfRange, add, const, mul, name, Expr

SIZES = [-2, 0, 1, 2, 3, 4, 5, 7, 9]
ROW = 1000  # declared, of arrays of rank 2 that are not linear
OWN_ELEMENTS = 4  # of an array that each iteration has for itself
SOME_ELEMENTS = 12  # of an array of which any may be read
MOST_ENVIRONMENTS = 24
MOST_ITERATIONS = 700
CLASSES = {"+=": "sum", "-=": "sum", "*=": "product", "&=": "and", "|=": "or", "^=": "xor"}
# Of statements that choose a second variable with the target.
CHOICES = {"<": "arg-min", ">": "arg-max", "<=": "last arg-min", ">=": "last arg-max"}


class Condition:
    """A comparison of two expressions."""

    def __init__(self, left, relation, right):
        self.left, self.relation, self.right = left, relation, right

    def holds(self, env):
        a, b = self.left.value(env), self.right.value(env)
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b,
                "==": a == b, "!=": a != b}[self.relation]

    def text(self):
        return "%s %s %s" % (self.left.text(), self.relation, self.right.text())


class Loop:
    """lower <= counter < upper, up or down. The step is a number, or an expression that
    only positive values end."""

    def __init__(self, var, lower, upper, step=1, down=False, inclusive=False):
        self.var, self.lower, self.upper = var, lower, upper
        self.step, self.down, self.inclusive = step, down, inclusive
        self.outside = False  # the counter is declared in front of the nest
        self.ranged = False  # written as a range of indices
        self.walks = None  # the array into which a pointer goes instead

    def values(self, env):
        low, high = self.lower.value(env), self.upper.value(env)
        step = self.step.value(env) if self.steps_by_variable() else self.step
        if step < 1:
            raise OutOfRange(self.header())
        if self.down:
            return range(high - 1, low - 1, -step)
        return range(low, high, step)

    def steps_by_variable(self):
        return isinstance(self.step, Expr)

    def is_declarable(self):
        """Whether an annotation can say which values it takes."""
        return not self.walks and not self.steps_by_variable() and (self.step == 1 or not self.down) and (
            not (self.lower.names() | self.upper.names()) & {"i", "j"})

    def is_range(self):
        return (self.ranged and not self.down and not self.inclusive and not self.walks
                and not self.steps_by_variable())

    def header(self, walked=None):
        var = self.var
        if self.is_range():
            return "for (auto %s : heddle::indices(%s, %s, %d))" % (
                var, self.lower.text(), self.upper.text(), self.step)
        last = add(self.upper, const(-1)).text()
        if walked:
            return "for (int *q = %s + %s; q < %s + %s; %s)" % (
                walked, self.lower.text(True), walked, self.upper.text(True),
                "++q" if self.step == 1 else "q += %d" % self.step)
        by = self.step.text() if self.steps_by_variable() else str(self.step)
        outside = self.outside and not self.steps_by_variable()
        declared = var if outside else "int " + var
        if self.down:
            change = "--" + var if self.step == 1 else "%s -= %s" % (var, by)
            return "for (%s = %s; %s >= %s; %s)" % (declared, last, var, self.lower.text(), change)
        change = "++" + var if self.step == 1 else "%s += %s" % (var, by)
        end = "<= " + last if self.inclusive else "< " + self.upper.text()
        return "for (%s = %s; %s %s; %s)" % (declared, self.lower.text(), var, end, change)


class Access:
    def __init__(self, array, *index):
        self.array, self.index = array, list(index)
        self.member = "v"  # where the elements are structures

    def element(self, env):
        return (self.array,) + tuple(e.value(env) for e in self.index)

    def elements(self, env):
        """All that it may be."""
        return [self.element(env)]


class Through(Access):
    """array[key[index]]: any element."""

    def __init__(self, array, key, *index):
        super().__init__(array, *index)
        self.key = Access(key)
        self.key.index = self.index  # what a step changes is changed in both

    def elements(self, env):
        return [(self.array, k) for k in range(SOME_ELEMENTS)]


class Statement:
    """target op value; of the value only what it reads matters. `data` is an
    access whose element decides whether the statement runs, or None. `chosen`: a
    variable that gets the first counter where the target gets a better value, as long
    as the operator is one of CHOICES."""

    def __init__(self, target, op, reads, guard=None, data=None, chosen=None):
        self.target, self.op, self.reads = target, op, reads
        self.chosen = chosen
        self.guard, self.data = guard, data
        self.touched = []  # named before the condition: elements that exist


    def chosen_with(self):
        return self.chosen if self.op in CHOICES else None


class Space:
    """What an annotation declares of the first loops, outermost first."""

    def __init__(self, lower, upper, step=None, width=None):
        self.lower, self.upper = lower, upper
        self.step, self.width = step or [1] * len(lower), width or [1] * len(lower)

    def points(self, env):
        sides = []
        for low, high, step, width in zip(self.lower, self.upper, self.step, self.width):
            low = low.value(env)
            sides.append([v for v in range(low, high.value(env)) if (v - low) % step < width])
        return set(itertools.product(*sides))

    def text(self):
        def braces(parts):
            text = ", ".join(str(p) if isinstance(p, int) else p.text() for p in parts)
            return "{%s}" % text if len(parts) > 1 else text
        parts = ["bounds(%s, %s)" % (braces(self.lower), braces(self.upper))]
        if any(t != 1 for t in self.step):
            parts.append("step(%s)" % ", ".join(map(str, self.step)))
        if any(w != 1 for w in self.width):
            parts.append("width(%s)" % ", ".join(map(str, self.width)))
        return parts


def _is_unit(e, var):
    """Whether e is the counter and something that it is not in."""
    if e.op in "+-":
        a, b = e.args
        return _is_unit(a, var) and var not in b.names() or (
            e.op == "+" and _is_unit(b, var) and var not in a.names())
    return e.op == "name" and e.args[0] == var


def _with(e, var, value):
    """e where the counter has become a value."""
    if e.op == "name":
        return value if e.args[0] == var else e
    if e.op == "const":
        return e
    parts = [_with(part, var, value) for part in e.args]
    return add(*parts) if e.op == "+" else Expr(e.op, *parts)


class Nest:
    """One perfect nest. `arrays` gives the rank of each: 0 is a variable."""

    def __init__(self, form, params, arrays, loops, statements, space=None):
        self.form, self.params, self.arrays = form, params, arrays
        self.loops, self.statements, self.space = loops, statements, space
        self.layout = {}  # of arrays of rank 2: "linear" or "rows"
        self.tables = set()  # arrays of rows that are tables of pointers to them
        self.held = set()  # arrays that are a std::vector, where nothing points into it
        self.records = set()  # arrays of structures, likewise
        self.views = set()  # linear ones that are a std::mdspan, likewise
        self.private = set()  # that a class keeps, whose function gives elements, likewise
        self.complex = set()  # arrays of complex numbers, likewise
        self.called = set()  # whose elements a lambda returns
        self.computed = set()  # linear ones whose subscripts a function computes
        self.passed = set()  # whose elements a function reads that gets the array
        self.lengths = set()  # linear ones that are pointers to rows of run-time length
        self.allocated = set()  # tables whose rows the function allocates
        self.claimed = set()  # tables of which the annotation says how large they are
        self.given = set()  # private ones that functions get as objects, and read and write
        self.accessors = {}  # of private ones: "at", "()" or "row"
        self.blocks = False  # values are statement expressions
        self.rows_called = False  # the inner loop is a call of the library, if it can be
        self.temporaries = set()  # variables of the function, in front of the nest
        self.behind = None  # the one that is read behind the nest
        self.inplace, self.noalias = [], []
        self.reduce = []  # arrays of floating point whose elements data may say
        self.offset = {}  # arrays that are another one from an element on
        self.mapping = "map"
        self.algorithm = False  # written as a call of one, if it can be
        self.fronts = []  # constants in front of the nest: names and expressions
        self.asked = []  # functions of an environment; where one fails, the loops run as written
        self.told = ()  # arrays; where iterations share an element of one, too

    # ---- text ----

    def is_algorithm(self):
        """Whether it is: one statement, of elements that go along with the counter."""
        loop, s = self.loops[0], self.statements[0]
        return (self.algorithm and len(self.loops) == len(self.statements) == 1 and
                loop.step == 1 and not loop.down and not loop.outside and s.op == "=" and
                not (s.guard or s.data or s.touched or self.temporaries or self.behind or
                     self.private or self.fronts or self.walked()) and
                len(s.reads) <= 2 and all(self._goes_along(a) for a in [s.target] + s.reads))

    def _goes_along(self, access):
        array = access.array
        return (not isinstance(access, Through) and len(access.index) == 1 and
                not self._is_view(array) and not self.is_complex(array) and
                not self.has_members(array) and _is_unit(access.index[0], self.loops[0].var))

    def _call(self):
        loop, s = self.loops[0], self.statements[0]

        def place(access, bound):
            index = _with(access.index[0], loop.var, bound)
            first = ".begin()" if self.is_container(access.array) else ""
            by = "" if index.op == "const" and index.args[0] == 0 else " + " + index.text(True)
            return access.array + first + by
        first = (s.reads or [s.target])[0]
        places = [place(first, loop.lower), place(first, loop.upper)]
        places += [place(access, loop.lower) for access in s.reads[1:]]
        if s.reads:
            places.append(place(s.target, loop.lower))
        names = ["v", "w"][:len(s.reads)]
        return "  std::%s(%s, [](%s) { return %s; });" % (
            "transform" if s.reads else "generate", ", ".join(places),
            ", ".join("int " + v for v in names), " + ".join(names + ["1"]))

    def _is_whole(self, array):
        """Whether it may be anything but a pointer: it is neither a part of another array,
        nor has one in it, nor does a pointer of the header lead into it, nor is it a local."""
        apart = self.temporaries | {self.walked(), *self.offset}
        return array not in apart and array not in {x for x, _ in self.offset.values()}

    def walked(self):
        """The array into which a pointer of the header goes, of which the body asks for the
        element there; or None."""
        array = self.loops[-1].walks
        asked = [a for s in self.statements for a in [s.target] + s.reads
                 if a.array == array and not isinstance(a, Through)]
        return array if any(a.index[0].text() == "i" for a in asked) else None

    def is_container(self, array):
        """Whether it knows how many elements it has, which then exist."""
        return (array in self.held and self._is_whole(array) and not self._is_view(array) and
                not self.is_private(array) and
                self.layout.get(array) != "rows" and self.arrays[array] > 0)

    def is_table(self, array):
        return (array in self.tables and self.layout.get(array) == "rows" and
                array not in self.reduce and not self.is_complex(array))

    def is_allocated(self, array):
        return array in self.allocated and self.is_table(array) and self._is_whole(array)

    def is_claimed(self, array):
        """Not of an array that a function touches: no check could stand there."""
        touched = {a.array for s in self.statements for a in [s.target, *s.reads, *s.touched]}
        return (array in self.claimed - self.passed and array in touched and
                self.is_table(array) and self._is_whole(array) and
                not self.is_allocated(array) and not self.is_called_row())

    def has_lengths(self, array):
        by_call = self.computed | self.passed | self.called  # which are given pointers to rows
        return (array in self.lengths - by_call and self._is_whole(array) and
                self.layout.get(array) == "linear" and array not in self.reduce and not (
                    self._is_view(array) or self.is_private(array) or self.is_complex(array) or
                    self.is_container(array) or self.has_members(array)))

    def is_given(self, array):
        return array in self.given and self.is_private(array)

    def is_called_row(self):
        """Whether the inner loop is a call: it stores elements in a row, out of none or of those
        in a row of another array."""
        s, loop = self.statements[0], self.loops[-1]
        return (self.rows_called and len(self.loops) == 2 and len(self.statements) == 1 and
                loop.step == 1 and not (loop.down or loop.outside or loop.walks or loop.is_range())
                and s.op == "=" and len(s.reads) < 2 and not (
                    s.guard or s.data or s.touched or self.temporaries or self.behind) and
                not (self.space and len(self.space.lower) > 1) and
                all(self._is_row(access, loop.var) for access in [s.target] + s.reads) and
                s.target.array not in {access.array for access in s.reads})

    def _is_row(self, access, var):
        array, index = access.array, access.index
        # Pointers to rows of known length lead into one row.
        known = self.layout.get(array) == "rows" and not self.is_table(array)
        plain = not (known or self.has_lengths(array) or isinstance(access, Through) or self._is_view(array) or
                     self.is_private(array) or self.is_complex(array) or
                     self.has_members(array) or array in self.called | self.computed | self.passed)
        return (plain and bool(index) and array not in self.offset and index[-1].op in ("name", "+")
                and _is_unit(index[-1], var) and all(var not in e.names() for e in index[:-1]))

    def spellings(self):
        """Names of how it is written, as far as steps leave that to be chosen."""
        arrays = {a.array for s in self.statements for a in [s.target] + s.reads}
        found = {"rows of run-time length" for a in arrays if self.has_lengths(a)}
        found |= {"allocated rows" for a in arrays if self.is_allocated(a)}
        found |= {"claims: rows" for a in arrays if self.is_claimed(a)}
        found |= {"given objects" for a in arrays if self.is_given(a)}
        found |= {"accessors" for a in arrays if self.is_private(a) and
                  self.accessors.get(a, "at") != "at"}
        found |= {"statement expressions"} if self.blocks and not (
            self.is_algorithm() or any(s.chosen for s in self.statements)) else set()
        return found | ({"calls over elements"} if self.is_called_row() else set())

    def has_members(self, array):
        return (array in self.records and self._is_whole(array) and not self._is_view(array) and
                not self.is_private(array) and not (
                    array in self.tables and self.layout.get(array) == "rows"))

    def is_private(self, array):
        named = self.inplace + [x for names in self.noalias for x in names]
        looked_up = {a.array for s in self.statements for read in s.reads
                     if isinstance(read, Through) for a in (read, read.key)}
        by_data = any(s.data for s in self.statements)  # no hint names such an element
        return (array in self.private - looked_up - set(named) and self._is_whole(array) and
                self.arrays[array] > 0 and self.layout.get(array) != "rows" and not by_data)

    def is_complex(self, array):
        keys = {read.key.array for s in self.statements for read in s.reads
                if isinstance(read, Through)}
        bits = {s.target.array for s in self.statements if s.op not in ("=", "+=", "-=", "*=")}
        return (array in self.complex - keys - bits and self._is_whole(array) and
                not self._is_view(array) and not self.has_members(array) and
                not self.is_private(array))

    def _value(self, access):
        """A number that is read."""
        if access.array in self.passed and self._is_passed(access):
            return self._passed(access)
        if self.is_given(access.array):
            return "get(%s)" % ", ".join([access.array] + [e.text() for e in access.index])
        text = self._subscript(access)
        return "static_cast<int>(%s.real())" % text if self.is_complex(access.array) else text

    def _is_passed(self, access):
        array = access.array
        return (access.index and not isinstance(access, Through) and not self._is_view(array) and
                array != self.walked() and
                not self.is_complex(array) and not self.has_members(array) and
                not self.is_private(array))

    def _passed(self, access):
        array, index = access.array, [e.text() for e in access.index]
        if len(index) == 1:
            return "pick(%s, %s)" % (array, index[0])
        if self.layout[array] == "rows":
            return "total(%s[%s], %s)" % (array, index[0], index[1])
        if self.is_container(array):
            return "pick(%s, %s)" % (array, add(
                mul(access.index[0], name("stride")), access.index[1]).text())
        return "total(%s + %s, %s)" % (
            array, mul(access.index[0], name("stride")).text(True), index[1])

    def _is_view(self, array):
        return (array in self.views and self._is_whole(array) and not self.is_private(array) and
                self.layout.get(array) == "linear")

    def _subscript(self, access):
        member = "." + access.member if self.has_members(access.array) and access.index else ""
        return self._element(access) + member

    def _element(self, access):
        index = access.index
        if not index:
            return access.array
        if isinstance(access, Through):
            return "%s[%s]" % (access.array, self._subscript(access.key))
        if access.array in self.called and self._is_whole(access.array):
            return "%s_at(%s)" % (access.array, ", ".join(e.text() for e in index))
        return self._brackets(access)

    def _brackets(self, access):
        index = access.index
        if self.is_private(access.array):
            kind, at = self.accessors.get(access.array, "at"), [e.text() for e in index]
            if kind == "row" and len(index) == 2:
                return "%s.row(%s)[%s]" % (access.array, *at)
            return "%s%s(%s)" % (access.array, "" if kind == "()" else ".at", ", ".join(at))
        if self.has_lengths(access.array):
            return access.array + "".join("[%s]" % e.text() for e in index)
        if self._is_view(access.array):
            return "%s(%s)" % (access.array, ", ".join(e.text() for e in index))
        if access.array in self.computed and self.layout.get(access.array) == "linear":
            return "%s[place(%s, %s, stride)]" % (access.array, index[0].text(), index[1].text())
        if access.array == self.walked() and index[0].text() == "i":
            return "*q"
        if len(index) == 1 or self.layout[access.array] == "rows":
            return access.array + "".join("[%s]" % e.text() for e in index)
        return "%s[%s]" % (access.array, add(mul(index[0], name("stride")), index[1]).text())

    def text(self, label):
        parameters = []
        for array, rank in self.arrays.items():
            if array in self.offset or array in self.temporaries or self.is_allocated(array):
                continue
            if rank == 0:
                parameters.append("int &" + array)
            else:
                element = ("double" if array in self.reduce else
                           "pair" if self.has_members(array) else
                           "std::complex<double>" if self.is_complex(array) else "int")
                if self.is_private(array):
                    parameters.append("kept &" + array)
                elif self.has_lengths(array):
                    parameters.append("void *" + array + "_data")
                elif self._is_view(array):
                    parameters.append("grid " + array)
                elif self.is_table(array):
                    parameters.append("int **" + array)
                elif rank == 2 and self.layout[array] == "rows":
                    parameters.append("%s (*%s)[%d]" % (element, array, ROW))
                elif self.is_container(array):
                    parameters.append("std::vector<%s> &%s" % (element, array))
                else:
                    parameters.append("%s *%s" % (element, array))
        parameters += ["int " + p for p in self.params]
        if "linear" in self.layout.values():
            parameters.append("int stride")
        if self.behind:
            parameters.append("int &found")
        lines = ["void %s(%s) {" % (label, ", ".join(parameters))]
        outside = [loop.var for loop in self.loops if loop.outside] + [
            array + "[%d]" % OWN_ELEMENTS * self.arrays[array] for array in sorted(self.temporaries)]
        if outside:
            lines.append("  int %s;" % ", ".join(outside))
        lines += ["  const int %s = %s;" % (local, e.text()) for local, e in self.fronts]
        for array in self.arrays:
            lines += self._rows_in_front(array)
        for array, (base, by) in self.offset.items():
            lines.append("  int *const %s = %s + %s;" % (array, base, by.text()))
        for array in sorted(filter(self._is_whole, self.called)):
            index = ["p", "q"][:self.arrays[array]]
            lines.append("  const auto %s_at = [&](%s) -> auto & { return %s; };" % (
                array, ", ".join("int " + k for k in index),
                self._brackets(Access(array, *map(name, index)))))
        parts = (self.space.text() if self.space else []) + [self.mapping]
        named = sorted({a.array for s in self.statements if s.chosen for a in (s.target, s.chosen)})
        parts += ["reduce(%s)" % ", ".join(named)] if named else []
        parts += ["inplace(%s)" % x for x in self.inplace]
        parts += ["noalias(%s)" % ", ".join(x) for x in self.noalias]
        parts += ["reduce(%s)" % x for x in self.reduce]
        parts += ["rows(%s, %d, %d)" % (x, ROW, ROW) for x in filter(self.is_claimed, self.arrays)]
        lines.append("  [[%s]]" % ", ".join("heddle::" + p for p in parts))
        if self.is_algorithm():
            return "\n".join(lines + [self._call(), "}"])
        lines += self._headers()[:1] if self.is_called_row() else self._headers()
        lines[-1] += " {"
        pad = "  " * (len(self.loops) + 1)
        if self.is_called_row():
            return "\n".join(lines + [pad + self._row_call(), "    }", "}"])
        walked = self.walked()
        if walked:
            lines.append("%sconst int i = static_cast<int>(q - %s);" % (pad, walked))
        for s in self.statements:
            value = " + ".join([self._value(r) for r in s.reads] + ["1"])
            value = "({ int v = %s; v; })" % value if self.blocks and not s.chosen else value
            line = "%s %s %s;" % (self._subscript(s.target), s.op, value)
            if self.is_given(s.target.array) and s.op in ("=", "+="):
                line = "%s(%s, %s);" % ("put" if s.op == "=" else "add", ", ".join(
                    [s.target.array] + [e.text() for e in s.target.index]), value)
            if s.chosen_with():
                line = "if (%s %s %s) { %s = %s; %s = %s; }" % (
                    value, s.op, self._subscript(s.target), self._subscript(s.target), value,
                    self._subscript(s.chosen), self.loops[0].var)
            for condition in ([s.guard.text()] if s.guard else []) + (
                    [self._value(s.data) + " > 0"] if s.data else []):
                line = "if (%s) %s" % (condition, line)
            lines += ["%s(void)%s;" % (pad, self._subscript(t)) for t in s.touched]
            lines.append(pad + line)
        behind = ["  found = %s;" % self.behind] if self.behind else []
        return "\n".join(lines + ["  " * len(self.loops) + "}"] + behind + ["}"])

    def _rows_in_front(self, array):
        """Lines that make a pointer to rows, or the rows themselves."""
        if self.has_lengths(array):
            return ["  typedef int (*rows_%s)[stride];" % array,
                    "  const rows_%s %s = reinterpret_cast<rows_%s>(%s_data);" % ((array,) * 4)]
        if self.is_allocated(array):
            return ["  int **%s = new int *[%d];" % (array, ROW),
                    "  for (int q = 0; q < %d; ++q)" % ROW,
                    "    %s[q] = new int[%d];" % (array, ROW)]
        return []

    def _row_call(self):
        s, loop = self.statements[0], self.loops[-1]

        def place(access):
            index = access.index[:-1] + [_with(access.index[-1], loop.var, loop.lower)]
            return "&" + self._brackets(Access(access.array, *index))
        count = "%s - (%s)" % (loop.upper.text(), loop.lower.text())
        if s.reads:
            return "std::copy_n(%s, %s, %s);" % (place(s.reads[0]), count, place(s.target))
        return "std::fill_n(%s, %s, 1);" % (place(s.target), count)

    def lines_of_statements(self):
        """Which lines of text() they are, from 0 on."""
        lines = self.text("f").split("\n")
        if self.is_algorithm():
            return [len(lines) - 2]
        last = len(lines) - 3 - bool(self.behind)  # two lines of braces follow
        stored = last
        found = []
        for s in reversed(self.statements):
            found.append(stored)
            stored -= 1 + len(s.touched)
        return found[::-1]

    def _headers(self):
        """One line each; two that are ranges are one, where C++ has such a one."""
        if len(self.loops) == 2 and all(loop.is_range() for loop in self.loops):
            i, j = self.loops
            if i.var not in j.lower.names() | j.upper.names():
                return ["  for (auto [%s, %s] : heddle::indices({%s, %s}, {%s, %s}, {%d, %d}))" % (
                    i.var, j.var, i.lower.text(), j.lower.text(), i.upper.text(), j.upper.text(),
                    i.step, j.step)]
        return ["  " + "  " * d + loop.header(self.walked()) for d, loop in enumerate(self.loops)]

    # ---- what it does ----

    def environments(self):
        """Sizes that are worth a look, the same in every run."""
        every = [dict(zip(self.params, values))
                 for values in itertools.product(SIZES, repeat=len(self.params))]
        for env in every:
            for local, e in self.fronts:
                env[local] = e.value(env)
        random.Random(1).shuffle(every)
        return [env for env in every[:MOST_ENVIRONMENTS]
                if all(holds(env) for holds in self.asked)]

    def iterations(self, env):
        """(point, env of the point) in the order of the loops."""
        def walk(depth, here):
            if depth == len(self.loops):
                yield tuple(here[loop.var] for loop in self.loops), here
                return
            loop = self.loops[depth]
            for value in loop.values(here):
                yield from walk(depth + 1, dict(here, **{loop.var: value}))
        for count, item in enumerate(walk(0, dict(env))):
            if count > MOST_ITERATIONS:
                return
            yield item

    def run_points(self, env, rank):
        """Values of the first counters, whether or not the loops inside run."""
        points = [dict(env)]
        for loop in self.loops[:rank]:
            points = [dict(p, **{loop.var: v}) for p in points for v in loop.values(p)]
        return {tuple(p[loop.var] for loop in self.loops[:rank]) for p in points}

    def touches(self, env, some=None):
        """(point, element, is a write, class of the reduction or None), in order; of
        the statements with the numbers `some` alone, if given."""
        for point, here in self.iterations(env):
            for number, s in enumerate(self.statements):
                if some is None or number in some:
                    for touch in self._touches(s, here):
                        yield (point,) + touch

    def _touches(self, s, here):
        for access in s.touched + ([s.data] if s.data else []):
            yield self._real(access, here), False, None
        if s.guard and not s.guard.holds(here):
            return
        for read in s.reads:
            if isinstance(read, Through):
                yield self._real(read.key, here), False, None
            for element in read.elements(here):
                yield self._real(read, here, element), False, None
        step = CHOICES.get(s.op) if s.chosen_with() else CLASSES.get(s.op)
        if s.op == "=" and not s.reads:
            step = "one value"  # which any of the iterations may leave
        if isinstance(s.target, Through):
            yield self._real(s.target.key, here), False, None
        for element in s.target.elements(here):
            target = self._real(s.target, here, element)
            if s.op != "=":
                yield target, False, step
            yield target, True, step
        if s.chosen_with():
            yield self._real(s.chosen, here), True, step

    def _real(self, access, here, element=None):
        element = element or access.element(here)
        if self.has_members(access.array):
            return element + (access.member,)
        if element[0] in self.offset:
            base, by = self.offset[element[0]]
            return (base, element[1] + by.args[0])
        return element


def owners(nest, env, array):
    """The thread of each iteration, where each element of `array` has its own."""
    found = {}
    for point, element, is_write, _ in nest.touches(env):
        if is_write and element[0] == array:
            found.setdefault(point, set()).add(element)
    return {point: tuple(sorted(elements)) for point, elements in found.items()}


def scanned(nest, some=None):
    """Variables whose values iterations may pass on: all that store to one combine by
    one operator, with what the nest does not store, but to temporaries that each
    iteration sets. `some`: see touches()."""
    statements = [s for number, s in enumerate(nest.statements)
                  if some is None or number in some]
    written = {s.target.array for s in statements} | {
        s.chosen.array for s in statements if s.chosen_with()}

    def step(s):
        """The class of the operator; that of `t = e + t` is the one of `t += e`."""
        own = [access.array for access in s.reads].count(s.target.array)
        return CLASSES["+="] if s.op == "=" and own == 1 else CLASSES.get(s.op)

    def needed(array, known):
        for s in statements:
            if s.target.array != array:
                continue
            read = {access.array for access in s.reads + [s.data] if access}
            if s.op == "=" and step(s):
                read.discard(array)
            read |= {s.target.key.array} if isinstance(s.target, Through) else set()
            for other in read - known:
                known.add(other)
                if other in nest.temporaries:
                    needed(other, known)
        return known

    def is_set(array):
        return array in nest.temporaries and all(
            s.op == "=" and not step(s) for s in statements if s.target.array == array)

    def combines(array):
        steps = [s for s in statements if s.target.array == array]
        classes = {step(s) for s in steps}
        return (len(classes) == 1 and None not in classes
                and not any(s.chosen_with() for s in steps))

    return {array for array in written
            if (nest.arrays.get(array) == 0 or array in nest.temporaries) and combines(array)
            and all(is_set(other) for other in needed(array, set()) & written)}


def conflicts(nest, rank, env, owned=None, some=None):
    """("flow" | "output" | "anti", array, one thread, another) between mapped
    iterations, unless both are steps of one reduction. `owned`: the array whose
    elements have a thread each, instead of the iterations of `rank` loops. `some`:
    see touches()."""
    seen = {}  # by element: what was read and written, by thread and class
    passed_on = set() if owned else scanned(nest, some)
    threads = owners(nest, env, owned) if owned else {}
    yield from (found for found in needed_temporaries(nest, rank, env, some)
                if found[1] not in passed_on)
    for point, element, is_write, step in nest.touches(env, some):
        if element[0] in nest.temporaries or element[0] in passed_on:
            continue
        mapped = threads.get(point, point) if owned else point[:rank]
        for (other, other_write, other_step) in seen.get(element, ()):
            if other == mapped or not (is_write or other_write):
                continue
            if step and step == other_step:
                continue
            kind = "output" if is_write and other_write else "anti" if is_write else "flow"
            yield kind, element[0], other, mapped
        seen.setdefault(element, set()).add((mapped, is_write, step))


def needed_temporaries(nest, rank, env, some=None):
    """The same of variables that each mapped iteration would have for itself: reads of
    values that it has not written. The last one that it leaves may be read behind the
    nest."""
    written, now = {}, None
    for point, element, is_write, _ in nest.touches(env, some):
        if element[0] not in nest.temporaries:
            continue
        if point[:rank] != now:
            written, now = {}, point[:rank]
        if is_write:
            written[element] = True
        elif element not in written:
            yield "flow", element[0], "before", now


def reordered(nest, env, groups):
    """(array, an iteration, another) where launches, one for each group of statements,
    have two accesses in another order, one of which writes; else None."""
    of = {number: g for g, numbers in enumerate(groups) for number in numbers}
    seen = {}  # by element
    for point, here in nest.iterations(env):
        for number, s in enumerate(nest.statements):
            for element, is_write, _ in nest._touches(s, here):
                for other, other_group, other_write in seen.get(element, ()):
                    if other_group > of[number] and (is_write or other_write):
                        return element[0], other, point
                seen.setdefault(element, set()).add((point, of[number], is_write))
    return None


def judge_launches(nest, launches):
    """The same for a nest that runs as several launches, each of which is given by
    the numbers of its statements, its rank, and the arrays that it copies."""
    groups = [numbers for numbers, _, _ in launches]
    for env in nest.environments():
        try:
            found = reordered(nest, env, groups)
            if found:
                return "order", env, found
        except OutOfRange:
            continue
    for numbers, rank, copied in launches:
        why = judge(nest, rank, copied, some=numbers)
        if why:
            return why
    return None


def is_right(nest, rank):
    """Whether some launches, one or several, may be mapped at this rank."""
    if nest.mapping == "map(JingExt)" and scanned(nest):
        return False  # that mapping combines nothing
    if nest.space and nest.is_algorithm():
        return False  # its iterations are counted from 0 on
    if judge(nest, rank) is None or nest.reduce and judge_segments(nest) is None:
        return True
    count = len(nest.statements)
    for cuts in itertools.product([False, True], repeat=count - 1):
        groups = [[0]]
        for number, cut in enumerate(cuts, 1):
            if cut:
                groups.append([])
            groups[-1].append(number)
        if len(groups) > 1 and judge_launches(
                nest, [(numbers, rank, None) for numbers in groups]) is None:
            return True
    return False


def judge(nest, rank, copied=None, owned=None, some=None):
    """None if the nest may be mapped at this rank, else why not. `copied`: the
    arrays of which a copy is made; None: whichever need one. `owned`, `some`: see
    conflicts()."""
    for env in nest.environments():
        try:
            wrong = wrong_space(nest, rank, env)
            if wrong:
                return "space", env, wrong
            if reaches_unknown(nest, env) and (some is not None or misleads_pass(nest, rank, env)):
                return "memory", env, ()
            if leaves_rows(nest, env, some):
                return "extent", env, ()
            found = list(conflicts(nest, rank, env, owned, some))
            if any(array in nest.told for _, array, _, _ in found):
                continue
            for kind, array, a, b in found:
                if kind != "anti":
                    return kind, env, (array, a, b)
                if array in nest.inplace or (copied is not None and array not in copied):
                    return "copy", env, (array, a, b)
        except OutOfRange:
            continue
    return wrong_claim(nest)


def wrong_claim(nest):
    for names in nest.noalias:
        if any(nest.offset.get(x, (None,))[0] in names for x in names):
            return "noalias", {}, names
    return None


def wrong_space(nest, rank, env):
    """Points that are declared and not run, or the other way round: some of them."""
    if not nest.space:
        return []
    declared, run = nest.space.points(env), nest.run_points(env, rank)
    stores = storing(nest, rank, env)
    # Threads of iterations store nothing where none does.
    if declared not in (run, stores) and (stores or not declared <= run):
        return sorted(declared ^ run)[:3]
    return []


def judge_segments(nest):
    """None if threads may own all elements that the nest writes, each of which runs the
    iterations that update it in their order: nothing but updates touches them."""
    for env in nest.environments():
        try:
            if (reaches_unknown(nest, env) and misleads_pass(nest, 0, env)) or (
                    leaves_rows(nest, env)):
                return "memory", env, ()
            wrong = wrong_space(nest, len(nest.space.lower) if nest.space else 1, env)
            if wrong:
                return "space", env, wrong
            written = {element[0] for _, element, is_write, _ in nest.touches(env) if is_write}
            for point, element, _, step in nest.touches(env):
                if element[0] in written and not step:
                    return "segments", env, (element[0], point)
        except OutOfRange:
            continue
    return wrong_claim(nest)


def leaves_rows(nest, env, some=None):
    """A subscript is outside the extent that an array is declared with, or what the launch copies
    of a table has elements that need not exist. A function may go on from a pointer to a row.
    `some`: the statements of the launch, see touches()."""
    if any(element[0] in nest.temporaries and len(element) > 1 and
           not 0 <= element[1] < OWN_ELEMENTS for _, element, _, _ in nest.touches(env)):
        return True
    if any(nest.has_lengths(element[0]) and element[2] < 0
           for _, element, _, _ in nest.touches(env)):
        return True
    return copies_unknown(nest, env, some) or any(
        nest.layout.get(element[0]) == "rows" and not nest.is_table(element[0]) and
        element[0] not in nest.passed and not 0 <= element[2] < ROW
        for _, element, _, _ in nest.touches(env))


def copies_unknown(nest, env, some=None):
    """Between the elements of a table that are touched there are others, of which nobody says
    that they exist."""
    touched, copied = {}, {}
    for every, found in ((None, touched), (some, copied)):
        for _, element, _, _ in nest.touches(env, every):
            array, *index = element
            if nest.is_table(array) and not nest.is_allocated(array) and not (
                    nest.is_claimed(array)):
                found.setdefault(array, set()).add(tuple(index[:2]))
    return any(not set(itertools.product(*(
        range(min(side), max(side) + 1) for side in zip(*found)))) <= touched[array]
        for array, found in copied.items())


def reaches_unknown(nest, env):
    """Data decide whether an array is touched before the first or behind the last
    element that is touched in any case: the memory there need not exist."""
    certain, possible = {}, {}
    for _, here in nest.iterations(env):
        for s in nest.statements:
            for access in s.touched + ([s.data] if s.data else []):
                array, *index = access.element(here)
                certain.setdefault(array, set()).add(tuple(index))
            if s.guard and not s.guard.holds(here):
                continue
            for access in [s.target] + s.reads:
                if isinstance(access, Through):
                    if not nest.is_container(access.array):
                        return True
                    access = access.key
                array, *index = access.element(here)
                (possible if s.data else certain).setdefault(array, set()).add(tuple(index))
    return any(not nest.is_container(array) and (array not in certain or min(found) < min(certain[array])
               or max(found) > max(certain[array])) for array, found in possible.items())


def misleads_pass(nest, rank, env):
    """A pass over the loops need not find what the loops touch: iterations of the `rank` outer
    loops choose variables together, or one reads behind its own store, but by steps of
    reductions, where the pass does not make these stores: in structures, in algorithms, and
    where threads own elements (rank 0)."""
    if any(s.chosen_with() for s in nest.statements):
        return True
    stored = set()
    for point, element, is_write, step in nest.touches(env):
        at = (point[:rank],) + tuple(element)
        if is_write:
            stored.add(at)
        elif not step and at in stored and (
                rank == 0 or nest.is_algorithm() or nest.has_members(element[0])):
            return True
    return False


def leaves_own_array(nest):
    """A constant subscript names no element of an array that each iteration has for itself:
    nothing is to be said of such a program."""
    return any(access.array in nest.temporaries and not e.names()
               and not 0 <= e.value({}) < OWN_ELEMENTS
               for access in _accesses(nest) for e in access.index)


def storing(nest, rank, env):
    return {point[:rank] for point, here in nest.iterations(env)
            if any(not s.guard or s.guard.holds(here) for s in nest.statements)}


# ---- nests that are right ----

I, J, K = name("i"), name("j"), name("k")
N, M = name("n"), name("m")


def _two_loops(rng, lower=(0, 0), upper=(N, M)):
    return [Loop("i", const(lower[0]), upper[0], down=rng.random() < 0.1,
                 inclusive=rng.random() < 0.1),
            Loop("j", const(lower[1]), upper[1], inclusive=rng.random() < 0.1)]


def _elementwise(rng):
    c = rng.choice([0, 1, 2])
    if rng.random() < 0.5:
        return Nest("elementwise", ["n"], {"x": 1, "y": 1}, [Loop("i", const(c), N)],
                    [Statement(Access("x", I), rng.choice(["=", "+="]),
                               [Access("y", add(I, const(c))), Access("x", I)])])
    return Nest("elementwise", ["n", "m"], {"x": 2, "y": 2}, _two_loops(rng),
                [Statement(Access("x", I, J), "=", [Access("x", I, J), Access("y", I, J)])])


def _stencil(rng):
    if rng.random() < 0.5:
        return Nest("stencil", ["n"], {"x": 1, "y": 1}, [Loop("i", const(1), add(N, const(-1)))],
                    [Statement(Access("y", I), "=",
                               [Access("x", add(I, const(d))) for d in (-1, 0, 1)])])
    around = [Access("x", add(I, const(a)), add(J, const(b)))
              for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    return Nest("stencil", ["n", "m"], {"x": 2, "y": 2},
                _two_loops(rng, (1, 1), (add(N, const(-1)), add(M, const(-1)))),
                [Statement(Access("y", I, J), "=", around)])


def _ahead(rng):
    """Reads what later iterations write."""
    by = rng.choice([1, 2, 3])
    if rng.random() < 0.6:
        return Nest("reads ahead", ["n"], {"x": 1}, [Loop("i", const(0), N)],
                    [Statement(Access("x", I), "=", [Access("x", add(I, const(by)))])])
    return Nest("reads ahead", ["n", "m"], {"x": 2, "y": 2}, _two_loops(rng)[:1] + [Loop("j", const(0), M)],
                [Statement(Access("x", I, J), "=", [Access("x", add(I, const(by)), J)])])


def _halves(rng):
    mirrored = rng.random() < 0.5
    other = Expr("-", add(mul(const(2), N), const(-1)), I) if mirrored else add(I, N)
    return Nest("halves", ["n"], {"x": 1}, [Loop("i", const(0), N)],
                [Statement(Access("x", I), "=", [Access("x", other)])])


def _parity(rng):
    """Writes every other element and reads the ones between."""
    if rng.random() < 0.5:
        guard = Condition(Expr("%", I, const(2)), "==", const(rng.randrange(2)))
        return Nest("parity", ["n"], {"x": 1}, [Loop("i", const(1), N)],
                    [Statement(Access("x", I), "=", [Access("x", add(I, const(-1))),
                                                     Access("x", add(I, const(1)))], guard)])
    step = rng.choice([2, 3])
    return Nest("parity", ["n"], {"x": 1}, [Loop("i", const(0), N, step)],
                [Statement(Access("x", I), "=", [Access("x", add(I, const(1)))])])


def _triangle(rng):
    upper, strict = (I, True) if rng.random() < 0.5 else (M, False)
    guard = None if strict else Condition(J, "<", I)
    return Nest("triangle", ["n", "m"], {"x": 2},
                [Loop("i", const(0), N), Loop("j", const(0), upper)],
                [Statement(Access("x", I, J), "=", [Access("x", J, I)], guard)])


def _rows(rng):
    """The inner loop carries, the outer one does not."""
    nest = Nest("rows", ["n", "m"], {"x": 2, "y": 1},
                [Loop("i", const(0), N), Loop("j", const(1), M)],
                [Statement(Access("x", I, J), "=", [Access("x", I, add(J, const(-1))),
                                                    Access("y", I)])])
    if rng.random() < 0.5:
        nest.space = Space([const(0)], [N])
    return nest


def _reduction(rng):
    kind = rng.random()
    op = rng.choice(["+=", "-=", "*=", "|="])
    if kind < 0.4:
        return Nest("reduction", ["n"], {"s": 0, "x": 1}, [Loop("i", const(0), N)],
                    [Statement(Access("s"), op, [Access("x", I)])])
    if kind < 0.7:
        return Nest("reduction", ["n", "m"], {"a": 1, "x": 2}, _two_loops(rng),
                    [Statement(Access("a", J), op, [Access("x", I, J)])])
    return Nest("reduction", ["n", "m"], {"a": 1, "x": 1}, _two_loops(rng),
                [Statement(Access("a", add(I, J)), op, [Access("x", I)])])


def _scan(rng):
    """Iterations use what those before them have made of a variable."""
    step = Statement(Access("s"), rng.choice(["+=", "-=", "*=", "|="]), [Access("x", I)])
    use = Statement(Access("y", I), "=", [Access("s")])
    if rng.random() < 0.6:
        return Nest("scan", ["n"], {"s": 0, "x": 1, "y": 1},
                    [Loop("i", const(0), N, down=rng.random() < 0.3)],
                    [step, use] if rng.random() < 0.5 else [use, step])
    step.reads[0].index = use.target.index = [I, J]
    return Nest("scan", ["n", "m"], {"s": 0, "x": 2, "y": 2},
                [Loop("i", const(0), N), Loop("j", const(0), M)], [use, step])


def _choice(rng):
    """The least or largest value with its place, perhaps out of two arrays."""
    op = rng.choice(sorted(CHOICES))

    def step(array):
        return Statement(Access("s"), op, [Access(array, I)], chosen=Access("at"))
    statements = [step("x")] + ([step("y")] if rng.random() < 0.4 else [])
    statements += [Statement(Access("z", I), "=", [Access("x", I)])] if rng.random() < 0.5 else []
    return Nest("choice", ["n"], {"s": 0, "at": 0, "x": 1, "y": 1, "z": 1},
                [Loop("i", const(0), N, down=rng.random() < 0.2)], statements)


def _blocks(rng):
    width = rng.choice([2, 3, 4])
    return Nest("blocks", ["n"], {"x": 1, "y": 1},
                [Loop("i", const(0), N), Loop("j", const(0), const(width))],
                [Statement(Access("x", add(mul(const(width), I), J)), "=", [Access("y", J)])])


def _two_statements(rng):
    return Nest("two statements", ["n"], {"x": 1, "y": 1, "z": 1}, [Loop("i", const(0), N)],
                [Statement(Access("x", I), "=", [Access("z", I)]),
                 Statement(Access("y", I), "=", [Access("x", I), Access("z", add(I, const(1)))])])


def _parts(rng):
    """Statements that need what others have stored for iterations before."""
    back = const(-rng.choice([1, 1, 2]))
    lower = [const(rng.choice([0, 2]))]
    loops = [Loop("i", lower[0], N)]
    first = Statement(Access("x", I), "=", [Access("z", I)])
    second = Statement(Access("y", I), "=", [Access("x", add(I, back)), Access("z", add(I, const(1)))])
    third = Statement(Access("w", I), rng.choice(["=", "+="]),
                      [Access(rng.choice("xy"), add(I, const(rng.choice([0, -1, -3])))), Access("y", I)])
    rows = rng.random() < 0.3
    if rows:
        loops = [Loop("i", const(1), N), Loop("j", const(0), M)]
        first = Statement(Access("x", I, J), "=", [Access("z", J)])
        second = Statement(Access("y", I, J), "=", [Access("x", add(I, const(-1)), J)])
        third = Statement(Access("w", I, J), "=", [Access("y", I, J), Access("x", I, J)])
    statements = rng.choice([[first, second], [first, second, third], [first, second, third]])
    rank = 2 if rows else 1
    arrays = {"x": rank, "y": rank, "z": 1}
    if third in statements:
        arrays["w"] = rank
    return Nest("parts", ["n", "m"] if rows else ["n"], arrays, loops, statements)


def _temporaries(rng):
    """Variables in front of the nest, as C programs have them."""
    t, u = Access("t"), Access("u")
    guard = Condition(I, "<", const(3)) if rng.random() < 0.03 else None
    if rng.random() < 0.6:
        loops, at, other = [Loop("i", const(0), N)], [I], [add(I, const(1))]
    else:
        loops, at, other = _two_loops(rng), [I, J], [I, J]
    statements = [Statement(t, "=", [Access("y", *at)], guard), Statement(Access("x", *at), "=", [t], guard)]
    arrays = {"x": len(at), "y": len(at), "t": 0}
    if rng.random() < 0.5:
        statements[1:1] = [Statement(u, "=", [t, Access("y", *other)])]
        statements[2].reads.append(u)
        arrays["u"] = 0
    nest = Nest("temporaries", ["n", "m"][:len(loops)], arrays, loops, statements)
    nest.temporaries = {"t", "u"} & set(arrays)
    return nest


def _own_array(rng):
    """An array in front of the nest, whose elements each iteration sets before it reads them."""
    own = [Access("t", const(k)) for k in range(OWN_ELEMENTS)]
    statements = [Statement(own[0], "=", [Access("y", I)]),
                  Statement(own[rng.choice([1, 2, 3])], "=", [Access("t", const(0)), Access("y", I)])]
    read = [copy.deepcopy(s.target) for s in statements]
    nest = Nest("own arrays", ["n"], {"x": 1, "y": 1, "t": 1}, [Loop("i", const(0), N)],
                statements + [Statement(Access("x", I), rng.choice(["=", "+="]), read)])
    nest.temporaries = {"t"}
    return nest


def _declared(rng):
    """A space with steps and widths, and the conditions that say the same."""
    step = rng.choice([2, 3, 4])
    width = rng.randrange(1, step)
    low = rng.choice([0, 1, 2])
    distance = add(I, const(-low))
    if rng.random() < 0.5:
        nest = Nest("declared", ["n"], {"x": 1, "y": 1}, [Loop("i", const(low), N)],
                    [Statement(Access("x", I), "=", [Access("y", I)],
                               Condition(Expr("%", distance, const(step)), "<", const(width)))])
        nest.space = Space([const(low)], [N], [step], [width])
        return nest
    nest = Nest("declared", ["n", "m"], {"x": 2, "y": 2},
                [Loop("i", const(low), N, step), Loop("j", const(0), M)],
                [Statement(Access("x", I, J), "=", [Access("y", I, J)])])
    nest.space = Space([const(low), const(0)], [N, M], [step, 1], [1, 1])
    return nest


def _guarded(rng):
    """A condition keeps the written and the read part apart."""
    cut = rng.choice([2, 3, 5])
    return Nest("guarded", ["n"], {"x": 1}, [Loop("i", const(0), N)],
                [Statement(Access("x", I), "=", [Access("x", add(I, const(-cut)))],
                           Condition(I, "<", const(cut)))])


def _small(rng):
    """Subscripts that repeat, in a loop too short for it."""
    period = rng.choice([3, 4, 8])
    return Nest("remainders", ["n"], {"x": 1, "y": 1}, [Loop("i", const(0), const(period))],
                [Statement(Access("x", Expr("%", I, const(period))), "=", [Access("y", I)])])


def _skewed(rng):
    return Nest("skewed", ["n", "m"], {"x": 2, "y": 1}, _two_loops(rng),
                [Statement(Access("x", add(I, J), J), "=", [Access("y", I), Access("y", J)])])


def _data(rng):
    nest = Nest("data", ["n"], {"x": 1, "y": 1}, [Loop("i", const(0), N)],
                [Statement(Access("x", I), "=", [Access("x", I)], None, Access("y", I))])
    nest.statements[0].touched = [Access("x", I)]
    return nest


def _table(rng):
    """Reads where data say, of an array that knows how large it is."""
    nest = Nest("tables", ["n"], {"x": 1, "y": 1, "k": 1}, [Loop("i", const(0), N)],
                [Statement(Access("x", I), rng.choice(["=", "+="]), [Through("y", "k", I)])])
    nest.held = {"y"}
    return nest


def _segments(rng):
    """Updates of elements that data say, of an array that knows how large it is."""
    nest = Nest("segments", ["n"], {"a": 1, "k": 1, "x": 1}, [Loop("i", const(0), N)],
                [Statement(Through("a", "k", I), rng.choice(["+=", "-=", "*="]), [Access("x", I)])])
    if rng.random() < 0.3:
        nest.statements.append(copy.deepcopy(nest.statements[0]))
        nest.statements[1].op = rng.choice(["+=", "*="])
    nest.held, nest.reduce = {"a"}, ["a"]
    return nest


def _variable_steps(rng):
    """Blocks as long as the step, or single elements that far apart."""
    step = rng.choice([M, M, mul(const(2), M), add(M, const(1))])
    by = Loop("i", const(rng.choice([0, 0, 1])), N, step, down=rng.random() < 0.05,
              inclusive=rng.random() < 0.2)
    kind = rng.random()
    if kind < 0.4:
        return Nest("variable steps", ["n", "m"], {"x": 1, "y": 1}, [by],
                    [Statement(Access("x", I), "=", [Access("y", I), Access("x", I)])])
    if kind < 0.7:
        by.upper = mul(const(2), N) if rng.random() < 0.3 else N
        width = by.step if rng.random() < 0.5 else M
        return Nest("variable steps", ["n", "m"], {"x": 1, "y": 1},
                    [by, Loop("j", const(0), width)],
                    [Statement(Access("x", add(I, J)), "=", [Access("y", J)])])
    return Nest("variable steps", ["n", "m"], {"x": 2, "y": 1}, [by, Loop("j", const(0), M)],
                [Statement(Access("x", I, J), "=", [Access("y", J)])])


def _levels(rng):
    """The next level of an array out of the one that is there now."""
    now, following = name("now"), name("next")
    reads = [Access("x", now, add(I, const(d))) for d in rng.choice([(-1, 0), (0, 1), (-1, 1)])]
    nest = Nest("levels", ["n", "t"], {"x": 2, "y": 1}, [Loop("i", const(1), add(N, const(-1)))],
                [Statement(Access("x", following, I), "=", reads + [Access("y", I)])])
    last = Expr("-", const(1), now)
    turns = Expr("%", name("t"), const(2))
    nest.fronts = rng.choice([[("now", turns), ("next", last)], [("now", last), ("next", turns)]])
    if nest.fronts[0][1] is last:
        nest.fronts = [("next", turns), ("now", Expr("-", const(1), following))]
    return nest


def _other_level(nest, rng):
    if not nest.fronts:
        return False
    k = rng.randrange(len(nest.fronts))
    local, e = nest.fronts[k]
    nest.fronts[k] = local, rng.choice([
        add(e, const(rng.choice([1, -1]))), Expr("%", name("t"), const(rng.choice([2, 3]))),
        const(rng.choice([0, 1]))])


def _row_calls(rng):
    """The inner loop fills a row, or copies one of another array there."""
    c = rng.choice([0, 0, 1])
    reads = [Access("y", add(I, const(c)), add(J, const(rng.choice([0, 1]))))]
    nest = Nest("row calls", ["n", "m"], {"x": 2, "y": 2},
                [Loop("i", const(0), N, rng.choice([1, 1, 2])), Loop("j", const(c), M)],
                [Statement(Access("x", I, add(J, const(c))), "=", reads if rng.random() < 0.7 else [])])
    nest.rows_called = True
    return nest


FORMS = [_row_calls, _own_array, _levels, _variable_steps, _table, _elementwise, _stencil, _ahead, _halves, _parity, _triangle, _rows, _reduction, _scan, _choice, _blocks,
         _two_statements, _parts, _temporaries, _temporaries, _declared, _guarded, _small, _skewed, _data,
         _segments]


def _walk(nest, rng):
    """A pointer into one of the arrays stands for the counter of the only loop."""
    loop = nest.loops[0]
    arrays = sorted({a.array for s in nest.statements for a in [s.target] + s.reads
                     if nest.arrays[a.array] == 1 and not isinstance(a, Through) and [e.text() for e in a.index] == ["i"]})
    if arrays and len(nest.loops) == len(nest.statements) == 1 and not nest.space and not (
            loop.down or loop.inclusive or loop.outside or loop.steps_by_variable()):
        loop.walks = rng.choice(arrays)


def base(rng):
    nest = rng.choice(FORMS)(rng)
    for array, rank in nest.arrays.items():
        if rank == 2:
            nest.layout[array] = rng.choice(["linear", "rows"])
            if nest.fronts:  # no check of a launch keeps levels of a linear array apart
                nest.layout[array] = "rows"
    if len(set(nest.layout.values())) > 1:
        nest.layout = {a: "linear" for a in nest.layout}
    if not nest.space and rng.random() < 0.3 and all(l.is_declarable() for l in nest.loops):
        count = rng.randrange(1, len(nest.loops) + 1)
        if judge(nest, count) is None:
            first = nest.loops[:count]
            nest.space = Space([l.lower for l in first], [l.upper for l in first],
                               [l.step for l in first])
    if rng.random() < 0.5:
        nest.tables = {array for array, rank in nest.arrays.items() if rank == 2}
    nest.held |= {array for array in nest.arrays if rng.random() < 0.2}
    nest.records = {array for array, rank in nest.arrays.items() if rank and rng.random() < 0.15}
    if nest.form in ("reduction", "scan", "choice"):  # iterations share no members of structures
        nest.records -= {s.target.array for s in nest.statements}
    nest.called = {array for array, rank in nest.arrays.items()
                   if rank and array not in nest.records and rng.random() < 0.1}
    nest.views = {array for array in nest.arrays if rng.random() < 0.15}
    if rng.random() < 0.15:
        for loop in nest.loops:
            loop.ranged = True
    if nest.form not in ("reduction", "scan", "choice") and rng.random() < 0.1:
        nest.complex = {array for array, rank in nest.arrays.items() if rank}
    if nest.temporaries or rng.random() < 0.1:
        for loop in nest.loops:
            loop.outside = not loop.ranged and not loop.walks and rng.random() < 0.8
    if rng.random() < 0.15:
        _walk(nest, rng)
    if rng.random() < 0.15:
        nest.private = {array for array in nest.arrays if rng.random() < 0.6}
    nest.computed = {array for array in nest.arrays if rng.random() < 0.1}
    nest.passed = {array for array in nest.arrays if rng.random() < 0.15}
    if nest.form in ("variable steps", "levels"):  # a function may leave the row that it gets
        nest.passed -= {array for array, rank in nest.arrays.items() if rank == 2}
    nest.passed -= nest.temporaries
    nest.mapping = rng.choice(["map", "map", "map(FoldAll)"] + (
        ["map(JingExt)"] if nest.form not in ("reduction", "scan", "choice", "segments") else []))
    if nest.form == "segments":  # the elements are numbers, and their keys integers
        for some in (nest.records, nest.complex, nest.private, nest.passed, nest.computed):
            some -= {"a", "k"}
    return nest


# ---- one step ----

def _accesses(nest):
    found = []
    for s in nest.statements:
        found += [s.target] + s.reads + s.touched
    return [a for a in found if a.index]


def _shift(nest, rng):
    access = rng.choice(_accesses(nest))
    k = rng.randrange(len(access.index))
    access.index[k] = add(access.index[k], const(rng.choice([-2, -1, 1, 2])))


def _scale(nest, rng):
    access = rng.choice(_accesses(nest))
    k = rng.randrange(len(access.index))
    access.index[k] = mul(const(rng.choice([2, 3])), access.index[k])


def _fix(nest, rng):
    access = rng.choice(_accesses(nest))
    access.index[rng.randrange(len(access.index))] = rng.choice([const(0), const(1), N])


def _exchange(nest, rng):
    both = [a for a in _accesses(nest) if len(a.index) == 2]
    if not both:
        return False
    rng.choice(both).index.reverse()


def _drop_guard(nest, rng):
    guarded = [s for s in nest.statements if s.guard or s.data]
    if not guarded:
        return False
    s = rng.choice(guarded)
    s.guard = s.data = None


def _change_guard(nest, rng):
    guarded = [s.guard for s in nest.statements if s.guard]
    if not guarded:
        return False
    guard = rng.choice(guarded)
    if rng.random() < 0.5:
        guard.relation = rng.choice(["<", "<=", ">", ">=", "==", "!="])
    else:
        guard.right = add(guard.right, const(rng.choice([-1, 1, 2])))


def _widen(nest, rng):
    loop = rng.choice(nest.loops)
    if rng.random() < 0.6:
        loop.upper = add(loop.upper, const(rng.choice([1, 2, -1])))
    else:
        loop.lower = add(loop.lower, const(rng.choice([-1, 1])))


def _other_step(nest, rng):
    loop = rng.choice(nest.loops)
    loop.step = rng.choice([s for s in (1, 2, 3) if s != loop.step])


def _wrong_space(nest, rng):
    if not nest.space:
        return False
    space = nest.space
    d = rng.randrange(len(space.lower))
    kind = rng.randrange(4)
    if kind == 0:
        space.upper[d] = add(space.upper[d], const(rng.choice([-1, 1])))
    elif kind == 1:
        space.lower[d] = add(space.lower[d], const(rng.choice([-1, 1])))
    elif kind == 2:
        space.step[d] = rng.choice([s for s in (1, 2, 3, 4) if s != space.step[d]])
        space.width[d] = min(space.width[d], space.step[d])
    else:
        space.step[d] = max(space.step[d], 2)
        space.width[d] = space.width[d] % space.step[d] + 1


def _more_rank(nest, rng):
    """Claims that a further loop may be mapped."""
    first = nest.loops
    if not all(loop.is_declarable() for loop in first):
        return False
    nest.space = Space([l.lower for l in first], [l.upper for l in first], [l.step for l in first])


def _claim_in_place(nest, rng):
    written = sorted({s.target.array for s in nest.statements if s.target.index} -
                     nest.temporaries)
    if not written:
        return False
    nest.inplace = [rng.choice(written)]


def _claim_apart(nest, rng):
    """One array becomes a part of another, said to be apart from it."""
    names = [a for a, rank in nest.arrays.items()
             if rank == 1 and a not in nest.temporaries and a not in nest.reduce]
    if len(names) < 2:
        return False
    a, b = rng.sample(names, 2)
    nest.offset[b] = (a, const(rng.choice([0, 1, 3])))
    nest.noalias = [[a, b]]


def _other_operator(nest, rng):
    s = rng.choice(nest.statements)
    if s.target.array in nest.reduce:
        known = ["=", "+=", "-=", "*="]
    else:
        known = ["=", *CLASSES] + (sorted(CHOICES) if s.chosen else [])
    s.op = rng.choice([op for op in known if op != s.op])


def _read_written(nest, rng):
    s = rng.choice(nest.statements)
    written = rng.choice(nest.statements)
    read = copy.deepcopy(rng.choice([written.target] + ([written.chosen] if written.chosen else [])))
    if read.index:
        k = rng.randrange(len(read.index))
        read.index[k] = add(read.index[k], const(rng.choice([-1, 0, 1])))
    s.reads.append(read)


def _same_array(nest, rng):
    """Reads the written array instead of another."""
    s = rng.choice(nest.statements)
    alike = [r for r in s.reads if len(r.index) == len(s.target.index) and r.array != s.target.array]
    if not alike:
        return False
    rng.choice(alike).array = s.target.array


def _exchange_statements(nest, rng):
    if len(nest.statements) < 2:
        return False
    k = rng.randrange(len(nest.statements) - 1)
    nest.statements[k:k + 2] = nest.statements[k:k + 2][::-1]


def _read_behind(nest, rng):
    single = sorted(array for array in nest.temporaries if not nest.arrays[array])
    if not single:
        return False
    nest.behind = rng.choice(single)


def _other_member(nest, rng):
    members = [a for a in _accesses(nest) if nest.has_members(a.array)]
    if not members:
        return False
    access = rng.choice(members)
    access.member = "w" if access.member == "v" else "v"


STEPS = {"name another member": _other_member, "begin a constant elsewhere": _other_level,
         "shift a subscript": _shift, "scale a subscript": _scale, "fix a subscript": _fix,
         "exchange subscripts": _exchange, "drop a guard": _drop_guard,
         "change a guard": _change_guard, "move a bound": _widen, "change a step": _other_step,
         "declare another space": _wrong_space, "map another loop": _more_rank,
         "claim in place": _claim_in_place, "claim apart": _claim_apart,
         "change an operator": _other_operator, "read what is written": _read_written,
         "read the target's array": _same_array,
         "exchange statements": _exchange_statements, "read behind the nest": _read_behind}


def _spell(nest, rng):
    """Ways to write it that a step leaves as they are."""
    nest.algorithm = rng.random() < 0.5
    nest.lengths = {array for array in nest.arrays if rng.random() < 0.3}
    nest.allocated = {array for array in nest.arrays if rng.random() < 0.3}
    nest.claimed = {array for array in nest.arrays if rng.random() < 0.6}
    nest.given = {array for array in nest.arrays if rng.random() < 0.4}
    nest.accessors = {array: rng.choice(["at", "()", "row"]) for array in nest.arrays}
    nest.blocks = rng.random() < 0.1
    nest.rows_called |= rng.random() < 0.3


def leaves_allocated(nest):
    """The function allocates, or the annotation claims, less than it touches: nothing is to be
    said of such a program."""
    known = {array for array in nest.arrays if nest.is_allocated(array) or nest.is_claimed(array)}
    if not known:
        return False
    for env in nest.environments():
        try:
            if any(element[0] in known and not all(0 <= k < ROW for k in element[1:])
                   for _, element, _, _ in nest.touches(env)):
                return True
        except OutOfRange:
            continue
    return False


def make_mutant(seed, index, wanted=None):
    """The mutant number `index` of a seed and the name of its step. With `wanted`, a regular
    expression, one that has a spelling whose name it matches."""
    rng = random.Random("%s/%d" % (seed, index))
    # Of its own numbers, so that the rest is the same.
    spelled = random.Random("%s/%d/algorithm" % (seed, index))
    while True:
        nest = base(rng)
        step = rng.choice(sorted(STEPS))
        if STEPS[step](nest, rng) is not False and not leaves_own_array(nest):
            _spell(nest, spelled)
            if not leaves_allocated(nest) and (not wanted or any(
                    re.search(wanted, each) for each in nest.spellings())):
                return nest, step
