#!/bin/bash
# Runs a command beside a PostgreSQL server of its own, in a folder of its own, on the loopback interface: nothing of the system's is touched. The
# command finds in POSTGRES_URL how to connect, and in POSTGRES_PID the file with the server's process. If the server ends, it is started again. When
# the command has ended, or this script, the server and its folder are removed.
# usage: Scripts/with-postgres.sh COMMAND...     POSTGRES_OPTIONS="-c fsync=off" for options of the server
set -euo pipefail

# The newest server: Debian's folders aren't in the PATH.
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
if [ ! -x "$programs/initdb" ]; then programs=$(dirname "$(command -v initdb || echo /nowhere/initdb)"); fi
if [ ! -x "$programs/initdb" ]; then
    echo "PostgreSQL's server isn't installed. On Debian and Ubuntu: apt-get install postgresql" >&2
    exit 69
fi

folder=$(mktemp -d)
as_user=()
if [ "$(id -u)" -eq 0 ]; then
    # The server refuses to be root's.
    user=nobody
    if id -u postgres >/dev/null 2>&1; then user=postgres; fi
    as_user=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups)
    chown "$user" "$folder"
fi
data=$folder/data
keeper=

server_pid() { head -n 1 "$data/postmaster.pid" 2>/dev/null; }
# Ends the server by a file's removal, because a program may have begun this script with blocked signals.
stop_server() {
    rm -f "$folder/keep"
    if [ -n "$keeper" ]; then wait "$keeper" 2>/dev/null || true; fi
    keeper=
}
clean() {
    stop_server
    rm -rf "$folder"
}
trap clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf %s "$password" >"$folder/password"
chmod 644 "$folder/password"
cd "$folder"
"${as_user[@]}" "$programs/initdb" --pgdata="$data" --username=model --pwfile="$folder/password" --auth=scram-sha-256 --encoding=UTF8 --locale=C \
    --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
rm "$folder/password"

is_open() { "$programs/pg_isready" -q -h 127.0.0.1 -p "$port" -t 1; }

# Runs the server, and another one after it, until it is to be stopped or this script has ended in whatever way.
keep_server() {
    local script=$1 server
    is_wanted() { kill -0 "$script" 2>/dev/null && [ -e "$folder/keep" ]; }
    while is_wanted; do
        # shellcheck disable=SC2086
        "${as_user[@]}" "$programs/postgres" -D "$data" -k "$folder" -h 127.0.0.1 -p "$port" ${POSTGRES_OPTIONS:-} >>"$folder/log" 2>&1 &
        server=$!
        while is_wanted && kill -0 "$server" 2>/dev/null; do sleep 0.1; done
        is_wanted || kill -QUIT "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    done
    kill -0 "$script" 2>/dev/null || rm -rf "$folder"
}

for attempt in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 12000))
    # A port on which somebody answers is taken.
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue; fi
    # The output is the server's own: else who reads the command's output would wait for the server's end.
    touch "$folder/keep"
    keep_server $$ </dev/null >>"$folder/log" 2>&1 &
    keeper=$!
    for _ in $(seq 300); do
        if is_open && [ -n "$(server_pid)" ]; then break 2; fi
        sleep 0.1
        if grep -q "could not bind\|could not create any TCP/IP sockets" "$folder/log"; then break; fi
    done
    stop_server
    if [ "$attempt" = 5 ]; then cat "$folder/log" >&2; exit 1; fi
    : >"$folder/log"
done
cd - >/dev/null

export POSTGRES_URL="postgresql://model:$password@127.0.0.1:$port/postgres" POSTGRES_PID=$data/postmaster.pid
status=0
"$@" || status=$?
exit "$status"
