#!/bin/bash
# Builds the command line and installs it: the program, its page of the manual, and completions for bash, zsh and fish.
# usage: [PREFIX=/usr/local] [DESTDIR=] [CONFIGURATION=release] [SCRATCH=] [BUILD_OPTIONS=] Scripts/install.sh
PREFIX=${PREFIX:-/usr/local}
# What is relative is so to where the user stands.
case $PREFIX in /*) ;; *) PREFIX=$PWD/$PREFIX ;; esac
CONFIGURATION=${CONFIGURATION:-release}
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" install

build=(swift build --package-path CommandLine --configuration "$CONFIGURATION" --product basemodel)
if [ -n "${BUILD_OPTIONS:-}" ]; then read -ra options <<<"$BUILD_OPTIONS" && build+=("${options[@]}"); fi
# Where somebody has built it already.
if [ -n "${SCRATCH:-}" ]; then build+=(--scratch-path "$SCRATCH"); fi
# The Swift library is part of the program: it runs where no Swift is installed.
if [ "$CONFIGURATION" = release ]; then build+=(--static-swift-stdlib); fi
step "Build the command line" "${build[@]}"
program=$("${build[@]}" --show-bin-path 2>/dev/null)/basemodel

to=${DESTDIR:-}$PREFIX
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$program" manual >"$made/basemodel.1"
for shell in bash zsh fish; do "$program" --generate-completion-script $shell >"$made/$shell"; done

install -D -m 755 "$program" "$to/bin/basemodel"
if [ "$CONFIGURATION" = release ] && command -v strip >/dev/null; then strip "$to/bin/basemodel"; fi
install -D -m 644 "$made/basemodel.1" "$to/share/man/man1/basemodel.1"
install -D -m 644 "$made/bash" "$to/share/bash-completion/completions/basemodel"
install -D -m 644 "$made/zsh" "$to/share/zsh/site-functions/_basemodel"
install -D -m 644 "$made/fish" "$to/share/fish/vendor_completions.d/basemodel.fish"
echo "Installed $to/bin/basemodel, with its page of the manual and completions in $to/share."
