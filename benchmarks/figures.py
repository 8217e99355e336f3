# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts that write figures share: what was measured, and where it goes."""

import datetime
import json
import os
import platform
import subprocess

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True,
                              cwd=ROOT).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            for line in info:
                if line.startswith("model name"):
                    model = line.split(":", 1)[1].strip()
                    break
    except OSError:
        pass
    return "%s, %d CPUs, %s" % (model, os.cpu_count(), platform.system())


def table(head, rows):
    """A table in Markdown; the cells are texts."""
    lines = [head, ["---"] * len(head)] + rows
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def commit(*parts):
    """The last one; `parts` of the sources may be changed since."""
    changed = output_of("git", "status", "--porcelain", "--", *parts)
    return output_of("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else "")


def today():
    return datetime.date.today().isoformat()


def provenance(compiler, how, *parts):
    """Machine, date, compiler and commit; `parts` of the sources may be changed since."""
    return "%s; %s; %s; commit %s; %s." % (
        machine(), today(), output_of(compiler, "--version").splitlines()[0], commit(*parts), how)


def campaign_key(seed, commits):
    """Where it goes on with other sources it stays the same one."""
    return "seed %s, from commit %s on" % (seed, commits[0])


def beside(page):
    """The JSON file of a page."""
    return os.path.splitext(page)[0] + ".json"


def kept(page):
    """{name: {key: data}}: what campaigns() has kept beside the page."""
    if not page or not os.path.exists(beside(page)):
        return {}
    with open(beside(page), encoding="utf-8") as file:
        return json.load(file)


def campaigns(name, page, one):
    """All campaigns that a page sums up, by their keys: `one`, {key: data}, and those told before.

    They are kept in JSON beside the page (docs/reliability.json) under the name, so that runs
    at several commits and on several machines add up; one of the same key is replaced.
    """
    names = kept(page)
    told = names.setdefault(name, {})
    told.update(one)
    if page:
        with open(beside(page), "w", encoding="utf-8") as file:
            # A line for each campaign.
            file.write("{%s}\n" % ",\n".join("%s: {\n%s}" % (json.dumps(each), ",\n".join(
                "%s: %s" % (json.dumps(key), json.dumps(data, sort_keys=True))
                for key, data in sorted(names[each].items()))) for each in sorted(names)))
    return told


def show(name, text, page):
    """Prints the text, and puts it between the marks that a page has for the name."""
    begin, end = ("<!-- %s: %s -->" % (name, mark) for mark in ("begin", "end"))
    text = "\n".join([begin, "", text, "", end])
    print(text)
    if not page:
        return
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(begin, 1)
    after = rest.split(end, 1)[1]
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + text + after)
