# What the scripts share. To be read with `source`.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/.build/logs
mkdir -p "$logs"
cd "$root"

# step NAME COMMAND...: runs it with its output in a log, and shows the log's end where it fails.
step() {
    local name=$1 start=$SECONDS
    shift
    echo "== $name"
    log=$logs/$(tr -cs '[:alnum:]\n' '-' <<<"$name").log
    if "$@" >"$log" 2>&1; then
        echo "   $((SECONDS - start)) s"
    else
        local status=$?
        grep -E 'error:|✘' "$log" | head -40 || true
        echo "   …"
        tail -n 40 "$log"
        echo "FAILED: $name (status $status, the whole output is in $log)"
        exit 1
    fi
}

# The closing lines of a test run that went well, and a failure where no test ran at all.
closing_lines() {
    grep -E 'Test run with [1-9][0-9]* tests? .*passed' "$log" || { echo "FAILED: no test ran"; tail -n 20 "$log"; exit 1; }
}

# Fails where the compiler warned of one of our own sources, in the last step's log.
no_warnings() {
    local found
    found=$(grep -aE "^$root/[^ ]*: warning: " "$log" | grep -av '/\.build/' | sort -u || true)
    [ -n "$found" ] || return 0
    echo "$found"
    # The next build compiles them again, and so warns again.
    cut -d: -f1 <<<"$found" | sort -u | xargs touch
    echo "FAILED: warnings in our own sources"
    exit 1
}

# no_swift_syntax FOLDER: fails where a build in that folder compiled it, or compiled nothing.
no_swift_syntax() {
    if [ -z "$(find "$1" -path '*/ModelCore.build/*' -name '*.o' -print -quit)" ]; then
        echo "FAILED: nothing was built in $1"
        exit 1
    fi
    if find "$1" -path '*.build/*' -name '*.o' | grep -E '/(_?Swift(Syntax|Parser)[^/]*|ModelMacros[^/]*)\.build/'; then
        echo "FAILED: swift-syntax was compiled though no trait needs it"
        exit 1
    fi
}
