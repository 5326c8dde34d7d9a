import Documents
import FormatSupport
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of the standard defaults, or of a suite.
struct DefaultsFile: Sendable {
    let path: String
    /// Foundation's object for the file. Nil if the program has no such object, or if the file isn't in Foundation's
    /// folder.
    private let foundation: (any ProgramDefaults)?

    /// The suite of the settings that all programs share. Foundation keeps it in no file.
    private static let globalSuite = "NSGlobalDomain"

    /// - Throws: `fileUnwritable` if the name of the suite can't be a file's name.
    init(suite: String?, folder: String?) throws {
        if let suite {
            let isName =
                !suite.isEmpty && !suite.contains("/") && !suite.contains("\0") && suite != "." && suite != ".."
            guard isName, suite != Self.globalSuite else {
                throw ModelError(.fileUnwritable, "No suite can have the name \(suite.debugDescription).")
            }
        }
        path = (folder ?? Self.standardFolder) + "/" + (suite ?? Self.programName) + ".plist"
        foundation = folder != nil ? nil : UserDefaultsStore.programDefaults(of: suite)
    }

    /// The name of the program. Like Foundation, this code asks for the name once: a program that is replaced while
    /// it runs keeps its name.
    private static let programName = ProcessInfo.processInfo.processName

    /// The folder of Foundation's files. Like Foundation, this code uses the environment with which the process was
    /// started.
    private static let standardFolder: String = {
        let environment = startEnvironment ?? ProcessInfo.processInfo.environment
        // The XDG Base Directory Specification: a path that isn't absolute must be ignored.
        if let set = environment["XDG_CONFIG_HOME"], set.hasPrefix("/") { return set }
        return (environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/.config"
    }()

    /// The environment with which the process was started. Nil if the system doesn't provide it.
    private static var startEnvironment: [String: String]? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/environ") else { return nil }
        let pairs = data.split(separator: 0).compactMap { entry -> (String, String)? in
            let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    static let lockName = ".BaseModel.lock"

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    // MARK: Reading and writing

    /// Returns the content of the file. Returns an empty content if there is no file.
    ///
    /// Other programs write the file in place, so that a reader may see an incomplete file. Therefore a file with an
    /// error is read again a few times.
    ///
    /// - Throws: The error of the last reading.
    func content(limits: DecodingLimits) throws -> DefaultsContent {
        for pause in [20_000, 60_000, 150_000] as [useconds_t] {
            if let content = try? DefaultsContent(try read(), limits: limits) { return content }
            usleep(pause)
        }
        do {
            return try DefaultsContent(try read(), limits: limits)
        } catch {
            Self.unreadable.withLock { files in
                if !files.contains(where: { $0.path == path }) { files.append(self) }
            }
            throw ModelError(wrapping: error).inFile(path)
        }
    }

    /// Returns the bytes of the file. Returns nil if there is no file.
    func read() throws -> Data? {
        do {
            return try FileStore.read(path)
        } catch  where error.code == .fileMissing {
            return nil
        }
    }

    /// Replaces the file by a new file, which is on the disk when the function returns.
    func write(_ content: Data) throws {
        let isNew = !exists
        try FileStore.write(content, to: path)
        // With the permissions that Foundation gives to a new file.
        if isNew { _ = unsafe chmod(path, 0o600) }
    }

    func remove() throws { try FileStore.remove(path) }

    private func failure(_ code: ModelError.Code, _ what: String) -> ModelError {
        ModelError(code, "\(what): \(unsafe String(cString: strerror(errno)).lowercased()).").inFile(path)
    }

    // MARK: Other processes

    /// Runs `body` with a lock, so that no other process with this module runs such code for the same folder. The
    /// lock is for the whole folder, because Foundation, when it reads one file again, also writes the program's
    /// changes of other files.
    ///
    /// - Throws: `fileUnwritable` if another process takes longer than `patience` seconds, or if the lock can't be
    ///   made. If `makesFolder` is false, as for reading, `body` is run even if the lock can't be made: files are
    ///   replaced in one step.
    func withLock<Result>(patience: Double, makesFolder: Bool, _ body: () throws -> Result) throws -> Result {
        let folder = PathText.folder(of: path)
        // The body of a transaction may use the store, too.
        let own = Holder(folder: folder, thread: ThreadIdentity.current)
        if Self.holders.contains(own) { return try body() }
        if makesFolder {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // The lock is a separate file, because a file of values is replaced by each save.
        let lock = folder + "/" + Self.lockName
        var descriptor: Int32
        repeat {
            descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else {
            if makesFolder { throw failure(.fileUnwritable, "Its lock can't be made") }
            return try body()
        }
        // There is no waiting if `patience` isn't a number. Infinity is cut off, because clocks don't have it.
        let deadline = ContinuousClock.now + .seconds(patience > 0 ? min(patience, 1e9) : 0)
        guard let fileLock = FileLock.lock(descriptor, while: { ContinuousClock.now < deadline }) else {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(.fileUnwritable, "It can't be locked") }
            throw ModelError(.fileUnwritable, "Another process has kept it locked for \(patience) seconds.")
                .inFile(path)
        }
        defer { extendLifetime(fileLock) }
        _ = try? restore()
        return try Self.$holders.withValue(Self.holders + [own], operation: body)
    }

    /// A thread that holds the lock of a folder.
    private struct Holder: Hashable {
        let folder: String
        let thread: UInt
    }

    /// The locks that the current task holds. The value is inherited by tasks that it starts, but these run on other
    /// threads.
    @TaskLocal private static var holders: [Holder] = []

    // MARK: Foundation

    /// A key that no other code reads. Reading the key makes Foundation load the file.
    private static let probe = DefaultsOwners.key

    /// Makes Foundation write the program's changes that it hasn't written yet, and then drop its copy of the file's
    /// values.
    ///
    /// - Returns: True if Foundation has changed the file.
    func synchronize() throws -> Bool {
        guard let foundation else { return false }
        let before = try read()
        try keep(before)
        // The file is loaded, so that Foundation reads it again and doesn't only forget it.
        foundation.load(Self.probe)
        // Foundation writes all files in which the program has set something, and replaces those that it can't read.
        let unreadable = Self.unreadable.withLock(\.self).compactMap { file in (try? file.read()).map { (file, $0) } }
        foundation.synchronize()
        for (file, content) in unreadable where (try? file.read()) != content { try? file.write(content) }
        if try restore() {
            throw ModelError(.fileUnwritable, "What the program has set in its UserDefaults can't be written.").inFile(
                path)
        }
        return try read() != before
    }

    /// The path of a copy of the file, which is kept while Foundation may write. Foundation writes the file in place,
    /// and leaves an incomplete file if the disk is full or the process is killed.
    private var copy: String {
        PathText.folder(of: path) + "/.BaseModel." + PathText.name(of: path) + ".kept"
    }

    /// Writes the copy of the file. An empty copy means that there was no file.
    private func keep(_ content: Data?) throws {
        // The copy needn't be on the disk: it isn't for a power failure. Without O_NONBLOCK, opening a pipe of that
        // name would wait for its reader.
        let descriptor = unsafe open(
            copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, Self.append(content ?? Data(), to: descriptor) else {
            unsafe unlink(copy)
            throw ModelError(.fileUnwritable, "A copy of it can't be made.").inFile(path)
        }
    }

    /// Writes all bytes at a file's position. Returns false on failure.
    private static func append(_ content: Data, to descriptor: Int32) -> Bool {
        var rest = content
        while !rest.isEmpty {
            let count = rest.withBytes { bytes in unsafe systemWrite(descriptor, bytes.baseAddress, bytes.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Puts the copy back if the file is damaged, and removes the copy. Returns true if the copy was put back.
    private func restore() throws -> Bool {
        guard unsafe access(copy, F_OK) == 0 else { return false }
        let kept = try FileStore.read(copy)
        let wasDamaged = Self.isDamaged(try read()) && (kept.isEmpty || !Self.isDamaged(kept))
        if wasDamaged { kept.isEmpty ? try remove() : try write(kept) }
        unsafe unlink(copy)
        return wasDamaged
    }

    private static func isDamaged(_ content: Data?) -> Bool {
        (try? DefaultsContent(content, limits: .standard)) == nil
    }

    /// The files that this process couldn't read.
    private static let unreadable = Mutex<[DefaultsFile]>([])

    /// Notifies the program's observers, as Foundation does on other systems.
    func announce() { foundation?.announce() }
}

/// Calls the system's function `write`. Inside `DefaultsFile`, the name `write` refers to other functions.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
