#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes execution tests of random annotated tensor statements.

usage: random_tensors.py SEED COUNT TYPE OUTPUT

The statements are those of test/unit/tensor/random_statements.py, over TYPE;
some of their parts stand in functions. What the tool refuses runs as written.
"""

import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "unit", "tensor"))
import random_statements  # noqa: E402

HEAD = """// Written by random_tensors.py %s.
#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;
using T = %s;

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




def with_functions(text, rng):
    text = re.sub(r"\bouter\(", lambda m: rng.choice(["outer(", "outer(", "product_of("]), text)
    return re.sub(r"(\d)u\b", r"\1", text).replace("unsigned", "T")


def statement(number, made, rng):
    names = [made.name(k) for k in range(len(made.shapes))]
    left, right = (with_functions(text, rng) for text in (made.target, made.text))
    declared = [made.declaration(k).replace("unsigned", "T") for k in range(len(names))]
    types = [text[:text.index("> ") + 1] for text in declared]
    lines = "\n".join("  %s\n  fill(%s, %d);" % (text, name, k + 1)
                      for k, (text, name) in enumerate(zip(declared, names)))
    parameters = ", ".join("[[maybe_unused]] %s%s &%s" % ("const " if k else "", type_, name)
                           for k, (type_, name) in enumerate(zip(types, names)))
    return """
void statement_%d(%s) {
  [[heddle::map]] %s = %s;
}
CASE(statement_%d) {
%s
  r.call({%d}, {harness::taken::any, -1}, [&] {
    statement_%d(%s);
    keep(r, x);
  });
}
""" % (number, parameters, left, right, number, lines, number, number, ", ".join(names))


def main():
    seed, count, element, output = sys.argv[1:]
    rng = random.Random(seed)
    texts = []
    while len(texts) < int(count):
        made = random_statements.Statement(rng)
        if made.target_shape:
            texts.append(statement(len(texts), made, rng))
    with open(output, "w") as file:
        file.write(HEAD % (" ".join(sys.argv[1:4]), element))
        file.writelines(texts)
        file.write("\n} // namespace SIDE\n")


if __name__ == "__main__":
    main()
