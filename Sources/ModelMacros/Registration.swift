import SwiftSyntax
import SwiftSyntaxMacros

/// Writes a static that the system's loader calls when it loads the program or library: nobody has to.
enum Registration {
    /// - Parameter call: What the static does. It must do no more than add to a table.
    static func declaration(_ call: String, in context: some MacroExpansionContext) -> DeclSyntax {
        """
        #if objectFormat(MachO)
        @section("__DATA,__mod_init_func")
        #else
        @section(".init_array")
        #endif
        @used private static let \(context.makeUniqueName("register")): @convention(c) () -> Void = {
            \(raw: call)
        }
        """
    }
}
