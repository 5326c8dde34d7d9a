@_exported import Documents

#if KeyedArchive
    @_exported import KeyedArchive
#endif

// An error about a confidential file may show the keys of the program's own classes.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
#else
    @section(".init_array")
#endif
@used
let autoload: @convention(c) () -> Void = {
    ModelPath.knownKeys.withLock { keys in
        keys = {
            let properties = ClassRegistry.current.allTypes.flatMap { ModelClass.of($0).properties }
            return Set(properties.flatMap { [$0.name] + $0.keys.flatMap(\.words) }).union(ModelType.knownNames)
        }
    }
}
