# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program of random blocks with [[heddle::reuse]].

    random_blocks.py SEED COUNT OUTPUT

It prints the bits of all that lives on behind each block. What is declared dead
is poisoned behind its block by the program itself, which never reads it again.
"""

import random
import sys

HEAD = """\
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;
using cube = tensor<double, 5, 5, 5>;
using sheet = tensor<double, 25, 5>;
using matrix = tensor<double, 5, 5>;
using heap = tensor<double, 30, 30, 30>;
using any = tensor<double, dyn, dyn>;

template <class X> void fill(X &x, unsigned seed) {
  unsigned state = seed * 2654435761u + 1u;
  for (auto &each : x) {
    state = state * 1664525u + 1013904223u;
    each = (static_cast<int>(state >> 24) - 128) / 512.0;
  }
}
template <class X> void show(const char *name, const X &x) {
  std::uint64_t hash = 14695981039346656037u;
  for (const double &each : x) {
    std::uint64_t bits;
    std::memcpy(&bits, &each, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  std::printf("%s %016llx\\n", name, static_cast<unsigned long long>(hash));
}
"""

KINDS = {"cube": 3, "sheet": 2, "matrix": 2, "heap": 3, "any": 2}


class Block:
    def __init__(self, number, seed):
        self.random = random.Random("%d %d" % (seed, number))
        self.number = number
        self.lines = []
        pick = self.random
        self.kind = pick.choice(["cube", "cube", "matrix", "heap", "any", "any"])
        kinds = [self.kind] * 5 + (["sheet"] if self.kind == "cube" else ["matrix"])
        self.outers = {"o%d" % i: pick.choice(kinds) for i in range(pick.randint(2, 3))}
        self.locals = {"l%d" % i: pick.choice(kinds) for i in range(pick.randint(2, 5))}
        self.kinds = {**self.outers, **self.locals}
        self.live = set(self.outers)
        self.written = set(self.outers)
        self.kept = set(self.outers)

    def readable(self, kind):
        return [x for x in sorted(self.live) if self.kinds[x] == kind]

    def term(self, kind, depth):
        """An expression of this shape."""
        pick = self.random
        leaves = self.readable(kind)
        choice = pick.randint(0, 9)
        if depth == 0 or choice < 2:
            if leaves:
                return pick.choice(leaves)
            return "0.5 * fixed_%s" % kind
        if choice < 6:
            return "(%s %s %s)" % (self.term(kind, depth - 1), pick.choice("+-*"),
                                   self.term(kind, depth - 1))
        if choice == 6 and kind not in ("sheet",):
            return "transpose<0, 1>(%s)" % self.term(kind, depth - 1)
        if choice == 7 and kind in ("cube", "matrix") and self.readable(kind):
            return "contract<1, %d>(outer(fixed_matrix, %s))" % (
                KINDS[kind] + 1, pick.choice(self.readable(kind)))
        if choice == 8:
            return "max(%s, -%s)" % (self.term(kind, depth - 1), self.term(kind, depth - 1))
        return "%s * %s" % (pick.choice(["2", "0.25", "number"]), self.term(kind, depth - 1))

    def indexed(self, target, kind):
        names = ["i", "j", "k"][:KINDS[kind]]
        order = list(names)
        leaves = self.readable(kind)
        if not leaves:
            return None
        if kind not in ("sheet",):
            self.random.shuffle(order)
        a, b = self.random.choice(leaves), self.random.choice(leaves)
        return "%s(%s) = %s(%s) - number * %s(%s);" % (
            target, ", ".join(names), a, ", ".join(order), b, ", ".join(names))

    def statement(self):
        pick = self.random
        target = pick.choice(sorted(self.kinds))
        kind = self.kinds[target]
        choice = pick.randint(0, 11)
        if choice == 0 and self.live:
            x = pick.choice(sorted(self.live))
            self.live.discard(x)
            self.kept.discard(x)
            self.lines.append("heddle::dead(%s);" % x)
            return
        if choice == 1 and target in self.live:
            self.lines.append("%s(%s) = 0.5;" % (target, ", ".join(
                str(pick.randint(0, 4)) for _ in range(KINDS[kind]))))
            return
        if choice == 2 and target in self.live and kind == "cube":
            self.lines.append("slice(%s, {1, 0, 2}, {3, 5, 5}) = 2 * slice(%s, {0, 0, 1}, {2, 5, 4});"
                              % (target, target))
            return
        if choice == 3 and target in self.live:
            self.lines.append("%s %s= %s;" % (target, pick.choice("+-*"), self.term(kind, 1)))
            return
        if choice == 4 and self.readable("matrix"):
            self.lines.append("number += %s(1, 2);" % pick.choice(self.readable("matrix")))
            return
        if choice == 5 and self.live:
            self.lines.append('show("inside", %s);' % pick.choice(sorted(self.live)))
            return
        line = self.indexed(target, kind) if choice == 6 else None
        if not line:
            line = "%s = %s;" % (target, self.term(kind, pick.randint(1, 3)))
        self.lines.append(line)
        self.live.add(target)
        if target in self.outers:
            self.kept.add(target)

    def declaration(self, name):
        kind = self.kinds[name]
        return "any %s(6, 6);" % name if kind == "any" else "%s %s;" % (kind, name)

    def write(self, out):
        for name in self.locals:
            self.lines.append(self.declaration(name))
        for _ in range(self.random.randint(5, 14)):
            self.statement()
        parameters = ", ".join("%s%s%s" % (kind, " &" if self.random.random() < 0.5 else " ", name)
                               for name, kind in self.outers.items())
        byvalue = [p.split(" ")[1] for p in parameters.split(", ") if "&" not in p]
        shown = sorted(self.kept)
        used = " ".join(self.lines)
        out.append("void block_%d(%s, double number) {" % (self.number, parameters))
        for kind in KINDS:
            if "fixed_" + kind in used:
                out.append("  %s fixed_%s%s; fill(fixed_%s, 9);" % (
                    kind, kind, "(6, 6)" if kind == "any" else "", kind))
        out.append("  idx i, j, k; (void)i, (void)j, (void)k;")
        out.append("  [[heddle::reuse]] {")
        out += ["    " + line for line in self.lines]
        out.append("  }")
        out += ['  show("%d %s", %s);' % (self.number, x, x) for x in shown]
        out.append("  std::printf(\"%g\\n\", number);")
        out.append("}")
        out.append("void run_%d() {" % self.number)
        for seed, (name, kind) in enumerate(self.outers.items()):
            out.append("  %s %s%s; fill(%s, %d);" % (
                kind, name, "(6, 6)" if kind == "any" else "", name, seed))
        out.append("  block_%d(%s, 0.75);" % (self.number, ", ".join(self.outers)))
        # What references name lives on where it is not dead.
        out += ['  show("behind %s", %s);' % (x, x) for x in shown if x not in byvalue]
        # One object under two names.
        same = [x for x in self.outers if self.outers[x] == list(self.outers.values())[0]]
        if len(same) > 1 and not any("dead(o" in line for line in self.lines):
            names = [same[0] if x in same else x for x in self.outers]
            out.append("  block_%d(%s, 0.5);" % (self.number, ", ".join(names)))
            out.append('  show("both", %s);' % same[0])
        out.append("}")


def main():
    seed, count, output = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    out = [HEAD]
    for number in range(count):
        Block(number, seed).write(out)
    out.append("int main() {")
    out += ["  run_%d();" % number for number in range(count)]
    out.append("}")
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main()
