# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random calls of the standard library's algorithms, as nests."""

from arrays import ELEMENTS, INTEGERS
from expressions import add, const, name
from loops import Loop, Unusable
from nests import Nest
from values import Value, cast

POLICIES = ["seq", "par", "par_unseq"]
# Each with how many ranges it reads.
ALGORITHMS = {"for_each": 1, "for_each_n": 1, "transform": 1, "binary transform": 2, "copy": 1,
              "copy_n": 1, "fill": 0, "fill_n": 0, "generate": 0, "generate_n": 0, "iota": 0,
              "replace": 0}
# The same of those that combine elements.
REDUCERS = {"accumulate": 1, "reduce": 1, "count": 1, "count_if": 1, "transform_reduce": 1,
            "inner_product": 2}


class AlgorithmNest(Nest):
    """A nest that is one call, whose elements are those of the loop 0 <= i < n + k."""

    def _make_loops(self):
        rng = self.rng
        self.rank = self.mapped = 1
        self.inner, self.imperfect, self.guard, self.early = None, False, None, False
        self.params, self.passed = ["n"], {"n": "value"}
        self.types = {"n": rng.choice(["int", "long", "short"])}
        loop = Loop(rng, "i", self.params, False)
        loop.lower, loop.upper = const(0), add(name("n"), const(rng.choice([0, 0, 1, 2])))
        loop.form, loop.type, loop.down, loop.unsigned = "<", "long", False, False
        loop.masked, loop.ranged, loop.inset, loop.width = False, False, (0, 0), 1
        self.loops = [loop]

    def _fix_forms(self):
        self.in_front, self.loops[0].outside = False, False

    def _make_calls(self):
        calls = [env for env in Nest._make_calls(self) if env["n"] >= 0]
        if not any(env["n"] for env in calls):
            raise Unusable
        return calls

    def _make_place(self):
        Nest._make_place(self)
        if self.place == "lambda":  # what that captures may change
            self.place = "function"

    def _make_overlap(self):
        """Copies of overlapping ranges go backwards, or are not defined."""
        Nest._make_overlap(self)
        if self.policy or self.algorithm.startswith("copy"):
            self.overlap = None
            self.forms.discard("overlapping arrays")

    # ---- values ----

    def _counters(self, inner=False):
        return self.given or ["n"]

    def _leaf(self, element, inner, own):
        pick = self.rng.random()
        if self.given and pick < 0.6:
            variable = self.rng.choice(self.given)
            return Value(lambda: variable, self.elements[variable] in ("float", "double"))
        if pick < 0.75:
            return Value(lambda: "by", True)
        if pick < 0.85:
            return Value(lambda: "static_cast<%s>(n)" % element, element in ("float", "double"))
        value = self.rng.choice(["1", "3", "2", "7"])
        return Value(lambda: value)

    # ---- the call ----

    def _make_statements(self):
        rng = self.rng
        if self.loops[0].lower.op == "const":  # ranges begin where the first element is
            self.loops[0].lower = const(0)
        if self.later.random() < 0.25:
            return self._make_reduction()
        self.algorithm = rng.choice(list(ALGORITHMS))
        self.policy = rng.choice(POLICIES) if rng.random() < 0.2 and self.algorithm != "iota" else ""
        self.given, self.elements = ["v", "w"][:ALGORITHMS[self.algorithm]], {}
        self.forms.add("algorithms: std::" + self.algorithm.split()[-1])
        if self.policy:
            self.forms.add("algorithms: policies")
        inputs = [self._range(rng.choice(ELEMENTS), False) for _ in self.given]
        if self.algorithm.startswith("for_each"):
            inputs[0].array.written = True
            output = None
        else:
            output = self._output(inputs)
            output.array.read |= self.algorithm == "replace"
        for variable, access in zip(self.given, inputs):
            held = access.array.element
            self.elements[variable] = rng.choice([held] * 3 + self._holding(held))
        if not output:
            self.elements["v"] = inputs[0].array.element
        lines = self._functor(output)
        self.statements = [(lambda pad: self._call_lines(inputs, output, lines()), None, None)]

    def _make_reduction(self):
        """A variable is assigned what the elements combine to."""
        rng = self.later
        self.algorithm = rng.choice(list(REDUCERS))
        self.given, self.elements = ["v", "w"][:REDUCERS[self.algorithm]], {}
        self.policy = rng.choice([""] + POLICIES) if "reduce" in self.algorithm else ""
        self.forms.add("algorithms: std::" + self.algorithm)
        if self.policy:
            self.forms.add("algorithms: policies")
        element = rng.choice(INTEGERS)
        if self.algorithm == "accumulate" and rng.random() < 0.4:
            element = rng.choice(["float", "double"])
        floating = element in ("float", "double")
        self.larger = self.algorithm in ("accumulate", "reduce") and rng.random() < 0.3
        inputs = [self._range(element if floating or self.larger else rng.choice(INTEGERS), False)
                  for _ in self.given]
        target = self._array(element, 1, True, "local")
        store = self._access(target, [const(0)])
        self.forms.add("reductions: variables")
        for variable, access in zip(self.given, inputs):
            self.elements[variable] = access.array.element
        if floating:
            self.forms.add("reductions: reduce")
            self.summed.append(target)
        lines = self._functor(store)
        self.arrow = True
        goes_on = rng.random() < 0.3
        self.statements = [(lambda pad: self._reducing_lines(
            inputs, store, lines(), goes_on), None, None)]

    def _reducing_lines(self, inputs, store, body, goes_on):
        count, kind = self.loops[0].upper.text(), self.algorithm
        element = store.array.element
        arguments = ["std::execution::" + self.policy] if self.policy else []
        arguments += [self._place(inputs[0]), self._place(inputs[0], " + (%s)" % count)]
        arguments += [self._place(access) for access in inputs[1:]]
        if kind == "count":
            arguments.append("static_cast<%s>(n / 2)" % inputs[0].array.element)
        elif kind != "count_if":
            arguments.append(store.text() if goes_on else "static_cast<%s>(n)" % element)
        if kind == "transform_reduce":
            arguments.append("std::plus<>()")
        if self.larger:
            arguments.append("[](%s a, %s b) { return std::max(a, b); }" % (element, element))
        head = "%s = std::%s(%s" % (store.text(), kind, ", ".join(arguments))
        if kind not in ("count_if", "transform_reduce"):
            return [head + ");"]
        given = ", ".join("%s %s" % (self.elements[v], v) for v in self.given)
        return [head + ",", "    [&](%s) -> %s {" % (given, element)] + [
            "  " + line for line in body] + ["});"]

    def _range(self, element, written):
        rng = self.rng
        array = self._array(element, 1, written, rng.choice(["linear"] * 4 + ["array", "global"]))
        if array.is_special():
            array.be_plain()
        return self._access(array, [add(name("i"), const(rng.choice([0, 0, 0, 1, 3])))],
                            read=not written)

    def _output(self, inputs):
        """Where results go: to an array of their own, or to one that is read."""
        rng = self.rng
        if inputs and rng.random() < 0.3:
            array = inputs[0].array
            array.written = True
            # A later iteration may overwrite what an earlier one reads, where that is in order.
            ahead = 0 if self.policy else rng.choice([0, 0, 1])
            if ahead:
                self.forms.add("in place: copies")
            at = add(inputs[0].index[0], const(ahead))
            inputs[0].index = [at]
            return self._access(array, [add(at, const(-ahead))], read=False)
        if self.algorithm.startswith("copy"):
            return self._range(rng.choice(self._holding(inputs[0].array.element)), True)
        return self._range(rng.choice(INTEGERS if self.algorithm == "iota" else ELEMENTS), True)

    @staticmethod
    def _holding(element):
        """The types to which its values are converted: what is beyond an integer is undefined."""
        return ["float", "double"] if element in ("float", "double") else ELEMENTS

    def _functor(self, output):
        """The lines in a lambda's braces, printed late."""
        rng = self.rng
        element = output.array.element if output else self.elements["v"]
        first, second = (self._value(element, 2, False, []) for _ in range(2))
        limit = rng.choice(["3", "by"])
        test = "%s > %s" % (self._counters()[0], limit)
        shape = rng.randrange(4)
        self.arrow = shape == 3 or not self.given or rng.random() < 0.3

        def lines():
            values = [cast(element, value) for value in (first, second)]
            if not output:
                return [["v = %s;" % values[0]], ["if (%s) return;" % test, "v = %s;" % values[0]],
                        ["v += 2;", "if (!(%s)) { v = %s; return; }" % (test, values[0]),
                         "v = %s;" % values[1]],
                        ["const %s t = %s;" % (element, values[0]), "v = t;"]][shape]
            return [["return %s;" % values[0]],
                    ["if (%s) return %s;" % (test, values[0]), "return %s;" % values[1]],
                    ["const %s t = %s;" % (element, values[0]), "return t;"],
                    ["if (%s)" % test, "  return %s;" % values[0], "else {",
                     "  const %s t = %s;" % (element, values[1]), "  return t;", "}"]][shape]
        return lines

    def _place(self, access, more=""):
        """The iterator or pointer to the element of the first iteration, and `more` behind it."""
        array = access.array
        offset = access.index[0].value({"i": 0}) - (array.low[0] or 0)
        first = {"vector": [".begin()", ".data()", ".begin()"], "array": [".data()"] * 3,
                 "unique_ptr": [".get()"] * 3, "shared_ptr": [".get()"] * 3}.get(
            array.container(), [""] * 3)[array.style % 3]
        label = array.variable() if array.form == "global" else array.label
        return label + first + (" + %d" % offset if offset else "") + more

    def _call_lines(self, inputs, output, body):
        first = (inputs or [output])[0]
        count = self.loops[0].upper.text()
        kind = self.algorithm.split()[-1]
        arguments = ["std::execution::" + self.policy] if self.policy else []
        arguments.append(self._place(first))
        arguments.append(count if kind.endswith("_n") else self._place(first, " + (%s)" % count))
        arguments += [self._place(access) for access in inputs[1:]]
        if output and inputs:
            arguments.append(self._place(output))
        if kind.startswith("copy"):
            return ["std::%s(%s);" % (kind, ", ".join(arguments))]
        if kind == "replace":
            arguments += ["static_cast<%s>(%s)" % (output.array.element, value)
                          for value in ("1", "n" if self.arrow else "3")]
            return ["std::%s(%s);" % (kind, ", ".join(arguments))]
        if kind.startswith("fill") or kind == "iota":
            arguments.append("n" if kind == "iota" and self.arrow else "3" if self.arrow or
                             kind == "iota" else "by")
            return ["std::%s(%s);" % (kind, ", ".join(arguments))]
        sign = "" if output else "&"
        given = ", ".join("%s %s%s" % (self.elements[v], sign or "", v) for v in self.given)
        arrow = " -> " + output.array.element if output and self.arrow else ""
        capture = "[&]" if self.lambdas or self.arrow else "[=]"
        return ["std::%s(%s," % (kind, ", ".join(arguments)),
                "    %s(%s)%s {" % (capture, given, arrow)] + [
                    "  " + line for line in body] + ["});"]

    def _loop_lines(self):
        return self.statements[0][0]("")

    def text(self):
        # What lambdas capture stands in front of the annotation.
        self.variables = ["const double by = 2.5;"]
        return Nest.text(self)

    def _count_forms(self):
        self.forms.add("algorithms")
