# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""benchmarks/device tells counts that rise and bounds that are exceeded."""

import os
import sys

SOURCE, PATH = sys.argv[1:]
sys.path.insert(0, os.path.join(SOURCE, "benchmarks", "device"))
sys.dont_write_bytecode = True

import bounds  # noqa: E402
import budgets  # noqa: E402
import machine_code  # noqa: E402


def counts(**fields):
    return {"scale": {"Auto": fields}}


def equal(found, expected):
    if found != expected:
        sys.exit("%r instead of %r" % (found, expected))


def check_budgets():
    if os.path.exists(PATH):
        os.remove(PATH)
    told = budgets.Budgets(PATH)
    equal(told.exceeded(counts(load_sectors=8)), [
        "scale by Auto: load sectors 8 without a budget; scripts/device-budgets adds it"])
    equal(told.lower(counts(load_sectors=8, passes=2), [], None, "today"), [
        "scale by Auto: load sectors new -> 8", "scale by Auto: passes new -> 2"])
    told.write()

    told = budgets.Budgets(PATH)
    equal(told.exceeded(counts(load_sectors=8, passes=2)), [])
    equal(told.exceeded(counts(load_sectors=10, passes=1)), [
        "scale by Auto: load sectors 10, the budget is 8"])
    equal(told.lower(counts(load_sectors=10, passes=1), ["triad"], "why", "today"), [
        "scale by Auto: passes 2 -> 1"])
    equal(told.counts["scale"]["Auto"], {"load_sectors": 8, "passes": 1})
    equal(told.accepted, [])
    for name, sectors in (("scale", 10), ("scale/Auto", 11)):
        told.lower(counts(load_sectors=sectors), [name], "why", "today")
    told.write()

    told = budgets.Budgets(PATH)
    equal(told.counts["scale"]["Auto"], {"load_sectors": 11, "passes": 1})
    equal([(each["from"], each["to"], each["reason"]) for each in told.accepted],
          [(8, 10, "why"), (10, 11, "why")])


def check_bounds():
    need = {"loads": 100, "stores": 100, "multiply_adds": 3200}
    expert = {"load_sectors": 101, "store_sectors": 101, "floating": 101}
    equal(bounds.exceeded("scale", need, expert), [])
    equal(bounds.exceeded("product", need, expert), [])
    expert = {"load_sectors": 102, "store_sectors": 101, "floating": 102}
    equal(bounds.exceeded("scale", need, expert), [
        "scale by the expert: load sectors 102, the bound is 101 (1.01 times 100)"])
    equal(bounds.exceeded("product", need, expert), [
        "product by the expert: floating 102, the bound is 101 (1.01 times 100)"])


LOG = """\
ptxas info    : Compiling entry function 'k' for 'sm_90'
    8 bytes stack frame, 24 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 20 registers, used 1 barriers, 64 bytes smem
"""

CODE = """\
.text.k:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
.L_x_1:
        /*0010*/                   LDG.E.128 R4, desc[UR4][R2.64] ;
        /*0020*/               @P0 BRA `(.L_x_1) ;
.L_x_2:
.L_x_3:
        /*0030*/              @!P1 LDG.E.64 R4, desc[UR4][R2.64] ;
        /*0040*/                   DFMA R6, R4, R4, R6 ;
        /*0050*/               @P0 BRA `(.L_x_3) ;
        /*0060*/                   DADD R6, R6, 1 ;
        /*0070*/               @P0 BRA `(.L_x_2) ;
        /*0080*/                   EXIT ;
.L_x_4:
        /*0090*/                   BRA `(.L_x_4);
        /*00a0*/                   NOP;
"""


def check_machine_code():
    kernel = machine_code.used(LOG)["k"]
    equal((kernel.registers, kernel.spilled, kernel.shared), (20, 24, 64))
    code, labels = machine_code.sections(CODE)["k"]
    machine_code.describe(kernel, code, labels)
    equal((kernel.body, kernel.floating, kernel.loop, kernel.widest), (3, 1, True, 128))
    straight = [each for each in code if "BRA" not in each]
    machine_code.describe(kernel, straight, {})
    equal((kernel.body, kernel.floating, kernel.loop), (6, 2, False))


check_budgets()
check_bounds()
check_machine_code()
