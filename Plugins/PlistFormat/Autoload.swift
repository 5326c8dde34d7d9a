import ModelCore

// Run when the program is loaded, though nobody imports this module: linking it is enough.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
    @used
    let autoload: @convention(c) () -> Void = {
        FormatRegistry.register(PlistFormat())
    }
#else
    @section(".init_array")
    @used
    let autoload: @convention(c) () -> Void = {
        FormatRegistry.register(PlistFormat())
    }
#endif
