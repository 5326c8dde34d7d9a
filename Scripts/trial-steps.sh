# The steps of the trial, which the suite has, too. To be read with `source`, after lib.sh. `scratch`, `options` and `optimized` say how it is
# built.

# trial_types SEED [COUNT]: writes the types. Without a count, those in which all features meet.
trial_types() { python3 Tests/Trial/Generator/generate.py Tests/Trial/Program/Generated "$@"; }
trial_build() { BASEMODEL_TRIAL=yes "${optimized[@]}" swift build "${options[@]}" --scratch-path "$scratch" --product trial; }

# trial_parts COMMAND...: runs the parts of the work, as many as there are processors, and shows what they found.
trial_parts() {
    local count part pids=() failed= findings=.build/trial
    count=$(nproc)
    rm -rf "$findings"
    mkdir -p "$findings"
    for ((part = 0; part < count; part++)); do
        SWIFT_BACKTRACE=enable=no "$scratch/debug/trial" "$@" "$part" "$count" "$findings" >"$findings/log-$part" 2>&1 &
        pids+=($!)
    done
    for ((part = 0; part < count; part++)); do
        local status=0
        wait "${pids[part]}" || status=$?
        [ "$status" = 0 ] && continue
        failed=1
        # It ended by a trap, and has left what it tried.
        if [ "$status" != 1 ]; then "$scratch/debug/trial" last "$findings/current-$part" "$findings" >>"$findings/log-$part" 2>&1 || true; fi
    done
    if [ -n "$failed" ]; then
        cat "$findings"/log-*
        echo "The commands above that begin with trial are those of $scratch/debug/trial."
        return 1
    fi
    grep -ah SUMMARY "$findings"/log-*
}
