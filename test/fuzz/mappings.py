# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random mappings for a space: chains of combinators that keep their preconditions."""


def random_mapping(rng, rank, stepped):
    """A mapping of a space of `rank` dimensions; `stepped` says which have gaps.

    The combinators' preconditions hold. The device's limits may not: then the
    launch takes another mapping, or the annotation is refused where that is
    certain.
    """
    text = "ShiftLB(Gen)"
    if any(stepped):
        if rng.random() < 0.6:
            extra = [gap or rng.random() < 0.3 for gap in stepped]
            text = "CompressGrid({%s}, %s)" % (", ".join("1" if c else "0" for c in extra), text)
        elif rng.random() < 0.5:
            some = [gap and rng.random() < 0.5 for gap in stepped]
            text = "CompressGrid({%s}, %s)" % (", ".join("1" if c else "0" for c in some), text)
            text = "PruneGrid(%s)" % text
        else:
            text = "PruneGrid(%s)" % text
    for _ in range(rng.randrange(4)):
        text, rank = _any_step(rng, text, rank)
    while rank > 5:
        text, rank = "FoldLast2(%s)" % text, rank - 1
    if rng.random() < 0.8:
        # A block of a constant size, alone or with the tile of another dimension.
        size = rng.choice([1, 2, 7, 16, 31, 32, 33, 64])
        text, rank = "SplitLast(%d, %s)" % (size, text), rank + 1
        blocks = 1
        if rank == 3 and rng.random() < 0.5:
            # (y, X, x) -> (X, x, y) -> (X, x, Y, y) -> (Y, X, y, x)
            tile = rng.choice([1, 4, 8, 13])
            text = "Permute({2, 0, 3, 1}, SplitLast(%d, Permute({1, 2, 0}, %s)))" % (tile, text)
            rank, blocks = 4, 2
    else:
        blocks = rng.randrange(0, min(rank, 3) + 1)
    while rank - blocks > 3:
        # Too many for the grid: fold the two outermost dimensions.
        order = list(range(2, rank)) + [0, 1]
        text = "FoldLast2(Permute({%s}, %s))" % (", ".join(map(str, order)), text)
        rank -= 1
        order = [rank - 1] + list(range(rank - 1))
        text = "Permute({%s}, %s)" % (", ".join(map(str, order)), text)
    if rank > blocks and rng.random() < 0.2:
        # One of the grid's dimensions runs in the thread.
        moved = rng.randrange(rank - blocks)
        order = [k for k in range(rank) if k != moved] + [moved]
        text = "Serial(1, Permute({%s}, %s))" % (", ".join(map(str, order)), text)
    return "GridBlock(%d, %s)" % (blocks, text)


def _any_step(rng, text, rank):
    kind = rng.randrange(5)
    if kind == 0 and rank >= 2:
        return "FoldLast2(%s)" % text, rank - 1
    if kind == 1 and rank < 6:
        return "SplitLast(%d, %s)" % (rng.choice([1, 2, 3, 5, 32, 100]), text), rank + 1
    if kind == 2:
        return "PadLast(%d, %s)" % (rng.choice([1, 2, 3, 8, 32]), text), rank
    if kind == 3 and 2 <= rank < 6:
        return "Spread(%d, %s)" % (rng.choice([1, 2, 3, 8]), text), rank + 1
    order = list(range(rank))
    rng.shuffle(order)
    return "Permute({%s}, %s)" % (", ".join(map(str, order)), text), rank
