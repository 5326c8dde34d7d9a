import Foundation

/// What the process takes of the machine.
enum ProcessMemory {
    /// The most memory that was ever resident, in bytes; zero where the system doesn't say.
    static var peak: Int {
        var usage = rusage()
        #if os(Linux)
            guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
            return Int(usage.ru_maxrss) * 1024
        #else
            guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
            return Int(usage.ru_maxrss)
        #endif
    }
}
