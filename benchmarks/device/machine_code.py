# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as ptxas tells of them, and as nvdisasm shows them."""

import re
import subprocess

# ptxas also moves constants by HFMA2; no nest computes with 16 bits.
FLOATING = re.compile(r"([FD](ADD|MUL|FMA|MNMX|SETP|SET|SEL|CHK)|MUFU)")
LOAD = re.compile(r"LDG?\.")
WIDTHS = {"U8": 8, "S8": 8, "U16": 16, "S16": 16, "64": 64, "128": 128}


class Kernel:
    """Registers of a thread; bytes that it stores when it runs out of them, and bytes of
    static shared memory of a block. `body` counts machine instructions: of the
    innermost loop with the most instructions in floating point (`loop`), or of the kernel
    if no loop has any; `floating` counts these. `widest`: bits of the widest load from
    global memory.
    """

    def __init__(self):
        self.registers = self.spilled = self.shared = 0
        self.body = self.floating = self.widest = 0
        self.loop = False


def used(log):
    """{mangled name: Kernel} by what `ptxas -v` prints."""
    kernels, kernel = {}, None
    for line in log.splitlines():
        found = re.search(r"Compiling entry function '(\S+)'", line)
        if found:
            kernel = kernels.setdefault(found.group(1), Kernel())
        found = re.search(r"(\d+) bytes spill stores", line)
        if found and kernel:
            kernel.spilled = int(found.group(1))
        found = re.search(r"Used (\d+) registers", line)
        if found and kernel:
            kernel.registers = int(found.group(1))
            shared = re.search(r"(\d+) bytes smem", line)
            kernel.shared = int(shared.group(1)) if shared else 0
    return kernels


def sections(text):
    """{mangled name: (instructions, {label: index})} of the text of nvdisasm -c."""
    found, code, labels = {}, None, None
    for line in text.splitlines():
        begin = re.match(r"\.text\.(\S+):", line)
        if begin:
            code, labels = found.setdefault(begin.group(1), ([], {}))
        elif code is not None:
            label = re.match(r"(\.L_\S+):", line)
            instruction = re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line)
            if label:
                labels[label.group(1)] = len(code)
            elif instruction:
                code.append(instruction.group(1))
    return found


def operation(instruction):
    """Without its predicate."""
    return re.sub(r"^@!?U?P\w+\s+", "", instruction)


def loops(code, labels):
    """[(first, last)] of branches back; ptxas ends kernels with a branch to itself."""
    found = []
    for at, instruction in enumerate(code):
        target = re.search(r"`\((\.L_\S+)\)", instruction)
        if target and "BRA" in instruction and labels.get(target.group(1), at) < at:
            found.append((labels[target.group(1)], at))
    return found


def innermost(found):
    return [(first, last) for first, last in found
            if not any(first <= a and b <= last and (a, b) != (first, last) for a, b in found)]


def bits(instruction):
    """The bits of a load from global memory; 0 for other instructions."""
    if not LOAD.match(instruction):
        return 0
    words = instruction.split()[0].split(".")[1:]
    return next((WIDTHS[word] for word in words if word in WIDTHS), 32)


def describe(kernel, code, labels):
    code = [operation(each) for each in code]
    while code and (code[-1].startswith("NOP") or code[-1].startswith("BRA")):
        code.pop()
    inner = innermost(loops(code, labels))

    def size(span):
        body = code[span[0]:span[1] + 1]
        return sum(1 for each in body if FLOATING.match(each)), len(body)

    whole = 0, len(code) - 1
    span = max(inner, key=size, default=whole)
    # A loop that only moves elements is not what the kernel is about.
    kernel.loop = span != whole and (size(span)[0] > 0 or size(whole)[0] == 0)
    kernel.floating, kernel.body = size(span if kernel.loop else whole)
    kernel.widest = max([bits(each) for each in code], default=0)


def disassemble(nvdisasm, cubin, kernels):
    text = subprocess.run([nvdisasm, "-c", cubin], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    for name, (code, labels) in sections(text).items():
        if name in kernels:
            describe(kernels[name], code, labels)
