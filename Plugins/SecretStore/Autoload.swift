import ModelCore

// The loader runs this when the program starts, even if no file imports this module: linking it is enough.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
#else
    @section(".init_array")
#endif
@used
let autoload: @convention(c) () -> Void = { FormatRegistry.register(KeychainStore()) }
