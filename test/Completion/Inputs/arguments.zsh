# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# arguments.zsh COMPLETION TOOL: prints what the completion hands to _arguments.
_arguments() { print -rl -- "$@"; }
words=($2)
source $1
