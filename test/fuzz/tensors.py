# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random annotated statements on whole tensors.

The statements are those of test/unit/tensor/random_statements.py, over several
element types; some of their parts stand in functions.
"""

import itertools
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "unit", "tensor"))
import random_statements  # noqa: E402

ELEMENTS = ["double", "float", "int", "unsigned", "long"]

HEAD = """#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;

namespace SIDE {

template <class E> auto passed(const E &e) { return e; }
template <class A, class B> auto sum_of(const A &a, const B &b) {
  const auto both = a + b;
  return both;
}
template <class A, class B> auto product_of(const A &a, const B &b) {
  return outer(a, b);
}
"""

CASE = """
void {label}({parameters}) {{
  using T = {element};
  {annotation} {target} = {value};
}}
CASE({label}) {{
{declarations}
  r.call({{0}}, {{harness::taken::any, -1}}, [&] {{
    {label}({names});
    keep(r, x);
  }});
}}
"""


class Statement:
    """A function with one annotated statement, and the call that runs it."""

    def __init__(self, seed, label):
        rng = random.Random(seed)
        made = random_statements.Statement(rng)
        while not made.target_shape:
            made = random_statements.Statement(rng)
        self.label = label
        self.made = made
        self.element = rng.choice(ELEMENTS)
        self.annotation = "[[heddle::map%s]]" % rng.choice(
            ["", "", "(FoldAll)", "(JingExt)", ", heddle::copy(x)"])
        self.target, self.value = (self._with_functions(each, rng)
                                   for each in (made.target, made.text))
        self.forms = {"tensor statements", "rank %d" % len(made.target_shape)}
        if "slice" in made.target:
            self.forms.add("tensor statements: to slices")

    def _with_functions(self, text, rng):
        text = re.sub(r"\bouter\(", lambda m: rng.choice(["outer(", "outer(", "product_of("]), text)
        return self._typed(re.sub(r"(\d)u\b", r"\1", text), "T")

    @staticmethod
    def _typed(text, element):
        return re.sub(r"\bunsigned\b", element, text)

    def text(self):
        names = [self.made.name(k) for k in range(len(self.made.shapes))]
        declared = [self._typed(self.made.declaration(k), self.element) for k in range(len(names))]
        types = [each[:each.index("> ") + 1] for each in declared]
        return CASE.format(
            label=self.label, element=self.element, annotation=self.annotation,
            target=self.target, value=self.value, names=", ".join(names),
            parameters=", ".join("[[maybe_unused]] %s%s &%s" % ("const " if k else "", each, name)
                                 for k, (each, name) in enumerate(zip(types, names))),
            declarations="\n".join("  %s\n  fill(%s, %d);" % (each, name, k + 1)
                                   for k, (each, name) in enumerate(zip(declared, names))))

    def edits(self):
        """What may be left out: nothing."""
        return []


def make_statement(seed, index, edits=()):
    """The statement number `index` of a seed, the same in every run."""
    for attempt in itertools.count():
        try:
            return Statement("%s/%d/%d" % (seed, index, attempt), "nest_%d" % index)
        except RecursionError:
            continue


def file_text(statements, title):
    """The C++ of some statements: one source for the harness of the execution tests."""
    return "// %s\n%s%s\n} // namespace SIDE\n" % (
        title, HEAD, "".join(each.text() for each in statements))
