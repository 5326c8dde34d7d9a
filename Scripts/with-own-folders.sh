#!/bin/bash
# Runs a command with folders for data, settings and caches of its own: nothing of the user's is touched.
# usage: Scripts/with-own-folders.sh COMMAND...
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder"/{data,config,cache,run}
export XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache XDG_RUNTIME_DIR=$folder/run
unset DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY
"$@"
