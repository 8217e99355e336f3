# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exits.py STATUS COMMAND...: whether the command ends with that status."""

import subprocess
import sys

done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
sys.stdout.write(done.stdout.decode(errors="replace"))
if done.returncode != int(sys.argv[1]):
    sys.stdout.write("ended with status %d, not %s\n" % (done.returncode, sys.argv[1]))
    sys.exit(1)
