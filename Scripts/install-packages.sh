#!/bin/bash
# Installs the system packages that a purpose needs and that are lacking, on Debian and Ubuntu. Never asks.
# usage: Scripts/install-packages.sh PURPOSE...     (demo, test, bench, peers, fuzz, install)
set -euo pipefail

# One line for each: purpose, package, and a command that succeeds where the package isn't needed any more.
packages() {
    cat <<'LIST'
test python3 command -v python3
test python3-jsonschema /usr/bin/python3 -c "import jsonschema"
test openssl command -v openssl
test libssl-dev test -e /usr/include/openssl/evp.h
demo libssl-dev test -e /usr/include/openssl/evp.h
bench libssl-dev test -e /usr/include/openssl/evp.h
fuzz libssl-dev test -e /usr/include/openssl/evp.h
install libssl-dev test -e /usr/include/openssl/evp.h
bench openssl command -v openssl
peers rustc test -x /usr/bin/rustc
peers cargo test -x /usr/bin/cargo
peers librust-serde-json-dev ls -d /usr/share/cargo/registry/serde_json-*
peers librust-serde-derive-dev ls -d /usr/share/cargo/registry/serde_derive-*
test libxml2 ls /usr/lib/*/libxml2.so.2
install libxml2 ls /usr/lib/*/libxml2.so.2
demo libxml2 ls /usr/lib/*/libxml2.so.2
test libsecret-1-dev test -e /usr/include/libsecret-1/libsecret/secret.h
test libsecret-tools command -v secret-tool
test gnome-keyring command -v gnome-keyring-daemon
test dbus command -v dbus-daemon
test libglib2.0-bin command -v gdbus
test graphviz command -v dot
demo libsecret-1-dev test -e /usr/include/libsecret-1/libsecret/secret.h
install libsecret-1-dev test -e /usr/include/libsecret-1/libsecret/secret.h
demo gnome-keyring command -v gnome-keyring-daemon
demo dbus command -v dbus-run-session
LIST
}

lacking=()
while read -r purpose package probe; do
    [[ " $* " == *" $purpose "* ]] || continue
    bash -c "$probe" >/dev/null 2>&1 || lacking+=("$package")
done < <(packages)

if [ ${#lacking[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
    echo "These packages are lacking, and there is no apt-get to install them: ${lacking[*]}" >&2
    exit 1
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then sudo=(sudo); fi
echo "Installing ${lacking[*]}"
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q
"${sudo[@]}" apt-get install -y -q --no-install-recommends "${lacking[@]}"
