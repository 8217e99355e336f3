# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random programs of launches and code of the host, as an execution test.

    random_programs.py COUNT SEED > programs.cpp
"""

import random
import sys

HEAD = """// %d random programs, seed %s
#include "harness.h"
#include <heddle/heddle.h>
#include <utility>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

using any_function = void (*)(double *, int);
void halve(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= 0.5;
}
any_function volatile unknown = halve;
double first_of(const double *x) { return x[0]; }
int lower(int k) { return k / 2; }
double total = 0;

void mix(double *x, const double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 * x[i] + 0.25 * y[i];
}
double look(double *x, int n, int k) {
  mix(x, x, n);
  const double found = x[k];
  x[k] = 1;
  mix(x, x, n);
  return found;
}
struct adds_at_end {
  double *to;
  const double *from;
  adds_at_end(double *t, const double *f) : to(t), from(f) {}
  ~adds_at_end() { *to += 0.5 * *from; }
};
struct box {
  double inner[12];
  int count;
};
"""


class Program:
    def __init__(self, number, rng):
        self.number = number
        self.rng = rng
        self.names = 0
        self.pointers = ["u", "v", "w"]  # of n elements
        self.halves = ["h"]              # u + n / 2 as it was at the beginning
        self.vectors = ["a", "b"]        # of n elements
        self.fixed = ["c", "s.inner"]    # of 12

    def fresh(self, stem):
        self.names += 1
        return "%s%d" % (stem, self.names)

    def array(self):
        """An array, and how many elements it has."""
        kind = self.rng.random()
        if kind < 0.45:
            return self.rng.choice(self.pointers), "n"
        if kind < 0.6:
            return self.rng.choice(self.halves), "n / 2"
        if kind < 0.85:
            return self.rng.choice(self.vectors), "n"
        return self.rng.choice(self.fixed), "12"

    def index(self, size):
        return self.rng.choice(["0", "%s - 1" % size, "k %% (%s)" % size, "(%s) / 2" % size])

    def constant(self):
        return self.rng.choice(["0.5", "0.25", "1", "0.125"])

    def element(self):
        name, size = self.array()
        return "%s[%s]" % (name, self.index(size))

    def nest(self):
        name, size = self.array()
        other, its = self.array()
        size = size if size == its else self.rng.choice(["12", "12"])
        first = self.rng.choice(["0", "0", "1"])
        last = self.rng.choice([size, size, "%s - 1" % size])
        kind = self.rng.random()
        head = "for (int i = %s; i < %s; ++i)" % (first, last)
        if kind < 0.2:
            return ["t = 0;", "[[heddle::map, heddle::reduce(t)]]", head,
                    "  t += %s[i] > %s;" % (name, self.constant()), "k += t > 3;"]
        if kind < 0.4 or name == other:
            return ["[[heddle::map]]", head, "  %s[i] = %s * %s[i] + %s;"
                    % (name, self.constant(), name, self.constant())]
        if kind < 0.5:
            return ["[[heddle::map]]", head, "  %s[i] = %s;" % (name, self.constant())]
        return ["[[heddle::map]]", head, "  %s[i] = %s * %s[i] + i * %s;"
                % (name, self.constant(), other, self.constant())]

    def host(self):
        kind = self.rng.random()
        name, size = self.array()
        if kind < 0.2:
            return ["%s = %s * %s + 1;" % (self.element(), self.constant(), self.element())]
        if kind < 0.3:
            return ["t += %s;" % self.element(), "total = t;"]
        if kind < 0.4:
            other, its = self.array()
            if size != its:
                size = "12"
            return ["for (int i = 0; i < %s; ++i)" % size,
                    "  %s[i] += %s * %s[i];" % (name, self.constant(), other)]
        if kind < 0.5:
            return ["unknown(&%s[0], %s);" % (name, size)]
        if kind < 0.6:
            return ["std::swap(%s, %s);" % tuple(self.rng.sample(["u", "v", "w"], 2))]
        if kind < 0.65:
            return ["a.swap(b);"]
        if kind < 0.7:
            return ["t += look(&%s[0], %s, %s);" % (name, size, self.index(size))]
        if kind < 0.75:
            return ["mix(u, v, n);"]
        if kind < 0.8:
            return ["k += lower(s.count++) + (first_of(&%s[0]) > 1);" % name]
        if kind < 0.85:
            return ["if (t > 2 && %s > 0.5)" % self.element(), "  %s = 0.5;" % self.element(),
                    "else", "  k += %s > 1 ? 1 : 2;" % self.element()]
        if kind < 0.9:
            return ["double &%s = %s;" % (self.fresh("r"), self.element()),
                    "r%d += 0.25;" % self.names]
        if kind < 0.95:
            return ["b = a;"]
        return ["%s = a.data()[n / 3] + total;" % self.element()]

    def block(self, depth):
        lines = []
        for _ in range(self.rng.randint(2, 5)):
            kind = self.rng.random()
            if kind < 0.45:
                lines += self.nest()
            elif kind < 0.75 or depth == 0:
                lines += self.host()
            elif kind < 0.82:
                counter = self.fresh("q")
                lines += ["for (int %s = 0; %s < 3; ++%s) {" % ((counter,) * 3)]
                lines += self.inner(depth, ["if (t > 90) break;"])
            elif kind < 0.88:
                lines += ["if (%s > 0.5) {" % self.element()] + self.inner(depth)
            elif kind < 0.94:
                vector = self.fresh("z")
                lines += ["{", "  std::vector<double> %s(n, 0.5);" % vector]
                self.vectors.append(vector)
                lines += self.inner(depth)
                self.vectors.remove(vector)
            else:
                lines += ["{", "  adds_at_end %s(&%s, &%s);"
                          % (self.fresh("d"), self.element(), self.element())]
                lines += self.inner(depth)
        return lines

    def inner(self, depth, more=()):
        return ["  " + line for line in self.block(depth - 1) + list(more)] + ["}"]

    def text(self):
        body = self.block(2)
        form = self.rng.choice(["{", "for (int step = 0; step < 4; ++step) {",
                                "while (k++ < 9) {"])
        lines = ["void program%d(double *u, double *v, double *w, std::vector<double> &a," % self.number,
                 "              std::vector<double> &b, double *out, int n) {",
                 "  double t = 0, c[12] = {}, *h = u + n / 2;", "  box s = {};",
                 "  int k = 3;", "  try {", "    [[heddle::program]]", "    " + form]
        lines += ["      " + line for line in body]
        if self.rng.random() < 0.3:
            lines += ["      if (%s > 0.75)" % self.element(), "        throw 1;"]
        lines += ["    }", "  } catch (int) {", "    u[1] += 1;", "  }",
                  "  out[0] = t + k + c[3] + s.inner[5] + s.count + total;", "  (void)a, (void)b, (void)c;",
                  "  out[1] = u[0] + v[1] + w[2] + (h == u);", "}", "",
                  "CASE(program%d) {" % self.number,
                  "  for (int n : {24, 301}) {",
                  "    double *u = r.in<double>(n), *v = r.in<double>(n), *w = r.in<double>(n);",
                  "    double *p = r.in<double>(n), *q = r.in<double>(n), *out = r.out<double>(2);",
                  "    std::vector<double> a(p, p + n), b(q, q + n);",
                  "    r.call({n}, {taken::any, -1}, [&] {",
                  "      total = 0;",
                  "      program%d(u, v, w, a, b, out, n);" % self.number,
                  "      std::copy(a.begin(), a.end(), p);",
                  "      std::copy(b.begin(), b.end(), q);",
                  "    });", "  }", "}", ""]
        return "\n".join(lines)


def main():
    count, seed = int(sys.argv[1]), sys.argv[2]
    print(HEAD % (count, seed))
    for number in range(count):
        print(Program(number, random.Random("%s %d" % (seed, number))).text())
    print("} // namespace SIDE")


if __name__ == "__main__":
    main()
