@_exported import DefaultsFiles

// Runs when the program is loaded. Linking this module is enough: nothing needs to import it.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
#else
    @section(".init_array")
#endif
@used
let autoload: @convention(c) () -> Void = { UserDefaultsStore.link { FoundationDefaults(suite: $0) } }
