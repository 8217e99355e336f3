# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random bodies of nests: subscripts, values, conditions, statements, reductions.

Text is made late, by functions: it depends on the sizes of all arrays, which
are known when all accesses and calls are.
"""

import re

from arrays import ELEMENTS, FLOATING, INTEGERS, PARTS, SIZED, Access, Array
from expressions import Below, Expr, Hidden, InRow, Level, add, const, mul, name
from objects import Objects
from values import Value, cast


class Body(Objects):
    """The parts of a nest that its loops run; what nests.Nest builds on."""

    def _start_body(self):
        self.arrays = []
        self.accesses = []
        self.targets = []  # (array, index) that statements so far have stored to
        self.gathers = False  # whether `reduce` names those
        self.summed = []  # arrays that `reduce` names
        self.compatible = []  # that are updated in place without a copy
        self.copied = []
        self.sized, self.apart = [], []  # arrays that `extent`, `independent` name
        self.told = []  # some of apart, which the annotation leaves out
        self.plain = []  # whose elements are subscripts, which no function may give
        self.reduced = []  # whose elements several iterations update
        self.signed = set()  # parameters that subscripts subtract from
        self.values = 0  # how many values were made
        self.lasts = []  # lines behind it: which values it leaves
        self.levels = []  # lines in front of the nest: which parts of arrays take turns
        self.functions, self.lambdas = [], []  # lines before the function, and before the nest
        self.behind = []  # what functions stand behind it
        self.cut = set()  # numbers of those that print as 1
        self.depends = 0  # conditions around what is made now, of data among them
        self.hinted = []  # accesses that depend on data

    def _counters(self, inner=False):
        return [loop.var for loop in self.loops] + (
            [self.inner.var] if inner and self.inner else [])

    def _array(self, element, rank, written, form=None):
        array = Array(self.rng, self.label, len(self.arrays), element, rank, written, form)
        self.arrays.append(array)
        return array

    def _access(self, array, index, read=True):
        array.read = array.read or read
        access = Access(array, index)
        self.accesses.append(access)
        if self.depends:
            self.hinted.append(access)
        return access

    # ---- subscripts ----

    def _own_index(self):
        """An injective subscript of the counters, in any order, scaled, turned or shifted."""
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

    def _any_index(self, rank, inner, read=True):
        rng = self.rng
        loops = self.loops + ([self.inner] if inner and self.inner else [])
        index = []
        for _ in range(rank):
            e = const(rng.choice([0, 0, 1, 3]))
            # Not both kinds in one sum: it would wrap in the narrower type only.
            first = rng.choice(loops)
            alike = [loop.var for loop in loops if loop.unsigned == first.unsigned]
            chosen = rng.sample(alike, min(rng.choice([1, 1, 2]), len(alike)))
            innermost = max(chosen, key=alike.index)
            for var in chosen:
                # Owners of elements are found by the innermost loop.
                factor = 1 if var == innermost and not read else rng.choice([1, 1, 1, 2])
                e = add(mul(const(factor), name(var)), e)
            if read and rng.random() < 0.08 and not self.loops[0].by:
                self.forms.add("reads: quotients")
                e = Expr(rng.choice("/%"), e, const(rng.choice([2, 3, 4])))
            index.append(e)
        return index

    def _shifted(self, e, shifts):
        if e.op == "name":
            return add(e, const(shifts.get(e.args[0], 0)))
        if e.op == "const":
            return e
        return Expr(e.op, *(self._shifted(a, shifts) for a in e.args))

    def _neighbour(self, target, own_index, before=False):
        """The element of another iteration: mostly of one that comes later, or before."""
        rng = self.rng
        shifts = {}
        for loop in self.loops:
            if rng.random() < 0.5:
                ahead = loop.step * rng.choice([1, 1, 2]) * (-1 if loop.down != before else 1)
                if not shifts and rng.random() < 0.1:
                    ahead = -ahead
                    self.forms.add("at random")
                shifts[loop.var] = ahead if not shifts else rng.choice([ahead, -ahead])
        if any(loop.unsigned for loop in self.loops if shifts.get(loop.var, 0) < 0):
            shifts = {}
        return self._access(target, [self._shifted(e, shifts) for e in own_index])

    # ---- values ----

    def _read(self, inner):
        """A read of some array that the nest does not write."""
        rng = self.rng
        readable = [a for a in self.arrays if not a.written and not a.is_given]
        if rng.random() < 0.05:
            return self._gathered(inner)
        if rng.random() < 0.08:
            return self._passed(inner)
        if self.joined.random() < 0.03:
            return self._read_from_object(inner)
        if not readable or rng.random() < 0.4:
            array = self._array(self._element(), rng.randrange(1, min(self.rank, 3) + 1), False)
        else:
            array = rng.choice(readable)
        access = self._access(array, self._any_index(array.rank, inner))
        if rng.random() < 0.7 and any(e.op in "/%" for e in access.index):
            # Which elements of linear arrays these are takes long to say.
            array.form = "array" if array.form in ("linear", "shifted") else array.form
        return self._real(access)

    def _element(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.03:
            return "bool"
        if kind < 0.1:
            self.forms.add("data: std::complex")
            return rng.choice(list(PARTS))
        return rng.choice(ELEMENTS)

    def _real(self, access):
        """The element, or a part of a complex one."""
        element = access.array.element
        if element not in PARTS:
            return Value(access.text, element in ("float", "double"))
        part = self.rng.choice(["(%s).real()", "std::imag(%s)", "std::norm(%s)", "std::abs(%s)",
                                "(%s * std::conj(%s)).real()"])
        return Value(lambda: part.replace("%s", access.text()), True)

    def _gathered(self, inner):
        """A read of which data say the place, in an array that knows how large it is."""
        rng = self.rng
        self.forms.add("reads: gathered")
        size = rng.choice([1, 2, 13, 32])
        keys = self._array(rng.choice(INTEGERS), rng.randrange(1, min(self.rank, 2) + 1), False)
        self.plain.append(keys)
        key = self._access(keys, self._any_index(keys.rank, inner))
        table = self._array(rng.choice(ELEMENTS), 1, False, rng.choice(["array", "linear", "member"]))
        if table.form in ("linear", "shifted"):
            table.form, table.luck, table.style = "linear", 0, 2  # a std::vector, by []
            if rng.random() < 0.5:
                self._claim_extent(table)
        access = self._access(table, [Below(size, key.text)])
        return Value(access.text, table.element in ("float", "double"))

    def _claim_extent(self, array, must=False):
        """A plain pointer, of which the annotation says how large the array is, unless the
        launch is to find out which elements are touched."""
        array.form, array.luck, array.style = "linear", 0.9, 2
        if not must and self.later.random() < 0.4:
            self.forms.add("footprints: found by a pass")
            return
        self.sized.append(array)
        self.forms.add("claims: extent")

    def _scattered(self, target, own_index):
        """The iteration's own element, which only the annotation says that it is, or the launch
        finds out; then it need not be."""
        self._claim_extent(target)
        told = self.later.random() < 0.35
        self.forms.add("stores: told apart" if told else "claims: independent")
        self.apart.append(target)
        if told:
            self.told.append(target)
        keys = self._array(self.rng.choice(INTEGERS), 1, False)
        self.plain.append(keys)
        key = self._access(keys, self._any_index(1, False))
        at = self.rng.randrange(len(own_index))
        own = own_index[at]
        if told and self.later.random() < 0.3:
            own = Expr("/", own, const(2))
            self.forms.add("stores: told apart, some shared")
        return own_index[:at] + [Hidden(own, key.text)] + own_index[at + 1:]

    def _passed(self, inner):
        """A call of a function that reads an array: it is given a pointer to an element,
        or names the array itself."""
        rng = self.rng
        element = rng.choice(ELEMENTS)
        array = self._array(element, rng.randrange(1, min(self.rank, 3) + 1), False)
        if rng.random() < 0.15 and not self.depends:
            array.form, array.luck = "linear", 0.25
        if array.is_records() and not self.depends:
            return self._given_record(array, inner)
        if array.is_special():
            array.be_plain()
        function = "%s_r%d" % (self.label, len(self.functions) + len(self.lambdas))
        floating = element in ("float", "double")
        if rng.random() < 0.3:
            return self._captured(array, function, inner)
        self.forms.add("calls: arrays")
        index = self._any_index(array.rank, inner)
        if any(e.op in "/%" for e in index) and array.form in ("linear", "shifted"):
            array.form = "array"
        ahead = rng.choice([[-1, 0, 1], [0, 1], [0, 1, 2, 3], [-2, 0]])
        found = [self._access(array, index[:-1] + [add(index[-1], const(by))]) for by in [0] + ahead]
        given, more = "const %s *p" % element, ""
        kind = rng.random()
        if kind < 0.3:
            body = "return static_cast<%s>(%s);" % (element, " + ".join("p[%d]" % by for by in ahead))
        elif kind < 0.6:
            # Two functions, the inner one with a loop.
            self.functions.append(
                "static %s %s_all(const %s *x, const long &n) { %s s = 0; for (long k = 0; k < n; ++k) "
                "s = static_cast<%s>(s + x[k]); return s; }" % (
                    element, function, element, element, element))
            body = "const %s *const first = p + %d; return %s_all(first, %d);" % (
                element, ahead[0], function, ahead[-1] - ahead[0] + 1)
            found += [self._access(array, index[:-1] + [add(index[-1], const(by))])
                      for by in range(ahead[0], ahead[-1])]
        elif kind < 0.7 and not self.depends:
            # No affine function of the counter: a pass over the loops looks.
            self.forms.add("calls: moved subscripts")
            given += ", int i"
            more = ", static_cast<int>(%s)" % rng.choice(self._counters())
            names = {}
            if self.summing.random() < 0.5:
                # Plain names of what stands in front of the function.
                names = {kind: "%s_%s%d" % (self.label, kind, len(self.functions))
                         for kind in ("place", "last", "LEAST")}
                self.functions.append("typedef int %(place)s; constexpr int %(last)s = {};\n"
                                      "#define %(LEAST)s {}".format(ahead[-1], ahead[0]) % names)
            most, least = names.get("last", str(ahead[-1])), names.get("LEAST", str(ahead[0]))
            body = ("%s k = i; /* moves on */ while (k > %s) k -= 3; if (k < %s) k = %s; return p[k];" % (
                names.get("place", "int"), most, least, least))
            found += [self._access(array, index[:-1] + [add(index[-1], const(by))])
                      for by in range(ahead[0], ahead[-1])]
        elif kind < 0.85:
            given += ", int i"
            more = ", static_cast<int>(%s)" % rng.choice(self._counters())
            body = "if (i %% 2 == 0) return p[%d]; const int by = %d; return *(p + by);" % (
                ahead[0], ahead[-1])
        else:
            body = ("%s most = p[0]; for (int k = %d; k >= %d; --k) { if (most < p[k]) most = p[k]; "
                    "else continue; } return most;" % (element, ahead[-1], ahead[0]))
            found += [self._access(array, index[:-1] + [add(index[-1], const(by))])
                      for by in range(ahead[0], ahead[-1])]
        self.functions.append("static %s %s(%s) { %s }" % (element, function, given, body))
        return Value(lambda: "%s(&%s%s)" % (function, found[0].text(), more), floating)

    def _given_record(self, array, inner):
        """A function gets the structure of which the element is a member, or is its own."""
        self.forms.add("calls: structures")
        array.is_given = True
        access = self._access(array, self._any_index(array.rank, inner))
        function = "%s_r%d" % (self.label, len(self.functions) + len(self.lambdas))
        given = self.rng.choice(["const %s &s", "%s s"]) % array._structure()
        member = "v" if array.style % 2 else "w"
        self.functions.append("static %s %s(%s) { const %s t = s.%s; return t < 1 ? s.%s : t; }" % (
            array.element, function, given, array.element, member, member))

        def text():
            place = access.text()
            if place.endswith("->" + member):
                return "%s(*%s)" % (function, place[:-3])
            return "%s(%s)" % (function, place[:-2])
        return Value(text, array.element in ("float", "double"))

    def _captured(self, array, function, inner):
        """A lambda that reads an array which it has captured."""
        self.forms.add("calls: captured arrays")
        # In dimensions of their own its parameters are counters in some order.
        counters = [self.rng.choice(self._counters(inner)) for _ in range(array.rank)]
        given = ["abc"[d] for d in range(array.rank)]
        if array.form == "shifted":
            array.form = "linear"
        if array.is_private() or array.has_lambda():
            array.be_plain()
        array.be_capturable()
        self._access(array, [name(var) for var in counters])
        inside = Access(array, [name(var) for var in given])
        element = array.element
        self.lambdas.append(lambda: "const auto %s = [&](%s) { const %s v = %s; if (v < 1) return v; "
                            "return static_cast<%s>(v + 1); };" % (
                                function, ", ".join("long " + var for var in given), element,
                                inside.text(), element))
        return Value(lambda: "%s(%s)" % (function, ", ".join(
            "static_cast<long>(%s)" % var for var in counters)), element in ("float", "double"))

    def _value(self, element, depth, inner, own):
        """A real operand that is computed towards `element`; `own` are accesses it may read."""
        element = PARTS.get(element, element)
        number = self.values
        self.values += 1
        made = self._new_value(element, depth, inner, own)
        return Value(lambda: "1" if number in self.cut else made.text(), made.floating)

    def _leaf(self, element, inner, own):
        rng = self.rng
        pick = rng.random()
        if own and pick < 0.25:
            access = rng.choice(own)
            return self._real(access)
        if pick < 0.75:
            return self._read(inner)
        if pick < 0.85:
            var = rng.choice(self._counters(inner))
            return Value(lambda: "static_cast<%s>(%s)" % (element, var),
                         element in ("float", "double"))
        value = rng.choice(["1", "3", "2", "7"])
        return Value(lambda: value)

    def _new_value(self, element, depth, inner, own):
        rng = self.rng
        kind = rng.random()
        if depth <= 0 or kind < 0.35:
            return self._leaf(element, inner, own)
        self.depends += 0.7 <= kind < 0.8
        a = self._value(element, depth - 1, inner, own)
        b = self._value(element, depth - 1, inner, own)
        self.depends -= 0.7 <= kind < 0.8
        floating = a.floating or b.floating
        if kind < 0.7:
            op = rng.choice(["+", "-", "*"])
            return Value(lambda: "(%s %s %s)" % (a.text(), op, b.text()), floating)
        if kind < 0.8:
            c = self._value(element, 0, inner, own)
            test = rng.choice(["%s < 4", "%s > 4 && " + rng.choice(self._counters()) + " != 3",
                               "!(%s >= 2)"])
            self.forms.add("values: ?:")
            return Value(lambda: "(%s ? %s : %s)" % (test % c.text(), a.text(), b.text()), floating)
        if kind < 0.83:
            return self._call(element, a, b)
        if kind < 0.87:
            self.forms.add("values: std::min, max")
            call = rng.choice(["min", "max"])
            return Value(lambda: "std::%s<%s>(%s, %s)" % (
                call, element, cast(element, a), cast(element, b)), element in ("float", "double"))
        if element in ("float", "double"):
            self.forms.add("values: <cmath>")
            call = rng.choice(["std::fabs(%s)", "std::sqrt(std::fabs(%s))", "std::floor(%s)",
                               "std::fmin(%s, 2.5)", "std::trunc(%s)"])
            return Value(lambda: call % cast(element, a), True)
        self.forms.add("values: bits")
        op = rng.choice(["(%s & 15)", "(%s | 3)", "(%s ^ 9)", "(%s / 3)", "(%s % 5)", "(%s >> 1)"])
        return Value(lambda: "(%s + %s)" % (a.text(), op.replace("%s", cast("int", b), 1)),
                     a.floating)

    def _call(self, element, a, b):
        """A call of a function of two values, or of a lambda, that stands before the nest."""
        rng = self.rng
        name = "%s_f%d" % (self.label, len(self.functions) + len(self.lambdas))
        const = rng.choice(["%s ", "const %s &"]) % element
        limit = "%s_limit" % name
        body = rng.choice([
            "return b < a ? a : b;",
            "%s r = a; if (b > 2) r = b; return r;" % element,
            "for (int k = 0; k < 3; ++k) { if (a < b) break; a = static_cast<%s>(b / 2); } return a;"
            % element,
            "const auto r = a > LIMIT ? LIMIT : a; if (r == b) return b; return r;",
            "const %s r[2] = {a, b}; return r[a < b];" % element,
        ])
        uses = "LIMIT" in body
        left_out = rng.random() < 0.2
        head = "(%s a, %sb%s)" % (element, const, " = 2" if left_out else "")
        value = "const %s %s = 3;" % (element, limit)
        body = body.replace("LIMIT", limit)
        if rng.random() < 0.3:
            self.forms.add("calls: lambdas")
            if uses:
                self.lambdas.append(value)
            self.lambdas.append("const auto %s = [%s]%s -> %s { %s };" % (
                name, limit if uses else "", head, element, body))
        else:
            self.forms.add("calls: functions")
            if uses:
                self.functions.append("static " + value.replace("const ", "", 1))
            if not uses and rng.random() < 0.25:
                self.forms.add("calls: pure")
                self.functions.append("HEDDLE(pure) HEDDLE_HD static %s %s(%s, %s);" % (
                    element, name, element, const))
                self.behind.append("HEDDLE_HD %s %s%s { %s }" % (
                    element, name, head.replace(" = 2", ""), body))
                left_out = False
            else:
                self.functions.append("static %s %s%s { %s }" % (element, name, head, body))
        if left_out:
            self.forms.add("calls: defaults")
            return Value(lambda: "%s(%s)" % (name, cast(element, a)),
                         element in ("float", "double"))
        return Value(lambda: "%s(%s, %s)" % (name, cast(element, a), cast(element, b)),
                     element in ("float", "double"))

    # ---- conditions ----

    def _hints(self):
        """Lines that touch what depends on data, where the arrays' declarations do not
        say which elements there are."""
        inner = self.inner.var if self.inner else ""
        found = [access for access in self.hinted if not access.array.is_sized()
                 and access.array not in self.sized and access.array.form not in ("scalar", "local")
                 and access.array not in self.reduced
                 and not any(inner in e.names() for e in access.index)]
        texts = {access.text() for access in found}
        return ["(void)%s;" % text for text in sorted(texts) if not inner or not re.search(
            r"\b%s\b" % inner, text)]

    def _condition(self, depth=1):
        """An affine or data-dependent condition, printed late."""
        rng = self.rng
        kind = rng.random()
        if depth and kind < 0.2:
            a = self._condition(0)
            self.depends += 1
            b = self._condition(0)
            self.depends -= 1
            op = rng.choice(["%s && %s", "(%s) || (%s)", "!(%s) && %s", "%s && !(%s)"])
            self.forms.add("conditions: && and ||")
            return lambda: op % (a(), b())
        if kind < 0.45:
            access = self._access(self._array(rng.choice(ELEMENTS), self.rank, False),
                                  self._own_index())
            self.forms.add("conditions: data")
            return lambda: "%s > 0" % access.text()
        self.forms.add("conditions: affine")
        var = rng.choice(self._counters())
        kind = rng.random()
        if kind < 0.3:
            text = "%s %% %d == %d" % (var, rng.choice([2, 3, 5]), rng.randrange(2))
            if self.later.random() < 0.3:
                self.forms.add("conditions: bits")
                text = self.later.choice(["(%s & 1) == 0", "(%s >> 1) > 2", "%s & 1"]) % var
        elif kind < 0.5:
            text = "%s / 2 != %s" % (var, rng.choice(self.params))
        elif kind < 0.8:
            other = rng.choice(self._counters() + self.params)
            text = "%s %s %s + %d" % (var, rng.choice(["<", ">", "<=", "!=", "=="]), other,
                                      rng.randrange(3))
        else:
            text = "!(%s > 3) || %s < 2" % (var, rng.choice(self._counters()))
        return lambda: text

    # ---- statements ----

    def _statement(self, everywhere=False):
        """A function from the indentation to lines; `everywhere`: it stores in each
        iteration."""
        rng = self.rng
        if rng.random() < 0.18 and not everywhere:
            return self._reduction()
        element = self._element()
        own_index = self._own_index()
        kind = rng.random()
        if self.later.random() < 0.015 and element != "bool":
            return self._next_level(element, own_index)
        if self.inner and kind < 0.25 and element != "bool" and not everywhere:
            return self._row(element, own_index)
        if kind > 0.93:
            return self._other_plane(element, own_index)
        if self.ragged.random() < 0.04 and element != "bool" and not everywhere:
            return self._row_of_data(element)
        target = self._array(element, self.rank, True)
        if rng.random() < 0.06 and element != "bool":
            place = self._scattered(target, own_index)
            own = [self._access(target, place)] if (
                rng.random() < 0.3 and target not in self.told) else []
            return self._store(self._access(target, place, read=False), element, own)
        own = [self._access(target, own_index)] if rng.random() < 0.35 and element != "bool" else []
        if rng.random() < 0.06:
            self.forms.add("at random")
            own = [self._access(target, self._any_index(self.rank, False))]
        elif rng.random() < 0.2 and element != "bool":
            # What other iterations write, mostly later ones: that takes a copy.
            self.forms.add("in place: copies")
            self.copied.append(target)
            own += [self._neighbour(target, own_index)
                    for _ in range(rng.choice([1, 1, 2, 3]))]
        elif own:
            self.forms.add("in place: compatible")
            self.compatible.append(target)
        if self.targets and rng.random() < 0.3:
            own.append(self._access(*rng.choice(self.targets)))
            self.forms.add("in place: between statements")
        if self.targets and rng.random() < 0.15:
            own.append(self._neighbour(*rng.choice(self.targets), before=True))
            self.forms.add("launches: other iterations' results")
        store = self._access(target, own_index, read=False)
        self.targets.append((target, own_index))
        return self._store(store, element, own)

    def _operator(self, element, target):
        rng = self.rng
        if element == "bool" or target in self.told:
            return "="
        op = rng.choice(["=", "=", "=", "=", "+=", "-=", "*="] +
                        ([] if element in FLOATING else ["&=", "|=", "^=", ">>=", "%="]))
        if op != "=":
            target.read = True
            self.forms.add("stores: compound")
        return op

    def _store(self, store, element, own):
        rng = self.rng
        op = self._operator(element, store.array)
        if self.inner and rng.random() < 0.5:
            return self._sum_loop(store, element, op)
        value = self._value(element, 2, False, own)
        kind = rng.random()
        if element in PARTS and kind > 0.5:
            return self._complex_store(store, element, op, own, value)
        if op in (">>=", "%="):
            by = rng.choice(["3", "5"])
            return lambda pad: [pad + "%s %s %s;" % (store.text(), op, by)]
        if kind < 0.15:
            self.forms.add("values: locals")
            return lambda pad: [
                pad + "const %s v = %s;" % (element, cast(element, value)),
                pad + "%s %s static_cast<%s>(v + %s);" % (
                    store.text(), op, element,
                    "%s(1)" % PARTS[element] if element in PARTS else "1")]
        if kind < 0.22:
            self.forms.add("values: locals")
            name, declared = self._variable(element, "v")
            return lambda pad: [
                pad + "%s &own = %s;" % (element, store.text()),
                pad + "%s = %s;" % (declared, cast(element, value)),
                pad + "%s = %s + %s;" % (name, name, name), pad + "own %s %s;" % (op, name)]
        if kind < 0.27 and element not in FLOATING + ["bool"] and op == "=":
            store.array.read = True
            return lambda pad: [pad + "++%s;" % store.text(), pad + "%s = %s;" % (
                store.text(), cast(element, value))]
        if self.joined.random() < 0.1 and element not in PARTS and element != "bool" and (
                store.array not in self.apart):
            return self._stored_in_object(store, element, op, value)
        if self.joined.random() < 0.05 and element not in PARTS and element != "bool":
            return self._in_block(store, element, op, value)
        if self.newest.random() < 0.04 and element not in PARTS and element != "bool":
            return self._read_again(store, element, op, value)
        if self.newer.random() < 0.05 and element not in PARTS and element != "bool":
            return self._decided(store, element, op, value)
        # In functions there is no place to look at what is claimed.
        if self.outside.random() < 0.15 and store.array not in self.apart:
            return self._stored_by_call(store, element, op, own, value)
        if self.outside.random() < 0.1 and element not in PARTS and element != "bool":
            return self._through_structure(store, element, op, value)
        if self.later.random() < 0.08 and element not in PARTS and element != "bool":
            return self._through_array(store, element, op, value)
        if self.later.random() < 0.12 and element not in PARTS and element != "bool":
            return self._chosen(store, element, op, value)
        if self.later.random() < 0.2 and element not in PARTS and self._leaves_values():
            return self._left_behind(store, element, op, value)
        return lambda pad: [pad + "%s %s %s;" % (store.text(), op, cast(element, value))]

    def _through_array(self, store, element, op, value):
        """The value takes its way through an array in front of the nest, which each iteration
        has for itself."""
        rng = self.later
        self.forms.add("front: arrays")
        name = "w_%d" % len(self.variables)
        self.variables.append("%s %s[3];" % (element, name))
        part = "static_cast<%s>(%%s)" % element
        loop = "for (int c = 0; c < 3; ++c)"
        made, known = part % "made + c", part % (name + "[0] + 1")
        begin = rng.choice([
            ["%s[0] = made;" % name, "%s[2] = %s[1] = %s;" % (name, name, known)],
            [loop, "  %s[c] = %s;" % (name, made)],
            ["for (int c = 2; c >= 0; --c)", "  %s[c] = %s;" % (name, made)],
            [loop, "  %s[c] = 0;" % name, "++%s[static_cast<unsigned>(made) %% 3u];" % name]])
        if element in ("float", "double") and "++" in begin[-1]:
            begin[-1] = "%s[1] = made;" % name
        if self.newest.random() < 0.25:
            self.forms.add("front: arrays that calls fill")
            fill = "%s_w%d" % (self.label, len(self.functions))
            self.functions.append("static void %s(%s by, %s *to) { %s to[c] = %s; }" % (
                fill, element, element, loop, part % "by - c"))
            begin = ["%s(made, %s);" % (fill, name)]
        return lambda pad: [pad + "const %s made = %s;" % (element, cast(element, value))] + [
            pad + line for line in begin] + [
            pad + "%s sum = 0;" % element, pad + loop,
            pad + "  sum = %s;" % (part % ("sum + %s[c]" % name)),
            pad + "%s %s %s;" % (store.text(), op, "3" if op in (">>=", "%=") else "sum")]

    def _chosen(self, store, element, op, value):
        """The value takes its way through a switch, a statement expression or an array of the
        standard library."""
        rng = self.later
        part = "static_cast<%s>(%%s)" % element
        form = rng.choice(["switch", "statement expressions", "std::array"])
        self.forms.add("values: " + form)
        var = rng.choice(self._counters())
        lines, last = {
            "switch": ([
                "%s v;" % element, "switch (%s & 3) {" % var, "case 0: v = made; break;",
                "case 1:", "case 2:", "  v = %s;" % (part % "made + 1"), "  break;",
                "default: v = 7;", "}"], "v"),
            "statement expressions": ([], "({ %s v = %s; v < 3 ? made : v; })" % (
                element, part % "made + 2")),
            "std::array": ([
                "std::array<%s, 3> v = {made, 2, %s};" % (element, part % "made + 3"),
                "v[1] = %s;" % (part % "v[1] + v[0]")], "v[%s]" % rng.choice(["1", "%s & 1" % var])),
        }[form]
        return lambda pad: [pad + "const %s made = %s;" % (element, cast(element, value))] + [
            pad + line for line in lines] + [pad + "%s %s %s;" % (
                store.text(), op, "3" if op in (">>=", "%=") else part % last)]

    def _leaves_values(self):
        """Whether each iteration runs what is made now, and bounds stay what they are."""
        loops = self.loops + ([self.inner] if self.inner else [])
        return not self.depends and not self.imperfect and self.mapped == self.rank and not any(
            loop.masked or loop.triangular or loop.by or not loop.compares_counter()
            for loop in loops) and all(
            self.passed[p] == "value" for loop in loops for p in loop.names())

    def _decided(self, store, element, op, value):
        """Data decide whether a variable in front of the nest is set, and whether it is read."""
        rng = self.newer
        if rng.random() < 0.3 and self._leaves_values():
            word, given = "lastprivate", "%s + 1000L > 0" % rng.choice(self._counters())
            name, declared = "o_%d" % len(self.variables), "%s o_%d = 2;"
            left = self._array(element, 1, True, "scalar")
            self.lasts.append("%s = %s;" % (left.label, name))
        else:
            word, given = "private", rng.choice(["made > 2", "!(made == made + 1)"])
            name = "o_%d" % len(self.variables)
            declared = rng.choice(["%s o_%d;", "%s o_%d = 0;", "%s o_%d[2];"])
        self.variables.append(declared % (element, len(self.variables)))
        self.owned.append((name, word))
        own = name + "[1]" if "[" in declared else name
        return lambda pad: [
            pad + "const %s made = %s;" % (element, cast(element, value)),
            pad + "if (%s)" % given, pad + "  %s = made;" % own,
            pad + "if (%s)" % given,
            pad + "  %s %s %s;" % (store.text(), op, "3" if op in (">>=", "%=") else own)]

    def _read_again(self, store, element, op, value):
        """Data decide whether the iteration stores, and what it has stored whether it does
        again."""
        self.forms.add("stores: read again")
        store.array.read = True
        return lambda pad: [
            pad + "const %s made = %s;" % (element, cast(element, value)),
            pad + "if (made > 2) {",
            pad + "  %s %s %s;" % (store.text(), op, "3" if op in (">>=", "%=") else "made"),
            pad + "  if (%s > 3)" % store.text(),
            pad + "    %s = static_cast<%s>(%s / 2);" % (store.text(), element, store.text()),
            pad + "}"]

    def _left_behind(self, store, element, op, value):
        """The value takes its way through a variable that is read behind the nest."""
        self.forms.add("front: last values")
        name = "last_%d" % len(self.variables)
        self.variables.append("%s %s = 1;" % (element, name))
        left = self._array(element, 1, True, "scalar")
        self.lasts.append("%s = %s;" % (left.label, name))
        return lambda pad: [pad + "%s = %s;" % (name, cast(element, value)), pad + "%s %s %s;" % (
            store.text(), op, "3" if op in (">>=", "%=") else name)]

    def _through_structure(self, store, element, op, value):
        """The value takes its way through structures of two numbers, and operators on them."""
        rng = self.outside
        self.forms.add("values: structures")
        name = "%s_pair%d" % (self.label, len(self.functions))
        part = "static_cast<%s>(%%s)" % element
        self.functions.append(
            "struct %(t)s { %(e)s a, b;"
            " %(t)s operator+(const %(t)s &o) const { return {%(sum)s, %(less)s}; }"
            " %(t)s &operator+=(const %(t)s &o) { a = %(cross)s; b = o.a; return *this; } };"
            " static %(e)s %(t)s_of(%(t)s p, const %(t)s &q) { p += q; return p.a; }" % {
                "t": name, "e": element, "sum": part % "a + o.a", "less": part % "b - o.b",
                "cross": part % "a + o.b"})
        last = rng.choice(["u.a", "(u + w).b", "%s_of(u, w + u)" % name, "%s_of(w, w)" % name,
                           "(u.a < w.b ? u : w).b"])
        return lambda pad: [
            pad + "%s u = {%s, %s}, w;" % (name, cast(element, value), part % "3"),
            pad + "w = u + %s{%s, u.a};" % (name, part % "2"), pad + "u += w;",
            pad + "%s %s %s;" % (store.text(), op, part % (
                "3" if op in (">>=", "%=") else last))]

    def _stored_by_call(self, store, element, op, own, value):
        """A function or a lambda stores, through a pointer, a reference, or by the array's
        name."""
        rng = self.outside
        self.forms.add("calls: stores")
        name = "%s_s%d" % (self.label, len(self.functions) + len(self.lambdas))
        form = rng.choice(["*to", "to", "to", "lambda"])
        if form == "lambda":
            store.array.be_capturable()
            counters = self._counters()
            head = ", ".join("long %s" % var for var in counters) + ", %s v" % element
            self.lambdas.append(lambda: "const auto %s = [&](%s) { %s %s v; };" % (
                name, head, store.text(), op))
            return lambda pad: [pad + "%s(%s, %s);" % (name, ", ".join(counters),
                                                       cast(element, value))]
        # What the same array had before may be what the reference leads to.
        seen = [access for access in own if access.array is store.array]
        seen = seen[0] if seen and rng.random() < 0.7 else None
        gives = rng.random() < 0.4
        head = "(%s %s, %sv%s)" % (
            element, "*to" if form == "*to" else "&to",
            rng.choice(["const %s &", "%s "]) % element,
            ", const %s &seen" % element if seen else "")
        lines = ["if (v == seen) %s = v;" % form] if seen else []
        if rng.random() < 0.3:
            self.hinted.append(store)
            lines.append("if (v == static_cast<%s>(3)) { %s = v; return%s; }" % (
                element, form, " v" if gives else ""))
        lines.append("%s %s v;" % (form, op))
        lines += ["%s = static_cast<%s>(%s + seen);" % (form, element, form)] if seen else []
        lines += ["return %s;" % form] if gives else []
        text = "static %s %s%s" % (element if gives else "void", name, head)
        body = "{ %s }" % " ".join(lines)
        if rng.random() < 0.3:
            self.forms.add("calls: defined behind")
            self.functions.append(text + ";")
            self.behind.append("%s %s" % (text, body))
        else:
            self.functions.append("%s %s" % (text, body))
        ampersand = "&" if form == "*to" else ""

        def lines_of(pad):
            arguments = [ampersand + store.text(), cast(element, value)]
            call = "%s(%s)" % (name, ", ".join(arguments + ([seen.text()] if seen else [])))
            return [pad + ("const auto got = %s; (void)got;" if gives else "%s;") % call]
        return lines_of

    def _complex_store(self, store, element, op, own, value):
        """Complex operands and functions."""
        rng = self.rng
        others = [access.text for access in own if access.array.element == element]
        other = rng.choice(others) if others else lambda: "%s(1, 3)" % element
        form = rng.choice(["std::conj(%(z)s) * %(x)s", "%(z)s - %(x)s * %(x)s", "%(r)s * %(x)s",
                           "-%(x)s / %(by)s", "%(x)s == %(z)s ? %(z)s : %(x)s + %(r)s",
                           "std::polar(%(by)s, std::real(%(x)s))", "%(r)s"])
        part = PARTS[element]
        return lambda pad: [pad + "%s %s %s;" % (store.text(), op, form % {
            "z": cast(element, value), "r": cast(part, value), "x": other(), "by": part + "(2)"})]

    def _sum_loop(self, store, element, op):
        """The inner loop sums up, perhaps until data stops it."""
        rng = self.rng
        self.forms.add("inner loops: sums")
        kind = rng.random()
        # Where data says how often it runs, no subscript may have its counter.
        bounded = kind < 0.3 and not self.inner.triangular
        self.depends += bounded
        value = self._value(element, 2, not bounded, [])
        op = op if op in ("=", "+=", "-=", "*=") else "="
        stop = self._read(False) if bounded else None
        self.depends -= bounded
        if bounded:
            self.forms.add("inner loops: data")

        name, declared = self._variable(element, "sum")

        def lines(pad):
            header = self.inner.header()
            text = ["  %s += %s;" % (name, cast(element, value))]
            if bounded and kind < 0.08:
                header = "int left = static_cast<int>(%s) & 15;" % cast("long", stop)
                text = ["while (left > 0) {"] + text + ["  left /= 2;", "}"]
            elif bounded and kind < 0.18:
                text = ["{", "  if (%s > 9)" % stop.text(), "    break;"] + text + ["}"]
            elif bounded:
                header = "for (int t = 0; t < (static_cast<int>(%s) & 7); ++t)" % cast("long", stop)
            return ([pad + "%s = 0;" % declared, pad + header] + [pad + each for each in text] +
                    [pad + "%s %s %s;" % (store.text(), op, name)])
        return lines

    def _variable(self, element, word):
        """The name of a variable that an iteration writes before it reads it, and how the
        first write begins: declared there, or in front of the nest."""
        if not self.in_front or element in PARTS or self.outside.random() < 0.2:
            return word, "%s %s" % (element, word)
        name = "%s_%d" % (word, len(self.variables))
        self.variables.append("%s %s;" % (element, name))
        return name, name

    def _row(self, element, own_index, scans=True):
        """The inner loop stores a row, perhaps out of what it has stored before."""
        rng = self.rng
        target = self._array(element, self.rank + 1, True)
        index = own_index + [name(self.inner.var)]
        store = self._access(target, index, read=False)
        own = []
        if scans and rng.random() < 0.4 and not self.inner.unsigned:
            back = self.inner.stride() * (1 if self.inner.down else -1)
            own = [self._access(target, own_index + [add(name(self.inner.var), const(back))])]
            self.forms.add("inner loops: scans")
        if (not own and element not in PARTS and self._is_callable(self.inner)
                and self.later.random() < 0.8):
            return self._called_row(store, element, own_index)
        value = self._value(element, 1, True, own)
        self.forms.add("inner loops: rows")
        if not self.inner.unsigned and self.later.random() < 0.3:
            return self._moved_row(store, element, value)
        return lambda pad: [pad + self.inner.header(), pad + "  %s = %s;" % (
            store.text(), cast(element, value))]

    def _row_of_data(self, element):
        """A loop over a row of which data say where it begins and ends: it stores there, or sums
        up what is there."""
        rng = self.ragged
        row = rng.choice([1, 2, 3, 5])
        e = add(name(self.loops[0].var), const(rng.choice([0, 0, 1])))
        begins = self._array("int", 1, False, rng.choice(["linear", "linear", "array"]))
        begins.row = row
        begins.be_plain()
        first = self._access(begins, [e])
        behind = self._access(begins, [add(e, const(1))])
        word = "at_%d" % self.values
        header = lambda: "for (int %s = %s; %s < %s; ++%s)" % (
            word, first.text(), word, behind.text(), word)
        stores = self.rank == 1 and rng.random() < 0.6
        array = self._array(element, 1, stores)
        self.plain.append(array)
        place = self._access(array, [InRow(e, row, word)], read=not stores)
        # Outside of the loop nothing names it.
        self.hinted = [each for each in self.hinted if each is not place]
        if rng.random() < 0.7:
            self._claim_extent(array)
        else:
            array.form = "array"
        if stores:
            self.apart.append(array)
            self.told.append(array)
            self.forms.add("rows of data: stores")
            op = rng.choice(["=", "+=", "*="])
            array.read = array.read or op != "="
            value = self._value(element, 1, False, [])
            return lambda pad: [pad + header(), pad + "  %s %s %s;" % (
                place.text(), op, cast(element, value))]
        self.forms.add("rows of data: sums")
        target = self._array(element, self.rank, True)
        store = self._access(target, self._own_index(), read=False)
        return lambda pad: [
            pad + "%s sum = %s;" % (element, cast(element, Value(lambda: "0"))), pad + header(),
            pad + "  sum = static_cast<%s>(sum + %s);" % (element, place.text()),
            pad + "%s = sum;" % store.text()]

    def _is_callable(self, loop):
        """Whether its iterations are those of a call: from a bound on, one by one."""
        return not (loop.by or loop.masked or loop.unsigned or loop.triangular or loop.down
                    or loop.is_outside()) and loop.stride() == 1 and loop.form in ("<", "!=", "<=")

    def _moved_row(self, store, element, value):
        """The same, where a local goes along with the counter and is the subscript."""
        loop, moved = self.inner, "%s_moved" % self.inner.var
        self.forms.add("inner loops: locals that move")
        first = add(loop.upper, const(-1)) if loop.down else loop.lower
        by = "%s %s= %d" % (moved, "-" if loop.down else "+", loop.stride())
        within = self.later.random() < 0.5 and loop.stride() == 1 and not loop.down

        def lines(pad):
            subscript = re.sub(r"\b%s\b" % loop.var, moved + "++" * within, store.text())
            body = "%s = %s;" % (subscript, cast(element, value))
            return [pad + "long %s = %s;" % (moved, first.text()), pad + loop.header(), pad + "{",
                    pad + "  " + body] + [pad + "  %s;" % by] * (not within) + [pad + "}"]
        return lines

    def _other_plane(self, element, own_index):
        """Stores to one part of an array out of another one."""
        rng = self.rng
        element = "int" if element == "bool" else element
        self.forms.add("in place: parts")
        if rng.random() < 0.5:
            target = self._array(element, self.rank + 1, True, rng.choice(SIZED))
            store = self._access(target, [const(0)] + own_index, read=False)
            read = self._access(target, [const(1)] + self._any_index(self.rank, False, False))
        else:
            # The even elements of the last dimension out of the odd ones.
            target = self._array(element, self.rank, True)
            last = self._shifted(own_index[-1], {})
            store = self._access(target, own_index[:-1] + [mul(const(2), last)], read=False)
            odd = add(mul(const(2), last), const(rng.choice([1, 3])))
            read = self._access(target, own_index[:-1] + [odd])
        self.compatible.append(target)
        other = self._value(element, 1, False, [])
        floating = other.floating or element in FLOATING
        found = self._real(read)
        value = Value(lambda: "%s + %s" % (found.text(), other.text()), floating)
        return lambda pad: [pad + "%s = %s;" % (store.text(), cast(element, value))]

    def _next_level(self, element, own_index):
        """Stores to the next level of an array out of the one that is there now."""
        rng = self.later
        self.forms.add("front: levels")
        number = len(self.levels)
        now, following = "now_%d" % number, "next_%d" % number
        param = rng.choice(self.params)
        bit = "%s & 1" % param
        forms = ["const int %s = %s, %s = 1 - %s;" % (now, bit, following, now),
                 "const int %s = 1 - (%s), %s = 1 - %s;" % (following, bit, now, following)]
        if self.passed[param] == "value":  # others might change between
            forms.append("int %s = %s; int %s = 1 - (%s);" % (now, bit, following, bit))
        self.levels.append(rng.choice(forms))
        target = self._array(element, self.rank + 1, True, rng.choice(SIZED))
        store = self._access(target, [Level(following)] + own_index, read=False)
        reads = [self._access(target, [Level(now)] + self._any_index(self.rank, False, False))
                 for _ in range(rng.choice([1, 2]))]
        self.compatible.append(target)
        found = [self._real(read) for read in reads]
        other = self._value(element, 1, False, [])
        value = Value(lambda: " + ".join(each.text() for each in found + [other]),
                      other.floating or element in FLOATING)
        return lambda pad: [pad + "%s = %s;" % (store.text(), cast(element, value))]

    # ---- reductions ----

    def _reduction(self):
        """All iterations, or those of some loops, combine into one element."""
        rng = self.rng
        kind = rng.random()
        if self.later.random() < 0.12:
            return self._in_segments()
        if kind < 0.45:
            return self._to_variable()
        floating = self.rank > 1 and kind < 0.75
        element = rng.choice(["float", "double"] if floating else INTEGERS)
        value = self._value(element, 2, bool(self.inner), [])
        rank = rng.randrange(1, min(self.rank, 3)) if floating else (
            rng.randrange(1, min(self.rank, 2) + 1))
        target = self._array(element, rank, True)
        store = self._access(target, self._any_index(rank, False, False))
        self.forms.add("reductions: gathered" if floating else "reductions: shared elements")
        self.reduced.append(target)
        # Elements in floating point have threads of their own, which keep the order.
        if floating and rng.random() < 0.7:
            self.gathers = True
        return self._step(store, element, value, ["+", "+", "-", "*", "max", "min"] + (
            [] if floating else ["|", "&", "^", "++"]))

    def _turned(self):
        """A loop between others updates elements again and again, or makes each of the one
        before; in order, whatever the step is."""
        rng = self.turning
        self.forms.add("loops: turned")
        element = rng.choice(["int", "long", "float", "double"])
        between = rng.randrange(1, self.rank - 1)
        index = [name(loop.var) for d, loop in enumerate(self.loops) if d != between]
        if rng.random() < 0.3:
            index.reverse()
        loop = self.loops[between]
        if rng.random() < 0.3 and not loop.unsigned:
            back = const(loop.stride() * (1 if loop.down else -1))
            target = self._array(element, self.rank, True)
            store = self._access(target, index + [name(loop.var)])
            before = self._access(target, index + [add(name(loop.var), back)])
        else:
            target = self._array(element, self.rank - 1, True)
            store = before = self._access(target, index)
        self.compatible.append(target)
        value = self._value(element, 2, False, [])
        op = rng.choice(["%s + %s", "%s / 3 - %s", "%s * 5 + %s"])
        return lambda pad: [pad + "%s = %s;" % (
            store.text(), op % (before.text(), cast(element, value)))]

    def _in_segments(self):
        """Into elements that data say, in floating point: in the order of the loops."""
        rng = self.later
        self.forms.add("reductions: segments")
        element = rng.choice(["float", "double"])
        value = self._value(element, 2, bool(self.inner), [])
        keys = self._array(rng.choice(INTEGERS), rng.randrange(1, min(self.rank, 2) + 1), False)
        self.plain.append(keys)
        key = self._access(keys, self._any_index(keys.rank, bool(self.inner)))
        target = self._array(element, 1, True, rng.choice(["array", "linear"]))
        if target.form == "linear":
            self._claim_extent(target, must=True)
        store = self._access(target, [Below(rng.choice([1, 2, 13, 32]), key.text)])
        self.reduced.append(target)
        self.gathers = True
        return self._step(store, element, value, ["+", "+", "-", "*", "max", "min", "if", "s + e"])

    def _to_variable(self):
        """Into one variable. In floating point no sum may depend on its order."""
        rng = self.rng
        if self.later.random() < 0.2:
            return self._choice()
        if self.later.random() < 0.2:
            return self._scan()
        if self.ragged.random() < 0.15:
            return self._flag()
        floating = rng.random() < 0.35
        element = rng.choice(["float", "double", "double"] if floating else INTEGERS + ["bool"])
        form = "local" if element == "bool" else rng.choice(["scalar", "local"])
        target = self._array(element, 1, True, form)
        store = self._access(target, [const(0)])
        self.forms.add("reductions: variables")
        inner = bool(self.inner)
        if floating:
            self.forms.add("reductions: reduce")
            self.summed.append(target)
            if form == "scalar" and self.summing.random() < 0.5:
                self.forms.add("reductions: elements")
                target.element_text = self.summing.choice(["*%s", "%s[0]", "(*%s)", "%s[1 - 1]"])
            access = self._access(self._array(element, 1, False), self._any_index(1, inner))
            value = Value(access.text, True)
            return self._step(store, element, value, ["+", "-", "max", "min", "if", "?:"])
        value = self._value(element, 2, inner, [])
        if element == "bool":
            return self._step(store, element, value, ["|", "&", "^", "found"])
        return self._step(store, element, value, ["+", "+", "-", "*", "max", "min", "|", "&", "^",
                                                  "++", "if", "?:", "s + e", "e + s"])

    def _flag(self):
        """Iterations store one value into a variable or an element, where data say."""
        rng = self.ragged
        self.forms.add("stores: one value")
        element = rng.choice(INTEGERS * 3 + ["float", "double"])
        shared = rng.random() < 0.4
        if not shared:
            self.forms.add("reductions: variables")
        test = self._value(rng.choice(ELEMENTS), 1, False, [])
        target = self._array(element, 1, True, None if shared else rng.choice(["scalar", "local"]))
        self.reduced.append(target)
        self.depends += 1
        store = self._access(target, self._any_index(1, False, False) if shared else [const(0)])
        self.depends -= 1
        value, limit = rng.choice(["0", "1", "7", "1 + 1"]), rng.randrange(2, 200)
        return lambda pad: [pad + "if (%s > %d)" % (test.text(), limit),
                            pad + "  %s = %s;" % (store.text(), value)]

    def _scan(self):
        """A variable of which iterations store what it is so far."""
        rng = self.later
        floating = rng.random() < 0.35
        element = rng.choice(["float", "double"] if floating else INTEGERS)
        target = self._array(element, 1, True, rng.choice(["scalar", "local"]))
        store = self._access(target, [const(0)])
        row = self._array(element, self.rank, True)
        place = self._access(row, self._own_index(), read=False)
        inner, operators = bool(self.inner), ["+", "-", "max", "min", "if", "?:"]
        if floating:
            self.summed.append(target)
            access = self._access(self._array(element, 1, False), self._any_index(1, inner))
            value = Value(access.text, True)
        else:
            value = self._value(element, 2, inner, [])
            operators += ["*", "|", "&", "^", "++", "s + e", "e + s"]
        step = self._step(store, element, value, operators)
        self.forms |= {"reductions: variables", "reductions: scans"}
        exclusive = rng.random() < 0.5

        def lines(pad):
            use = [pad + "%s = %s;" % (place.text(), store.text())]
            return use + step(pad) if exclusive else step(pad) + use
        return lines

    def _choice(self):
        """An arg-min or arg-max, with one or two variables beside what is compared."""
        rng = self.later
        elements = [rng.choice(["float", "double", "int", "unsigned char", "long"])]
        elements += [rng.choice(INTEGERS + ["double"]) for _ in range(rng.randrange(1, 3))]
        targets = [self._array(each, 1, True, rng.choice(["scalar", "local"]))
                   for each in elements]
        stores = [self._access(target, [const(0)]) for target in targets]
        self.summed += targets
        self.forms |= {"reductions: variables", "reductions: choices"}
        values = [self._value(elements[0], 2, bool(self.inner), [])]
        for each in elements[1:]:
            counter = rng.choice(self._counters())
            values.append(self._value(each, 1, False, []) if rng.random() < 0.2 else
                          Value(lambda counter=counter: "%s + 1" % counter))
        few = rng.random() < 0.5  # so that many are equal
        relation, swapped = rng.choice(["<", ">", "<=", ">="]), rng.random() < 0.3
        inner = self.inner

        def lines(pad):
            texts = [cast(each, value) for each, value in zip(elements, values)]
            if few and elements[0] in INTEGERS:
                texts[0] = "(%s)((%s) %% 4)" % (elements[0], texts[0])
            key = stores[0].text()
            sides = (key, texts[0]) if swapped else (texts[0], key)
            steps = ["%s = %s;" % (store.text(), text) for store, text in zip(stores, texts)]
            text = "if (%s %s %s) { %s }" % (sides[0], relation, sides[1], " ".join(steps))
            return [pad + inner.header(), pad + "  " + text] if inner else [pad + text]
        return lines

    def _step(self, store, element, value, operators):
        rng = self.rng
        op = rng.choice(operators)
        self.forms.add("reductions: " + {"++": "+", "s + e": "+", "e + s": "+", "if": "extrema",
                                         "?:": "extrema", "max": "extrema", "min": "extrema",
                                         "-": "+", "found": "|"}.get(op, op))
        inner = self.inner

        def lines(pad):
            s, e = store.text(), cast(element, value)
            if element == "bool":
                e = "(%s > 3)" % value.text()
            text = {"max": "%s = std::max(%s, %s);" % (s, s, e),
                    "min": "%s = std::min(%s, %s);" % (s, s, e),
                    "++": "++%s;" % s, "found": "if (%s) %s = true;" % (e, s),
                    "if": "if (%s > %s) %s = %s;" % (e, s, s, e),
                    "?:": "%s = %s < %s ? %s : %s;" % (s, e, s, e, s),
                    "s + e": "%s = %s + %s;" % (s, s, e),
                    "e + s": "%s = %s + %s;" % (s, e, s)}.get(op, "%s %s= %s;" % (s, op, e))
            return [pad + inner.header(), pad + "  " + text] if inner else [pad + text]
        return lines

