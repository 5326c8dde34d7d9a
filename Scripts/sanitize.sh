#!/bin/bash
# The tests of everything that reads bytes, and a minute of fuzzing, with AddressSanitizer. Minutes to build: so no part of `make test`.
# There is no UndefinedBehaviorSanitizer: Swift 6.3 says "unsupported option '-sanitize=undefined'" on Linux.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" test

# Leaks are looked for elsewhere: what Swift's and Foundation's tables keep until the end counts as leaked here. And a container may be
# read by code that isn't built with the sanitizer, Foundation's, which then sees no annotations.
export ASAN_OPTIONS="detect_leaks=0:detect_container_overflow=0"
export BASEMODEL_TESTS="FormatSupportTests PropertyListCodecTests DocumentsTests KeyedArchiveTests TextKeepingTests PatchingTests ModelCoreTests RecordsTests JSONFormatTests PlistFormatTests DefaultsStoreTests FastCoderTests HRCoderTests CryptoCoderTests"
tests=(--traits KeyedArchive --scratch-path .build/address --sanitize=address)
step "Build with AddressSanitizer" swift build "${tests[@]}" --build-tests
step "Tests with AddressSanitizer" swift test "${tests[@]}" --skip-build
closing_lines
unset BASEMODEL_TESTS

SANITIZE=address SECONDS_EACH=5 Scripts/fuzz.sh --time 20 --memory 0
