#!/bin/bash
# Makes the documentation of all modules: one site in .build/docs/site, which a browser opens from the disk. DocC reads the sources and
# the guides; docs-site.py writes pages of what it found. A link that leads nowhere is an error.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" docs
modules=(ModelCore JSONFormat PlistFormat FastCoder HRCoder CryptoCoder SecretStore JSONSchema Modelmatic ModelTesting FormatSupport)

tools=$(dirname "$(readlink -f "$(command -v swift)")")
for tool in docc swift-symbolgraph-extract; do
    [ -x "$tools/$tool" ] || { echo "This toolchain has no $tool." >&2; exit 1; }
done
out=$root/.build/docs
build=$(swift build --show-bin-path)
target=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p')

# What the modules import of C, with the module maps that say so.
maps=(-Xcc "-fmodule-map-file=Sources/CLibCrypto/module.modulemap")
for library in CBaseModel CLibsecret; do maps+=(-Xcc "-fmodule-map-file=$build/$library.build/module.modulemap"); done

archive() {
    local module=$1 graphs=$out/graphs/$1 catalog
    mkdir -p "$graphs"
    # Whoever imports ModelCore sees the names of these, too.
    local exported=()
    if [ "$module" = ModelCore ]; then exported=(-experimental-allowed-reexported-modules=Documents,KeyedArchive); fi
    "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$target" -I "$build/Modules" "${maps[@]}" \
        -plugin-path "$build" -minimum-access-level public -skip-inherited-docs -emit-extension-block-symbols "${exported[@]}" -output-dir "$graphs" &&
        catalog=$(find Sources Plugins -type d -name "$module.docc") &&
        "$tools/docc" convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$graphs" --fallback-display-name "$module" \
            --fallback-bundle-identifier "basemodel.$module" --fallback-default-module-kind Module --warnings-as-errors \
            --output-path "$out/$module.doccarchive"
}

rm -rf "$out"
step "Build" swift build
for module in "${modules[@]}"; do step "DocC: $module" archive "$module"; done
archives=("${modules[@]/#/$out/}")
step "Pages" Scripts/docs-site.py "$out/site" "${archives[@]/%/.doccarchive}"
step "Links" Scripts/check-links.py "$out/site"
tail -n 1 "$log"
echo "Open $out/site/index.html in a browser."
