import Foundation
import ModelCore

/// A document in another format: its bytes, and what became of each value, told by reading them back.
struct Conversion {
    let format: FileFormat
    /// The whole file.
    let content: Data
    let account: ConversionAccount

    /// - Parameters:
    ///   - provider: The target's.
    ///   - isLossy: True where what the format can't hold at all, such as a cycle, is left out.
    ///   - old: A file of that format whose text is kept as far as it has the same; nil for none.
    init(
        of document: ModelDocument, to format: FileFormat, provider: any FormatProvider, isLossy: Bool,
        keepingTextOf old: Data? = nil, limits: DecodingLimits
    ) throws {
        self.format = format
        if isLossy, old == nil {
            content = try Self.cut(document, format, provider, limits)
        } else {
            content = try provider.encode(document, as: format, keepingTextOf: old, limits: limits)
        }
        let back = try provider.document(from: content, as: format, limits: limits)
        var account = ConversionAccount()
        if back != document {
            let (left, right) = (try document.root.inOrder(limits), try back.root.inOrder(limits))
            var comparison = try DocumentComparison(left, right, limits: limits) { account.add($0) }
            try comparison.run()
        }
        self.account = account
    }

    /// Tells what a user should know of a file besides its losses.
    ///
    /// - Parameters:
    ///   - name: The file's.
    ///   - input: What it is made of.
    func tell(_ name: String, from input: InputFile, limits: DecodingLimits) {
        for entry in account.restated { Output.complain("\(name): In other terms: \(entry.text).") }
        if (try? FormatRegistry.current.detect(content)) != format {
            Output.complain(
                "\(name): Nothing in it tells that it is \(format.displayName): name the format when it is read.")
        }
        if input.format == format, let old = input.content,
            let before = FormatVersion.text(of: old, as: format, limits: limits),
            let after = FormatVersion.text(of: content, as: format, limits: limits), before != after
        {
            Output.complain(
                "\(name): Version \(before) of \(format.displayName) becomes version \(after), "
                    + "which older programs may refuse.")
        }
    }

    /// The bytes of the document without what the format refuses: all cycles at once, and the rest by trying.
    private static func cut(
        _ document: ModelDocument, _ format: FileFormat, _ provider: any FormatProvider, _ limits: DecodingLimits
    ) throws -> Data {
        var document = document
        var isCut = false
        for _ in 0..<100 {
            do {
                return try provider.encode(document, as: format, limits: limits)
            } catch let error as ModelError where [.cycle, .unrepresentableValue].contains(error.code) {
                guard isCut else {
                    let capabilities = provider.capabilities(of: format)
                    document = try LossyCopy.of(document, for: capabilities, limits: limits)
                    isCut = true
                    continue
                }
                guard let last = error.path.components.last, document[error.path] != nil else { throw error }
                if case .key = last {
                    try document.removeValue(at: error.path)
                } else {
                    // The others keep their places.
                    try document.set(.null, at: error.path)
                }
            }
        }
        throw Failure("\(format.displayName) can't hold more than 100 of the values: too many to leave out.")
    }
}
