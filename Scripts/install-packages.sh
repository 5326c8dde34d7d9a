#!/bin/bash
# Installs the system packages that a purpose needs and that are lacking, on Debian and Ubuntu. Never asks.
# usage: Scripts/install-packages.sh PURPOSE...     (demo, test, bench, cliffs, peers, fuzz, docs, install; a module's name, for its tests alone)
set -euo pipefail

# One line for each: package, the purposes it is for, and a command that succeeds where it isn't needed any more.
packages() {
    cat <<'LIST'
python3 test,ModelCore,Modelmatic,PlistFormat,docs,cliffs command -v python3
python3-jsonschema test,JSONSchema /usr/bin/python3 -c "import jsonschema"
openssl test,CryptoCoder,bench command -v openssl
libssl-dev test,CryptoCoder,Conversion,Documentation,Saving,demo,bench,fuzz,docs,install test -e /usr/include/openssl/evp.h
libutf8proc-dev test,CryptoCoder,Conversion,Documentation,Saving,demo,bench,fuzz,docs,install test -e /usr/include/utf8proc.h
libexpat1-dev test,Modelmatic,JSONSchema,Documentation,demo,docs,install test -e /usr/include/expat.h
libsecret-1-dev test,SecretStore,Documentation,Saving,demo,docs,install test -e /usr/include/libsecret-1/libsecret/secret.h
pkg-config test,SecretStore command -v pkg-config
libsecret-tools test,SecretStore command -v secret-tool
gnome-keyring test,SecretStore,demo command -v gnome-keyring-daemon
dbus test,SecretStore,demo command -v dbus-run-session
libglib2.0-bin test,SecretStore,demo command -v gdbus
valgrind cliffs test -e /usr/include/valgrind/callgrind.h
binutils cliffs command -v strip
libsqlite3-dev test test -e /usr/include/sqlite3.h
libpq-dev test test -e /usr/include/postgresql/libpq-fe.h
postgresql test ls /usr/lib/postgresql/*/bin/initdb || command -v initdb
graphviz test command -v dot
rustc peers test -x /usr/bin/rustc
cargo peers test -x /usr/bin/cargo
librust-serde-json-dev peers ls -d /usr/share/cargo/registry/serde_json-*
librust-serde-derive-dev peers ls -d /usr/share/cargo/registry/serde_derive-*
LIST
}

lacking=()
while read -r package purposes probe; do
    wanted=no
    for purpose; do [[ ",$purposes," != *",$purpose,"* ]] || wanted=yes; done
    [ "$wanted" = yes ] || continue
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
