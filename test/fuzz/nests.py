# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random annotated loop nests in C++, with calls that give them arrays to work on.

A nest is made so that the program is defined, with signed arithmetic that wraps:
its arrays hold every element it touches, and its bounds do not overflow. Whether
Heddle takes it is another matter: most nests are made to be mappable, those of
the form `at random` need not be.
"""

import itertools
import random
import re

from arrays import PARTS
from bodies import Body
from expressions import OutOfRange, add, const
from loops import UNSIGNED, Loop, Unusable
from mappings import random_mapping

MOST_ITERATIONS = 4000
MOST_ELEMENTS = 1 << 15
CALLS = 6
SIZES = [-3, -1, 0, 1, 2, 3, 5, 7, 13, 31, 32, 33, 61, 63, 65, 127, 129, 257]
SOME_SIZES = [-3, -1, 0, 1, 2, 3, 5, 7, 13, 31, 32, 33, 61]
FEW_SIZES = [-2, 0, 1, 2, 3, 5, 7]
PARAMETERS = ["int"] * 7 + ["long", "long long", "short"]


class Nest(Body):
    """A function with one annotated nest, and the calls that run it."""

    def __init__(self, seed, label):
        self.rng = random.Random(seed)
        self.label = label
        self.forms = set()  # what the report counts it as
        self._make_loops()
        # Of its own numbers, so that the rest of the nest is the same.
        self.outside = random.Random("%s/outside" % seed)
        self.in_front = self.outside.random() < 0.2
        self.later = random.Random("%s/later" % seed)
        self.newer = random.Random("%s/newer" % seed)
        self.newest = random.Random("%s/newest" % seed)
        self.joined = random.Random("%s/joined" % seed)
        self.turning = random.Random("%s/turning" % seed)
        self.summing = random.Random("%s/summing" % seed)
        self.ragged = random.Random("%s/ragged" % seed)
        self._step_by_variables()
        if self.later.random() < 0.1 and not self.loops[-1].by:
            self.loops[-1].run_constantly(self.later)
        self.walk, self.paired, self.held = None, False, False
        self.variables = []  # in front of the nest, though each iteration has its own
        self.owned = []  # those of which the annotation says so, and the word
        for loop in self.loops + ([self.inner] if self.inner else []):
            loop.outside = self.in_front and self.outside.random() < 0.9
        self._start_body()
        self._make_statements()
        if self.loops[0].by and self.loops[0].unsigned and self.loops[0].names() & self.signed:
            raise Unusable
        self._fix_forms()
        self.calls = self._make_calls()
        self._touch_all()
        self.extents = {}
        for array in self.arrays:
            self.extents.update(array.make_strides(self.rng))
            if array.elements() > MOST_ELEMENTS:
                raise Unusable
        self._make_place()
        self.assumed = self._make_assumption()
        self.hints = self.rng.random() < 0.97
        self._make_overlap()
        self.annotation = self._make_annotation()
        self._make_walk()
        # A class that copies its elements reads all of them, and not all bytes are truth values.
        self.filled = [array.read or self.rng.random() < 0.5 or array.element == "bool"
                       for array in self.arrays]
        self._let_rows_meet(random.Random("%s/rows" % seed))
        self._count_forms()

    def _let_rows_meet(self, rng):
        """Rows of linear arrays may begin too close: the launch runs the loops as they are
        written then, or maps those of which no iterations meet."""
        labels = [stride.text() for array in self.arrays if array.form == "linear"
                  for stride in array.strides if stride and stride.text() in self.extents]
        if labels and not self.assumed and not self.overlap and rng.random() < 0.15 and not any(
                claim in self.annotation for claim in ("noalias", "extent", "independent", "rows")):
            for label in labels:
                self.extents[label] = max(1, self.extents[label] - rng.choice([1, 2, 3]))
            self.forms.add("rows that meet")

    # ---- loops and parameters ----

    def _make_loops(self):
        rng = self.rng
        self.rank = rng.choice([1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5, 6])
        self._make_parameters()
        stepped = [rng.random() < 0.2 for _ in range(self.rank)]
        self.loops = [Loop(rng, "ijklgh"[d], self.params, stepped[d]) for d in range(self.rank)]
        # The loops that are mapped, where that is declared.
        self.mapped = self.rank
        if self.rank > 1 and rng.random() < 0.15:
            self.mapped = rng.randrange(1, self.rank)
            for loop in self.loops:
                loop.unmask()
            outer = [loop.var for loop in self.loops[:-1] if not loop.unsigned]
            if outer and rng.random() < 0.5:
                self.loops[-1] = Loop(rng, self.loops[-1].var, self.params, False, outer)
        if any(loop.masked for loop in self.loops):
            for loop in self.loops:
                loop.step = loop.step if loop.declarable() else 1
        self.inner = None
        if rng.random() < 0.25:
            outer = [loop.var for loop in self.loops if not loop.unsigned and not loop.triangular]
            outer = outer if rng.random() < 0.3 else []
            self.inner = Loop(rng, "t", self.params, rng.random() < 0.2, outer)
            self.inner.unmask()
        # The inner loop is mapped beside statements.
        self.imperfect = bool(self.inner) and self.mapped == self.rank <= 3 and (
            not any(loop.masked for loop in self.loops) and not self.inner.triangular
            and all(loop.declarable() for loop in self.loops + [self.inner])
            and rng.random() < 0.3)

    def _step_by_variables(self):
        """Where no space is to be declared, the step of the outermost loop may be a variable.
        It alone is mapped then."""
        rng = self.later
        first, *others = self.loops + ([self.inner] if self.inner else [])
        shared = set().union(*(loop.names() for loop in others)) if first.unsigned else set()
        params = [p for p in self.params if self.passed[p] == "value" and p not in shared]
        if (rng.random() < 0.15 and self.rank < 3 and params and not self.imperfect
                and self.mapped == self.rank and not shared & first.names()
                and not any(loop.masked for loop in self.loops)
                and not any(loop.triangular for loop in others)):
            for param in first.step_by(rng, params):
                self.types[param] = first.type

    def _make_parameters(self):
        """Scalars that bounds and subscripts have: passed, members or globals."""
        rng = self.rng
        self.params, self.passed, self.types = [], {}, {}
        for word in ["n", "m", "p"][:rng.randrange(1, 4)]:
            how = rng.choice(["value"] * 8 + ["reference", "member", "global"])
            key = {"member": "z." + word, "global": "%s_%s" % (self.label.replace("nest", "size"), word)
                   }.get(how, word)
            self.params.append(key)
            self.passed[key] = how
            self.types[key] = rng.choice(PARAMETERS)

    def type_of(self, param):
        loops = [loop for loop in self.loops + ([self.inner] if self.inner else [])
                 if param in loop.names()]
        if any(loop.by and param in loop.names() for loop in loops):
            return self.types[param]
        unsigned = loops and all(loop.unsigned for loop in loops) and param not in self.signed
        return "unsigned" if unsigned else self.types[param]

    def _make_statements(self):
        """Triples: a statement, its condition or None, the statement of `else` or None."""
        rng = self.rng
        self.statements = []
        self.guard = None
        # A declared width is that of the iterations that store.
        masked = any(loop.masked for loop in self.loops)
        if self.imperfect:
            return self._make_imperfect()
        if self._may_turn(masked):
            self.early = True
            guard = self._condition() if self.turning.random() < 0.2 else None
            self.depends += bool(guard)
            self.statements.append((self._turned(), guard, None))
            self.depends -= bool(guard)
            return None
        if rng.random() < 0.08 and not masked:
            self.forms.add("conditions: continue")
            self.guard = self._condition()
            self.depends += 1
        self.early = rng.random() < 0.5  # before the first statement, else after it
        for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
            everywhere = masked and not self.statements
            guard = self._condition() if rng.random() < 0.3 and not everywhere else None
            self.depends += bool(guard)
            made = self._statement(everywhere)
            other = None
            if guard and rng.random() < 0.3:
                self.forms.add("conditions: else")
                other = self._statement()
            self.depends -= bool(guard)
            self.statements.append((made, guard, other))
        if len(self.statements) > 1:
            self.forms.add("several statements")

    def _may_turn(self, masked):
        """Whether a loop between mapped ones is to have an order."""
        return (self.rank > 2 and self.mapped == self.rank and not masked and not self.loops[0].by
                and self.turning.random() < 0.3)

    def _make_imperfect(self):
        """Statements, and loops beside them."""
        rng = self.rng
        kinds = ["row"] + rng.choice([["plain"], ["plain", "row"], ["plain", "plain"]])
        rng.shuffle(kinds)
        self.early = True
        for kind in kinds:
            if kind == "row":
                element = rng.choice(["int", "long", "unsigned", "float", "double"])
                made = self._row(element, self._own_index(), scans=False)
            else:
                inner, self.inner = self.inner, None
                made = self._statement(everywhere=True)
                self.inner = inner
            self.statements.append((made, None, None))
        self.forms.add("launches: loops beside statements")

    def _fix_forms(self):
        """What depends on data where no hint can stand has a declared size."""
        inner = self.inner.var if self.inner else ""
        for access in self.hinted:
            if access.array not in self.sized and not access.array.is_sized() and (
                    access.array.form not in ("scalar", "local")) and (
                    access.array in self.reduced or any(inner in e.names() for e in access.index)):
                access.array.form = "array"
        for access in self.hinted:
            # Hints name elements, which such a class or lambda does not show.
            if access.array.has_lambda() or (
                    access.array.is_private() and not access.array.is_sized()):
                access.array.be_plain()
        within = [access.array for access in self.accesses if any(
            inner in e.names() for e in access.index)]
        for array in (self.reduced + self.compatible + self.copied + self.apart + self.sized +
                      self.plain + within):
            if array.is_private() or array.has_lambda():
                array.be_plain()
        for array in self.arrays:
            if self.loops[0].by and array.form == "linear" and array.rank > 1 and (
                    not array.is_given):
                array.form = "array"  # rows of such a step have no certain length
            # Its subscripts may be negative.
            if array.form == "shifted" and any(
                    loop.unsigned for loop in self.loops + [self.inner] if loop):
                array.form = "linear"

    # ---- calls, and which elements they touch ----

    def _make_calls(self):
        rng = self.rng
        sizes = SIZES if self.rank == 1 else SOME_SIZES if self.rank == 2 else FEW_SIZES
        tuples = list(itertools.product(sizes, repeat=len(self.params)))
        rng.shuffle(tuples)
        calls, empty = [], 0
        for values in tuples[:80]:
            env = dict(zip(self.params, values))
            if any(env[p] < 0 for p in self.params if self.type_of(p) in UNSIGNED):
                continue
            try:
                spaces = self._spaces(env)
            except (Unusable, OutOfRange):
                continue
            total = 1
            for count, _, _ in spaces.values():
                total *= count
            # Most calls of a nest do something.
            if total > MOST_ITERATIONS or not total and empty == CALLS // 2:
                continue
            empty += not total
            calls.append(env)
            if len(calls) == CALLS:
                break
        if len(calls) == empty:
            raise Unusable
        return calls

    def _spaces(self, env):
        """By counter, how many values it takes and which are between."""
        here = {key: (value, value) for key, value in env.items()}
        spaces = {}
        for loop in self.loops + ([self.inner] if self.inner else []):
            spaces[loop.var] = loop.values(here)
            here[loop.var] = spaces[loop.var][1:]
            if spaces[loop.var][0] == 0:
                here[loop.var] = (0, 0)
        return spaces

    def _touch_all(self):
        # Conditions are ignored: more may be held than is touched.
        for env in self.calls:
            here = {key: (value, value) for key, value in env.items()}
            spaces = self._spaces(env)
            if any(spaces[loop.var][0] == 0 for loop in self.loops):
                continue
            for var, (count, low, high) in spaces.items():
                here[var] = (low, high) if count else (0, 0)
            for access in self.accesses:
                access.array.touch([e.span(here) for e in access.index])

    # ---- where it stands, and what is known of it ----

    def _make_place(self):
        """The kind of function."""
        rng = self.rng
        self.place = rng.choice(["function"] * 16 + ["template", "method", "lambda"])
        if self.place == "lambda" and (self.loops[0].by or self.levels or self.lasts):
            self.place = "function"  # what is captured might change
        for array in self.arrays:
            array.is_captured = self.place == "lambda"
        if self.place == "template":
            typed = [a for a in self.arrays if a.form in ("linear", "pointer", "array", "whole")
                     and not a.is_records() and not a.is_private()]
            if typed:
                self.typed, typed[0].typename = typed[0].element, "T"
            else:
                self.place = "function"

    def _make_assumption(self):
        rng = self.rng
        if rng.random() > 0.1:
            return None
        param = rng.choice(self.params)
        values = [env[param] for env in self.calls]
        facts = ["%s <= %d" % (param, max(values))]
        if self.type_of(param) not in UNSIGNED:
            facts.append("%s >= %d" % (param, min(values)))
        facts += ["%s %% %d == 0" % (param, k) for k in (2, 3, 32)
                  if all(value % k == 0 for value in values)]
        self.forms.add("assumptions")
        return rng.choice(["[[assume(%s)]];", "HEDDLE_ASSUME(%s);"]) % rng.choice(facts)

    def _make_overlap(self):
        """In one call an array may lie in the memory of another one."""
        self.overlap = None
        rng = self.rng
        plain = [k for k, a in enumerate(self.arrays)
                 if a.is_pointer() and not a.restrict and not a.row and a.typename == a.element
                 and not a.is_records()]
        pairs = [(one, two) for one in plain for two in plain
                 if one != two and self.arrays[one].element == self.arrays[two].element
                 and (self.arrays[one].written or self.arrays[two].written)]
        if pairs and rng.random() < 0.3:
            one, two = rng.choice(pairs)
            shift = rng.choice([0, 0, 1, 3, self.arrays[one].elements() - 1])
            self.overlap = (rng.randrange(len(self.calls)), one, two, shift)
            for array in (self.arrays[one], self.arrays[two]):
                array.read = True  # what poison remains would be read
            self.forms.add("overlapping arrays")

    def _make_walk(self):
        """The innermost loop may have a pointer into an array in the place of its counter, or
        each of its elements."""
        self.walk, self.paired, self.held = None, False, False
        rng, loop = self.later, self.loops[-1]
        if ("bounds(" in self.annotation or not loop.is_plain() or rng.random() < 0.2
                or self.rank > 1 and (self.reduced or self.copied)
                or any(word == "lastprivate" for _, word in self.owned)
                or any(loop.var in other.names() for other in self.loops + [self.inner] if other)):
            return
        used = self._used()
        arrays = [a for a in self.arrays if a.rank == 1 and a.label in used and a.high[0] is not None
                  and (a.is_pointer() and a.form == "linear" and not a.is_records()
                       and not a.has_lambda() or a.form == "array" or a.container() == "vector")]
        ends = [bound.args[0] if bound.op == "const" else None for bound in (loop.lower, loop.upper)]
        whole = [a for a in arrays if None not in ends and not a.is_pointer() and a.elements() == ends[1] - ends[0]
                 and loop.step == 1]
        # What references, members and globals hold might change.
        fixed = all(self.passed[p] == "value" for p in loop.names())
        pointers = [a for a in arrays if a.is_pointer() and fixed]
        if whole and self.place != "template":
            self.walk = rng.choice(whole), "e_" + loop.var
            self.forms.add("loops: elements")
        elif pointers and self.place != "lambda":
            self.walk = rng.choice(pointers), "q_" + loop.var
            body = "".join(self._loop_lines()[self.rank:])
            if "*q_" in body or "q_%s[" % loop.var in body:
                self.forms.add("loops: pointers")
                self.paired = self.outside.random() < 0.4
                # An annotation names what is subscripted, which the ends are then.
                self.held = (not self.paired and loop.step == 1 and self.outside.random() < 0.4
                             and not any(claim in self.annotation for claim in (
                                 "noalias", "copy", "extent", "independent", "inplace", "reduce")))
                if self.paired:
                    self.forms.add("loops: several pointers")
                if self.held:
                    self.forms.add("loops: pointers that are held")
            else:  # nobody asks for its elements
                self.walk = None

    def _walk_lines(self):
        """The header of the loop that walks, and what its body begins with."""
        array, walker = self.walk
        loop = self.loops[-1]
        kind = "long" if loop.type == "auto" else loop.type
        element = array._const() + array.typename
        data = {"vector": ".data()", "array": ".data()"}.get(array.container(), "")
        if walker.startswith("e_"):
            begin = loop.lower.args[0]
            head = "for (%s &%s : %s)" % (element, walker, array.label)
            place = "&%s - %s%s" % (walker, array.label, data)
        else:
            begin = array.low[0]
            first, end = [add(bound, const(-begin)).text(True) for bound in (loop.lower, loop.upper)]
            begins, steps = (
                "%s = " + array.label + " + " + first,
                "++%s" if loop.step == 1 else "%%s += %d" % loop.step)
            place, moved = walker, [walker]
            if self.paired:  # the other one says which element it is
                moved.append("r_" + loop.var)
                place = "&*" + moved[1]
            head = "for (%s *%s; %s %s %s + %s; %s)" % (
                element, ", *".join(begins % each for each in moved), walker, loop.form,
                array.label, end, ", ".join(steps % each for each in moved))
            place += " - " + array.label
            if self.held:
                head = "for (%s *%s = %s_ends.from; %s %s %s_ends.to; ++%s)" % (
                    element, walker, walker, walker, loop.form, walker, walker)
                place = "%s - %s_ends.from + %s" % (walker, walker, first)
        return head, "const %s %s = static_cast<%s>(%s)%s;" % (
            kind, loop.var, kind, place, " + %d" % begin if begin > 0 else " - %d" % -begin
            if begin else "")

    def _held_ends(self):
        """The pointers between which the loop goes, in front of the nest."""
        if not self.held or not self.walk:
            return []
        array, walker = self.walk
        first, end = [add(bound, const(-array.low[0])).text(True)
                      for bound in (self.loops[-1].lower, self.loops[-1].upper)]
        return ["struct { %s *from, *to; } %s_ends = {%s + %s, %s + %s};" % (
            array._const() + array.typename, walker, array.label, first, array.label, end)]

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
        for word in ("guard", "assumed", "overlap", "hints"):
            if getattr(self, word):
                yield (word, 0)
        if self.place != "function":
            yield ("place", 0)
        if self.annotation != "[[heddle::map]]":
            yield ("annotation", 0)
        if self.values > len(self.cut):
            yield ("values", 0)
        text = self.text()
        for k in set(range(self.values)) - self.cut:
            self.cut.add(k)
            if self.text() != text:
                yield ("value", k)
            self.cut.discard(k)
        named = set(re.findall(r"\w+", self.annotation))
        if any(not a.names() & named for a in self.arrays if a.label not in self._used()):
            yield ("arrays", 0)

    def edit(self, what):
        """Leaves out one of edits(); the nest stays defined, since its arrays stay as large."""
        kind, k = what
        if kind == "call":
            if self.overlap and self.overlap[0] == k:
                self.overlap = (0,) + self.overlap[1:]
            else:
                self.overlap = None
            self.calls = [self.calls[k]]
        elif kind == "statement":
            del self.statements[k]
        elif kind == "else":
            self.statements[k] = self.statements[k][:2] + (None,)
        elif kind == "if":
            self.statements[k] = (self.statements[k][0], None, None)
        elif kind in ("guard", "assumed", "overlap", "hints"):
            setattr(self, kind, None)
        elif kind == "place":
            self.place = "function"
            for array in self.arrays:
                array.typename = array.element
        elif kind == "annotation":
            self.annotation = "[[heddle::map]]"
        elif kind == "value":
            self.cut.add(k)
        elif kind == "values":
            self.cut = set(range(self.values))
        else:
            self._drop_arrays()

    def _drop_arrays(self):
        words = set(re.findall(r"\w+", self.annotation))
        used = self._used() | {a.label for a in self.arrays if a.names() & words}
        kept = [k for k, a in enumerate(self.arrays) if a.label in used]
        self.filled = [self.filled[k] for k in kept]
        self.arrays = [self.arrays[k] for k in kept]
        labels = {label for label in self.extents if label.split("_")[0] in used}
        self.extents = {label: self.extents[label] for label in labels}
        if self.overlap and set(self.overlap[1:3]) <= set(kept):
            one, two = (kept.index(k) for k in self.overlap[1:3])
            self.overlap = (self.overlap[0], one, two, self.overlap[3])
        else:
            self.overlap = None

    def _used(self):
        words = set(re.findall(r"\w+", "\n".join(self._loop_lines() + self.lasts)))
        return {a.label for a in self.arrays if a.names() & words}

    # ---- text ----

    def _make_annotation(self):
        rng = self.rng
        parts = []
        for loop in self.loops + ([self.inner] if self.inner else []):
            loop.shared = {p for p in self.params
                           if self.passed[p] != "value" or self.place == "lambda"}
        mapped = self.loops[:self.mapped] + ([self.inner] if self.imperfect else [])
        turned = "loops: turned" in self.forms
        declared = not turned and (self.imperfect or any(loop.masked for loop in mapped) or self.mapped < self.rank or (
            rng.random() < 0.25 and all(loop.declarable() for loop in mapped)))
        if declared and not all(loop.declarable() for loop in mapped):
            raise Unusable
        if declared:
            lower, upper = (", ".join(loop.declared()[side].text() for loop in mapped)
                            for side in (0, 1))
            braces = "bounds({%s}, {%s})" if len(mapped) > 1 else "bounds(%s, %s)"
            parts.append(braces % (lower, upper))
            if any(loop.step > 1 for loop in mapped):
                parts.append("step(%s)" % ", ".join(str(loop.step) for loop in mapped))
                parts.append("width(%s)" % ", ".join(str(loop.width) for loop in mapped))
            self.forms.add("declared spaces" if self.mapped == self.rank else
                           "declared spaces of outer loops")
        kind = rng.random()
        if self.reduced and rng.random() < 0.9 or self.loops[0].by and self.rank > 1:
            # Which loops are mapped is not the mapping's to say.
            kind = 0.35 + 0.65 * kind
        if "reductions: variables" in self.forms and rng.random() < 0.95:
            kind = 0.8 + 0.2 * kind
        if turned:
            kind = 0.7 + 0.3 * kind
        if kind < 0.35:
            gaps = [loop.step > loop.width for loop in mapped]
            parts.append("map(%s)" % random_mapping(rng, len(mapped), gaps))
            self.forms.add("mappings: combinators")
        elif kind < 0.9:
            strategy = rng.choice(["Jing", "JingExt", "FoldAll", "Auto"]
                                  if kind < 0.8 else ["FoldAll", "Auto"])
            parts.append("map(%s)" % strategy)
            self.forms.add("mappings: " + strategy)
        else:
            parts.append("map")
            self.forms.add("mappings: none given")
        parts += self._claims()
        if rng.random() < 0.15:
            return "HEDDLE(%s)" % ", ".join(parts)
        return "[[%s]]" % ", ".join("heddle::" + part for part in parts)

    def _claims(self):
        rng = self.rng
        groups = [("reduce", self.summed + (self.reduced if self.gathers else [])),
                  ("inplace", [a for a in self.compatible if a not in self.copied
                               and "at random" not in self.forms and rng.random() < 0.3]),
                  ("copy", [a for a in self.copied if rng.random() < 0.5])]
        used = self._used()
        apart = [a for a in self.arrays
                 if a.form == "linear" and not a.is_private() and a.label in used][:3]
        if len(apart) > 1 and not self.overlap and rng.random() < 0.15:
            groups.append(("noalias", apart))
        groups.append(("independent", [a for a in self.apart if a not in self.told]))
        for array in self.sized:
            # Its form may have become one that says it by itself.
            if array.label in used and not array.is_sized():
                yield "extent(%s, %d)" % (array.variable(), array.elements())
        for array in self.arrays:
            # In a function, a lambda or a call over elements no check would find the access.
            if "inner loops: calls of the library" in self.forms:
                continue
            if (array.form == "table" and array.label in used and array.style != 4
                    and not self.functions and not self.lambdas):
                self.forms.add("claims: rows")
                yield "rows(%s)" % ", ".join([array.variable()] + [
                    str(array.extent(d)) for d in range(array.rank)])
        for word in sorted({word for _, word in self.owned}):
            # In a lambda they are another function's.
            if self.place != "lambda":
                self.forms.add("claims: " + word)
                yield "%s(%s)" % (word, ", ".join(n for n, w in self.owned if w == word))
        for word, arrays in groups:
            # Where functions touch it no claim of the loops names it.
            arrays = [a for a in arrays if a.label in used and not a.in_object]
            if arrays:
                names = sorted({a.variable() for a in arrays})
                self.forms.add("claims: " + word)
                yield "%s(%s)" % (word, ", ".join(names))

    def _called_lambdas(self):
        """Without those whose value the nest drops: they may name arrays that it has not."""
        lines = [line() if callable(line) else line for line in self.lambdas]
        text = "\n".join(self._loop_lines())
        return [line for line in lines if re.search(r"\b%s\b" % line.split()[2], text) or
                any(line.split()[2] in other for other in lines if other is not line)]

    def _headers(self):
        """One line each; two loops that are ranges may be one."""
        lines = ["  " * d + loop.header() for d, loop in enumerate(self.loops)]
        first, *others = self.loops
        if first.ranged and others and not others[0].triangular and (
                first.change % 2 and not first.down and others[0].form == "<"):
            others[0].ranged = True
            both = [loop.range_arguments("long") for loop in self.loops[:2]]
            lines[:2] = ["for (auto [%s, %s] : heddle::indices({%s}))" % (
                first.var, others[0].var, "}, {".join(", ".join(pair) for pair in zip(*both)))]
            self.forms.add("loops: heddle::indices")
        return lines

    def _loop_lines(self):
        """The loops with what they run."""
        if not self.walk:
            return self._lines_of_loops(self._headers(), [])
        array, walker = self.walk
        head, begin = self._walk_lines()
        loop = self.loops[-1]
        array.walk = walker, loop.var, (array.low[0] - loop.lower.args[0]
                                        if walker.startswith("e_") else None)
        try:
            headers = self._headers()[:-1] + ["  " * (self.rank - 1) + head]
            return self._lines_of_loops(headers, ["  " * self.rank + begin])
        finally:
            array.walk = None

    def _lines_of_loops(self, lines, begin):
        pad = "  " * self.rank
        lines[-1] += " {"
        masks = [each for loop in self.loops if loop.masked for each in loop.conditions()]
        leave = [pad + "if (!(%s)) continue;" % self.guard()] if self.guard else []
        body = begin + [pad + line for line in self._hints() if self.hints]
        body += leave if self.early else []
        depth = pad
        if masks:
            body += [pad + "if (%s) {" % " && ".join(masks)]
            depth = pad + "  "
        for k, (made, guard, other) in enumerate(self.statements):
            body.append(depth + ("if (%s) {" % guard() if guard else "{"))
            body += made(depth + "  ")
            if other:
                body += [depth + "} else {"] + other(depth + "  ")
            body.append(depth + "}")
            if k == 0 and not self.early:
                body += leave
        if masks:
            body.append(pad + "}")
        return lines + body + ["  " * (self.rank - 1) + "}"]

    def _parameters(self):
        """The function's parameters, and what a call passes for them."""
        pairs = [(array.parameter(), array.argument(k)) for k, array in enumerate(self.arrays)
                 if array.parameter()]
        for k, p in enumerate(self.params):
            if self.passed[p] in ("value", "reference"):
                sign = "&" if self.passed[p] == "reference" else ""
                pairs.append(("%s%s %s%s" % ("const " if sign else "", self.type_of(p), sign, p),
                              "(%s)p[%d]" % (self.type_of(p), k)))
        if "member" in self.passed.values():
            pairs.append(("const %s &z" % self.label.replace("nest", "sizes"), "z"))
        pairs += [("int " + label, str(extent)) for label, extent in self.extents.items()]
        return pairs

    def text(self):
        """The function that holds the nest, and what it needs."""
        lines = []
        members = [p for p in self.params if self.passed[p] == "member"]
        if members:
            lines.append("struct %s { %s };" % (self.label.replace("nest", "sizes"), " ".join(
                "%s %s;" % (self.type_of(p), p[2:]) for p in members)))
        lines += ["static %s %s;" % (self.type_of(p), p) for p in self.params
                  if self.passed[p] == "global"]
        for array in self.arrays:
            lines += array.declarations()
        lines += self.functions
        if self.place == "template":
            lines.append("template <class T>")
        if self.place == "method":
            lines.append("struct %s {" % self.label.replace("nest", "object"))
        lines.append("void %s(%s) {" % (self.label, ", ".join(p for p, _ in self._parameters())))
        if self.place == "lambda":
            # Pointers to structures: by copy, or so that they might change.
            lines.append("  const auto run = [&%s] {" % "".join(
                ", " + array.label for array in self.arrays
                if array.form == "member" and array.style == 1 or array.is_given_by_pointer()))
        lines += ["  [[maybe_unused]] " + line for line in self.variables]
        lines += ["  " + line for line in self.levels]
        for part in self.arrays + self.loops + ([self.inner] if self.inner else []):
            lines += ["  " + line for line in part.before()]
        lines += ["  " + line for line in self._held_ends() + self._called_lambdas()]
        if self.assumed:
            lines.append("  " + self.assumed)
        lines += ["  " + line for line in [self.annotation] + self._loop_lines()]
        for array in self.arrays:
            lines += ["  " + line for line in array.after()]
        lines += ["  " + line for line in self.lasts]
        if self.place == "lambda":
            lines += ["  };", "  run();"]
        return "\n".join(lines + (["}", "};"] if self.place == "method" else ["}"]) + self.behind)

    def case(self):
        """What calls it: its arrays and the values of its parameters as texts; see nests.h."""
        arrays = ", ".join("%s %s %d" % ("in" if filled else "out", array.element, array.elements())
                           for filled, array in zip(self.filled, self.arrays))
        calls = []
        for k, env in enumerate(self.calls):
            calls.append(" ".join(str(env[p]) for p in self.params))
            if self.overlap and self.overlap[0] == k:
                calls[-1] += " : %d %d %d" % self.overlap[1:]
        lines = ["NEST(%s," % self.label, '     "%s",' % arrays, '     "%s") {' % ", ".join(calls)]
        members = ["(%s)p[%d]" % (self.type_of(p), k) for k, p in enumerate(self.params)
                   if self.passed[p] == "member"]
        if members:
            lines.append("  const %s z{%s};" % (
                self.label.replace("nest", "sizes"), ", ".join(members)))
        lines += ["  %s = p[%d];" % (p, k) for k, p in enumerate(self.params)
                  if self.passed[p] == "global"]
        for k, array in enumerate(self.arrays):
            lines += ["  " + line for line in array.prepare(k)]
        called = {"template": "%s<%s>" % (self.label, getattr(self, "typed", "")),
                  "method": "%s().%s" % (self.label.replace("nest", "object"), self.label)
                  }.get(self.place, self.label)
        lines.append("  %s(%s);" % (called, ", ".join(a for _, a in self._parameters())))
        for k, array in enumerate(self.arrays):
            lines += ["  " + line for line in array.finish(k)]
        return "\n".join(lines + ["}"])

    def _count_forms(self):
        for loop in self.loops + ([self.inner] if self.inner else []):
            self.forms.update(loop.forms())
        if any(loop.is_outside() for loop in self.loops + ([self.inner] if self.inner else [])):
            self.forms.add("counters in front of the nest")
        if self.variables:
            self.forms.add("temporaries in front of the nest")
        self.forms.add("rank %d" % self.rank)
        self.forms.update("data: " + (
            "std::" + array.container() if array.container() else
            "structures" if array.is_records() else
            "private, by " + array.accessor() if array.is_private() else
            "elements by a lambda" if array.has_lambda() else
            {"variable": "rows of run-time length", "allocated": "allocated rows"}.get(
                array.form, array.form))
            for array in self.arrays)
        self.forms.update("bounds: " + how for how in self.passed.values() if how != "value")
        if self.place != "function":
            self.forms.add("place: " + self.place)
        if any(a.has_plane() for a in self.arrays):
            self.forms.add("front: widths")
        if any(a.form == "linear" and a.rank > 1 for a in self.arrays):
            self.forms.add("data: linear subscripts of several loops")


def kind_of(seed, index):
    """The class of a nest."""
    from algorithms import AlgorithmNest  # which builds on this file
    return AlgorithmNest if random.Random("%s/%d/kind" % (seed, index)).random() < 0.06 else Nest


def make_nest(seed, index, edits=(), wanted=None):
    """The nest number `index` of a seed, the same in every run, made smaller by `edits`. With
    `wanted`, a regular expression, one that has a form whose name it matches."""
    for attempt in itertools.count():
        try:
            kind = Nest if wanted else kind_of(seed, index)
            nest = kind("%s/%d/%d" % (seed, index, attempt), "nest_%d" % index)
        except (Unusable, OutOfRange):
            continue
        if not wanted or any(re.search(wanted, form) for form in nest.forms):
            break
    for edit in edits:
        nest.edit(edit)
    return nest


def file_text(nests, title):
    """The C++ of some nests: one source for the harness."""
    headers = ["algorithm", "cmath", "cstddef", "cstdlib", "cstring", "heddle/heddle.h",
               "heddle/indices.h"]
    held = {array.container() for nest in nests for array in nest.arrays}
    held |= {"vector" for nest in nests for array in nest.arrays if array.is_private()}
    held |= {"vector" for nest in nests for array in nest.arrays if array.is_table()}
    held |= {"array" for nest in nests if "values: std::array" in nest.forms}
    headers += [header for name, header in [("array", "array"), ("unique_ptr", "memory"),
                                            ("shared_ptr", "memory"),
                                            ("vector", "vector")] if name in held]
    if any(array.element in PARTS for nest in nests for array in nest.arrays):
        headers.append("complex")
    if any("algorithms" in nest.forms for nest in nests):
        headers += ["numeric"]
    before = []
    if any("algorithms: policies" in nest.forms for nest in nests):
        # Where TBB is, it would have to be linked.
        before, headers = ["#define _GLIBCXX_USE_TBB_PAR_BACKEND 0"], headers + ["execution"]
    text = ["// " + title] + before + ["#include <%s>" % each for each in headers] + [
        '#include "%s.h"' % each for each in ["nests"] + ["mdspan"] * ("mdspan" in held)] + [
        "", "using namespace heddle;", "", "namespace SIDE {"]
    for nest in nests:
        text += ["", nest.text(), "", nest.case()]
    return "\n".join(text + ["", "} // namespace SIDE", ""])
