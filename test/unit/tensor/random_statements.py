#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a C++ file of random tensor statements, each checked by Statement.h.

usage: random_statements.py SEED COUNT NAME OUTPUT

Expressions are made from the left-hand side's shape downwards: to rank 5 and
depth 6, over tensors of known and of unknown extents, among which the left-hand
side itself and views of it are frequent. NAME is that of the test.
"""

import random
import sys

MAX_RANK = 5
MAX_ELEMENTS = 2000  # of a subexpression, which the naive evaluator builds


def size(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def braces(numbers):
    return "{" + ", ".join(str(number) for number in numbers) + "}"


class Statement:
    def __init__(self, rng):
        self.rng = rng
        self.shapes = []  # of the tensors; the first is the left-hand side's
        rank = rng.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5])
        # Often of one extent, so that the left-hand side fits in many places.
        alike = rng.choice([2, 3]) if rng.random() < 0.7 else None
        whole = tuple(alike or rng.choice([1, 2, 2, 3, 3]) for _ in range(rank))
        self.shapes.append(whole)
        self.target, self.target_shape = "x", whole
        if rank and rng.random() < 0.15:
            self.target, self.target_shape = self.slice_of("x", whole)
        self.depth = rng.choice([1, 2, 3, 3, 4, 4, 5, 6])
        self.text = self.expression(self.target_shape, self.depth)

    def name(self, k):
        return "x" if k == 0 else "t%d" % k

    def slice_of(self, text, shape):
        rng = self.rng
        lower = [rng.randrange(extent) for extent in shape]
        upper = [rng.randint(low + 1, extent) for low, extent in zip(lower, shape)]
        step = [rng.choice([1, 1, 2]) for _ in shape]
        extents = tuple((u - l + s - 1) // s for l, u, s in zip(lower, upper, step))
        return ("slice(%s, %s, %s, %s)" % (text, braces(lower), braces(upper), braces(step)),
                extents)

    def leaf(self, shape):
        rng = self.rng
        if shape == self.target_shape and rng.random() < 0.6:
            return self.target
        fitting = [k for k, each in enumerate(self.shapes) if each == shape]
        if fitting and rng.random() < 0.7:
            return self.name(rng.choice(fitting))
        if shape and rng.random() < 0.4:
            # A part of the left-hand side's tensor, where one has this shape.
            for _ in range(10):
                text, extents = self.slice_of("x", self.shapes[0])
                if extents == shape:
                    return text
        if len(self.shapes) < 7:
            self.shapes.append(shape)
            return self.name(len(self.shapes) - 1)
        # Only when there are many: a new one all the same.
        if not fitting:
            self.shapes.append(shape)
            fitting = [len(self.shapes) - 1]
        return self.name(rng.choice(fitting))

    def scalar(self, depth):
        if depth > 1 and self.rng.random() < 0.6:
            return self.expression((), depth - 1)
        return "%du" % self.rng.randint(0, 9)

    def expression(self, shape, depth):
        rng = self.rng
        if depth <= 1:
            return self.leaf(shape)
        makers = [self.leaf, self.binary, self.binary, self.scaled, self.contracted,
                  self.contracted, self.contracted, self.function]
        if len(shape) >= 1:
            makers += [self.outer, self.sliced, self.padded, self.convolved]
        if len(shape) >= 2:
            makers += [self.transposed, self.outer]
        while True:
            maker = rng.choice(makers)
            text = maker(shape) if maker == self.leaf else maker(shape, depth)
            if text is not None:
                return text

    def binary(self, shape, depth):
        sign = self.rng.choice("+-*")
        return "(%s %s %s)" % (self.expression(shape, depth - 1), sign,
                               self.expression(shape, depth - 1))

    def scaled(self, shape, depth):
        if self.rng.random() < 0.3:
            return "(%s / %du)" % (self.expression(shape, depth - 1), self.rng.randint(1, 5))
        return "(%s * %s)" % (self.scalar(depth), self.expression(shape, depth - 1))

    def function(self, shape, depth):
        e = self.expression(shape, depth - 1)
        return self.rng.choice([
            "max(%s, 1000000u)", "(-%s)", "(%s)",
            "elementwise([](unsigned v) { return v * v + 1u; }, %s)"]) % e

    def outer(self, shape, depth):
        cut = self.rng.randint(0, len(shape))
        return "outer(%s, %s)" % (self.expression(shape[:cut], depth - 1),
                                  self.expression(shape[cut:], depth - 1))

    def transposed(self, shape, depth):
        m, n = self.rng.sample(range(len(shape)), 2)
        inner = list(shape)
        inner[m], inner[n] = inner[n], inner[m]
        return "transpose<%d, %d>(%s)" % (m, n, self.expression(tuple(inner), depth - 1))

    def contracted(self, shape, depth):
        extent = self.rng.choice([1, 2, 3] + list(self.target_shape) * 2)
        inner = list(shape)
        m = self.rng.randint(0, len(inner))
        inner.insert(m, extent)
        n = self.rng.randint(0, len(inner))
        inner.insert(n, extent)
        if n <= m:
            m += 1
        if len(inner) > MAX_RANK + 2 or size(inner) > MAX_ELEMENTS:
            return None
        if self.rng.random() < 0.6:
            # Most contractions are of products.
            cut = self.rng.randint(0, len(inner))
            operand = "outer(%s, %s)" % (self.expression(tuple(inner[:cut]), depth - 1),
                                         self.expression(tuple(inner[cut:]), depth - 1))
        else:
            operand = self.expression(tuple(inner), depth - 1)
        return "contract<%d, %d>(%s)" % (m, n, operand)

    def sliced(self, shape, depth):
        if self.rng.random() < 0.5:
            return None
        rng = self.rng
        lower = [rng.randint(0, 1) for _ in shape]
        step = [rng.choice([1, 1, 2]) for _ in shape]
        upper = [l + (extent - 1) * s + 1 for l, extent, s in zip(lower, shape, step)]
        inner = tuple(u + rng.randint(0, 1) for u in upper)
        if size(inner) > MAX_ELEMENTS:
            return None
        return "slice(%s, %s, %s, %s)" % (self.expression(inner, depth - 1), braces(lower),
                                          braces(upper), braces(step))

    def padded(self, shape, depth):
        if self.rng.random() < 0.5:
            return None
        before = [self.rng.randint(0, extent - 1) for extent in shape]
        after = [self.rng.randint(0, extent - 1 - b) for b, extent in zip(before, shape)]
        inner = tuple(extent - b - a for extent, b, a in zip(shape, before, after))
        return "pad(%s, %s, %s, %du)" % (self.expression(inner, depth - 1), braces(before),
                                         braces(after), self.rng.randint(0, 2))

    def convolved(self, shape, depth):
        if self.rng.random() < 0.5:
            return None
        kernel = tuple(self.rng.choice([1, 2]) for _ in shape)
        inner = tuple(extent + k - 1 for extent, k in zip(shape, kernel))
        if size(inner) > MAX_ELEMENTS:
            return None
        return "conv(%s, %s)" % (self.expression(inner, depth - 1),
                                 self.expression(kernel, depth - 1))

    def declaration(self, k):
        shape = self.shapes[k]
        if self.rng.random() < 0.6 or not shape:
            return "tensor<unsigned%s> %s;" % ("".join(", %d" % e for e in shape), self.name(k))
        known = [e if self.rng.random() < 0.4 else None for e in shape]
        if all(known):
            known[0] = None
        return "tensor<unsigned%s> %s(%s);" % (
            "".join(", dyn" if e is None else ", %d" % e for e in known), self.name(k),
            ", ".join(str(e) for e in shape))

    def function_text(self, number):
        names = [self.name(k) for k in range(len(self.shapes))]
        where = self.target if self.target != "x" else "x.view()"
        return """void statement_%d(Tally &tally) {
  const auto target = [](auto &x) { return %s; };
  const auto expression = [](%s) {
    return %s;
  };
%s
  check_statement("%s = %s",
                  tally, target, expression, %s);
}
""" % (number, where,
            ", ".join("[[maybe_unused]] const auto &" + name for name in names),
            self.as_expression(),
            "\n".join("  " + self.declaration(k) for k in range(len(names))),
            self.target, self.text, ", ".join(names))

    def as_expression(self):
        """The text; bare tensors as views, since nodes are returned by value."""
        if self.text.isidentifier():
            return self.text + ".view()"
        return self.text


def main():
    seed, count, name, output = sys.argv[1:]
    rng = random.Random(seed)
    statements = [Statement(rng) for _ in range(int(count))]
    with open(output, "w") as file:
        file.write("// Written by random_statements.py %s %s.\n" % (seed, count))
        file.write('#include "RandomStatements.h"\n\nusing namespace heddle;\n\nnamespace {\n\n')
        for number, statement in enumerate(statements):
            file.write(statement.function_text(number) + "\n")
        file.write("} // namespace\n\nTEST(RandomStatements, %s) {\n  Tally tally;\n" % name)
        for number in range(len(statements)):
            file.write("  statement_%d(tally);\n" % number)
        file.write("  report(tally);\n}\n")


if __name__ == "__main__":
    main()
