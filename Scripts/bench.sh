#!/bin/bash
# Measures ours against Foundation's in a release build, one line a measurement.
#
#     Scripts/bench.sh               everything: about seven minutes once it is built, and ten to build it the first time
#     Scripts/bench.sh people/json   what is named: people, answer, todo, graph, graph-acyclic, small, growth or samples,
#                                    then a format, then encode or decode; people/floor, people/json-unexpected,
#                                    people/json-late, small/first, keys, structs, codable, crypto, document/items or
#                                    files/twitter, files/canada, files/citm_catalog and files/geo
#     Scripts/bench.sh cliffs [uuid] what one feature more costs in each format: the instructions for people of the plain class, and of
#                                    ninety classes with one thing more each (Benchmarks/cliffs/variants.py), counted by callgrind
#     PEERS=1 Scripts/bench.sh       Rust's serde_json, too, from Debian's packages: the bars of JSON and FastCoder, and the
#                                    peer of the standard JSON files
#     FILES=FOLDER Scripts/bench.sh  the standard JSON files of that folder: twitter.json, canada.json, citm_catalog.json and
#                                    geo.json. Without a folder, files of the same shapes are made from a seed.
#
# Ours alone, with more statistics: swift package --package-path Benchmarks benchmark

# A relative path starts at the caller's folder, which lib.sh leaves.
files=()
if [ -n "${FILES:-}" ]; then
    folder=$(realpath -- "$FILES") || exit
    files=(--files "$folder")
fi
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" bench
# SwiftPM looks for new files in a package below another folder only when the manifest has changed.
touch Benchmarks/Package.swift
if [ "${1:-}" = cliffs ]; then
    shift
    "$root/Scripts/install-packages.sh" cliffs
    python3 Benchmarks/cliffs/variants.py Benchmarks/Sources/cliffs/Variants.swift
    step "Build cliffs" swift build -c release --package-path Benchmarks --product cliffs
    counts=$(mktemp -d)
    trap 'rm -rf "$counts"' EXIT
    # Valgrind can't read the compiler's debug information.
    strip -g -o "$counts/cliffs" "$(swift build -c release --package-path Benchmarks --show-bin-path)/cliffs"
    valgrind --quiet --tool=callgrind --callgrind-out-file="$counts/out" "$counts/cliffs" "$@" 2>"$counts/errors" ||
        { cat "$counts/errors" >&2; exit 1; }
    python3 Benchmarks/cliffs/table.py "$counts"/out.*
    exit
fi
step "Build the benchmarks" swift build -c release --package-path Benchmarks --product compare
folder=$(swift build -c release --package-path Benchmarks --show-bin-path)
serde=()
if [ -n "${PEERS:-}" ]; then
    "$root/Scripts/install-packages.sh" peers
    # Debian's own: another one on the path may be newer than Debian's libraries, or want a network.
    (cd Benchmarks/serde_json && PATH=/usr/bin:$PATH step "Build serde_json" /usr/bin/cargo build --release --offline \
        --target-dir "$root/Benchmarks/.build/serde_json")
    serde=(--serde "$root/Benchmarks/.build/serde_json/release/serde_json_peer")
fi
exec "$folder/compare" "${serde[@]}" "${files[@]}" "$@"
