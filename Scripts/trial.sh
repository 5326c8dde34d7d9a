#!/bin/bash
# Tries generated types both ways; see CONTRIBUTING.md.
#
#     Scripts/trial.sh                                minutes at random, with types that nobody has seen
#     SECONDS_EACH=3600 SEED=7 Scripts/trial.sh       an hour, beginning with a seed
#     SANITIZE=address Scripts/trial.sh               with AddressSanitizer
#     OSIZE=yes Scripts/trial.sh                      with libraries that are optimized for size
#     FIXED=yes Scripts/trial.sh                      the fixed set, as `make test` does
source "$(dirname "$0")/lib.sh"
source Scripts/trial-steps.sh
"$root/Scripts/install-packages.sh" test
seconds=${SECONDS_EACH:-300}
seed=${SEED:-$(date +%s)}
scratch=.build/test
options=(-Xswiftc -gnone)
optimized=(env BASEMODEL_OPTIMIZED=yes)
if [ -n "${SANITIZE:-}" ]; then
    export ASAN_OPTIONS="detect_leaks=0:detect_container_overflow=0"
    scratch=.build/trial-$SANITIZE
    options+=("--sanitize=$SANITIZE")
elif [ -n "${OSIZE:-}" ]; then
    scratch=.build/trial-size
    options+=(-Xswiftc -Osize)
    optimized=()
fi

if [ -n "${FIXED:-}" ]; then
    step "Types" trial_types 1
    step "Build" trial_build
    trial_parts fixed
    exit
fi
end=$((SECONDS + seconds))
while [ "$SECONDS" -lt "$end" ]; do
    step "Types of seed $seed" trial_types "$seed" 30
    step "Build" trial_build
    # As long as it took to build, at least, so that half of the time isn't the compiler's.
    part=$((end - SECONDS))
    trial_parts random "$seed" $((part > 300 ? 300 : part > 20 ? part : 20))
    seed=$((seed + 1))
done
