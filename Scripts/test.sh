#!/bin/bash
# Everything that must hold before a change is merged, or a part of it.
#
#     Scripts/test.sh                       all of it
#     FILTER=Golden Scripts/test.sh         the package's tests of which that is a part of the name, a regular expression
#     PLUGIN=JSONFormat Scripts/test.sh     one module's tests, and nothing built but what they need: no other plugin, no swift-syntax
source "$(dirname "$0")/lib.sh"

# Debug information takes a fifth of a build, and nobody debugs these.
quickly=(-Xswiftc -gnone)
# The suite takes half as long where the libraries are optimized; what tests less is built faster than it would be run.
optimized=()

# build NAME OPTIONS...: no warning may come of it. run_tests NAME OPTIONS...: what was built. Both are steps of the plan.
build() { plan no_warnings "$1" "${optimized[@]}" swift build "${quickly[@]}" "${@:2}"; }
environment=Scripts/with-secret-service.sh
run_tests() { plan closing_lines "$1: tests" "$environment" swift test --skip-build "${@:2}" ${FILTER:+--filter "$FILTER"}; }

# What is built with macros has a folder of its own, so that swift-syntax is compiled once, and what `swift build` made stays as it is.
whole=(--scratch-path .build/test)

# package FOLDER OPTIONS...: builds a package that uses this one with macros, and runs its tests.
package() {
    build "$1" --package-path "$1" "${whole[@]}" "${@:2}" --build-tests
    run_tests "$1" --package-path "$1" "${whole[@]}" "${@:2}"
}

one_module() {
    local modules
    modules=$(find Tests -mindepth 1 -maxdepth 1 -name '*Tests' -printf '%f\n' | sed 's/Tests$//' | sort | tr '\n' ' ')
    if [ ! -d "Tests/${PLUGIN}Tests" ]; then
        echo "No module with tests is named $PLUGIN. There are: $modules" >&2
        exit 2
    fi
    "$root/Scripts/install-packages.sh" "$PLUGIN"
    if [ "$PLUGIN" != SecretStore ]; then environment=Scripts/with-own-folders.sh; fi
    export BASEMODEL_TESTS=${PLUGIN}Tests
    local options=(--scratch-path .build/plugin --traits KeyedArchive)
    # Where every file is about macros, swift-syntax is needed, which the package's own build has.
    if [ -z "$(grep -rL '#if Macros' "Tests/${PLUGIN}Tests" --include='*.swift')" ]; then
        options=("${whole[@]}")
    else
        export BASEMODEL_MACROS=no
    fi
    build "$PLUGIN" "${options[@]}" --build-tests
    run_tests "$PLUGIN" "${options[@]}"
}

if [ -n "${PLUGIN:-}" ]; then
    one_module
    carry_out
    exit
fi
"$root/Scripts/install-packages.sh" test

if [ -z "${FILTER:-}" ]; then
    # First, so that the package's own tests are the ones that stay.
    plan no_warnings "The macros' expansions" env BASEMODEL_TESTS=ModelMacrosTests swift build "${quickly[@]}" "${whole[@]}" --build-tests
    plan closing_lines "The macros' expansions: tests" env BASEMODEL_TESTS=ModelMacrosTests swift test --skip-build "${whole[@]}"
fi
optimized=(env BASEMODEL_OPTIMIZED=yes)
build "BaseModel" "${whole[@]}" --build-tests
run_tests "BaseModel" "${whole[@]}"
if [ -n "${FILTER:-}" ]; then
    carry_out
    exit
fi

# PLUGIN=… builds tests without macros.
macros_are_conditional() {
    ! grep -rlE '^ *@(Model|FormatPlugin|Key|Transform|Relationship|Transient)\b' Tests/*Tests --include='*.swift' |
        xargs grep -L '#if Macros' | sed 's/$/: error: uses macros outside of #if Macros/' | grep .
}
plan : "Tests with macros say so" macros_are_conditional

# The compiler inlines the members of a package's own type elsewhere if and only if the type is usable from inline, too: else reading
# lists took a quarter longer.
inlinable_types_are_usable() {
    local files
    files=$(grep -rl '@inlinable' Sources Plugins --include='*.swift')
    ! awk 'FNR == 1 { open = 0 }
        match($0, /^ *package (final )?(struct|enum|class) /) && !usable { open = FNR; indent = index($0, "p") }
        open && /@inlinable/ { print FILENAME ":" open ": error: has inlinable members and is not @usableFromInline"; open = 0 }
        open && index($0, "}") == indent { open = 0 }
        { usable = /@usableFromInline/ || usable && /^ *@/ }' $files | grep .
}
plan : "Types with inlinable members are usable from inline" inlinable_types_are_usable

# Generated types in which all features meet, read and written both ways. What is declared has to be in the list of features.
source Scripts/trial-steps.sh
source Scripts/symbols.sh
scratch=.build/test
options=("${quickly[@]}")
listed_features() {
    local product graphs=.build/trial-declarations
    rm -rf "$graphs"
    for product in Documents ModelCore FoundationValues JSONFormat PlistFormat FastCoder HRCoder CryptoCoder KeyedArchive; do
        symbol_graph "$product" "$scratch/debug" "$graphs/$product" -skip-synthesized-members || return
    done
    python3 Tests/Trial/Generator/declared.py "$graphs"
}
plan last_line "Public declarations are in the list of features" listed_features
plan last_line "Types of the trial: each pair of features meets" trial_types 1
# The macro warns of some of its types' constants, which have them on purpose.
plan : "The trial" trial_build
plan last_lines "The trial: both ways" trial_parts fixed

# The layers: nothing that formats need knows the models.
formats_know_no_models() {
    swift package dump-package | python3 -c '
import json, sys
needs = {t["name"]: [d[k][0] for d in t["dependencies"] for k in ("byName", "target") if k in d] for t in json.load(sys.stdin)["targets"]}
def all(name): return {name}.union(*(all(n) for n in needs.get(name, [])))
bad = [n for n in "Documents KeyedArchive TextKeeping JSONFormat PlistFormat FastCoder HRCoder".split() if "ModelCore" in all(n)]
sys.exit(f"error: they depend on ModelCore: {bad}" if bad else 0)'
}
plan : "Formats know no models" formats_know_no_models

# Whole Foundation makes a static program four times as large. What needs it has a symbol with its name, `$s10Foundation`; that of the
# essentials is `$s20FoundationEssentials`, and a class in C's style is `$sSo` with its name.
# needs_essentials SCRATCH MODULE...
needs_essentials() {
    local module objects found=0
    for module in "${@:2}"; do
        # Objects of files that are no more may be left.
        objects=$(find {Sources,Plugins,CommandLine/Sources}/$module -name '*.swift' -printf "$1/debug/$module.build/%f.o\n" 2>/dev/null)
        if nm --undefined-only $objects | grep -E '\$s10Foundation|\$sSo[0-9]+NS' | sed "s/^/$module: error: needs whole Foundation: /" | grep .; then
            found=1
        fi
    done
    return $found
}
plan : "All libraries but two need Foundation's essentials alone" needs_essentials "$scratch" FormatSupport PropertyListCodec Documents ModelCore \
    Records TextKeeping Patching KeyedArchive JSONFormat PlistFormat FastCoder HRCoder JSONSchema CryptoCoder DefaultsFiles SecretStore Modelmatic

# Without macros: programs of packages that switch the trait off. The command line has every library.
optimized=()
plain=(--scratch-path .build/plain)
build "CommandLine" --package-path CommandLine "${plain[@]}" --build-tests
run_tests "CommandLine" --package-path CommandLine "${plain[@]}"
plan : "So does the command line" needs_essentials .build/plain BaseModelTool
plan last_line "CommandLine installed" \
    env CONFIGURATION=debug SCRATCH=.build/plain BUILD_OPTIONS="${quickly[*]}" PREFIX=/usr DESTDIR="$root/.build/installed" Scripts/install.sh
build "Fuzzer" --package-path Fuzzing "${plain[@]}" --product fuzz
plan last_lines "Fuzzing" .build/plain/debug/fuzz --inputs 500 --time 10 --jobs "$(nproc)" --findings .build/findings
plan : "None of these needed swift-syntax" no_swift_syntax .build/plain

# An app without any trait, and a format that knows no models.
outsider=(--package-path Tests/Outsider --scratch-path .build/outsider)
no_objects() { ! find ".build/outsider/debug/$1.build" -name '*.o' | grep .; }
build "Outsider" "${outsider[@]}"
plan last_line "Outsider runs" .build/outsider/debug/Outsider
plan : "It needed no swift-syntax" no_swift_syntax .build/outsider
plan : "It needed no archives" no_objects KeyedArchive
plan : "It needed no kept text" no_objects TextKeeping
plan last_line "Small runs" .build/outsider/debug/Small
# The optimizer has crashed on the core before.
build "Outsider in release" "${outsider[@]}" -c release

# With macros: a folder a line.
optimized=(env BASEMODEL_OPTIMIZED=yes)
package Examples/YAMLFormat
package Examples/TodoList
package Examples/Authors
package Tests/EarlierApp
package Stores/SQLiteStore --traits Tests
package Stores/PostgresStore --traits Tests
plan last_line "Demo of TodoList" Scripts/with-secret-service.sh .build/test/debug/todo demo
plan last_line "Demo of Authors" .build/test/debug/authors demo

# A build with the sanitizer is one of everything that it tests, so without swift-syntax, and without what no such suite needs.
# The manifest looks which files there are, so that it isn't to be taken from a cache.
threads=(--manifest-cache none --traits KeyedArchive --scratch-path .build/thread --sanitize=thread --filter ConcurrencyTests)
plan closing_lines "Threads" env BASEMODEL_MACROS=no BASEMODEL_TESTS="ConcurrencyTests" \
    TSAN_OPTIONS="suppressions=$root/Scripts/thread-sanitizer.supp" Scripts/with-secret-service.sh swift test "${quickly[@]}" "${threads[@]}"
plan : "That needed no swift-syntax" no_swift_syntax .build/thread

carry_out
