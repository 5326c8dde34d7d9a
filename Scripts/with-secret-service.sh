#!/bin/bash
# Runs a command in a D-Bus session of its own with a secret service, and with folders of its own: nothing of the user's is touched.
# usage: Scripts/with-secret-service.sh COMMAND...
set -euo pipefail
# The daemon ends with its session.
"$(dirname "$0")/with-own-folders.sh" dbus-run-session -- bash -c '
    is_open() {
        gdbus call --session --timeout 1 --dest org.freedesktop.secrets \
            --object-path /org/freedesktop/secrets/aliases/default --method org.freedesktop.DBus.Properties.Get \
            org.freedesktop.Secret.Collection Locked 2>/dev/null | grep -q false
    }
    # It may answer before its keyring is open, and now and then it never opens it: then another one takes its place.
    for _ in {1..5}; do
        printf password | gnome-keyring-daemon --replace --unlock --components=secrets --daemonize >/dev/null 2>&1
        command -v gdbus >/dev/null || break
        for _ in {1..30}; do
            is_open && break 2
            sleep 0.1
        done
    done
    "$@"' command "$@"
