"""How bash, zsh and fish ask for completions: a script for each, and the form in which it is answered.

Click's own scripts split a query at its colon in bash, and put a blank behind `is:`. These send the line up to the
cursor instead, in COMP_LINE, and every line of an answer is `type`, `value` and a word on it.
"""

from __future__ import annotations

import os
import re
from typing import Any

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, split_arg_string

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' line
    COMPREPLY=()
    for line in $(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \\
            %(complete_var)s=bash_complete "$1" 2>/dev/null); do
        case $line in
            plain,*) COMPREPLY+=("${line#*,}") ;;
            part,*) COMPREPLY+=("${line#*,}"); compopt -o nospace ;;
            file,*) compopt -o default ;;
            dir,*) compopt -o dirnames ;;
        esac
    done
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null || complete -F %(complete_func)s %(prog_name)s
"""

_ZSH = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local -a answer plain parts
    local type value help
    answer=("${(@f)$(COMP_LINE="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" \\
        %(complete_var)s=zsh_complete ${(Q)words[1]} 2>/dev/null)}")
    for type value help in "${answer[@]}"; do
        [[ $help == - ]] || value+=":$help"
        case $type in
            plain) plain+=("$value") ;;
            part) parts+=("$value") ;;
            file) _files ;;
            dir) _files -/ ;;
        esac
    done
    (( $#parts )) && _describe -V '%(prog_name)s' parts -S ''
    (( $#plain )) && _describe -V '%(prog_name)s' plain
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH = """\
function %(complete_func)s
    set -l line (commandline -cp | string collect)
    for line in (env COMP_LINE="$line" %(complete_var)s=fish_complete %(prog_name)s 2>/dev/null)
        set -l answer (string split -m 1 , -- $line)
        switch $answer[1]
            case file
                __fish_complete_path (commandline -ct)
            case dir
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $answer[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments '(%(complete_func)s)'
"""


class _Line(ShellComplete):
    """A shell that sends the line up to the cursor."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one at the cursor, and what there is of that."""
        # One more letter, so that a line that ends with a blank has its empty word, and an open quotation its end.
        *words, last = split_arg_string(os.environ.get("COMP_LINE", "") + "x")
        return words[1:], last[:-1]


@add_completion_class
class Bash(_Line):
    """Bash replaces what stands behind the last of its word breaks, or behind an open quotation mark."""

    name = "bash"
    source_template = _BASH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """`type,value`, the value as it must stand on the line."""
        line = os.environ.get("COMP_LINE", "")
        value = str(item.value)
        if _in_quotation(line):
            return f"{item.type},{value}"
        typed = self.get_completion_args()[1]
        breaks = [sign for sign in ":=" if sign in os.environ.get("COMP_BREAKS", ":=")]
        kept = max((typed.rfind(sign) + 1 for sign in breaks), default=0)
        escaped = re.sub(r"([^\w@%+=:,./-])", r"\\\1", value[kept:])
        return f"{item.type},{escaped}"


@add_completion_class
class Zsh(_Line):
    """Zsh quotes values itself."""

    name = "zsh"
    source_template = _ZSH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Three lines; the script puts a colon between value and help."""
        value = str(item.value).replace("\\", "\\\\").replace(":", "\\:")
        return f"{item.type}\n{value or '-'}\n{item.help or '-'}"


@add_completion_class
class Fish(_Line):
    """Fish quotes values itself, and puts no blank behind a colon."""

    name = "fish"
    source_template = _FISH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """`type,value`, a tab, help."""
        return f"{item.type},{item.value}\t{item.help or ''}"


def _in_quotation(line: str) -> bool:
    """Whether a quotation mark is open at the end of a line of a shell."""
    mark = ""
    escaped = False
    for sign in line:
        if escaped:
            escaped = False
        elif sign == "\\" and mark != "'":
            escaped = True
        elif mark:
            mark = "" if sign == mark else mark
        elif sign in "'\"":
            mark = sign
    return bool(mark)
