# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The times that `run` of a bundle takes on a machine with a GPU."""

import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import time

# For each side of a benchmark; for a PolyBench program on the GPU and, as written, on the CPU.
ROUNDS = {"device": 21, "polybench": 7, "written": 3}


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def cpu():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo") as info:
            found = re.search(r"^model name\s*: (.*)$", info.read(), re.M)
            model = found[1] if found else model
    except OSError:
        pass
    return "%s, %d CPUs" % (model, os.cpu_count())


def machine(nvcc, gpu):
    """`gpu` is name and architecture."""
    name, architecture = gpu.rsplit(", ", 1)
    driver = output_of("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader")
    release = re.search(r"release \S+, V(\S+)", output_of(nvcc, "--version"))
    return {"gpu": name, "architecture": architecture,
            "driver": driver.strip().split("\n")[0] or "unknown",
            "cuda": release[1] if release else "unknown", "cpu": cpu()}


def device(execute, way, program, output):
    """{nest: {"expert": us, "heddle": us}}: medians, of one run each."""
    found = {}
    for nest in program["nests"]:
        printed, _ = execute([output, nest, str(ROUNDS["device"])], way.environment)
        found[nest] = {side: statistics.median(each)
                       for side, each in json.loads(printed).items()}
    return found


def timed(execute, command, environment, rounds):
    """(what it prints, median seconds of the kernel, of the whole program)."""
    kernels, wholes = [], []
    for _ in range(rounds):
        start = time.monotonic()
        printed, err = execute(command, dict(environment, POLYBENCH_TIME="1"))
        wholes.append(time.monotonic() - start)
        kernels.append(float(re.search(r"seconds (\S+)", err)[1]))
    return printed, statistics.median(kernels), statistics.median(wholes)


def polybench(execute, way, program, output):
    """Seconds of one program; None and what differs, where results do."""
    folder = os.path.dirname(output)
    context = os.path.join(folder, "context.o")
    execute(way.written + ["-c", os.path.join("device", "context.cpp"), "-o", context])
    # Behind the objects of the program: its kernels are known when the context comes to be.
    objects = [os.path.join(folder, os.path.splitext(os.path.basename(source))[0] + "-mapped.o")
               for source in program["rewritten"]]
    execute(way.link + objects + [context, "-o", output + "-timed"])
    gxx = shutil.which(os.environ.get("CXX", "g++"))
    written = output + "-as-written"
    execute([gxx or "g++", "-std=" + program["standard"], "-O3", "-ffp-contract=off",
             "-Wno-attributes", "-Iinclude", "-Isamples", program["source"], "-o", written])
    sizes = [str(size) for size in program["sizes"]]
    wanted, cpu_s, _ = timed(execute, [written] + sizes, {}, ROUNDS["written"])
    printed, gpu_s, whole_s = timed(execute, [output + "-timed"] + sizes,
                                    dict(way.environment, CUDA_MODULE_LOADING="EAGER"),
                                    ROUNDS["polybench"])
    if printed != wanted:
        return None, "with sizes %s it printed\n%sinstead of\n%s" % (" ".join(sizes), printed,
                                                                     wanted)
    return {"sizes": program["sizes"], "written": cpu_s, "rewritten": gpu_s,
            "whole": whole_s}, None
