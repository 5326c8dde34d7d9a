#!/bin/bash
# Compares the public declarations of each product with those of the last release, in the folder API. A declaration that is lacking or
# differs is an error, unless CHANGELOG.md names it: see CONTRIBUTING.md. `UPDATE=1 Scripts/api.sh` writes the folder.
source "$(dirname "$0")/lib.sh"
source Scripts/symbols.sh
graphs=$root/.build/api
scratch=.build/test
build=$scratch/debug
products=$(sed -n 's/^ *\.library(name: "\([A-Za-z0-9]*\)".*/\1/p' Package.swift)

# is_built MODULE: whether the suite's build, which has macros, has seen the module after its last change. The compiler leaves outputs that
# would be the same, but writes its record of the module each time.
is_built() {
    local sources=Sources/$1 newest
    if [ ! -d "$sources" ]; then sources=Plugins/$1; fi
    [ -e "$build/Modules/$1.swiftmodule" ] || return
    newest=$(find "$build/$1.build" -name '*.priors' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)
    [ -n "$newest" ] && [ -z "$(find "$sources" \( -name '*.swift' -o -type d ! -path '*.docc*' \) -newer "$newest" -print -quit)" ]
}

for product in $products; do
    if is_built "$product"; then continue; fi
    "$root/Scripts/install-packages.sh" docs
    # As the suite does: then nothing is compiled twice.
    step "Build" env BASEMODEL_OPTIMIZED=yes swift build -Xswiftc -gnone --scratch-path "$scratch" --build-tests
    break
done

extract() {
    local product
    rm -rf "$graphs"
    for product in $products; do symbol_graph "$product" "$build" "$graphs/$product" -skip-synthesized-members || return; done
}
step "Public declarations" extract
Scripts/api.py ${UPDATE:+--update} "$graphs" API CHANGELOG.md
