import Foundation
import ModelCore

extension ContractCheck {
    /// The check of models whose code calls the encoder and the decoder wrongly.
    package static let misuse = ContractCheck(
        "misuse",
        """
        Code of a class or a type that encodes a key twice, a value without a key, an end without a beginning and \
        the like is an error with its path; code that decodes wrongly is one too, or changes nothing that is read \
        elsewhere.
        """
    ) { run in
        for mistake in Mistake.all {
            let clumsy = ContractClumsy()
            clumsy.link = ContractLink("linked")
            clumsy.writing = mistake.write
            let error = run.expectError("encoding \(mistake.name)", codes: mistake.codes) {
                try run.encode([ContractClumsy(), clumsy])
            }
            if let error {
                run.expect(
                    error.path.description.hasPrefix("[1]"), "encoding \(mistake.name)",
                    expected: "a path that begins with [1]", found: "\(error.path): \(error)")
            }
        }
        run.expectError("encoding two properties of one name", codes: [.duplicateKey], path: "[1]") {
            try run.encode([ContractSuper(), ContractRelisted()])
        }
        for misfit in ContractMisfit.allCases { run.checkMisfit(misfit) }
        run.checkRoots()
        try run.checkKept()
        try run.checkReading()
    }
}

/// A mistake that a class's `encode(with:)` makes after its properties were encoded.
private struct Mistake: Sendable {
    let name: String
    var codes: Set<ModelError.Code> = [.invalidCoding]
    let write: @Sendable (ContractClumsy, ModelEncoder) throws -> Void

    static let all = keys + values + containers + caught

    private static let keys = [
        Mistake(name: "super twice", codes: [.duplicateKey]) { try $0.encodeAgain(with: $1) },
        Mistake(name: "a property's key", codes: [.duplicateKey]) { try $1.encode(1, forKey: "name") },
        Mistake(name: "a key twice, made from a literal and from text", codes: [.duplicateKey]) {
            try $1.encode(1, forKey: "again")
            try $1.encode(2, forKey: ModelKey("ag" + "ain"))
        },
        Mistake(name: "the first of many keys twice", codes: [.duplicateKey]) {
            for number in 0..<50 { try $1.encode(number, forKey: ModelKey("key \(number)")) }
            try $1.encode(1, forKey: "key 0")
        },
        Mistake(name: "a nil and a value for one key", codes: [.duplicateKey, .unrepresentableValue]) {
            try $1.encode(Int?.none, forKey: "again", isNilDefault: false)
            try $1.encode(2, forKey: "again")
        },
        Mistake(name: "a key without a value") { try $1.encodeKey("alone" as ModelKey) },
        Mistake(name: "two keys in a row") {
            try $1.encodeKey("alone" as ModelKey)
            try $1.encode(1, forKey: "other")
        },
        Mistake(name: "a key in an array") {
            try $1.encodeKey("array" as ModelKey)
            try $1.beginArray(.array)
            try $1.encode(1, forKey: "one")
            try $1.end()
        },
        Mistake(name: "a dictionary's key twice", codes: [.duplicateKey]) {
            try $1.encodeKey("table" as ModelKey)
            try $1.beginDictionary()
            for _ in 0..<2 {
                try $1.encodeKey("same" as String)
                try $1.encode(1 as Int64)
            }
            try $1.end()
        },
    ]

    private static let values = [
        Mistake(name: "a value without a key") { try $1.encode("lost") },
        Mistake(name: "two values for a key") {
            try $1.encode(1, forKey: "one")
            try $1.encode(2 as Int64)
        },
        Mistake(name: "an object without a key") {
            try $1.encode($0.link ?? ContractLink("lost"))
        },
        Mistake(name: "a dictionary's key that is a number, twice", codes: [.duplicateKey]) {
            try $1.encodeKey("table" as ModelKey)
            try $1.beginValueDictionary()
            for _ in 0..<4 { try $1.encode(1 as Int64) }
            try $1.end()
        },
        Mistake(name: "a dictionary's last key without a value") {
            try $1.encodeKey("table" as ModelKey)
            try $1.beginValueDictionary()
            for number in 0..<3 { try $1.encode(Int64(number)) }
            try $1.end()
        },
        Mistake(name: "a dictionary's value without a key") {
            try $1.encodeKey("table" as ModelKey)
            try $1.beginDictionary()
            try $1.encode(1 as Int64)
            try $1.end()
        },
    ]

    private static let containers = [
        Mistake(name: "an array that isn't ended") {
            try $1.encodeKey("array" as ModelKey)
            try $1.beginArray(.array)
        },
        Mistake(name: "a dictionary that isn't ended, twice as deep") {
            try $1.encodeKey("table" as ModelKey)
            try $1.beginDictionary()
            try $1.encodeKey("inner" as String)
            try $1.beginDictionary()
            try $1.end()
        },
        Mistake(name: "an object that isn't ended") {
            try $1.encodeKey("object" as ModelKey)
            try $1.beginObject(ContractLink("inner"), class: CodedClass(name: "ContractLink"), isExpected: false)
        },
        Mistake(name: "the object's own end") { try $1.end() },
        Mistake(name: "two ends") {
            try $1.end()
            try $1.end()
        },
        Mistake(name: "an array that is ended twice") {
            try $1.encodeKey("array" as ModelKey)
            try $1.beginArray(.array)
            try $1.end()
            try $1.end()
        },
    ]

    /// Errors that the custom code catches. Containers that were begun before the error can't be removed again.
    private static let caught = [
        Mistake(name: "an error within an array, caught", codes: [.underlying]) {
            try? $1.encode([ContractRefusal()], forKey: "refused")
            try $1.encode(1, forKey: "more")
        },
        Mistake(name: "an error within an object, caught", codes: [.underlying]) {
            let inner = ContractClumsy()
            inner.writing = { _, _ in throw ContractRefusal() }
            try? $1.encode(inner, forKey: "refused")
            try $1.encode(1, forKey: "more")
        },
        Mistake(name: "a misfit that is caught") { try? $1.encode(ContractMisfit.twice, forKey: "misfit") },
    ]
}

/// A value that can't be encoded. The value itself is the error that encoding it throws.
private struct ContractRefusal: ModelValue, Error {
    static func encode(_ value: ContractRefusal, to encoder: ModelEncoder) throws { throw value }
    static func decode(from decoder: ModelDecoder) throws -> ContractRefusal { ContractRefusal() }
}

extension ContractRun {
    /// Checks a value that encodes itself wrongly, for example as no value or as two values, in every position.
    fileprivate func checkMisfit(_ misfit: ContractMisfit) {
        func expectRefused<Value: ModelValue>(_ value: Value, _ subject: String, path: String? = nil) {
            expectError("encoding \(subject): \(misfit)", codes: [.invalidCoding], path: path) { try encode(value) }
        }
        // If a key is refused, the key is part of the path.
        let end = misfit == .keyed ? ".label" : ""
        let holder = ContractHolder<ContractMisfit>()
        holder.value = misfit
        let untyped = ContractUntyped()
        untyped.value = misfit
        expectRefused(holder, "a property that writes", path: "value" + end)
        expectRefused(misfit, "a root that writes")
        expectRefused([misfit, .nothing], "elements that write")
        expectRefused(Optional(misfit), "an optional that writes")
        expectRefused(Set([misfit]), "a set of what writes")
        expectRefused(["label": misfit], "a dictionary's value that writes", path: "label" + end)
        expectRefused([misfit: "value"], "a dictionary's key that writes")
        expectRefused(untyped, "Any that writes")
    }

    /// Checks files without a value, and files with two values.
    fileprivate func checkRoots() {
        expectError("encoding no value", codes: [.invalidCoding]) { try provider.encode(as: format) { _ in } }
        expectError("encoding two values", codes: [.invalidCoding]) {
            try provider.encode(as: format) {
                try $0.encode(ContractLink("one"))
                try $0.encode(ContractLink("two"))
            }
        }
        expectError("encoding a key and a value alone", codes: [.invalidCoding]) {
            try provider.encode(as: format) { try $0.encode(1, forKey: "one") }
        }
        expectError("encoding an array that isn't ended", codes: [.invalidCoding]) {
            try provider.encode(as: format) { _ = try $0.beginArray(.array) }
        }
    }

    /// Checks encoders and decoders that a class's code keeps, and uses after the coding has finished.
    fileprivate func checkKept() throws {
        let kept = Kept()
        let clumsy = ContractClumsy()
        clumsy.writing = { _, encoder in
            kept.encoder = encoder
            try encoder.encode(1, forKey: "one")
        }
        let content = try encode(clumsy)
        expectUseless("an encoder that was kept") {
            try kept.encoder?.encode("late", forKey: "late")
            try kept.encoder?.encode(ContractLink("late"))
        }
        let keep = ContractClumsy.Reading { kept.decoder = $0 }
        try ContractClumsy.$reading.withValue(keep) { _ = try decode(ContractClumsy.self, from: content) }
        expectUseless("a decoder that was kept") { _ = try kept.decoder?.decode(String.self, forKey: "name") }
        _ = (kept.decoder?.location, kept.decoder?.format, try? kept.decoder?.peekKind())
    }

    private func expectUseless(_ subject: String, _ body: () throws -> Void) {
        do {
            try body()
            fail(subject, expected: "an error", found: "none")
        } catch {
            let code = (error as? ModelError)?.code
            expect(code == .invalidCoding, subject, expected: "an error of code invalidCoding", found: "\(error)")
        }
    }
}

/// The encoder and the decoder that a class's code kept.
private final class Kept: @unchecked Sendable {
    // Only one thread reads and writes them, within one check.
    var encoder: ModelEncoder?
    var decoder: ModelDecoder?
}
