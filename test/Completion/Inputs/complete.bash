# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# complete.bash COMPLETION TOOL: calls the completion as bash would.
set -u
source "$1"
tool=$2
[[ $(complete -p heddle-rewrite) == *"-F _heddle_rewrite heddle-rewrite" ]] || exit 1

# Prints what is offered after a command line, sorted.
try() {
  COMP_LINE="$tool $1" COMP_POINT=$((${#tool} + 1 + ${#1}))
  COMP_WORDS=("$tool" "$1") COMP_CWORD=1
  _heddle_rewrite
  echo "$2: $(printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
}

for line in --on-fa --on-failure= --on-failure=w --dump=m --explain=hd63 --out-dir= --sarif= \
  --report= --report-to= --scan= '--scan ' '-o fi' '-p ' fi; do
  try "$line" "$line"
done
try '-' all
