#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a C++ file of random statements in index notation.

usage: random_indices.py SEED COUNT NAME OUTPUT

Each stands beside the loops that it means, computed on copies: the sums are
where docs/tensors.md says that they are.
"""

import random
import sys

FUNCTION = "elementwise([](unsigned v) { return v * v + 3u; }, %s)"
FUNCTION_LOOP = "square_plus(%s)"
QUOTIENT = "elementwise([](unsigned v, unsigned w) { return v / (w + 1u); }, %s, %s)"
QUOTIENT_LOOP = "(%s / (%s + 1u))"


class Statement:
    def __init__(self, rng):
        self.rng = rng
        self.extents = {}  # of the names
        self.tensors = []  # shapes; the first is the left-hand side's
        self.left = [self.new_name() for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))]
        self.tensors.append(tuple(self.extents[name] for name in self.left))
        self.text, self.loop = self.expression(self.left, rng.choice([1, 2, 3, 4]))

    def new_name(self):
        name = "n%d" % len(self.extents)
        alike = list(self.extents.values()) * 2
        self.extents[name] = self.rng.choice([1, 2, 3, 3] + alike)
        return name

    def leaf(self, must, may):
        """A tensor with all of `must` and some of `may` as indices."""
        rng = self.rng
        names = list(must)
        for name in may:
            if len(names) < 4 and rng.random() < 0.6:
                names.append(name)
        rng.shuffle(names)
        shape = tuple(self.extents[name] for name in names)
        fitting = [k for k, each in enumerate(self.tensors) if each == shape]
        if 0 in fitting and rng.random() < 0.5:
            number = 0
        elif fitting and rng.random() < 0.5:
            number = rng.choice(fitting)
        else:
            self.tensors.append(shape)
            number = len(self.tensors) - 1
        at = ", ".join(names)
        loop = "o%d(%s)" % (number, at)
        if not names:
            return "t%d" % number, loop
        return "t%d(%s)" % (number, at), loop

    def expression(self, known, depth):
        rng = self.rng
        if depth == 0:
            return self.leaf([], known)
        kind = rng.choice(["sum", "sum", "product", "product", "product", "function", "quotient"])
        if kind == "sum":
            sign = rng.choice("+-")
            a, b = self.expression(known, depth - 1), self.expression(known, depth - 1)
            return tuple("(%s %s %s)" % (p, sign, q) for p, q in zip(a, b))
        if kind == "function":
            a = self.expression(known, depth - 1)
            return FUNCTION % a[0] if "(" in a[0] else a[0], \
                FUNCTION_LOOP % a[1] if "(" in a[0] else a[1]
        bound = [self.new_name() for _ in range(rng.choice([0, 1, 1, 2]))]
        if kind == "quotient":
            a, b = self.leaf(bound, known), self.leaf(bound, known)
            if "(" not in a[0] + b[0]:
                return a
            text, loop = QUOTIENT % (a[0], b[0]), QUOTIENT_LOOP % (a[1], b[1])
        else:
            factors = []
            for name in bound:
                factors.append(self.leaf([name], known + bound))
            for _ in range(rng.choice([1, 1, 2])):
                factors.append(self.expression(known + bound, depth - 1))
            rng.shuffle(factors)
            text = "(" + " * ".join(factor[0] for factor in factors) + ")"
            loop = "(" + " * ".join(factor[1] for factor in factors) + ")"
        for name in bound:
            loop = "sum(%d, [&](long %s) { return %s; })" % (self.extents[name], name, loop)
        return text, loop

    def function_text(self, number):
        tensors = []
        for k, shape in enumerate(self.tensors):
            if shape and self.rng.random() < 0.3:
                tensors.append("tensor<unsigned%s> t%d(%s);" % (
                    ", dyn" * len(shape), k, ", ".join(map(str, shape))))
            else:
                tensors.append("tensor<unsigned%s> t%d;" % ("".join(", %d" % e for e in shape), k))
        names = [name for name in self.extents if name + ")" in self.text or name + "," in self.text
                 or name in self.left]
        left_at = ", ".join(self.left)
        lines = ["  " + text for text in tensors]
        lines += ["  fill(t%d, seed);" % k for k in range(len(tensors))]
        lines += ["  const auto o%d = t%d; (void)o%d;" % (k, k, k) for k in range(len(tensors))]
        lines.append("  auto expected = o0;")
        loops = "".join("for (long %s = 0; %s < %d; ++%s) " % (n, n, self.extents[n], n)
                        for n in self.left)
        lines.append("  %sexpected(%s) = %s;" % (loops, left_at, self.loop))
        if names:
            lines.append("  idx %s;" % ", ".join(names))
        lines.append("  %s = %s;" % ("t0(%s)" % left_at if self.left else "t0", self.text))
        lines.append("  EXPECT_TRUE(std::equal(t0.begin(), t0.end(), expected.begin()))")
        lines.append('      << "%s";' % self.text)
        return "void statement_%d(unsigned &seed) {\n%s\n}\n" % (number, "\n".join(lines))


def main():
    seed, count, name, output = sys.argv[1:]
    rng = random.Random(seed)
    statements = [Statement(rng) for _ in range(int(count))]
    with open(output, "w") as file:
        file.write("// Written by random_indices.py %s %s.\n" % (seed, count))
        file.write('#include "Statement.h"\n\nusing namespace heddle;\n\nnamespace {\n\n')
        file.write("[[maybe_unused]] unsigned square_plus(unsigned v) { return v * v + 3u; }\n"
                   "template <class F> unsigned sum(long extent, F &&f) {\n"
                   "  unsigned total = 0;\n"
                   "  for (long k = 0; k < extent; ++k)\n    total += f(k);\n"
                   "  return total;\n}\n\n")
        for number, statement in enumerate(statements):
            file.write(statement.function_text(number) + "\n")
        file.write("} // namespace\n\nTEST(RandomIndices, %s) {\n  unsigned seed = 1;\n" % name)
        for number in range(len(statements)):
            file.write("  statement_%d(seed);\n" % number)
        file.write("}\n")


if __name__ == "__main__":
    main()
