#!/bin/bash
# Runs a command in a D-Bus session of its own with a secret service, and with folders of its own: nothing of the user's is touched.
# usage: Scripts/with-secret-service.sh COMMAND...
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder"/{data,config,cache,run}
export XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache XDG_RUNTIME_DIR=$folder/run
unset DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY
# The daemon ends with its session.
dbus-run-session -- bash -c '
    printf password | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1
    "$@"' command "$@"
