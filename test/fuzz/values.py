# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of expressions whose text is made late."""

from arrays import FLOATING, PARTS


class Value:
    """A part of an expression: `text()`, and whether it may be of floating point."""

    def __init__(self, text, floating=False):
        self.text = text
        self.floating = floating


def cast(element, value):
    """The value as an element. Of floating point it need not fit into a narrow type."""
    if element in PARTS:
        return "%s(%s, 2)" % (element, cast(PARTS[element], value))
    if value.floating and element not in FLOATING:
        # Beyond the range of long the conversion is not defined, and differs on a device.
        within = "std::fmin(std::fmax(%s, -9e18), 9e18)" % value.text()
        return ("static_cast<%s>(%s)" if element in ("long", "long long") else
                "static_cast<%s>(static_cast<long>(%s))") % (element, within)
    return "static_cast<%s>(%s)" % (element, value.text())
