import Foundation

extension BaseModel {
    /// Where the app keeps its data: `$XDG_DATA_HOME/APP` (by default `~/.local/share/APP`) on Linux, with the
    /// program's name.
    public class var applicationSupportDirectory: URL { AppFolder.support.url }

    /// Where the app keeps what it can make again: `$XDG_CACHE_HOME/APP` (by default `~/.cache/APP`) on Linux.
    public class var cachesDirectory: URL { AppFolder.caches.url }

    /// Where the user keeps documents: `$XDG_DOCUMENTS_DIR` (by default `~/Documents`) on Linux.
    public class var documentsDirectory: URL { AppFolder.documents.url }
}

/// The folders that belong to the app or to its user. None is made before something is written there.
enum AppFolder {
    case support
    case caches
    case documents

    var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    var path: String {
        #if os(Linux)
            switch self {
            case .support: Self.folder("XDG_DATA_HOME", ".local/share") + "/" + Self.appName
            case .caches: Self.folder("XDG_CACHE_HOME", ".cache") + "/" + Self.appName
            case .documents: Self.folder("XDG_DOCUMENTS_DIR", "Documents")
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

    /// An absolute path as it is; any other one below the application support folder.
    static func resolve(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
        if path.hasPrefix("~") {
            let expanded = (path as NSString).expandingTildeInPath
            // Else nobody has that name: it is a file's.
            if expanded.hasPrefix("/") { return expanded }
        }
        // Not normalised: a path without a file's name is to be seen as such.
        return support.path + "/" + path
    }

    private static func folder(_ variable: String, _ fallback: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        // The XDG Base Directory Specification: a path that isn't absolute is to be ignored.
        if let set = environment[variable], set.hasPrefix("/") { return set }
        return home + "/" + fallback
    }

    /// As shells have it; the user's own where that is no absolute path.
    private static var home: String {
        if let set = ProcessInfo.processInfo.environment["HOME"], set.hasPrefix("/") { return set }
        return FileManager.default.homeDirectory(forUser: NSUserName())?.path ?? NSHomeDirectory()
    }

    private static var appName: String {
        #if !os(Linux)
            if let identifier = Bundle.main.bundleIdentifier { return identifier }
        #endif
        let path = CommandLine.arguments.first ?? ProcessInfo.processInfo.processName
        let name = (path as NSString).lastPathComponent
        return name.isEmpty ? ProcessInfo.processInfo.processName : name
    }
}
