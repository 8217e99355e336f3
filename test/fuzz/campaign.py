# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of very many random nests: their files, what was found, and what failed."""

import collections
import concurrent.futures
import functools
import json
import os
import resource
import shutil
import time

import figures
import nests
import runner
import tensors

# Of one file. One mistake shows in many nests.
MOST_FAILURES = 3
AT_RANDOM = "at random"


def processor_seconds():
    """Of all programs that have been run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


class Findings:
    """What became of some nests: counts that add up."""

    def __init__(self):
        self.count = self.mapped = 0
        self.launches = collections.Counter()
        self.refused = collections.Counter()  # by ID
        self.forms = {}  # by form: [nests, mapped ones, {ID: refused ones}]
        self.failures = []

    @classmethod
    def of(cls, made, outcome):
        result = cls()
        result.count = len(made)
        result.launches.update(outcome.launches)
        for nest in made:
            why = outcome.refused.get(nest.label)
            result.mapped += not why
            if why:
                result.refused[why] += 1
            # What is wrong at random tells nothing of the other forms.
            forms = {AT_RANDOM} if AT_RANDOM in nest.forms else nest.forms
            for form in forms:
                row = result.forms.setdefault(form, [0, 0, {}])
                row[0] += 1
                row[1] += not why
                if why:
                    row[2][why] = row[2].get(why, 0) + 1
        return result

    def mistakes(self):
        """The failures that are not the compilers'."""
        return [each for each in self.failures if not each.get("compiler")]

    def add(self, other):
        """other: as_json() of one."""
        self.count += other["count"]
        self.mapped += other["mapped"]
        self.launches.update(other["launches"])
        self.refused.update(other["refused"])
        for form, (made, mapped, refused) in other["forms"].items():
            row = self.forms.setdefault(form, [0, 0, {}])
            row[0] += made
            row[1] += mapped
            for why, n in refused.items():
                row[2][why] = row[2].get(why, 0) + n
        self.failures += other["failures"]

    def as_json(self):
        return {"count": self.count, "mapped": self.mapped, "launches": self.launches,
                "refused": self.refused, "forms": self.forms, "failures": self.failures}


class Campaign:
    """A seed, and what has been done of it: `state.json` in the folder."""

    def __init__(self, args, tools):
        self.args = args
        self.tools = tools
        os.makedirs(args.out, exist_ok=True)
        self.state_file = os.path.join(args.out, "state.json")
        self.state = {"seed": args.seed, "form": args.form, "per_file": args.per_file, "seconds": 0, "processor": 0,
                      "commits": [], "done": {}}
        if os.path.exists(self.state_file):
            with open(self.state_file) as file:
                old = json.load(file)
            if (old["seed"], old.get("form"), old["per_file"]) == (
                    args.seed, args.form, args.per_file):
                self.state = old

    def _save(self):
        with open(self.state_file + ".new", "w") as file:
            json.dump(self.state, file)
        os.replace(self.state_file + ".new", self.state_file)

    def _maker(self, first):
        every, number = self.args.tensors_every, first // self.args.per_file
        if every and number % every == every - 1:
            return tensors.make_statement
        return functools.partial(nests.make_nest, wanted=self.args.form)

    def _batch(self, first):
        """Runs one file; returns its findings. Nests that fail are taken out, and the others run."""
        args, number = self.args, first // self.args.per_file
        make = self._maker(first)
        left = list(range(first, min(first + args.per_file, args.count)))
        nvcc = args.nvcc_every > 0 and number % args.nvcc_every == 0
        work = os.path.join(args.out, "batch-%d" % first)
        result, failures = Findings(), []
        while left:
            made = [make(args.seed, index) for index in left]
            try:
                outcome = self._run(work, made, number, nvcc)
            except runner.Failure as failure:
                print("failed, from nest %d on: %s" % (first, failure), flush=True)
                found = self._isolate(make, left, number, failure)
                failures += found
                failing = {each["nest"] for each in found}
                result.count += len(failing - {None})
                left = [index for index in left if index not in failing]
                if None in failing or len(failures) >= MOST_FAILURES:
                    result.count += len(left)
                    break
            else:
                result.add(Findings.of(made, outcome).as_json())
                break
        result.failures = failures
        if all(each["nest"] is not None for each in failures):
            shutil.rmtree(work)
        return result

    def _of(self, work, made, number, nvcc=False, stage=None):
        title = "Nests of seed %s, from %s on." % (self.args.seed, made[0].label[5:])
        return runner.Batch(self.tools, work, made, title, number, nvcc, stage)

    def _run(self, *args, **settings):
        return self._of(*args, **settings).check()

    def _isolate(self, make, indices, number, failure):
        """The first few nests of a failing file that fail without the others, made small."""
        found, left = [], [indices]
        while left and len(found) < MOST_FAILURES:
            some = left.pop(0)
            work = os.path.join(self.args.out, "part-%d-%d" % (some[0], len(some)))
            made = [make(self.args.seed, index) for index in some]
            try:
                self._run(work, made, number, "nvcc" in failure.stage, failure.stage)
            except runner.Failure as part:
                if len(some) == 1:
                    found.append(self._reduce(make, some[0], number, part))
                else:
                    half = len(some) // 2
                    left = [some[:half], some[half:]] + left
            shutil.rmtree(work)
        return found or [{"nest": None, "stage": failure.stage + ", only together",
                          "file": os.path.join(self.args.out, "batch-%d" % indices[0])}]

    def _reduce(self, make, index, number, failure):
        """Leaves out what can be left out while the same stage fails; writes what remains."""
        edits, last, tried = [], failure, set()
        work = os.path.join(self.args.out, "nest-%d" % index)
        while len(tried) < self.args.tries:
            edit = next((each for each in make(self.args.seed, index, edits).edits()
                         if each not in tried), None)
            if not edit:
                break
            tried.add(edit)
            smaller = make(self.args.seed, index, edits + [edit])
            try:
                self._run(work, [smaller], number, "nvcc" in failure.stage, failure.stage)
            except runner.Failure as again:
                if again.stage == failure.stage:
                    edits, last = edits + [edit], again
                    if edit[0] == "statement":  # the others have other numbers
                        tried = {each for each in tried if each[0] not in ("statement", "if", "else")}
        shutil.rmtree(work, ignore_errors=True)
        keep = os.path.join(self.args.out, "failures")
        os.makedirs(keep, exist_ok=True)
        path = os.path.join(keep, "seed-%s-nest-%d.cpp" % (self.args.seed, index))
        smallest = make(self.args.seed, index, edits)
        writer = tensors if make == tensors.make_statement else nests
        with open(path, "w") as file:
            file.write(writer.file_text([smallest], "Nest %d of seed %s.\n// %s\n%s" % (
                index, self.args.seed, last.stage, "\n".join(
                    "// " + line for line in last.text.splitlines()[-20:]))))
        alone = self._of(work, [smallest], number, stage=last.stage)
        compiler = alone.fails_as_written()
        shutil.rmtree(work)
        return {"nest": index, "stage": last.stage, "file": path, "compiler": compiler}

    def run(self):
        args = self.args
        starts = [first for first in range(0, args.count, args.per_file)
                  if self.state["done"].get(str(first), {}).get("count", 0) <
                  min(args.per_file, args.count - first)]
        if not starts:
            return
        self.tools.compile_main()
        self.state["date"], self.state["machine"] = figures.today(), figures.machine()
        commit = figures.commit("lib", "include", "test/fuzz")
        if commit not in self.state["commits"]:
            self.state["commits"].append(commit)
        begun, nests_run = time.monotonic(), 0
        before, used = self.state["seconds"], self.state["processor"] - processor_seconds()
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            running = {pool.submit(self._batch, first): first for first in starts}
            for done in concurrent.futures.as_completed(running):
                result = done.result().as_json()
                self.state["done"][str(running[done])] = result
                seconds = time.monotonic() - begun
                self.state["seconds"] = before + seconds
                self.state["processor"] = used + processor_seconds()
                self._save()
                nests_run += result["count"]
                total = self.findings()
                print("%d nests, %.1f a second, %d failures" % (
                    total.count, nests_run / seconds, len(total.mistakes())), flush=True)

    def findings(self):
        return sum_of(self.state["done"].values())

    def as_json(self):
        """What a page keeps of it, by its key."""
        told = {key: self.state[key] for key in ("seed", "commits", "date", "machine", "processor")}
        findings = self.findings().as_json()
        findings["failures"] = [dict(each, file=os.path.basename(each["file"]))
                                for each in findings["failures"]]
        return {figures.campaign_key(told["seed"], told["commits"]): dict(told, findings=findings)}


def sum_of(findings):
    total = Findings()
    for each in findings:
        total.add(each)
    return total
