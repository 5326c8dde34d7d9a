import DefaultsStore
import Foundation
import ModelCore
import PlistFormat

/// A folder of one test's own, which goes with it, and a store that keeps its files there.
final class DefaultsFolder: Sendable {
    let path: String
    let store: UserDefaultsStore

    init(patience: Double = 10) throws {
        path = NSTemporaryDirectory() + "UserDefaults-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        store = UserDefaultsStore(folder: path, patience: patience)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The file of a suite.
    func file(_ suite: String) -> String { path + "/" + suite + ".plist" }

    func write(_ content: Data, to suite: String) throws { try content.write(to: URL(fileURLWithPath: file(suite))) }

    func content(of suite: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(suite))) }

    /// The keys and values of a suite as Foundation reads them.
    func plain(_ suite: String) throws -> [String: Any] {
        unsafe try PropertyListSerialization.propertyList(from: try content(of: suite), format: nil) as? [String: Any]
            ?? [:]
    }

    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FormatRegistry.withFormats(FormatRegistry([PlistFormat()], stores: [store]), body)
    }
}
