# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""budgets.json: the counts that Heddle's kernels may not exceed.

    {"toolkit": TEXT,
     "counts": {NEST: {STRATEGY: {FIELD: COUNT}}},
     "accepted": [{"nest", "strategy", "field", "from", "to", "reason", "date"}]}

A count only falls, but for what somebody accepted, with a reason.
"""

import json
import os


class Budgets:
    def __init__(self, path):
        self.path, self.toolkit = path, None
        self.counts, self.accepted = {}, []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
            self.toolkit = data["toolkit"]
            self.counts, self.accepted = data["counts"], data["accepted"]

    def write(self):
        """A line for each nest under a strategy."""
        lines = ["%s: {\n%s\n}" % (json.dumps(name), ",\n".join(
            "  %s: %s" % (json.dumps(strategy), json.dumps(fields))
            for strategy, fields in runs.items())) for name, runs in self.counts.items()]
        accepted = ",\n".join("  " + json.dumps(each) for each in self.accepted)
        accepted = "\n" + accepted + "\n" if accepted else ""
        with open(self.path, "w", encoding="utf-8") as file:
            file.write('{"toolkit": %s,\n"counts": {\n%s\n},\n"accepted": [%s]}\n' % (
                json.dumps(self.toolkit), ",\n".join(lines), accepted))

    def differing(self, counts):
        """(name, strategy, field, budget or None, count), where they differ."""
        for name, runs in counts.items():
            for strategy, fields in runs.items():
                kept = self.counts.get(name, {}).get(strategy, {})
                for field, count in fields.items():
                    if kept.get(field) != count:
                        yield name, strategy, field, kept.get(field), count

    def exceeded(self, counts):
        """A line for each count that is above its budget, or that has none."""
        found = []
        for name, strategy, field, budget, count in self.differing(counts):
            what = "%s by %s: %s %d" % (name, strategy, field.replace("_", " "), count)
            if budget is None:
                found.append(what + " without a budget; scripts/device-budgets adds it")
            elif count > budget:
                found.append(what + ", the budget is %d" % budget)
        return found

    def lower(self, counts, accept, reason, date):
        """Takes counts that fell, that are new, or of nests that `accept` names.

        Returns a line for each change.
        """
        changes = []
        for name, strategy, field, budget, count in self.differing(counts):
            if budget is not None and count > budget:
                if name not in accept and "%s/%s" % (name, strategy) not in accept:
                    continue
                self.accepted.append({"nest": name, "strategy": strategy, "field": field,
                                      "from": budget, "to": count, "reason": reason,
                                      "date": date})
            self.counts.setdefault(name, {}).setdefault(strategy, {})[field] = count
            changes.append("%s by %s: %s %s -> %d" % (
                name, strategy, field.replace("_", " "),
                "new" if budget is None else budget, count))
        return changes
