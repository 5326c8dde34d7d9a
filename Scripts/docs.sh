#!/bin/bash
# Makes the documentation of all modules: one site in .build/docs/site, which a browser opens from the disk. DocC reads the sources and
# the guides; docs-site.py writes pages of what it found. A link that leads nowhere is an error.
source "$(dirname "$0")/lib.sh"
source Scripts/symbols.sh
"$root/Scripts/install-packages.sh" docs
modules=(ModelCore Records JSONFormat PlistFormat DefaultsFiles DefaultsStore FastCoder HRCoder CryptoCoder SecretStore JSONSchema Modelmatic ModelTesting FormatSupport)

[ -x "$tools/docc" ] || { echo "This toolchain has no docc." >&2; exit 1; }
out=$root/.build/docs
build=$(swift build --show-bin-path)

archive() {
    local module=$1 graphs=$out/graphs/$1 catalog
    # Whoever imports ModelCore sees the names of these, too.
    local exported=()
    if [ "$module" = ModelCore ]; then exported=(-experimental-allowed-reexported-modules=Documents,KeyedArchive); fi
    symbol_graph "$module" "$build" "$graphs" -skip-inherited-docs "${exported[@]}" &&
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
