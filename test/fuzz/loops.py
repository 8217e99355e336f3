# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loop headers: their text, and which values their counters take."""

from expressions import Expr, add, const, mul, name

COUNTERS = ["int", "int", "int", "long", "long long", "std::ptrdiff_t", "auto"]
UNSIGNED = ["unsigned", "unsigned", "std::size_t", "unsigned long"]


class Unusable(Exception):
    """The nest runs too long or leaves the range of int: make another."""


class Loop:
    """A loop: its counter, the space it declares, and its text.

    It runs over lower <= counter < upper. `outer` are counters that its bounds
    may have; else they have parameters only.
    """

    def __init__(self, rng, var, params, stepped, outer=()):
        self.var = var
        self.unsigned = not outer and rng.random() < 0.15
        self.outside = False
        self.type = rng.choice(UNSIGNED if self.unsigned else COUNTERS)
        self.lower = self._bound(rng, params, low=True)
        self.upper = self._bound(rng, params, low=False)
        self.triangular = bool(outer)
        if outer:
            self._bound_by(rng, rng.choice(outer))
        self.step = rng.choice([2, 3, 4, 7]) if stepped else 1
        self.width = 1
        self.masked = False
        if stepped and rng.random() < 0.5:
            # All of them run, and a condition takes the width.
            self.width = rng.randrange(1, self.step + 1)
            self.masked = True
        # The declared space begins later, or ends sooner, by a condition.
        self.inset = (0, 0)
        if not outer and rng.random() < 0.06:
            self.masked = True
            self.inset = (rng.randrange(4), 0 if self.unsigned else rng.randrange(3))
        self._choose_form(rng)
        self.change = rng.randrange(4)
        self.shape = rng.randrange(21)
        self.shared = set()  # names whose values a nest might change
        # Written as a range of indices.
        self.ranged = self.form == "<" and not outer and rng.random() < 0.2
        self.named_step = rng.random() < 0.2
        self.by = None  # where the step is no constant: an expression of parameters

    def step_by(self, rng, params):
        """Makes the step an expression of parameters, where the header can have one: all of
        it is to be of one type, which the parameters get. Returns which those are."""
        if self.masked or self.form.endswith("!=") or self.type == "auto" or (
                self.unsigned and (self.down or self.triangular)):
            return set()
        step = rng.choice([name, name, lambda p: mul(const(2), name(p)),
                           lambda p: add(name(p), const(1))])(rng.choice(params))
        if self.names() - set(params):
            return set()
        self.by, self.step, self.ranged, self.named_step = step, 2, False, False
        return self.names()

    def run_constantly(self, rng):
        """Makes it run a fixed number of times."""
        if not self.triangular and not self.unsigned and self.form == "<":
            self.lower = const(rng.choice([0, 0, 1, -2]))
            self.upper = add(self.lower, const(rng.choice([4, 9, 32])))
            self.upper = const(self.upper.value({}))

    def is_plain(self):
        """Whether it goes up from a bound to another by a constant, in a counter of its own."""
        return not (self.by or self.masked or self.ranged or self.unsigned or self.triangular
                    or self.is_outside()) and self.form in ("<", "!=")

    def compares_counter(self):
        """Whether the header has one variable, which the condition compares as it is."""
        return not (self.is_range() or self.besides() or self.counts_down()
                    or self.change % 5 == 1 and not self.form.endswith("!="))

    def names(self):
        """The names in its header."""
        return self.lower.names() | self.upper.names() | (self.by.names() if self.by else set())

    def _choose_form(self, rng):
        self.form = rng.choice(["<", "<", "<", "<=", "!=", ">", ">=", "down >=", "down >=",
                                "down >", "down !=", "down <", "down <="])
        self.down = self.form.startswith("down")
        if self.unsigned and self.down:
            # A counter that must not pass 0: one by one, to 1 at least.
            self.form = "down >"
            if self.stride() != 1 or self.lower.op != "const" or self.lower.args[0] < 1:
                self.form, self.down = "<", False
        if self.form.endswith("!=") and self.stride() != 1:
            self.form, self.down = "<", False

    def unmask(self):
        """Makes it a loop inside the thread, where no width is declared."""
        self.masked, self.width, self.inset = False, 1, (0, 0)
        if self.form.endswith("!=") and self.stride() != 1 or self.unsigned and self.down:
            self.form, self.down = "<", False

    def _bound(self, rng, params, low):
        if low:
            value = rng.choice([0, 0, 0, 1, 2, 5] if self.unsigned else [0, 0, 0, 1, -3, 4, -1])
            if rng.random() < 0.75 or not params:
                return const(value)
            return self._of(rng, rng.choice(params), value)
        if rng.random() < 0.12:
            return const(rng.choice([1, 4, 9, 17, 32]))
        return self._of(rng, rng.choice(params), rng.choice([0, 0, 0, 1, -1, 2]), rng)

    def _bound_by(self, rng, counter):
        """A triangle: one bound follows the counter of an outer loop."""
        offset = rng.choice([0, 0, 1, 2])
        if rng.random() < 0.6:
            self.upper = add(name(counter), const(offset))
        else:
            self.lower = add(name(counter), const(offset))

    def _of(self, rng, param, offset, more=None):
        base = name(param)
        if more and rng.random() < 0.2:
            base = rng.choice([
                Expr("/", base, const(rng.choice([2, 3]))), Expr("%", base, const(9)),
                Expr("min", base, const(12)), mul(const(2), base)])
        return add(base, const(offset))

    def declared(self):
        """The bounds of the declared space."""
        lower, upper = self.lower, self.upper
        if self.is_range():
            lower, upper = [name(self.var + "_" + end) if self.keeps(bound) else bound
                            for end, bound in (("low", lower), ("high", upper))]
        return add(lower, const(self.inset[0])), add(upper, const(-self.inset[1]))

    def stride(self):
        return 1 if self.masked else self.step

    def values(self, env):
        """How many values the counter takes, its least and its greatest one, under
        `env`, names to pairs; in a triangle more than that."""
        low, high = self.lower.span(env), self.upper.span(env)
        if self.unsigned:
            one = self.form in ("<=", ">=", "down >")
            if self.lower.least(env) < 0 or self.upper.least(env) < one:
                raise Unusable
        if self.form.endswith("!=") and high[0] < low[1]:
            raise Unusable
        # Without iterations any step will do.
        by = self.by.span(env)[0] if self.by and high[1] > low[0] else self.stride()
        if by < 1:
            raise Unusable
        count = max(0, -(-(high[1] - low[0]) // by))
        return count, low[0], high[1] - 1

    def declarable(self):
        """Whether bounds and step can be written without knowing the last value."""
        return not self.triangular and not self.by and (not self.down or self.stride() == 1)

    def forms(self):
        """What the report counts it as."""
        yield "loops: %s" % self.form
        if self.by:
            yield "loops: variable steps"
        elif self.stride() > 1:
            yield "loops: strides"
        if self.width > 1 or self.masked and self.step > 1:
            yield "loops: widths"
        if self.ranged:
            yield "loops: heddle::indices"
        if any(self.inset):
            yield "loops: conditions on bounds"
        if self.unsigned:
            yield "loops: unsigned"
        if self.type not in ("int", "auto", "unsigned"):
            yield "loops: 64 bits"
        if self.triangular:
            yield "loops: triangles"
        if self.counts_down():
            yield "loops: conditions that count down"
        elif self.besides():
            yield "loops: several variables"

    def before(self):
        """Lines that stand before the nest."""
        lines = []
        if self.is_range():
            # What references, members and globals hold might change.
            lines += ["const auto %s_%s = %s;" % (self.var, end, bound.text())
                      for end, bound in (("low", self.lower), ("high", self.upper))
                      if self.keeps(bound)]
        if self.is_outside():
            lines.append("%s %s;" % (self.type, self.var))
        if self._names_step():
            lines.append("constexpr int by_%s = %d;" % (self.var, self.stride()))
        return lines

    def is_outside(self):
        """Whether the counter is declared in front of the nest, as C does."""
        return self.outside and not self.is_range() and self.type != "auto" and not self.by

    def is_range(self):
        return self.ranged and self.form == "<"

    def _names_step(self):
        return self.named_step and self.stride() > 1

    def keeps(self, bound):
        """Whether a constant has the bound of a range."""
        return bool(bound.names() & self.shared)

    def range_arguments(self, type=None):
        """Of heddle::indices, in each of its lists, so that it counts in the type."""
        ends = [self.var + "_" + end if self.keeps(bound) else bound.text()
                for end, bound in (("low", self.lower), ("high", self.upper))]
        lower, upper = ["static_cast<%s>(%s)" % (type, e) if type else e for e in ends]
        if self.masked and self.step > 1:
            return lower, upper, str(self.step), str(self.width)
        by = "by_" + self.var if self._names_step() else str(self.stride())
        return lower, upper, by, "1"

    def range_header(self):
        arguments = list(self.range_arguments(None if self.type == "auto" else self.type))
        while len(arguments) > 2 and arguments[-1] == "1" and self.change % 3:
            arguments.pop()
        if len(arguments) == 2 and arguments[0] == "0":
            arguments.pop(0)
        return "for (auto %s : heddle::indices(%s))" % (self.var, ", ".join(arguments))

    def counts_down(self):
        """Whether the condition steps, as in `i-- > 0`."""
        return (self.down and self.stride() == 1 and self.form in ("down >", "down !=")
                and not self.is_outside() and self.shape % 3 == 1)

    def besides(self):
        """What the header declares besides the counter: the end, or one that nobody asks for."""
        if (self.is_outside() or self.is_range() or self.type == "auto" or self.counts_down()
                or self.by):
            return ""
        if (self.form == "<" and not self.down and not self.keeps(self.upper)
                and self.change % 5 != 1 and self.shape % 3 == 1):
            return "end"
        return "idle" if self.shape % 7 == 2 else ""

    def header(self):
        if self.is_range():
            return self.range_header()
        if self.counts_down():
            return "for (%s %s = %s; %s-- %s %s;)" % (
                self.type, self.var, self.upper.text(), self.var, self.form.split()[-1],
                self.lower.text())
        stride, var = self.stride(), self.var
        by = ("by_" + var if self._names_step() else self.by.text(True) if self.by else
              str(stride))
        sign = "-" if self.down else "+"
        steps = ["%s %s= %s" % (var, sign, by), "%s = %s %s %s" % (var, var, sign, by)]
        if self.by:
            steps = steps[:1]
        elif stride == 1:
            steps += [2 * sign + var, var + 2 * sign]
        step = steps[-1 - self.change % len(steps)]
        last = add(self.upper, const(-1))
        if not self.down:
            start = self.lower.text()
            bound = self.upper if self.form in ("<", "!=", ">") else last
            turned = self.form in (">", ">=")
        else:
            start = last.text()
            bound = self.lower
            if self.form in ("down >", "down !=", "down <"):
                bound = add(self.lower, const(-1))
            turned = self.form in ("down <", "down <=")
        sides = [var, bound.text()]
        if self.change % 5 == 1 and not self.form.endswith("!=") and not self.by:
            sides = ["%s + 1" % var, add(bound, const(1)).text()]
        if self.besides() == "end":
            start += ", %s_end = %s" % (var, self.upper.text())
            sides[1] = var + "_end"
        elif self.besides():
            start += ", %s_idle = 7" % var
            step = "%s, --%s_idle" % (step, var)
        # `n + 1 > i`: the bound may stand first.
        type = "" if self.is_outside() else self.type + " "
        return "for (%s%s = %s; %s %s %s; %s)" % (
            type, var, start, sides[turned], self.form.split()[-1], sides[not turned], step)

    def conditions(self):
        """What keeps a masked loop within the declared space."""
        lower, upper = self.declared()
        if self.inset[0]:
            yield "%s >= %s" % (self.var, lower.text())
        if self.inset[1]:
            yield "%s < %s" % (self.var, upper.text())
        if self.step > 1 and not self.is_range():
            distance = self.var if lower.op == "const" and lower.args[0] == 0 else (
                "(%s - %s)" % (self.var, lower.text(True)))
            yield "%s %% %d < %d" % (distance, self.step, self.width)
