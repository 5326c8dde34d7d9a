#if Macros
// Macros with the names that SwiftData's have, for a file that imports both.

@attached(peer) public macro Model() = #externalMacro(module: "ModelMacros", type: "TransientMacro")

@attached(peer) public macro Transient() = #externalMacro(module: "ModelMacros", type: "TransientMacro")
#endif
