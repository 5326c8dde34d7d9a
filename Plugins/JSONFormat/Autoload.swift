import ModelCore

// Run when the program is loaded, in every program that links this module.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
    @used
    let autoload: @convention(c) () -> Void = { FormatRegistry.register(JSONFormat()) }
#else
    @section(".init_array")
    @used
    let autoload: @convention(c) () -> Void = { FormatRegistry.register(JSONFormat()) }
#endif
