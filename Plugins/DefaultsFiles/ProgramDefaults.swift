import Synchronization

/// The values that the program has set in Foundation's own object for a file. The library DefaultsStore has that object:
/// a program without the library has none.
package protocol ProgramDefaults: Sendable {
    /// Makes Foundation load the file, by asking for a key.
    func load(_ key: String)

    /// Makes Foundation write what the program has set in any file, and then forget what it knows of the files.
    func synchronize()

    /// Notifies the program's observers, as Foundation does on other systems.
    func announce()
}

extension UserDefaultsStore {
    package typealias MakeDefaults = @Sendable (_ suite: String?) -> any ProgramDefaults

    private static let linked = Mutex<MakeDefaults?>(nil)

    /// Makes these the program's defaults, before any file is read.
    package static func link(_ make: @escaping MakeDefaults) { linked.withLock { $0 = make } }

    /// Returns the program's defaults of a suite, or the standard ones. Returns nil in a program without the library.
    static func programDefaults(of suite: String?) -> (any ProgramDefaults)? { linked.withLock(\.self)?(suite) }
}
