import FormatSupport

// Types of Foundation whose own code stops the program for some contents of a file.

extension CodableDecoder {
    /// Returns the type, after checking the value.
    ///
    /// - Throws: `dataCorrupted` for a value for which the type's own code would stop the program.
    func checked(_ type: Any.Type) throws -> Any.Type {
        if type == URLComponents.self, let content = try? URLComponentsContent(from: self) {
            guard content.port ?? 0 >= 0 else { throw refusal("The port of a URL is negative.") }
            guard content.scheme.map(Self.isScheme) ?? true else {
                throw refusal("The scheme of a URL has other characters than letters, digits, +, - and . in it.")
            }
        }
        return type
    }

    func refusal(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    static func isScheme(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        return text.utf8.first.map(isLetter) ?? false
            && text.utf8.allSatisfy { isLetter($0) || "0123456789+-.".utf8.contains($0) }
    }

    struct URLComponentsContent: Decodable {
        let scheme: String?
        let port: Int?
    }
}
