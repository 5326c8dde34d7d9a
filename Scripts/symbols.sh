# The symbol graphs of built modules. To be read with `source`, after lib.sh.
tools=$(dirname "$(readlink -f "$(command -v swift)")")
target=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p')
[ -x "$tools/swift-symbolgraph-extract" ] || { echo "This toolchain has no swift-symbolgraph-extract." >&2; exit 1; }

# symbol_graph MODULE BUILD OUTPUT OPTIONS...: writes a module's public symbols. BUILD is the folder in which SwiftPM has built it.
symbol_graph() {
    local module=$1 build=$2 output=$3 library
    # The module maps of the C modules that are imported.
    local maps=()
    for library in CLibCrypto CUtf8proc CExpat; do maps+=(-Xcc "-fmodule-map-file=Sources/$library/module.modulemap"); done
    for library in CBaseModel CLibsecret; do maps+=(-Xcc "-fmodule-map-file=$build/$library.build/module.modulemap"); done
    mkdir -p "$output"
    "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$target" -I "$build/Modules" "${maps[@]}" -plugin-path "$build" \
        -minimum-access-level public -emit-extension-block-symbols "${@:4}" -output-dir "$output"
}
