# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the files and names in packaging/ are those of the repository. A line for each.

recipes.py ROOT FOLDER LLVM-CONFIG: also configures in FOLDER as the recipe for conda does.
"""

import os
import re
import subprocess
import sys

root, folder, llvm_config = sys.argv[1:]


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

for command in re.findall(r"^RUN (.*(?:\\\n.*)*)", docker, re.MULTILINE):
    subprocess.run(["bash", "-n", "-c", command], check=True)
    print("Dockerfile: RUN", command.split()[0])

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

# The recipe's commands, in a prefix that has what the host requirements bring.
prefix, build = os.path.join(folder, "prefix"), os.path.join(folder, "build")
os.makedirs(os.path.join(prefix, "bin"))
os.symlink(llvm_config, os.path.join(prefix, "bin", "llvm-config"))
script = re.search(r"script: >-\n((?:    .*\n)+)", conda)[1].replace("build-conda", build)
steps = [" ".join(step.split()) for step in script.split("&&")]
if [" ".join(step.split()[:2]) for step in steps] != ["cmake -G", "cmake --build", "cmake --install"]:
    sys.exit("meta.yaml: odd steps: %s" % steps)
environment = dict(os.environ, PREFIX=prefix, CMAKE_ARGS="")
done = subprocess.run(["bash", "-e", "-c", steps[0]], cwd=root, env=environment, text=True,
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
if done.returncode or "not used by the project" in done.stdout:
    sys.exit(done.stdout)
print("meta.yaml: configured")
# What it builds is what there is to install.
subprocess.run(["ninja", "-C", build, "-n"], check=True, stdout=subprocess.DEVNULL)
for name in re.findall(r"test -f \$PREFIX/(\S+)", conda):
    installed = subprocess.run(["grep", "-r", "-l", os.path.basename(name), build,
                                "--include=cmake_install.cmake"], stdout=subprocess.DEVNULL)
    if installed.returncode:
        sys.exit("meta.yaml expects %s, which is not installed" % name)
    print("meta.yaml: installs", name)
