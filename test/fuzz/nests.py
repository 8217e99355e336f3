# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random annotated loop nests in C++, with calls that give them arrays to work on.

A nest is made so that the program is defined: its arrays hold every element it
touches, and its bounds do not overflow. Whether Heddle takes it is another
matter: most nests are made to be mappable, some at random.
"""

import itertools
import random
import re

from expressions import OutOfRange, add, const, mul, name, Expr
from mappings import random_mapping

MOST_ITERATIONS = 4000
SIZES = [-3, -1, 0, 1, 2, 3, 5, 7, 13, 31, 32, 33, 61]
FEW_SIZES = [-2, 0, 1, 2, 3, 5, 7]
INTEGERS = ["int", "long", "short", "unsigned char", "unsigned"]
ELEMENTS = ["int", "float", "double", "long", "short", "unsigned char", "unsigned"]
COUNTERS = ["int", "int", "int", "long", "std::ptrdiff_t", "auto"]
UNSIGNED = ["unsigned", "std::size_t"]


class Unusable(Exception):
    """The nest runs too long or leaves the range of int: make another."""


class Loop:
    """A loop: its counter, the space it declares, and its text."""

    def __init__(self, rng, var, params, stepped):
        self.var = var
        self.unsigned = rng.random() < 0.15
        self.type = rng.choice(UNSIGNED if self.unsigned else COUNTERS)
        self.lower = self._bound(rng, params, low=True)
        self.upper = self._bound(rng, params, low=False)
        self.step = rng.choice([2, 3, 4, 7]) if stepped else 1
        self.width = 1
        self.masked = False
        if stepped and rng.random() < 0.5:
            # All of them run, and a condition takes the width.
            self.width = rng.randrange(1, self.step + 1)
            self.masked = True
        self.form = rng.choice(["<", "<", "<", "<=", "!=", ">=", ">"])
        if self.unsigned and self.form in (">=", ">"):
            self.form = "<"
        if self.form == "!=" and self.stride() != 1:
            self.form = "<"
        self.down = self.form in (">=", ">")

    def _bound(self, rng, params, low):
        if low:
            value = rng.choice([0, 0, 0, 1, 2, 5] if self.unsigned else [0, 0, 0, 1, -3, 4, -1])
            if rng.random() < 0.75 or not params:
                return const(value)
            return self._of(rng, rng.choice(params), value)
        if rng.random() < 0.12:
            return const(rng.choice([1, 4, 9, 17, 32]))
        return self._of(rng, rng.choice(params), rng.choice([0, 0, 0, 1, -1, 2]), rng)

    def _of(self, rng, param, offset, more=None):
        base = name(param)
        if more and rng.random() < 0.2:
            base = rng.choice([
                Expr("/", base, const(rng.choice([2, 3]))), Expr("%", base, const(9)),
                Expr("min", base, const(12)), mul(const(2), base)])
        return add(base, const(offset))

    def stride(self):
        return 1 if self.masked else self.step

    def values(self, env):
        """What the counter takes, in the order of the loop."""
        low, high = self.lower.value(env), self.upper.value(env)
        if self.unsigned and (self.lower.least(env) < 0 or
                              self.upper.least(env) < (1 if self.form == "<=" else 0)):
            raise Unusable
        if self.form == "!=" and high < low:
            raise Unusable
        if self.down:
            return list(range(high - 1, low - 1, -self.stride()))
        return list(range(low, high, self.stride()))

    def declarable(self):
        """Whether bounds and step can be written without knowing the last value."""
        return not self.down or self.stride() == 1

    def runs(self, env, value):
        """Whether the width's condition lets the body run."""
        return not self.masked or (value - self.lower.value(env)) % self.step < self.width

    def header(self):
        low, high = self.lower.text(), self.upper.text()
        stride = self.stride()
        kind = self.type
        if not self.down:
            change = "++" + self.var if stride == 1 else "%s += %d" % (self.var, stride)
            if self.form == "<=":
                high = add(self.upper, const(-1)).text()
            return "for (%s %s = %s; %s %s %s; %s)" % (
                kind, self.var, low, self.var, self.form, high, change)
        last = add(self.upper, const(-1)).text()
        change = "--" + self.var if stride == 1 else "%s -= %d" % (self.var, stride)
        if self.form == ">":
            return "for (%s %s = %s; %s > %s; %s)" % (
                kind, self.var, last, self.var, add(self.lower, const(-1)).text(), change)
        return "for (%s %s = %s; %s >= %s; %s)" % (kind, self.var, last, self.var, low, change)

    def condition(self):
        distance = self.var if self.lower.op == "const" and self.lower.args[0] == 0 else (
            "(%s - %s)" % (self.var, self.lower.text(True)))
        return "%s %% %d < %d" % (distance, self.step, self.width)


class Array:
    """An array: its element, its form as a parameter, and what is touched of it."""

    def __init__(self, label, element, form, rank, written):
        self.label = label
        self.element = element
        # "linear", "pointer" (to arrays), "array" (by reference) or "scalar" (one
        # element, by reference)
        self.form = form
        self.rank = rank
        self.written = written
        self.low = [None] * rank  # over all calls, in every dimension
        self.high = [None] * rank
        self.strides = []  # of the linear form, expressions

    def touch(self, index):
        for d, value in enumerate(index):
            self.low[d] = value if self.low[d] is None else min(self.low[d], value)
            self.high[d] = value if self.high[d] is None else max(self.high[d], value)

    def parameter(self):
        const_word = "" if self.written else "const "
        sizes = "".join("[%d]" % self.extent(d) for d in range(self.rank))
        if self.form == "linear":
            return "%s%s *%s" % (const_word, self.element, self.label)
        if self.form == "scalar":
            return "%s &%s" % (self.element, self.label)
        if self.form == "pointer":
            inner = "".join("[%d]" % self.extent(d) for d in range(1, self.rank))
            if not inner:
                return "%s%s *%s" % (const_word, self.element, self.label)
            return "%s%s (*%s)%s" % (const_word, self.element, self.label, inner)
        return "%s%s (&%s)%s" % (const_word, self.element, self.label, sizes)

    def extent(self, d):
        return 1 if self.high[d] is None else self.high[d] - self.low[d] + 1

    def elements(self):
        total = 1
        for d in range(self.rank):
            total *= self.extent(d)
        return total


class Access:
    """One subscripted use of an array: an affine expression a dimension."""

    def __init__(self, array, index):
        self.array = array
        self.index = index

    def text(self):
        if self.array.form == "scalar":
            return self.array.label
        shifted = [add(e, const(-(self.array.low[d] or 0))) for d, e in enumerate(self.index)]
        if self.array.form != "linear" or self.array.rank == 1:
            return self.array.label + "".join("[%s]" % e.text() for e in shifted)
        # Row-major with constant or run-time extents.
        total = shifted[0]
        for d in range(1, self.array.rank):
            total = add(mul(total, self.array.strides[d]), shifted[d])
        return "%s[%s]" % (self.array.label, total.text())


class Nest:
    """A function with one annotated nest, and the calls that run it."""

    def __init__(self, seed, label):
        self.rng = random.Random(seed)
        self.label = label
        rng = self.rng
        self.rank = rng.choice([1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6])
        self.params = ["n", "m", "p"][:rng.randrange(1, 4)]
        stepped = [rng.random() < 0.2 for _ in range(self.rank)]
        self.loops = [Loop(rng, "ijklgh"[d], self.params, stepped[d])
                      for d in range(self.rank)]
        if any(loop.masked for loop in self.loops):
            for loop in self.loops:
                loop.step = loop.step if loop.declarable() else 1
        self.signed = set()  # parameters that subscripts subtract from
        self.inner = None
        if rng.random() < 0.25:
            self.inner = Loop(rng, "t", self.params, rng.random() < 0.2)
            self.inner.masked = False
            self.inner.width = 1
            if self.inner.form == "!=" and self.inner.stride() != 1:
                self.inner.form = "<"
        self.arrays = []
        self.accesses = []
        self.statements = []
        self.guard = None
        self.summed = []  # labels of arrays in floating point, to be named by `reduce`
        self._make_body()
        self.calls = self._make_calls()
        self._touch_all()
        self._strides()
        self.annotation = self._make_annotation()
        self.filled = [not array.written or rng.random() < 0.8 for array in self.arrays]

    # ---- the body ----

    def _counters(self, inner=False):
        return [loop.var for loop in self.loops] + ([self.inner.var] if inner and self.inner else [])

    def _array(self, element, rank, written):
        form = self.rng.choice(["linear", "linear", "pointer", "array"])
        array = Array("a%d" % len(self.arrays), element, form, rank, written)
        self.arrays.append(array)
        return array

    def _own_index(self):
        """An injective subscript of the mapped counters, in any order, scaled, turned or shifted."""
        rng = self.rng
        order = list(range(self.rank))
        if rng.random() < 0.4:
            rng.shuffle(order)
        index = []
        for d in order:
            e = name(self.loops[d].var)
            kind = rng.random()
            if kind < 0.1:
                e = mul(const(rng.choice([2, 3])), e)
            elif kind < 0.2 and not self.loops[d].unsigned:
                param = rng.choice(self.params)
                self.signed.add(param)
                e = Expr("-", name(param), e)
            index.append(add(e, const(rng.choice([0, 0, 0, 1, 2]))))
        return index

    def _any_index(self, rank, inner):
        rng = self.rng
        loops = self.loops + ([self.inner] if inner and self.inner else [])
        index = []
        for _ in range(rank):
            e = const(rng.choice([0, 0, 1, 3]))
            # Not both kinds in one sum: it would wrap in the narrower type only.
            first = rng.choice(loops)
            alike = [loop.var for loop in loops if loop.unsigned == first.unsigned]
            for var in rng.sample(alike, min(rng.choice([1, 1, 2]), len(alike))):
                e = add(mul(const(rng.choice([1, 1, 1, 2])), name(var)), e)
            index.append(e)
        return index

    def _access(self, array, index):
        access = Access(array, index)
        self.accesses.append(access)
        return access

    def _read(self, inner):
        """A read of some array that the nest does not write."""
        rng = self.rng
        readable = [a for a in self.arrays if not a.written]
        if not readable or rng.random() < 0.4:
            array = self._array(rng.choice(ELEMENTS), rng.randrange(1, min(self.rank, 3) + 1), False)
        else:
            array = rng.choice(readable)
        return self._access(array, self._any_index(array.rank, inner))

    def _operand(self, element, depth, inner, own):
        """A function that prints an operand; printing waits for the arrays' sizes."""
        rng = self.rng
        kind = rng.random()
        if depth <= 0 or kind < 0.35:
            pick = rng.random()
            if own and pick < 0.25:
                access = rng.choice(own)
                return lambda: access.text()
            if pick < 0.75:
                access = self._read(inner)
                return lambda: access.text()
            if pick < 0.85:
                var = rng.choice(self._counters(inner))
                return lambda: "static_cast<%s>(%s)" % (element, var)
            value = rng.choice(["1", "3", "2", "7"])
            return lambda: value
        a = self._operand(element, depth - 1, inner, own)
        b = self._operand(element, depth - 1, inner, own)
        if kind < 0.75:
            op = rng.choice(["+", "-", "*"])
            return lambda: "(%s %s %s)" % (a(), op, b())
        if kind < 0.85:
            c = self._operand(element, 0, inner, own)
            return lambda: "(%s < 4 ? %s : %s)" % (c(), a(), b())
        if element in ("float", "double"):
            call = rng.choice(["std::fabs", "std::sqrt(std::fabs"])
            return lambda: "%s(static_cast<%s>(%s))%s" % (
                call, element, a(), ")" if call.count("(") else "")
        return lambda: "(%s + (%s & 15))" % (a(), "static_cast<int>(%s)" % b())

    def _neighbour(self, target, own_index):
        """The element of another iteration: mostly of one that comes later."""
        rng = self.rng
        shifts = {}
        for loop in self.loops:
            if rng.random() < 0.5:
                ahead = loop.step * rng.choice([1, 1, 2]) * (-1 if loop.down else 1)
                if not shifts and rng.random() < 0.1:
                    ahead = -ahead
                shifts[loop.var] = ahead if not shifts else rng.choice([ahead, -ahead])
        if any(loop.unsigned for loop in self.loops if shifts.get(loop.var, 0) < 0):
            shifts = {}
        return self._access(target, [self._shifted(e, shifts) for e in own_index])

    def _shifted(self, e, shifts):
        if e.op == "name":
            return add(e, const(shifts.get(e.args[0], 0)))
        if e.op == "const":
            return e
        return Expr(e.op, *(self._shifted(a, shifts) for a in e.args))

    def _reduction(self):
        """All iterations, or those of some loops, combine into one element. A
        variable is an integer: the order of floating-point sums shows. Elements
        have threads of their own, which keep it."""
        rng = self.rng
        floating = self.rank > 1 and rng.random() < 0.6
        element = rng.choice(["float", "double"] if floating else INTEGERS)
        value = self._operand(element, 2, bool(self.inner), [])
        if floating:
            target = self._array(element, rng.randrange(1, min(self.rank, 3)), True)
            store = self._access(target, self._any_index(target.rank, False))
            if rng.random() < 0.7:
                self.summed.append(target.label)
        elif rng.random() < 0.6:
            target = Array("a%d" % len(self.arrays), element, "scalar", 1, True)
            self.arrays.append(target)
            store = self._access(target, [const(0)])
        else:
            target = self._array(element, rng.randrange(1, min(self.rank, 2) + 1), True)
            store = self._access(target, self._any_index(target.rank, False))
        op = rng.choice(["+", "+", "+", "-", "*", "max", "min"] +
                        ([] if floating else ["|", "&", "^"]))
        inner = self.inner

        def lines(pad):
            text = self._cast(element, value())
            if op in ("max", "min"):
                text = "%s = std::%s(%s, %s);" % (store.text(), op, store.text(), text)
            else:
                text = "%s %s= %s;" % (store.text(), op, text)
            return [pad + inner.header(), pad + "  " + text] if inner else [pad + text]
        return lines, store, target

    def _statement(self):
        rng = self.rng
        if rng.random() < 0.15:
            return self._reduction()
        element = rng.choice(ELEMENTS)
        wild = rng.random() < 0.08
        own_index = self._own_index()
        target = self._array(element, self.rank, True)
        own = [self._access(target, own_index)] if rng.random() < 0.35 else []
        if wild and rng.random() < 0.7:
            own = [self._access(target, self._any_index(self.rank, False))]
        elif rng.random() < 0.2:
            # What other iterations write, mostly later ones: that takes a copy.
            own += [self._neighbour(target, own_index)
                    for _ in range(rng.choice([1, 1, 2, 3]))]
        store = self._access(target, own_index)
        op = rng.choice(["=", "=", "=", "+=", "-=", "*="])
        sum_of = self.inner if self.inner and rng.random() < 0.7 else None
        if sum_of:
            value = self._operand(element, 2, True, [])
            return lambda pad: [
                pad + "%s sum = 0;" % element,
                pad + self.inner.header(),
                pad + "  sum += %s;" % self._cast(element, value()),
                pad + "%s %s sum;" % (store.text(), op)], store, target
        value = self._operand(element, 2, False, own)
        if rng.random() < 0.2:
            return lambda pad: [
                pad + "const %s v = %s;" % (element, self._cast(element, value())),
                pad + "%s %s %s;" % (store.text(), op, self._cast(element, "v + 1"))], store, target
        return lambda pad: [pad + "%s %s %s;" % (store.text(), op, self._cast(element, value()))
                            ], store, target

    @staticmethod
    def _cast(element, text):
        return "static_cast<%s>(%s)" % (element, text)

    def _condition(self):
        """An affine or data-dependent condition, printed late."""
        rng = self.rng
        if rng.random() < 0.3:
            access = self._access(self._array(rng.choice(ELEMENTS), self.rank, False),
                                  self._own_index())
            return lambda: "%s > 0" % access.text()
        var = rng.choice(self._counters())
        kind = rng.random()
        if kind < 0.3:
            text = "%s %% %d == %d" % (var, rng.choice([2, 3, 5]), rng.randrange(2))
        elif kind < 0.5:
            text = "%s / 2 != %s" % (var, rng.choice(self.params))
        elif kind < 0.8:
            other = rng.choice(self._counters() + self.params)
            text = "%s %s %s + %d" % (var, rng.choice(["<", ">", "<=", "!="]), other, rng.randrange(3))
        else:
            text = "!(%s > 3) || %s < 2" % (var, rng.choice(self._counters()))
        return lambda: text

    def _make_body(self):
        rng = self.rng
        for _ in range(rng.choice([1, 1, 1, 2])):
            made = self._statement()
            guard = self._condition() if rng.random() < 0.3 else None
            other = None
            if guard and rng.random() < 0.3:
                other = self._statement()
            self.statements.append((made, guard, other))
        if rng.random() < 0.06:
            self.guard = self._condition()

    # ---- calls, and which elements they touch ----

    def _make_calls(self):
        rng = self.rng
        sizes = SIZES if self.rank <= 2 else FEW_SIZES
        tuples = list(itertools.product(sizes, repeat=len(self.params)))
        rng.shuffle(tuples)
        calls = []
        for values in tuples[:60]:
            env = dict(zip(self.params, values))
            if any(env[p] < 0 for p in self.params if self._type_of(p) == "unsigned"):
                continue
            try:
                total = 1
                for loop in self.loops + ([self.inner] if self.inner else []):
                    total *= len(loop.values(env))
            except (Unusable, OutOfRange):
                continue
            if total > MOST_ITERATIONS:
                continue
            calls.append(env)
            if len(calls) == 7:
                break
        if not calls:
            raise Unusable
        return calls

    def _touch_all(self):
        # Conditions are ignored: more may be held than is touched.
        for env in self.calls:
            spaces = [loop.values(env) for loop in self.loops]
            inner = self.inner.values(env) if self.inner else [0]
            corners = [sorted({v[0], v[-1]}) if v else [] for v in spaces]
            inner = sorted({inner[0], inner[-1]}) if inner else [0]
            for point in itertools.product(*corners, inner):
                here = dict(env)
                here.update(zip(self._counters(), point))
                if self.inner:
                    here[self.inner.var] = point[-1]
                for access in self.accesses:
                    # Affine: the extremes lie in the corners.
                    access.array.touch([e.value(here) for e in access.index])
        for array in self.arrays:
            if array.elements() > 1 << 18:
                raise Unusable

    def _strides(self):
        """The factor of each dimension of a linear subscript: its extent, or a parameter for it."""
        self.extents = {}
        for array in self.arrays:
            array.strides = [None] * array.rank
            runtime = self.rng.random() < 0.8
            for d in range(1, array.rank):
                if runtime and array.form == "linear":
                    label = "%s_%d" % (array.label, d)
                    self.extents[label] = array.extent(d)
                    array.strides[d] = name(label)
                else:
                    array.strides[d] = const(array.extent(d))

    # ---- smaller nests ----

    def edits(self):
        """What may be left out, one thing each."""
        if len(self.calls) > 1:
            yield from (("call", k) for k in range(len(self.calls)))  # alone
        if len(self.statements) > 1:
            yield from (("statement", k) for k in range(len(self.statements)))
        for k, (_, guard, other) in enumerate(self.statements):
            if other:
                yield ("else", k)
            elif guard:
                yield ("if", k)
        if self.guard:
            yield ("continue", 0)
        if len(self.arrays) > len(self._used()):
            yield ("arrays", 0)

    def edit(self, what):
        """Leaves out one of edits(); the nest stays defined, since its arrays stay as large."""
        kind, k = what
        if kind == "call":
            self.calls = [self.calls[k]]
        elif kind == "statement":
            del self.statements[k]
        elif kind == "else":
            self.statements[k] = self.statements[k][:2] + (None,)
        elif kind == "if":
            self.statements[k] = (self.statements[k][0], None, None)
        elif kind == "continue":
            self.guard = None
        else:
            used = self._used()
            self.filled = [f for f, a in zip(self.filled, self.arrays) if a.label in used]
            self.arrays = [a for a in self.arrays if a.label in used]

    def _used(self):
        body = self.text().split("{", 1)[1]
        return {a.label for a in self.arrays if re.search(r"\b%s\b" % a.label, body)}

    # ---- text ----

    def _make_annotation(self):
        rng = self.rng
        parts = []
        declared = any(loop.masked for loop in self.loops) or (
            rng.random() < 0.25 and all(loop.declarable() for loop in self.loops))
        if declared:
            lower = ", ".join(loop.lower.text() for loop in self.loops)
            upper = ", ".join(loop.upper.text() for loop in self.loops)
            if self.rank == 1:
                parts.append("bounds(%s, %s)" % (lower, upper))
            else:
                parts.append("bounds({%s}, {%s})" % (lower, upper))
            if any(loop.step > 1 for loop in self.loops):
                parts.append("step(%s)" % ", ".join(str(loop.step) for loop in self.loops))
                parts.append("width(%s)" % ", ".join(str(loop.width) for loop in self.loops))
        kind = rng.random()
        if kind < 0.35:
            gaps = [loop.step > loop.width for loop in self.loops]
            parts.append("map(%s)" % random_mapping(rng, self.rank, gaps))
        elif kind < 0.85:
            parts.append("map(%s)" % rng.choice(["Jing", "JingExt", "FoldAll", "Auto"]))
        else:
            parts.append("map")
        if self.summed:
            parts.append("reduce(%s)" % ", ".join(self.summed))
        if rng.random() < 0.15:
            return "HEDDLE(%s)" % ", ".join(parts)
        return "[[%s]]" % ", ".join("heddle::" + part for part in parts)

    def text(self):
        """The function that holds the nest."""
        parameters = [array.parameter() for array in self.arrays]
        parameters += ["%s %s" % (self._type_of(p), p) for p in self.params]
        parameters += ["int " + label for label in self.extents]
        lines = ["void %s(%s) {" % (self.label, ", ".join(parameters)), "  " + self.annotation]
        for d, loop in enumerate(self.loops):
            lines.append("  " + "  " * d + loop.header())
        pad = "  " * (self.rank + 1)
        lines[-1] += " {"
        masks = [loop.condition() for loop in self.loops if loop.masked]
        body = []
        if self.guard:
            body.append(pad + "if (!(%s)) continue;" % self.guard())
        depth = pad
        if masks:
            body.append(pad + "if (%s) {" % " && ".join(masks))
            depth = pad + "  "
        for (made, _, _), guard, other in self.statements:
            body.append(depth + ("if (%s) {" % guard() if guard else "{"))
            body += made(depth + "  ")
            if other:
                body += [depth + "} else {"] + other[0](depth + "  ")
            body.append(depth + "}")
        if masks:
            body.append(pad + "}")
        lines += body + ["  " * self.rank + "}", "}"]
        return "\n".join(lines)

    def _type_of(self, param):
        unsigned = any(param in (loop.lower.names() | loop.upper.names()) and loop.unsigned
                       for loop in self.loops)
        unsigned = unsigned and param not in self.signed and self._only_unsigned(param)
        return "unsigned" if unsigned else "int"

    def _only_unsigned(self, param):
        loops = self.loops + ([self.inner] if self.inner else [])
        return all(loop.unsigned for loop in loops
                   if param in loop.lower.names() | loop.upper.names())

    def case(self):
        """The harness's case: each call with fresh arrays."""
        lines = ["CASE(%s) {" % self.label]
        for env in self.calls:
            lines.append("  {")
            arguments = []
            for k, array in enumerate(self.arrays):
                made = "in" if self.filled[k] else "out"
                seed = ", %du" % (k + 3) if made == "in" else ""
                lines.append("    auto *%s = r.%s<%s>(%d%s);" % (
                    array.label, made, array.element, array.elements(), seed))
                arguments.append(self._argument(array))
            arguments += [str(env[p]) for p in self.params]
            arguments += [str(extent) for extent in self.extents.values()]
            lines.append("    r.call({%s}, harness::expectation(taken::any, -1), [&] { %s(%s); });" % (
                ", ".join(str(env[p]) for p in self.params), self.label, ", ".join(arguments)))
            lines.append("  }")
        return "\n".join(lines + ["}"])

    @staticmethod
    def _argument(array):
        inner = "".join("[%d]" % array.extent(d) for d in range(1, array.rank))
        if array.form == "scalar":
            return "*" + array.label
        if array.form == "linear" or (array.form == "pointer" and not inner):
            return array.label
        if array.form == "pointer":
            return "reinterpret_cast<%s (*)%s>(%s)" % (array.element, inner, array.label)
        return "*reinterpret_cast<%s (*)[%d]%s>(%s)" % (
            array.element, array.extent(0), inner, array.label)


def make_nest(seed, index, edits=()):
    """The nest number `index` of a seed, the same in every run, made smaller by `edits`."""
    for attempt in itertools.count():
        try:
            nest = Nest("%s/%d/%d" % (seed, index, attempt), "nest_%d" % index)
            break
        except (Unusable, OutOfRange):
            continue
    for edit in edits:
        nest.edit(edit)
    return nest


def file_text(nests, title):
    """The C++ of some nests: one source for the harness of the execution tests."""
    text = ["// " + title,
            '#include "harness.h"', "#include <cmath>", "#include <cstddef>",
            "#include <heddle/heddle.h>", "", "using namespace heddle;", "using harness::taken;", "",
            "namespace SIDE {"]
    for nest in nests:
        text += ["", nest.text(), "", nest.case()]
    return "\n".join(text + ["", "} // namespace SIDE", ""])
