# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests run a block of the sources: what scripts/mutate gives a mutant to.

A call that notes the program's arguments is written at the beginning of the innermost block
around each line of interest. A test that does not come there cannot notice a mistake in that
line. What cannot be told (a line outside functions, a program whose arguments name no test)
counts as reached by all.
"""

import os
import re
import shutil

HEADER = r"""
#pragma once
#include <cstdio>
#include <unistd.h>
namespace heddle_mutate {
inline void reached(int Number) {
  static bool Seen[1 << 12];
  if (Seen[Number])
    return;
  Seen[Number] = true;
  static char Text[1 << 16], Name[1 << 12];
  std::snprintf(Name, sizeof Name, "%%s/%%d", "%s", Number);
  int Size = readlink("/proc/self/cwd", Text, 1 << 12);
  Size = Size < 0 ? 0 : Size;
  Text[Size++] = ' ';
  if (std::FILE *In = std::fopen("/proc/self/cmdline", "rb")) {
    Size += std::fread(Text + Size, 1, sizeof Text - 2 - Size, In);
    std::fclose(In);
  }
  for (int I = 0; I != Size; ++I)
    if (Text[I] == 0 || Text[I] == '\n')
      Text[I] = ' ';
  Text[Size++] = '\n';
  if (std::FILE *Out = std::fopen(Name, "ab")) {
    std::fwrite(Text, 1, Size, Out);
    std::fclose(Out);
  }
}
} // namespace heddle_mutate
"""

NO_BLOCK = re.compile(r"\s*(namespace|class|struct|enum|union|switch|extern)\b|.*([=,({] *|\breturn |[\w>])\{$")


def indent(row):
    return len(row) - len(row.lstrip())


def block_of(rows, place):
    """The number of the row that opens the innermost block around this one, or None."""
    depth, within = indent(rows[place]), place
    while within > 0:
        within -= 1
        row = rows[within]
        if not row.strip() or row.startswith("#") or indent(row) >= depth:
            continue
        depth = indent(row)
        if row.endswith("{") and not NO_BLOCK.match(row):
            return within
        if depth == 0:
            # The head of a function that takes several rows ends below.
            end = next((n for n in range(within, place) if rows[n].endswith("{")), None)
            return None if end is None or NO_BLOCK.match(rows[end]) else end
    return None


def probed(rows, places):
    """The rows with a call at the block of each of {number: place}, and the numbers without one."""
    calls, without = {}, []
    for number, place in places.items():
        block = block_of(rows, place)
        if block is None:
            without.append(number)
        else:
            calls.setdefault(block, []).append("::heddle_mutate::reached(%d);" % number)
    return [row + " " + " ".join(calls[n]) if n in calls else row
            for n, row in enumerate(rows)], without


class Record:
    """What the probes have noted in the runs of each step of the tests."""

    def __init__(self, folder):
        self.folder = folder
        self.steps = {}  # step -> number -> lines

    def header(self):
        """Written anew, with an empty folder; its path."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        path = os.path.join(self.folder, "probe.h")
        with open(path, "w") as file:
            file.write(HEADER % self.folder)
        return path

    def take(self, step):
        """All noted since the last call belongs to this step."""
        found = self.steps.setdefault(step, {})
        for name in os.listdir(self.folder):
            if name.isdigit():
                path = os.path.join(self.folder, name)
                with open(path, errors="replace") as file:
                    found[name] = sorted(set(file))
                os.remove(path)

    def reach(self, number, tests):
        """{step: True, or the lit tests that came there}, of the steps in which any did.
        `tests`: paths of all lit tests, from the folder of tests."""
        reach = {}
        for step, found in self.steps.items():
            lines = found.get(str(number))
            if lines:
                reach[step] = tests_of(lines, tests) or True
        return reach


def tests_of(lines, tests):
    """The tests that these programs were run by; none where one of them tells of none."""
    found = set()
    for line in lines:
        named = set(re.findall(r"/test/(?:lit/)?([\w-]+)/(?:Output/)?([\w-]+)\.", line))
        here = [test for test in tests if tuple(os.path.splitext(test)[0].split("/")) in named]
        if not here:
            folder = re.match(r"\S*/test/lit/([\w-]+)", line)
            here = [test for test in tests if folder and test.startswith(folder.group(1) + "/")]
        if not here:
            return []
        found.update(here)
    return sorted(found)
