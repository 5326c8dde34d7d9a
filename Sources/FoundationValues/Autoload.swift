import Documents
import Foundation
import ModelCore

// Runs when the program is loaded. Linking this module is enough: nothing needs to import it.
#if objectFormat(MachO)
    @section("__DATA,__mod_init_func")
#else
    @section(".init_array")
#endif
@used
let autoload: @convention(c) () -> Void = {
    AnyValue.link(FoundationObjects())
    SharedInstanceUpdate.observe { $0.postNotification() }
}
