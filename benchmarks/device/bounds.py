# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bounds to which the expert's kernels are held, whatever Heddle's do.

A kernel cannot do without the sectors that hold what the nest reads and writes, each
once, nor without the nest's multiplications joined with additions, 32 a warp
instruction. A bound is such a number times a factor.
"""

# Factors of sectors loaded and stored; 1.01 leaves room for the ends of arrays.
EXACT = (1.01, 1.01)
SECTORS = {
    # A block loads the edge of its tile: of 64 x 32 points two rows more and two sectors
    # more beside 16; of 32 x 16 points in each layer the same beside 8, and at both
    # ends of 16 layers one more; nothing lies outside of the grid.
    "stencil5": (1.20, 1.01), "stencil5_constant": (1.20, 1.01), "stencil9": (1.20, 1.01),
    "stencil7": (1.30, 1.01), "stencil7_constant": (1.30, 1.01), "stencil27": (1.30, 1.07),
    # A block of 32 x 32 points loads two or four rows and columns more, the latter apart,
    # of rows that do not begin at sectors, and each warp loads all weights.
    "convolution3": (1.80, 1.01), "convolution5": (2.25, 1.01),
    # Each of 2 x 2 blocks of 64 x 64 elements reads its rows and columns, so that a and b
    # are read twice, and c once where it is added to.
    "product": (2.0, 1.01), "accumulate": (1.67, 1.01), "accumulate_rows": (1.67, 1.01),
    # An element begins at a sector, but not in each of its rows.
    "interpolation5": (1.15, 1.15), "interpolation8": (1.15, 1.15),
    "interpolation13": (1.15, 1.15),
    # One value a block, read and written once more, and the result.
    "sum": (1.01, 70), "maximum": (1.01, 70),
}

# Factors of floating-point warp instructions: the last warp of a block has idle lanes,
# and a sum begins with an addition to zero or ends with one to what was there.
MULTIPLY_ADDS = {"convolution3": 1.01, "convolution5": 1.01, "product": 1.01, "accumulate": 1.01, "accumulate_rows": 1.01,
                 "interpolation5": 1.05, "interpolation8": 1.05, "interpolation13": 1.05}


def exceeded(name, need, expert):
    """A line for each bound that the expert's kernels do not keep."""
    loads, stores = SECTORS.get(name, EXACT)
    held = [("load sectors", expert["load_sectors"], need["loads"], loads),
            ("store sectors", expert["store_sectors"], need["stores"], stores)]
    if name in MULTIPLY_ADDS:
        held.append(("floating", expert["floating"], need["multiply_adds"] / 32,
                     MULTIPLY_ADDS[name]))
    return ["%s by the expert: %s %d, the bound is %d (%g times %d)" % (
        name, what, count, least * factor, factor, least)
        for what, count, least, factor in held if count > least * factor]
