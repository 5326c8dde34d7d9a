#!/bin/bash
# Everything that must hold before a change is merged. One build at a time.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" test

step "Build with tests" swift build --build-tests
no_warnings
step "Tests" Scripts/with-secret-service.sh swift test --skip-build
closing_lines
if grep -qE "libsecret-tools isn't installed|no secret service runs" "$log"; then
    echo "FAILED: the tests of SecretStore were skipped"
    exit 1
fi

for target in ModelCore JSONFormat PlistFormat FastCoder HRCoder CryptoCoder SecretStore JSONSchema Modelmatic; do
    step "Without macros: $target" swift build --disable-default-traits --scratch-path .build/plain --target $target
    no_warnings
done
no_swift_syntax .build/plain

# Where the steps above have built most of it.
step "Build the fuzzer" swift build --package-path Fuzzing --scratch-path .build/plain --product fuzz
no_warnings
step "Fuzzing" .build/plain/debug/fuzz --inputs 2000 --time 10 --jobs "$(nproc)" --findings .build/findings
tail -n 20 "$log"

step "Outsider" swift build --package-path Tests/Outsider
no_warnings
no_swift_syntax Tests/Outsider/.build
step "Outsider runs" swift run --package-path Tests/Outsider --skip-build
tail -n 1 "$log"

for example in YAMLFormat TodoList Authors; do
    step "Example $example" swift build --package-path "Examples/$example" --build-tests
    no_warnings
    step "Example $example tests" Scripts/with-secret-service.sh swift test --package-path "Examples/$example" --skip-build
    closing_lines
done
step "Command line" swift build --package-path CommandLine --build-tests
no_warnings
no_swift_syntax CommandLine/.build
step "Command line tests" Scripts/with-secret-service.sh swift test --package-path CommandLine --skip-build
closing_lines
step "Command line installed" env PREFIX=/usr DESTDIR="$root/.build/installed" CONFIGURATION=debug Scripts/install.sh
.build/installed/usr/bin/basemodel --version
step "Demo" Scripts/with-secret-service.sh Examples/TodoList/.build/debug/todo demo
tail -n 1 "$log"
step "Demo of Authors" Examples/Authors/.build/debug/authors demo
tail -n 1 "$log"

# A build with the sanitizer is one of everything, so without swift-syntax.
export BASEMODEL_MACROS=no
export TSAN_OPTIONS="suppressions=$root/Scripts/thread-sanitizer.supp"
step "Threads" Scripts/with-secret-service.sh swift test --disable-default-traits --scratch-path .build/thread --sanitize=thread --filter ConcurrencyTests
closing_lines
no_swift_syntax .build/thread

echo "All is well after $((SECONDS / 60)) min $((SECONDS % 60)) s."
