import Synchronization

/// The values that the program has set in Foundation's own object for a file. The library DefaultsStore provides this
/// object. A program without the library has no such object.
package protocol ProgramDefaults: Sendable {
    /// Makes Foundation load the file, by asking for a key.
    func load(_ key: String)

    /// Makes Foundation write the program's changes of all files, and then drop its copies of the files' values.
    func synchronize()

    /// Notifies the program's observers, as Foundation does on other systems.
    func announce()
}

extension UserDefaultsStore {
    package typealias MakeDefaults = @Sendable (_ suite: String?) -> any ProgramDefaults

    private static let linked = Mutex<MakeDefaults?>(nil)

    /// Registers the function that makes the program's defaults. It must be called before any file is read.
    package static func link(_ make: @escaping MakeDefaults) { linked.withLock { $0 = make } }

    /// Returns the program's defaults of a suite, or the standard defaults. Returns nil in a program without the
    /// library.
    static func programDefaults(of suite: String?) -> (any ProgramDefaults)? { linked.withLock(\.self)?(suite) }
}
