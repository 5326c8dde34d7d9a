#!/bin/bash
# Runs a command in a D-Bus session of its own with a secret service, and with folders of its own: nothing of the user's is touched.
# usage: Scripts/with-secret-service.sh COMMAND...
set -euo pipefail
script=$(realpath "$0")
stage=${SECRET_SERVICE_STAGE:-folders}
unset SECRET_SERVICE_STAGE

if [ "$stage" = folders ]; then
    SECRET_SERVICE_STAGE=bus exec "$(dirname "$script")/with-own-folders.sh" "$script" "$@"
fi
if [ "$stage" = bus ]; then
    # A bus that starts nothing. Else the first question to a keyring that isn't ready yet would start a second, locked one, and one of them
    # would end some time later.
    cat >"$XDG_RUNTIME_DIR/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=$XDG_RUNTIME_DIR</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
END
    SECRET_SERVICE_STAGE=keyring exec dbus-run-session --config-file="$XDG_RUNTIME_DIR/bus.conf" -- "$script" "$@"
fi

# Runs one keyring. When it ends, another one takes its place, with the same secrets.
keep_keyring() {
    trap 'kill "$daemon" 2>/dev/null; exit' TERM
    while true; do
        gnome-keyring-daemon --foreground --unlock --components=secrets < <(printf password) >/dev/null 2>&1 &
        daemon=$!
        echo "$daemon" >"$XDG_RUNTIME_DIR/keyring.pid"
        wait "$daemon" || true
        sleep 0.1
    done
}
is_open() {
    gdbus call --session --timeout 5 --dest org.freedesktop.secrets \
        --object-path /org/freedesktop/secrets/aliases/default --method org.freedesktop.DBus.Properties.Get \
        org.freedesktop.Secret.Collection Locked 2>/dev/null | grep -q false
}

keep_keyring &
keeper=$!
trap 'kill "$keeper" 2>/dev/null || true' EXIT
if command -v gdbus >/dev/null; then
    restarts=0
    SECONDS=0
    until is_open; do
        # Now and then a keyring answers and never opens.
        if [ "$SECONDS" -ge 20 ]; then
            echo "The secret service isn't open after 20 seconds." >&2
            if [ "$restarts" = 3 ]; then break; fi
            kill "$(cat "$XDG_RUNTIME_DIR/keyring.pid")" 2>/dev/null || true
            restarts=$((restarts + 1))
            SECONDS=0
        fi
        sleep 0.1
    done
fi
"$@"
