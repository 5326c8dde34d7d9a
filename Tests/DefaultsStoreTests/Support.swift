import Foundation
import ModelCore

/// An XML property list around some elements.
func xml(_ body: String) -> Data {
    Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(body)\n</plist>\n".utf8)
}

/// The error that `body` throws; nil for none.
func failure(_ body: () throws -> Void) -> ModelError? {
    do {
        try body()
        return nil
    } catch {
        return error as? ModelError
    }
}
