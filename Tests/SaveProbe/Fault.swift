import CFaults
import Foundation

/// What befalls one call of a save.
struct Fault {
    let name: String
    let kind: fault_kind
    var error: Int32 = 0
    /// True where the save is to come to a good end all the same.
    var isHarmless = false

    static let all = [
        Fault(name: "EIO", kind: FAULT_ERROR, error: EIO), Fault(name: "kill", kind: FAULT_KILL),
        Fault(name: "ENOSPC", kind: FAULT_ERROR, error: ENOSPC),
        Fault(name: "EINTR", kind: FAULT_ERROR, error: EINTR, isHarmless: true),
        Fault(name: "short", kind: FAULT_SHORT, isHarmless: true), Fault(name: "lie", kind: FAULT_LIE),
        Fault(name: "stop", kind: FAULT_STOP, isHarmless: true),
    ]
}
