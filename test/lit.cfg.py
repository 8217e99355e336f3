# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configuration of the lit tests.

Substitutions
  %heddle-rewrite  the tool                 %plugin   HeddlePlugin.so
  %clangxx         clang++ of LLVM 22       %gxx      the C++ compiler of the build
  %nvcc            nvcc (feature `nvcc`)    %include  the folder of <heddle/...>
  %ptxlib          the folder of libHeddlePtx.so (feature `ptx`)
  %cuda            the CUDA toolkit's root (feature `clang-cuda`)
  %islsmoke        the object of test/Isl  %tidy    HeddleTidy.so
  %clang-tidy      clang-tidy of LLVM 22     %build    the build folder
  %other-clang     a clang++ of another LLVM (feature `other-clang`)
  %source          the root of the sources   %cmake, %python, %llvm-config
and FileCheck, not, count, split-file and the llvm-* tools by name.

Features
  nvcc        an nvcc was found: HEDDLE_NVCC, PATH, CUDA_HOME, /usr/local/cuda
  clang-cuda  clang compiles CUDA against that toolkit
  ptx         the build has the interpreter of PTX
  long        the run may take hours (lit -D long, scripts/test --long)
  cudart      that toolkit has the library that clang links
  openmp      %clangxx links -fopenmp programs
  libcxx      %clangxx links programs with LLVM's standard library
  clang-rt    %clangxx links sanitized programs and such that count lines
  lld         %clangxx links with -fuse-ld=lld -flto
  gdb         it is there and may run programs
  gpu         a GPU is there
  plugin, rewriter, tidy   the build has them, and clang-tidy is there
  install     the build has all that is installed
  other-clang clang++ of another release is there
  zsh         it is there
  deb         Debian packages can be built and unpacked
  asan        the build is sanitized; %clangxx and %clang-tidy then preload the
              runtime of AddressSanitizer for the plugins
"""

import os
import platform
import shutil
import subprocess
import sys

import lit.formats

config.name = "Heddle"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".cu", ".test"]
config.excludes = ["Inputs", "unit", "fuzz", "libfuzzer", "gpu", "CMakeLists.txt", "IslSmoke.cpp"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.heddle_build_dir, "test", "lit")


def find_nvcc():
    names = [os.environ.get("HEDDLE_NVCC"), shutil.which("nvcc")]
    for home in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if home:
            names.append(os.path.join(home, "bin", "nvcc"))
    for name in names:
        if name and os.access(name, os.X_OK):
            return name
    return None


def find_other_clang():
    """A clang++ that is not of the LLVM of this build."""
    own = os.path.realpath(config.clangxx)
    for name in ["clang++"] + ["clang++-%d" % version for version in range(40, 11, -1)]:
        path = shutil.which(name)
        if path and os.path.realpath(path) != own:
            return path
    return None


def succeeds(command, text):
    """Whether the command accepts `text` on its standard input."""
    try:
        done = subprocess.run(command, input=text.encode(), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def preloading(program, option):
    """The program, with the sanitizers' runtime if it is to load a plugin."""
    script = os.path.join(config.test_exec_root, os.path.basename(program))
    os.makedirs(config.test_exec_root, exist_ok=True)
    with open(script + ".new", "w") as file:
        file.write("#!/bin/sh\ncase \"$*\" in *%s*) export LD_PRELOAD=%s ;; esac\nexec %s \"$@\"\n"
                   % (option, config.asan_runtime, program))
    os.chmod(script + ".new", 0o755)
    os.replace(script + ".new", script)
    return script


build = config.heddle_build_dir
rewriter = os.path.join(build, "bin", "heddle-rewrite")
plugin = os.path.join(build, "lib", "HeddlePlugin.so")
tidy = os.path.join(build, "lib", "HeddleTidy.so")
clang_tidy = os.path.join(config.llvm_bindir, "clang-tidy")
nvcc = find_nvcc()
cuda = os.path.dirname(os.path.dirname(os.path.realpath(nvcc))) if nvcc else "/nonexistent"

config.environment["PATH"] = os.pathsep.join([config.llvm_bindir, os.environ.get("PATH", "")])
# The user's own settings must not reach the programs under test.
for name in ("HEDDLE_HOST_LOOPS", "HEDDLE_HOST_ORDER", "HEDDLE_REQUIRE_GPU", "HEDDLE_TRACE", "OMP_NUM_THREADS"):
    config.environment.pop(name, None)
clangxx = config.clangxx
if config.sanitize:
    # Clang's own allocations at exit are not ours to judge.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
    if "LLVM_PROFILE_FILE" in os.environ:
        config.environment["LLVM_PROFILE_FILE"] = os.environ["LLVM_PROFILE_FILE"]
    clangxx = preloading(clangxx, "-fplugin=")
    clang_tidy = preloading(clang_tidy, "-load=")

config.substitutions += [
    ("%heddle-rewrite", rewriter),
    ("%plugin", plugin),
    ("%clangxx", clangxx),
    ("%gxx", config.gxx),
    ("%nvcc", nvcc or "nvcc-not-found"),
    ("%cuda", cuda),
    ("%ptxlib", os.path.join(build, "lib")),
    ("%include", os.path.join(config.heddle_source_dir, "include")),
    ("%build", build),
    ("%source", config.heddle_source_dir),
    ("%cmake", config.cmake),
    ("%python", sys.executable),
    ("%clang-tidy", clang_tidy),
    ("%tidy", tidy),
    ("%other-clang", find_other_clang() or "no-other-clang"),
    ("%llvm-config", os.path.join(config.llvm_bindir, "llvm-config")),
    ("%islsmoke", os.path.join(build, "test", "HeddleIslSmoke.so")),
]

CUDA_PROBE = "__global__ void k(int *p) { *p = 1; }\n"

if nvcc:
    config.available_features.add("nvcc")
    if succeeds([config.clangxx, "-x", "cuda", "--cuda-gpu-arch=sm_90", "-Wno-unknown-cuda-version",
                 "--cuda-path=" + cuda, "-fsyntax-only", "-"], CUDA_PROBE):
        config.available_features.add("clang-cuda")
if os.path.exists(os.path.join(cuda, "lib64", "libcudart_static.a")):
    config.available_features.add("cudart")
MAIN = "int main() {}\n"
for feature, flags in (("clang-rt", ["-fsanitize=address,undefined", "--coverage"]),
                       ("lld", ["-fuse-ld=lld", "-flto"])):
    if succeeds([config.clangxx, *flags, "-x", "c++", "-", "-o", os.devnull], MAIN):
        config.available_features.add(feature)
if shutil.which("gdb") and succeeds(["gdb", "-q", "-batch", "-nx", "-return-child-result",
                                     "-ex", "run", shutil.which("true")], ""):
    config.available_features.add("gdb")
if succeeds([config.clangxx, "-fopenmp", "-x", "c++", "-", "-o", os.devnull], MAIN):
    config.available_features.add("openmp")
if succeeds([config.clangxx, "-std=c++23", "-stdlib=libc++", "-x", "c++", "-", "-o", os.devnull],
            "#include <mdspan>\n" + MAIN):
    config.available_features.add("libcxx")
if os.path.exists("/dev/nvidiactl"):
    config.available_features.add("gpu")
if os.path.exists(os.path.join(build, "lib", "libHeddlePtx.so")) and not config.sanitize:
    config.available_features.add("ptx")
if os.path.exists(rewriter):
    config.available_features.add("rewriter")
if os.path.exists(plugin):
    config.available_features.add("plugin")
if os.path.exists(tidy) and os.path.exists(clang_tidy):
    config.available_features.add("tidy")
if config.sanitize:
    config.available_features.add("asan")
else:
    if all(os.path.exists(file) for file in (plugin, tidy, rewriter)):
        config.available_features.add("install")
if "long" in lit_config.params:
    config.available_features.add("long")
if find_other_clang():
    config.available_features.add("other-clang")
if shutil.which("zsh"):
    config.available_features.add("zsh")
if all(shutil.which(tool) for tool in ("cpack", "dpkg", "dpkg-deb")):
    config.available_features.add("deb")
config.available_features.add(platform.machine())
