import FormatSupport

extension BaseModel {
    /// The folder for the app's data: on Linux `$XDG_DATA_HOME/APP` (by default `~/.local/share/APP`), where `APP` is
    /// the program's name.
    public class var applicationSupportDirectory: URL { AppFolder.support.url }

    /// The folder for data that the app can make again: on Linux `$XDG_CACHE_HOME/APP` (by default `~/.cache/APP`).
    public class var cachesDirectory: URL { AppFolder.caches.url }

    /// The folder for the user's documents: on Linux `$XDG_DOCUMENTS_DIR` (by default `~/Documents`).
    public class var documentsDirectory: URL { AppFolder.documents.url }
}

/// The folders that belong to the app or to its user. A folder is made when a file is first written there.
enum AppFolder {
    case support
    case caches
    case documents

    var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    var path: String {
        if let folder = ModelSandbox.current?.folder.path { return folder + "/" + sandboxed }
        #if os(Linux)
            switch self {
            case .support: return Self.folder("XDG_DATA_HOME", ".local/share") + "/" + Self.appName
            case .caches: return Self.folder("XDG_CACHE_HOME", ".cache") + "/" + Self.appName
            case .documents: return Self.folder("XDG_DOCUMENTS_DIR", "Documents")
            }
        #else
            let kind: FileManager.SearchPathDirectory
            switch self {
            case .support: kind = .applicationSupportDirectory
            case .caches: kind = .cachesDirectory
            case .documents: kind = .documentDirectory
            }
            let folder =
                NSSearchPathForDirectoriesInDomains(kind, .userDomainMask, true).first ?? NSTemporaryDirectory()
            return self == .documents ? folder : folder + "/" + Self.appName
        #endif
    }

    /// The name of the folder in a sandbox.
    private var sandboxed: String {
        switch self {
        case .support: "Application Support"
        case .caches: "Caches"
        case .documents: "Documents"
        }
    }

    /// Returns a path as ``resolve(_:)`` does.
    ///
    /// - Parameter code: The code of the error for a text that is no path: an empty text, or a URL.
    static func path(_ path: String, orThrow code: ModelError.Code) throws(ModelError) -> String {
        if path.isEmpty { throw ModelError(code, "The path is empty.") }
        if path.hasPrefix("file:/") || path.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:\/\//#) != nil {
            throw ModelError(
                code, "It is the text of a URL, and no path: pass a URL instead, such as URL(string:) returns."
            ).inFile(path)
        }
        return resolve(path)
    }

    /// Returns an absolute path as it is, a path that begins with `~` or `~USER` in that home folder, and any other
    /// path in the application support folder.
    static func resolve(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
        if path.hasPrefix("~"), ModelSandbox.current == nil {
            let user = path.dropFirst().prefix { $0 != "/" }
            // Otherwise no user has that name, and it is the name of a file.
            if let folder = FileManager.default.homeDirectory(forUser: String(user)) {
                return folder.path + path.dropFirst(user.count + 1)
            }
        }
        // Not normalised: a later check has to see a path that ends without a file's name.
        return support.path + "/" + path
    }

    private static func folder(_ variable: String, _ fallback: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        // The XDG Base Directory Specification: a path that isn't absolute must be ignored.
        if let set = environment[variable], set.hasPrefix("/") { return set }
        return home + "/" + fallback
    }

    /// The home folder as shells know it, from `HOME`. If `HOME` isn't an absolute path: the user's home folder
    /// according to the system.
    private static var home: String {
        if let folder = ModelSandbox.current?.folder.path { return folder + "/Home" }
        if let set = ProcessInfo.processInfo.environment["HOME"], set.hasPrefix("/") { return set }
        return FileManager.default.homeDirectory(forUser: ProcessInfo.processInfo.userName)?.path
            ?? FileManager.default.homeDirectoryForCurrentUser.path
    }

    /// The folder of the program's resources; nil if it isn't known. On Linux, it is the folder of the program.
    static let resources: String? = {
        #if canImport(FoundationEssentials)
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return program.map { PathText.folder(of: $0) }
        #else
            return Bundle.main.resourcePath
        #endif
    }()

    private static var appName: String {
        #if !os(Linux)
            if let identifier = Bundle.main.bundleIdentifier { return identifier }
        #endif
        let path = CommandLine.arguments.first ?? ProcessInfo.processInfo.processName
        let name = PathText.name(of: path)
        return name.isEmpty ? ProcessInfo.processInfo.processName : name
    }
}
