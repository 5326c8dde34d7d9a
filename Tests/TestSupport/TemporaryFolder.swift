import Foundation
import ModelCore

/// A folder of a test's own, removed with it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "BaseModelTests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> String { path + "/" + name }
}

/// The code of the error that `body` throws; nil where it throws none.
public func errorCode(_ body: () throws -> Any?) -> ModelError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return ModelError(wrapping: error).code
    }
}
