# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How programs are built whose device code the interpreter of PTX executes.

The objects hold PTX, and are linked with libHeddlePtx.so in the place of CUDA's
runtime; see docs/ptx.md.
"""

import os

# PTX alone, which nobody compresses; every operation is rounded on its own, so that results
# compare bit for bit with those of the host. The interpreter names source lines. The host
# side only launches kernels, and is not optimised: -O tells nvcc nothing else.
NVCC = ["-gencode", "arch=compute_75,code=compute_75", "--fmad=false", "-no-compress",
        "-cudart", "shared", "-lineinfo", "-Xcompiler", "-ffp-contract=off"]
ORDERS = ["forward", "reverse", "shuffle:7"]


def clang(cuda):
    """Flags of clang as a CUDA compiler against a toolkit."""
    return ["-O1", "-x", "cuda", "--cuda-gpu-arch=sm_75", "--cuda-path=" + cuda,
            "-Wno-unknown-cuda-version", "--cuda-include-ptx=all", "-Xcuda-fatbinary",
            "--compress=false", "-gline-tables-only", "-ffp-contract=off", "-Xarch_host", "-O0"]


def library(build):
    """The folder of libHeddlePtx.so, or None where the build has none."""
    folder = os.path.join(build, "lib")
    return folder if os.path.exists(os.path.join(folder, "libHeddlePtx.so")) else None


def link(folder):
    """Flags of the linker."""
    return ["-L" + folder, "-lHeddlePtx", "-Wl,-rpath," + folder]


def environments(orders=None):
    """One for each order of blocks and warps. No launch may take the CPU instead, and none may
    run for ever."""
    return [{"HEDDLE_REQUIRE_GPU": "1", "HEDDLE_PTX_ORDER": order, "HEDDLE_PTX_LIMIT": "50000000"}
            for order in orders or ORDERS]


def log_of(program, environment):
    """Lets the interpreter also write what it says to a file, since harnesses read the standard
    error; returns the file."""
    log = program + ".log"
    if os.path.exists(log):
        os.remove(log)
    environment["HEDDLE_PTX_LOG"] = log
    return log


def said(log):
    if not os.path.exists(log):
        return ""
    with open(log) as file:
        return file.read()
