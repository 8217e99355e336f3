# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""patch.py IN OUT OFFSET VALUE: sets two bytes of a program's fat binary.

OFFSET counts from the beginning of the header, 0xba55ed50.
"""

import os
import struct
import sys

data = bytearray(open(sys.argv[1], "rb").read())
at = data.index(struct.pack("<I", 0xba55ed50) + struct.pack("<HH", 1, 16))
struct.pack_into("<H", data, at + int(sys.argv[3]), int(sys.argv[4]))
with open(sys.argv[2], "wb") as out:
    out.write(data)
os.chmod(sys.argv[2], 0o755)
