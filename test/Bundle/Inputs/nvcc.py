#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stands for nvcc, but its programs run on the interpreter of PTX, as if that were a GPU.

REAL_NVCC, REAL_GXX: the compilers. PTX_LIBRARY: the folder of libHeddlePtx.so. PTX_INPUTS:
that of ptx.py.
"""

import os
import subprocess
import sys

sys.path.append(os.environ["PTX_INPUTS"])
sys.dont_write_bytecode = True

import ptx  # noqa: E402

arguments = [each for each in sys.argv[1:] if not each.startswith("-arch=")
             and each != "--fmad=false"]
compiler = [os.environ["REAL_NVCC"]]
commands = []
if "--version" in arguments:
    commands.append(compiler + arguments)
elif "-c" in arguments:
    commands.append(compiler + ptx.NVCC + arguments)
else:
    at = arguments.index("-o")
    output, inputs = arguments[at + 1], arguments[:at] + arguments[at + 2:]
    for k, source in enumerate(inputs):
        if source.endswith(".cu"):
            inputs[k] = source + ".o"
            commands.append(compiler + ptx.NVCC + ["-c", source, "-o", inputs[k]])
    commands.append([os.environ["REAL_GXX"]] + inputs + ["-o", output]
                    + ptx.link(os.environ["PTX_LIBRARY"]))
sys.exit(next((status for status in map(subprocess.call, commands) if status), 0))
