# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Heddle says of mutants (mutants.py), against what walking their iterations says."""

import collections
import concurrent.futures
import functools
import json
import os
import re
import subprocess

import mutants
from runner import Failure, HARNESS, WAIT_LIMIT_S, limit

LONGEST_ROW = 40  # that is tried: sizes are below 10


class Counts:
    """Of one step or form."""

    def __init__(self):
        self.wrong = self.taken = self.right = self.refused = 0
        self.reasons = collections.Counter()  # IDs of what was refused though right

    def add(self, other):
        self.wrong += other["wrong"]
        self.taken += other["taken"]
        self.right += other["right"]
        self.refused += other["refused"]
        self.reasons.update(other["reasons"])

    def as_json(self):
        return {"wrong": self.wrong, "taken": self.taken, "right": self.right, "refused": self.refused,
                "reasons": dict(self.reasons)}

    def share(self):
        return self.refused / self.right if self.right else 0.0


class Judgement:
    """Of some mutants: counts by step and by form, and what must not be."""

    def __init__(self):
        self.steps = collections.defaultdict(Counts)
        self.forms = collections.defaultdict(Counts)
        self.accepted = []  # indices of wrong ones that were taken
        self.refused = []  # (index, ID) of right ones that were not
        self.count = 0

    def add(self, other):
        """other: as_json() of one."""
        for mine, theirs in ((self.steps, other["steps"]), (self.forms, other["forms"])):
            for key, counts in theirs.items():
                mine[key].add(counts)
        self.accepted += other["accepted"]
        self.refused += other["refused"]
        self.count += other["count"]

    def as_json(self):
        return {"steps": {k: c.as_json() for k, c in self.steps.items()},
                "forms": {k: c.as_json() for k, c in self.forms.items()},
                "accepted": self.accepted, "refused": self.refused, "count": self.count}


def file_text(seed, first, made):
    text = ["// Mutants %d to %d of seed %s." % (first, first + len(made) - 1, seed),
            "#include <heddle/heddle.h>", "#include <heddle/indices.h>", "#include <mdspan.h>",
            "#include <algorithm>", "#include <complex>", "#include <vector>", "",
            "using namespace heddle;", "", "using grid = std::experimental::mdspan<int, "
            "std::experimental::dextents<int, 2>>;", "struct pair {", "  int v, w;", "};",
            "class kept {", "  int *m_data, m_width;", "public:", "  kept(int *data, int width);",
            "  int &at(int p) { return m_data[p]; }",
            "  int &at(int p, int q) { return m_data[p * m_width + q]; }",
            "  int &operator()(int p) { return m_data[p]; }",
            "  int &operator()(int p, int q) { return at(p, q); }",
            "  int *row(int p) { return m_data + p * m_width; }",
            "  int get(int p) const { return m_data[p]; }",
            "  int get(int p, int q) const { return m_data[p * m_width + q]; }",
            "  void put(int p, int v) { m_data[p] = v; }",
            "  void put(int p, int q, int v) { m_data[p * m_width + q] = v; }", "};",
            "static int get(const kept &k, int p) { return k.get(p); }",
            "static int get(const kept &k, int p, int q) { return k.get(p, q); }",
            "static void put(kept &k, int p, int v) { k.put(p, v); }",
            "static void put(kept &k, int p, int q, int v) { k.put(p, q, v); }",
            "static void add(kept &k, int p, int v) { k.put(p, k.get(p) + v); }",
            "static void add(kept &k, int p, int q, int v) { k.put(p, q, k.get(p, q) + v); }",
            "inline int place(int p, int q, int stride) { return p * stride + q; }",
            "static int pick(const int *x, int k) {", "  const int *const at = x + k;",
            "  return at[0];", "}",
            "static int pick(const std::vector<int> &x, int k) {", "  const int found = x[k];",
            "  return found;", "}",
            "static int total(const int *row, int from) {", "  int sum = 0;",
            "  for (int k = from; k <= from; ++k)", "    sum += row[k];", "  return sum;", "}"]
    for k, (nest, step) in enumerate(made):
        text += ["", "// %s: %s" % (nest.form, step), nest.text("mutant_%d" % (first + k))]
    return "\n".join(text + [""])


def verdicts(rewriter, include, source):
    """What the report says of each nest, by the number in its function's name."""
    done = subprocess.run([rewriter, "--check", "--report=json", source, "--", "-std=c++17",
                           "-ferror-limit=0", "-w", "-I" + include, "-I" + HARNESS], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=WAIT_LIMIT_S, preexec_fn=limit)
    errors = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1) or re.search(r"error: .*\[heddle-HD9", errors):
        raise Failure("check", "status %d\n%s" % (done.returncode, errors[-4000:]))
    return {int(nest["function"].split("_")[1]): nest
            for nest in json.loads(done.stdout.decode())["nests"]}


def judge_file(rewriter, include, folder, seed, first, count, form=None):
    """Mutants first <= index < first + count of a seed, as one source in a folder."""
    made = [mutants.make_mutant(seed, first + k, form) for k in range(count)]
    source = os.path.join(folder, "mutants-%d.cpp" % first)
    with open(source, "w") as file:
        file.write(file_text(seed, first, made))
    with open(source) as file:
        lines = file.read().split("\n")
    found = verdicts(rewriter, include, source)
    result = Judgement()
    result.count = count
    for k, (nest, step) in enumerate(made):
        said = found.get(first + k)
        if said is None:
            raise Failure("check", "%s: no verdict on mutant %d" % (source, first + k))
        text = nest.text("mutant_%d" % (first + k)).split("\n")
        at = lines.index(text[0]) + 1
        _judge_one(result, nest, step, first + k, said, [at + n for n in nest.lines_of_statements()])
    if not result.accepted:
        os.remove(source)
    return result


def _copied(nest, said):
    # Private data have the names of the object and the member.
    copied = {a["name"].split(".")[0] for a in said["arrays"] if a["verdict"] == "copied"}
    return copied | {nest.offset[name][0] for name in copied if name in nest.offset}


def _launches(nest, launches, begin):
    """As judge_launches() takes them; `begin` is the line of each statement."""
    found = []
    for k, launch in enumerate(launches):
        end = launches[k + 1]["line"] if k + 1 < len(launches) else float("inf")
        first = launch["line"] if k else 0
        numbers = [n for n, line in enumerate(begin) if first <= line < end]
        found.append((numbers, launch["rank"], _copied(nest, launch)))
    return found


def _strides(nest, said):
    """What the launch asks of the nest's parameters before it runs the mapped loops: functions
    of an environment. Of the length of a row, which it has not, any value may do."""
    conditions = [check["condition"] for check in said.get("checks", []) if check["kind"] in ("stride", "apart")]
    asked = []
    for condition in conditions:
        products = {each: each.split("_x_") for each in re.findall(r"[A-Za-z_]\w*", condition)}
        lengths = {part for parts in products.values() for part in parts} - {
            "and", "or", *nest.params, *(local for local, _ in nest.fronts)}
        unknown = {each for each in lengths if not re.fullmatch("stride|m_width|[a-z]_extent_1", each)}
        if re.fullmatch(r"[\w <>=+*()-]+", condition) and not unknown and len(lengths) < 2:
            text = re.sub(r"[A-Za-z_]\w*", lambda each: " * ".join(products[each.group()]), condition)
            asked.append(functools.partial(_may_hold, text, sorted(lengths)))
    return asked


def _told_apart(said):
    """The arrays of which a pass over the loops finds whether iterations share elements."""
    return [name for check in said.get("checks", []) if check["kind"] == "pass"
            for name in re.findall(r"'([^']*)'", check["condition"])]


def _may_hold(condition, lengths, env):
    return any(eval(condition, {"__builtins__": {}}, dict(env, **{name: k for name in lengths}))
               for k in (range(1, LONGEST_ROW) if lengths else [0]))


def _judge_one(result, nest, step, index, said, begin):
    """begin: the lines of the file where the statements stand."""
    declared = len(nest.space.lower) if nest.space else 1
    is_right = mutants.is_right(nest, declared)
    why = None
    nest.asked, nest.told = _strides(nest, said), _told_apart(said)
    if said["verdict"] == "mapped" and "launches" in said:
        why = mutants.judge_launches(nest, _launches(nest, said["launches"], begin))
    elif said["verdict"] == "mapped":
        copied = _copied(nest, said)
        gathered = any(d["id"] == "HD416" for d in said["diagnostics"])
        owned = said["reductions"][0]["name"].partition(".")[0] if gathered else None
        in_segments = any("segments" in r["how"] for r in said["reductions"])
        why = (mutants.judge_segments(nest) if in_segments else
               mutants.judge(nest, said["rank"], copied, owned))
    if said["verdict"] == "mapped":
        if why:
            result.accepted.append({"index": index, "why": repr(why)})
            for counts in (result.steps[step], result.forms[nest.form]):
                counts.taken += 1
        is_right = why is None
    elif is_right:
        reason = said["diagnostics"][0]["id"] if said["diagnostics"] else "none"
        result.refused.append({"index": index, "id": reason})
        for counts in (result.steps[step], result.forms[nest.form]):
            counts.refused += 1
            counts.reasons[reason] += 1
    for counts in (result.steps[step], result.forms[nest.form]):
        if is_right:
            counts.right += 1
        else:
            counts.wrong += 1


class MutantCampaign:
    """Many files; `done` keeps what was judged, so that a run goes on where it stopped."""

    def __init__(self, rewriter, include, folder, seed, count, per_file, jobs, progress=None,
                 form=None):
        self.rewriter, self.include, self.folder = rewriter, include, folder
        self.seed, self.count, self.per_file, self.jobs = seed, count, per_file, jobs
        self.progress = progress or (lambda judgement: None)
        self.form = form
        chosen = re.sub(r"\W+", "-", "-" + form) if form else ""
        self.state_file = os.path.join(folder, "mutants-%s-%d%s.json" % (seed, per_file, chosen))
        os.makedirs(folder, exist_ok=True)
        self.done = {}
        if os.path.exists(self.state_file):
            with open(self.state_file) as file:
                self.done = json.load(file)

    def run(self):
        total = Judgement()
        starts = range(0, self.count, self.per_file)
        left = [s for s in starts if str(s) not in self.done]
        for s in starts:
            if str(s) in self.done:
                total.add(self.done[str(s)])
        with concurrent.futures.ProcessPoolExecutor(self.jobs) as pool:
            running = {pool.submit(judge_file, self.rewriter, self.include, self.folder, self.seed,
                                   s, min(self.per_file, self.count - s), self.form): s for s in left}
            for each in concurrent.futures.as_completed(running):
                made = each.result().as_json()
                if made["count"] == self.per_file:
                    self.done[str(running[each])] = made
                    with open(self.state_file + ".new", "w") as file:
                        json.dump(self.done, file)
                    os.replace(self.state_file + ".new", self.state_file)
                total.add(made)
                self.progress(total)
        return total


def tables(total):
    """Markdown: by step and by form. `wrong` mutants are those that must not be
    mapped as they are annotated."""
    lines = []
    for title, found in (("step", total.steps), ("form", total.forms)):
        lines += ["", "| %s | wrong | of these taken | right | of these refused | reasons |" % title,
                  "| --- | --- | --- | --- | --- | --- |"]
        everything = Counts()
        for counts in found.values():
            everything.add(counts.as_json())
        for key, c in [(key, found[key]) for key in sorted(found)] + [("**all**", everything)]:
            reasons = ", ".join("%s: %d" % pair for pair in sorted(c.reasons.items()))
            lines.append("| %s | %d | %d | %d | %d (%.1f %%) | %s |" % (
                key, c.wrong, c.taken, c.right, c.refused, 100 * c.share(), reasons))
    return "\n".join(lines[1:])
