# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""machine.py DOCTOR BUILD [TOOL=VERSION...]: runs heddle-doctor with these tools in PATH.

Prints what it says, runs of spaces as one, and its exit status.
"""

import os
import re
import shutil
import subprocess
import sys

TOOLS = {
    "clang": ("clang++-22", 'echo "clang version %s"'),
    "gxx": ("g++", 'echo %s'),
    "nvcc": ("nvcc", 'echo "Cuda compilation tools, release %s, V1"'),
}
SMI = """case "$*" in
*query*) echo "Some GPU, 580.1, %s" ;;
*) echo "| Driver Version: 580.1  CUDA Version: %s |" ;;
esac"""

doctor, build = sys.argv[1:3]
wanted = dict(word.partition("=")[::2] for word in sys.argv[3:])
shutil.rmtree("bin", ignore_errors=True)
os.mkdir("bin")


def tool(name, script):
    path = os.path.join("bin", name)
    with open(path, "w") as file:
        file.write("#!/bin/sh\n%s\n" % script)
    os.chmod(path, 0o755)


for key, (name, script) in TOOLS.items():
    if key in wanted:
        tool(name, script % wanted[key])
if "refused" in wanted:
    tool("nvcc", TOOLS["nvcc"][1] % wanted["nvcc"] + '\ncase "$*" in *try.cu*) '
         'echo "error: -- unsupported GNU version! gcc later than 15"; exit 1 ;; esac')
if wanted.get("driver") == "none":
    tool("nvidia-smi", 'echo "NVIDIA-SMI has failed"; exit 9')
elif "gpu" in wanted:
    tool("nvidia-smi", SMI % (wanted["gpu"], wanted["driver"]))

environment = {name: value for name, value in os.environ.items()
               if not name.startswith(("CUDA_", "HEDDLE_"))}
environment["PATH"] = os.path.abspath("bin")
done = subprocess.run([sys.executable, doctor, "--prefix", build, "--cuda", "/nowhere"],
                      env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(re.sub(r"[ \t]+", " ", done.stdout) + "status %d" % done.returncode)
