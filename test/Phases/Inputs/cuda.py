# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles main.cpp with the kernels of a folder as CUDA and lets the interpreter of PTX
execute it in all its orders; says what came out."""

import argparse
import os
import subprocess
import sys


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("source", "build", "gxx", "kernels", "out"):
        parser.add_argument("--" + name, required=True)
    for name in ("nvcc", "clangxx", "cuda"):
        parser.add_argument("--" + name)
    return parser.parse_args()


def main():
    given = arguments()
    sys.path.insert(0, os.path.join(given.source, "test", "Exec", "Inputs"))
    import ptx
    common = ["-std=c++17", "-O2", "-I", os.path.join(given.source, "include"), "-I", given.kernels]
    program = os.path.join(os.path.dirname(__file__), "main.cpp")
    compilers = []
    if given.nvcc:
        compilers.append(("nvcc", [given.nvcc, *ptx.NVCC, "-x", "cu", *common]))
    if given.clangxx:
        compilers.append(("clang", [given.clangxx, *ptx.clang(given.cuda), "-Wall", "-Wextra",
                                    "-Werror", *common]))
    for name, command in compilers:
        target = os.path.join(given.out, name)
        subprocess.run([*command, "-c", program, "-o", target + ".o"], check=True)
        subprocess.run([given.gxx, target + ".o", "-o", target, *ptx.link(ptx.library(given.build))],
                       check=True)
        for environment in ptx.environments():
            done = subprocess.run([target], env={**os.environ, **environment},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            status = "" if done.returncode == 0 else "status %d\n" % done.returncode
            print("%s %s: %s%s" % (name, environment["HEDDLE_PTX_ORDER"], status,
                                   done.stdout.strip()))


main()
