#if Macros
import ModelCore
import SwiftDataStandIn

// snippet.both
@ModelCore.Model final class HowBoth: BaseModel {
    var text = ""
    @ModelCore.Transient var isOpen = false
}
// snippet.end
#endif
