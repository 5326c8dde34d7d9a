import Documents

// Run when the program is loaded, though nobody imports this module: linking it is enough.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
#else
    @section(".init_array")
#endif
@used
let autoload: @convention(c) () -> Void = { FormatRegistry.register(KeyedArchive()) }
