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
# Prints the options that make the program small, one a line. Fails with the reason if they can't be used here.
small_options() {
    local made=$root/.build/small
    mkdir -p "$made"
    # The linker leaves out the names and unused functions of all modules, one of two equal functions, most of what the loader
    # would relocate, and the tables that only C++'s exceptions need: none is thrown.
    echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;' >"$made/discard.ld"
    local options=(-use-ld=lld -Xlinker --no-export-dynamic -Xlinker -s
        -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker -z -Xlinker pack-relative-relocs
        -Xlinker --no-eh-frame-hdr -Xlinker "$made/discard.ld")
    # Another toolchain may have another linker, or a loader that knows no such relocations.
    cat >"$made/trial.swift" <<'END'
import FoundationEssentials

var day = DateComponents(timeZone: TimeZone(secondsFromGMT: 3600), year: 1970, month: 1, day: 1)
print(Calendar(identifier: .gregorian).date(from: day)?.timeIntervalSince1970 ?? 0, Decimal(string: "1.50") ?? 0)
END
    swiftc -static-stdlib "$made/trial.swift" -o "$made/trial" "${options[@]}" >"$made/trial.log" 2>&1 ||
        { echo "a trial can't be linked, see $made/trial.log" >&2; return 1; }
    [ "$("$made/trial" 2>&1)" = "-3600.0 1.5" ] || { echo "a trial doesn't work" >&2; return 1; }
    printf -- '-Xswiftc\n%s\n' "${options[0]}"
    printf '%s\n' "${options[@]:1}"
}

# The Swift library is part of the program: it runs where no Swift is installed.
if [ "$CONFIGURATION" = release ]; then
    build+=(--static-swift-stdlib)
    if options=$(small_options 2>"$logs/small.log"); then
        readarray -t options <<<"$options"
        build+=("${options[@]}")
    else
        echo "The program will be larger than it could be: $(tail -n 1 "$logs/small.log")."
    fi
fi
step "Build the command line" "${build[@]}"
program=$("${build[@]}" --show-bin-path 2>/dev/null)/basemodel

to=${DESTDIR:-}$PREFIX
made=$(mktemp -d) new=
trap 'rm -rf "$made" ${new:+"$new"}' EXIT
# What is begun is finished first, so that nothing is made behind the clean-up.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# place FILE PATH MODE: puts a file at a path in one step, so that an interrupted installation leaves the old one or the new one.
place() {
    install -d -m 755 "$(dirname "$2")"
    new=$(dirname "$2")/.$(basename "$2").$$.new
    install -m "$3" "$1" "$new"
    mv -f "$new" "$2"
    new=
}

"$program" manual >"$made/basemodel.1"
for shell in bash zsh fish; do "$program" --generate-completion-script $shell >"$made/$shell"; done

cp "$program" "$made/basemodel"
if [ "$CONFIGURATION" = release ] && command -v strip >/dev/null; then strip "$made/basemodel"; fi
place "$made/basemodel" "$to/bin/basemodel" 755
place "$made/basemodel.1" "$to/share/man/man1/basemodel.1" 644
place "$made/bash" "$to/share/bash-completion/completions/basemodel" 644
place "$made/zsh" "$to/share/zsh/site-functions/_basemodel" 644
place "$made/fish" "$to/share/fish/vendor_completions.d/basemodel.fish" 644
echo "Installed $to/bin/basemodel, with its page of the manual and completions in $to/share."
