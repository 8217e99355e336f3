# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the files and names in packaging/ are those of the repository. A line for each."""

import os
import re
import sys

root = sys.argv[1]


def read(*names):
    with open(os.path.join(root, *names)) as file:
        return file.read()


def present(where, name):
    if not os.path.exists(os.path.join(root, name)):
        sys.exit("%s names %s, which is not there" % (where, name))
    print("%s: %s" % (where, name))


cmake = read("CMakeLists.txt")
version = re.search(r"project\(Heddle VERSION ([0-9.]+)", cmake)[1]
llvm = re.search(r"VERSION_MAJOR (\d+)", read("cmake", "HeddleLLVM.cmake"))[1]

docker = read("packaging", "docker", "Dockerfile")
for name in sorted(set(re.findall(r"\bscripts/\w+", docker))):
    present("Dockerfile", name)
instructions = re.findall(r"^([A-Z]+) ", docker, re.MULTILINE)
unknown = set(instructions) - {"ARG", "FROM", "COPY", "WORKDIR", "RUN"}
if unknown or instructions[:2] != ["ARG", "FROM"]:
    sys.exit("Dockerfile: odd instructions: %s" % instructions)
for stage in re.findall(r"--from=(\w+)", docker):
    if " AS %s\n" % stage not in docker:
        sys.exit("Dockerfile: no stage " + stage)

conda = read("packaging", "conda", "meta.yaml")
if '{%% set version = "%s" %%}' % version not in conda:
    sys.exit("meta.yaml is not of version " + version)
print("meta.yaml: version")
if not re.search(r'{%% set llvm = "%s\.\d+" %%}' % llvm, conda):
    sys.exit("meta.yaml is not for LLVM " + llvm)
present("meta.yaml", re.search(r"license_file: (\S+)", conda)[1])
options = set(re.findall(r"-D(HEDDLE_\w+)", conda))
known = set(re.findall(r"HEDDLE_[A-Z_]+", cmake + read("cmake", "HeddleLLVM.cmake")))
if options - known:
    sys.exit("meta.yaml sets unknown %s" % sorted(options - known))
try:
    import yaml
except ImportError:
    print("no yaml module: the recipe's syntax is not checked")
else:
    text = re.sub(r"{%.*?%}", "", conda)
    yaml.safe_load(re.sub(r"{{.*?}}", "x", text))
