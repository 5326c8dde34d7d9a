#!/bin/bash
# Measures ours against Foundation's in a release build, one line a measurement.
#
#     Scripts/bench.sh               everything: about four minutes once it is built, and ten to build it the first time
#     Scripts/bench.sh people/json   what is named: people, graph, graph-acyclic, growth or samples, then a format, then encode or decode; crypto
#
# Ours alone, with more statistics: swift package --package-path Benchmarks benchmark
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" bench
# SwiftPM looks for new files in a package below another folder only when the manifest has changed.
touch Benchmarks/Package.swift
step "Build the benchmarks" swift build -c release --package-path Benchmarks --product compare
folder=$(swift build -c release --package-path Benchmarks --show-bin-path)
exec "$folder/compare" "$@"
