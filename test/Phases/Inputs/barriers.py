"""barriers.py KERNELS FOLDER COMMAND...: runs COMMAND with -I FOLDER behind it, where a
copy of the text KERNELS lacks one barrier of each kernel that has so many: the first,
then the second, and so on. Prints how many it lacked, and how many COMMAND reports."""

import os
import re
import subprocess
import sys

BARRIER = "rt::phase("
REPORTS = r"no barrier in between|no thread of its block has written"


def without(kernel, which):
    """The kernel without that barrier, or as it is."""
    parts = kernel.split(BARRIER)
    if which + 1 >= len(parts):
        return kernel
    before, behind = parts[: which + 1], parts[which + 1 :]
    return BARRIER.join(before) + "rt::each(" + BARRIER.join(behind)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        kernels = re.split(r"(?<=\n}\n)", file.read())
    removed = reported = 0
    for which in range(max(kernel.count(BARRIER) for kernel in kernels)):
        damaged = [without(kernel, which) for kernel in kernels]
        removed += sum(old != new for old, new in zip(kernels, damaged))
        path = os.path.join(sys.argv[2], "kernels.inc")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(damaged))
        run = subprocess.run(
            sys.argv[3:] + ["-I", sys.argv[2]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        print(run.stdout, end="")
        reported += len(re.findall(REPORTS, run.stdout))
    print(f"barriers removed: {removed}, reported: {reported}")


main()
