# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Completes heddle-rewrite's command line in bash. What there is to complete is
# read from the tool's own --help, so that it is always the tool's.

# What an option takes: "<file>", "<folder>", "<value>", ... or nothing. With a
# third argument it is written with "=", which is another line of some options.
_heddle_rewrite_kind() {
  awk -v option="$1" -v joined="$3" '{ split($1, part, "=") }
    part[1] == option && (!joined || part[2] != "" || $2 ~ /^</) {
      if (part[2] != "") print part[2]; else if ($2 ~ /^</) print $2
      exit }' <<<"$2"
}

_heddle_rewrite() {
  local line=${COMP_LINE:0:COMP_POINT} help word option kind joined=
  local IFS=$'\n'
  # Bash splits words at '=', too; this word is whole.
  word=${line##*[[:space:]]}
  COMPREPLY=()
  if [[ $line == *' -- '* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "${word#-I}")
    return
  fi
  help=$("${COMP_WORDS[0]}" --help 2>/dev/null) || return

  if [[ $word == --*=* ]]; then
    option=${word%%=*}
    word=${word#*=}
    joined=yes
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(
      awk '$1 ~ /^-/ && /^  -/ { sub(/<.*/, "", $1); print $1 }' <<<"$help")"$'\n--' -- "$word")
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
    return
  else
    option=${line%"$word"}
    option=${option%"${option##*[![:space:]]}"}
    option=${option##*[[:space:]]}
  fi

  kind=$(_heddle_rewrite_kind "$option" "$help" "$joined")
  case $kind in
  '<folder>') mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
  '<id>')
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --explain=all 2>/dev/null |
      awk '/^heddle-HD[0-9]+ / { print substr($1, 8) }')" -- "${word^^}")
    ;;
  '<value>')
    mapfile -t COMPREPLY < <(compgen -W "$(awk -v option="$option" '
      /^  -/ { split($1, part, "="); inside = part[1] == option }
      inside && $1 ~ /^=/ { print substr($1, 2) }' <<<"$help")" -- "$word")
    ;;
  *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}

complete -o filenames -F _heddle_rewrite heddle-rewrite
