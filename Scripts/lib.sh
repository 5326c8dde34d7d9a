# What the scripts share. To be read with `source`.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/.build/logs
mkdir -p "$logs"
cd "$root"

elapsed() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# Shows on a terminal how long the step has been running, and what it says: the file that is compiled, the test that has begun.
follow() {
    local start=$SECONDS line
    while sleep 1; do
        line=$(tail -c 2000 "$1" | tr '\r' '\n' | grep -av '^ *$' | tail -n 1 || true)
        line="   $(elapsed $((SECONDS - start)))  $line"
        printf '\r\e[K%s' "${line:0:$(($(tput cols) - 1))}"
    done
}

# step NAME COMMAND...: runs it with its output in a log, and shows the log's end where it fails.
step() {
    local name=$1 start=$SECONDS status=0 follower=
    shift
    echo "== $name"
    log=$logs/$(sed 's/^\[[0-9/]*\] //' <<<"$name" | tr -cs '[:alnum:]\n' '-').log
    : >"$log"
    if [ -t 1 ]; then
        follow "$log" &
        follower=$!
    fi
    "$@" >"$log" 2>&1 || status=$?
    if [ -n "$follower" ]; then
        kill "$follower" && wait "$follower" 2>/dev/null || true
        printf '\r\e[K'
    fi
    if [ "$status" = 0 ]; then
        echo "   $((SECONDS - start)) s"
        return
    fi
    grep -E 'error:|✘' "$log" | head -40 || true
    echo "   …"
    tail -n 40 "$log"
    echo "FAILED: $name (status $status, the whole output is in $log)"
    exit 1
}

# A plan is a list of steps that are counted: `plan CHECK NAME COMMAND...` adds one, `carry_out` runs them all. The check is a function
# that looks at the step's log afterwards; `:` for none.
planned=()
plan() { planned+=("$(printf '%q ' "$@")"); }
carry_out() {
    local entry number=0 check name
    for entry in "${planned[@]}"; do
        eval "set -- $entry"
        check=$1 name=$2 number=$((number + 1))
        shift 2
        step "[$number/${#planned[@]}] $name" "$@"
        "$check"
    done
    echo "All is well after $((SECONDS / 60)) min $((SECONDS % 60)) s."
}

# The closing lines of a test run that went well. A failure where no test ran at all, or those of SecretStore or PostgresStore were skipped.
closing_lines() {
    grep -E 'Test run with [1-9][0-9]* tests? .*passed' "$log" || { echo "FAILED: no test ran"; tail -n 20 "$log"; exit 1; }
    if grep -qE "libsecret-tools isn't installed|libsecret-1-dev isn't installed|no secret service runs" "$log"; then
        echo "FAILED: the tests of SecretStore were skipped"
        exit 1
    fi
    if grep -q "PostgreSQL's server isn't installed" "$log"; then
        echo "FAILED: the tests of PostgresStore were skipped"
        exit 1
    fi
}

last_line() { tail -n 1 "$log"; }
last_lines() { tail -n 20 "$log"; }

# Fails where the compiler warned of one of our own sources in the last step's log, or SwiftPM of anything.
no_warnings() {
    local found
    found=$(grep -aE "^$root/[^ ]*: warning: |^warning: " "$log" | grep -av "^[^ ]*/\.build/" | sort -u || true)
    [ -n "$found" ] || return 0
    echo "$found"
    # The next build compiles them again, and so warns again.
    grep -oE "^$root/[^:]*" <<<"$found" | sort -u | xargs -r touch
    echo "FAILED: warnings in our own sources or manifests"
    exit 1
}

# no_swift_syntax FOLDER: fails where a build in that folder compiled it, or compiled nothing.
no_swift_syntax() {
    if [ -z "$(find "$1" -path '*/ModelCore.build/*' -name '*.o' -print -quit)" ]; then
        echo "error: nothing was built in $1"
        return 1
    fi
    if find "$1" -path '*.build/*' -name '*.o' | grep -E '/(_?Swift(Syntax|Parser)[^/]*|ModelMacros[^/]*)\.build/'; then
        echo "error: swift-syntax was compiled though no trait needs it"
        return 1
    fi
}
