# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metrics.py SOURCE: shows scripts/metrics what it has to find; prints what it gets wrong."""

import importlib.machinery
import importlib.util
import os
import sys

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader(
    "metrics", os.path.join(sys.argv[1], "scripts", "metrics"))
metrics = importlib.util.module_from_spec(importlib.util.spec_from_loader("metrics", loader))
loader.exec_module(metrics)

SOURCE = """
namespace a {
class Reader {
  int secret();
public:
  Reader() : x(1), y{2} {}
  Reader(const Reader &) = delete;
  template <class T> T read(std::function<void(int)> F = {}) const;
  friend void stranger();
  bool operator<(const Reader &) const { return false; }
private:
  std::map<int, void (*)(int)> x;
};
enum class Kind { A, B };
const int Table[] = {1, 2};
} // namespace a
template <class T>
T a::Reader::read(std::function<void(int)> F) const
    noexcept {
  auto L = [&](int I) { return "}"; };
  /* } */ return T{};
}
"""
COMMENTS = """
// Reads one. Those of
// others stay. It is
// Of what follows nothing. The end of it.
// Of others too.
int What; // What is
"""
PAGE = "# What it is\n\n- Of one\n- one of it. What\n  else\n\n```\nOf code\n```\n\n| a | Those b |\n"


def expect(what, found, wanted):
    if found != wanted:
        print("%s: %s\ninstead of %s" % (what, found, wanted))


scan = metrics.cpp_scan.Scan("x.cpp", SOURCE)
expect("functions", [(each.line, each.lines, each.owner, each.name) for each in scan.functions],
       [(6, 1, ("Reader",), "Reader"), (10, 1, ("Reader",), "operator<"),
        (17, 6, ("a", "Reader"), "read")])
expect("classes", [(each.name, each.public) for each in scan.classes], [("Reader", 3)])

lines = "".join("int f%d(int a) { if (a) %s }\n" % (k, "return a * %d;" % k if k % 3 else "g(a);" * k)
                for k in range(1, 31))
same = metrics.cpp_scan.like_lines(lines.replace("int f", "int other"))
expect("runs", metrics.runs({"x": metrics.cpp_scan.like_lines(lines), "y": same}), [("x, y", 30)])
expect("no runs", metrics.runs({"x": metrics.cpp_scan.like_lines(lines), "y": same[:19]}), [])

expect("comments", metrics.prose.check("x.cpp", COMMENTS), [(2, "Those"), (5, "Of"), (6, "What")])
expect("page", metrics.prose.check("x.md", PAGE), [(3, "Of"), (4, "What"), (11, "Those")])

listed = {"file": {"long": 700, "gone": 650}}
expect("what is wrong", metrics.compare({"file": {"long": 701, "new": 601}}, listed),
       ["file: long grows from 700 to 701", "file: new has 601, the limit is 600",
        "file: gone is within the limit: scripts/metrics --shrink takes it from the list"])
expect("shrunk", metrics.shrink({"file": {"long": 690, "new": 601}}, listed),
       {"file": {"long": 690}})
