import Foundation

/// Values of optional properties that are null in a made file. A model's nil isn't written at all.
enum MadeNull {
    static let text = "(null)"
    static let number = Int.min

    /// The JSON with null in place of these values.
    static func inserted(into json: Data) -> Data {
        let marked = String(decoding: json, as: UTF8.self)
        let text = marked.replacingOccurrences(of: "\"\(text)\"", with: "null")
        return Data(text.replacingOccurrences(of: "\(number)", with: "null").utf8)
    }
}
