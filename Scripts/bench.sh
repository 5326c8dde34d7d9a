#!/bin/bash
# Measures against Foundation, in a release build.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" bench
if [ ! -f Benchmarks/Package.swift ]; then
    echo "There are no benchmarks in this tree." >&2
    exit 1
fi
step "Build the benchmarks" swift build -c release --package-path Benchmarks --product compare
swift run -c release --package-path Benchmarks --skip-build compare "$@"
