#!/bin/bash
# Kills saves at random times, in every format: KILLS of each, 1,000 by default. What was finished must be there, whole, and nothing else be left.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" test

step "Build" swift build --product save-probe
probe=$(swift build --show-bin-path)/save-probe
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME=$folder XDG_RUNTIME_DIR=$folder XDG_DATA_HOME=$folder
export SECRET_BACKEND=file SECRET_FILE_TEST_PATH=$folder/test.keyring SECRET_FILE_TEST_PASSWORD=x

for format in $("$probe") json:named userDefaults:dirty keychain:service; do
    probing=("$probe")
    if [ "$format" = keychain:service ]; then
        probing=(env SECRET_BACKEND=service Scripts/with-secret-service.sh "$probe")
    fi
    step "Kills: $format" "${probing[@]}" kills "$format" "$folder" "${KILLS:-1000}"
    grep finished "$log"
    if grep -m 20 '^problem' "$log" || [ "$(tail -n 1 "$log")" != done ]; then
        echo "FAILED: the whole output is in $log"
        exit 1
    fi
done
