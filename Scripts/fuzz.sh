#!/bin/bash
# Damages files of every format, reads them, and writes again what opens; see CONTRIBUTING.md.
#
#     Scripts/fuzz.sh                                 ten seconds a format
#     SECONDS_EACH=600 FORMAT=json Scripts/fuzz.sh    ten minutes of one
#     GUIDED=1 FORMAT=json Scripts/fuzz.sh            led by libFuzzer to code that no input has reached
#     SANITIZE=address Scripts/fuzz.sh                with AddressSanitizer, as `make sanitize` does
#
# More arguments go to the program: Fuzzing/Sources/fuzz/Options.swift names them.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" fuzz
seconds=${SECONDS_EACH:-10}
# SwiftPM looks for new files in a package below another folder only when the manifest has changed.
touch Fuzzing/Package.swift

if [ -n "${GUIDED:-}" ]; then
    build=(-c release --package-path Fuzzing --scratch-path Fuzzing/.build/guided --sanitize=fuzzer --product guided)
    step "Build the guided fuzzer" swift build "${build[@]}"
    folder=$(swift build "${build[@]}" --show-bin-path)
    # libFuzzer's memory of what is worth damaging further.
    inputs=Fuzzing/.build/inputs/${FORMAT:=json}
    mkdir -p "$inputs" Fuzzing/Findings
    export FORMAT ROOT=$root SWIFT_BACKTRACE=enable=no
    exec "$folder/guided" "$inputs" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -timeout=5 -rss_limit_mb=1024 \
        -max_len=32768 -print_funcs=0 -max_total_time="$seconds" -artifact_prefix="Fuzzing/Findings/$FORMAT-" "$@"
fi

build=(-c release --package-path Fuzzing --product fuzz)
if [ -n "${SANITIZE:-}" ]; then build+=(--scratch-path "Fuzzing/.build/$SANITIZE" "--sanitize=$SANITIZE"); fi
step "Build the fuzzer" swift build "${build[@]}"
folder=$(swift build "${build[@]}" --show-bin-path)
exec "$folder/fuzz" --root "$root" --seconds "$seconds" ${FORMAT:+--format "$FORMAT"} "$@"
