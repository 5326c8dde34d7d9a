import ModelCore

/// A report for other programs: one object of JSON, whose keys stay the same in later versions.
enum JSONReport {
    /// Prints the document that the code builds. Values of files are printed as `show --json` prints them.
    static func print(_ limits: DecodingLimits, _ build: (inout DocumentBuilder) throws -> Void) throws {
        var builder = DocumentBuilder(limits: limits)
        try builder.beginDictionary()
        try build(&builder)
        try builder.end()
        try print(builder.finish(), limits)
    }

    /// Prints a document as HRCoded JSON, and ends the line.
    static func print(_ document: ModelDocument, _ limits: DecodingLimits) throws {
        let provider = try FormatRegistry.current.provider(for: .hrCodedJSON)
        let data = try provider.encode(document, as: .hrCodedJSON, limits: limits)
        try Output.standard.write(PrintableText.json(String(decoding: data, as: UTF8.self)))
        if data.last != UInt8(ascii: "\n") { try Output.standard.line() }
    }
}
