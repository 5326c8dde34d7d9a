import Documents
import Foundation
import ModelCore

// Names of people, and sets of characters.

extension PersonNameComponents: FoundationCoded {
    package static var className: String { "NSPersonNameComponents" }
    private static let person = CodedClass(foundation: className)
    private static let content = CodedClass(foundation: "_NSPersonNameComponentsData")
    /// The key under which Apple's class stores an object with the names. The class of swift-corelibs-foundation
    /// stores the names itself.
    private static var contentKey: String { "NS.nameComponentsPrivate" }

    private static var names: [(key: String, path: WritableKeyPath<PersonNameComponents, String?>)] {
        [
            ("NS.givenName", \.givenName), ("NS.familyName", \.familyName), ("NS.middleName", \.middleName),
            ("NS.namePrefix", \.namePrefix), ("NS.nameSuffix", \.nameSuffix), ("NS.nickname", \.nickname),
        ]
    }

    package static func value(of object: CodedObject) throws -> PersonNameComponents {
        let content = try object.object(contentKey) ?? object
        var person = PersonNameComponents()
        for (key, path) in names { person[keyPath: path] = try content.value(key) }
        person.phoneticRepresentation = try content.value("NS.phoneticRepresentation")
        return person
    }

    package var codedClass: CodedClass? { Self.person }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set(Self.contentKey, Self.content) { values in
            for (key, path) in Self.names { try values.set(key, self[keyPath: path]) }
            try values.set("NS.phoneticRepresentation", phoneticRepresentation)
        }
    }
}

extension CharacterSet: FoundationCoded {
    package static var className: String { "NSCharacterSet" }
    package static var mutableClassName: String? { "NSMutableCharacterSet" }
    private static let characters = CodedClass(foundation: className)

    /// The predefined sets, in the order of CoreFoundation's numbers for them. The first number is 1.
    private static var predefined: [CharacterSet] {
        [
            .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits, .letters, .lowercaseLetters,
            .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics, .punctuationCharacters,
            .illegalCharacters, .capitalizedLetters, .symbols, .newlines,
        ]
    }

    package static func value(of object: CodedObject) throws -> CharacterSet {
        // Beside a number `NSBuiltinID2` there is the bitmap of the set as it is.
        if let bitmap: Data = try object.value("NSBitmap") ?? object.value("NSBitmapObject") {
            return try set(of: bitmap, in: object)
        }
        let set: CharacterSet
        if let number: Int = try object.value("NSBuiltinID") ?? object.value("NSBuiltinID2") {
            guard 1...15 ~= number else { throw object.refusal("There is no set of characters \(number).") }
            set = predefined[number - 1]
        } else if let range = try object.value("NSRange", as: Int64.self) {
            guard let characters = characters(range >> 32, range & 0xFFFF_FFFF) else {
                throw object.refusal("A range of characters goes beyond Unicode's.")
            }
            set = characters
        } else if let text: String = try object.value("NSString") ?? object.value("NSStringObject") {
            try object.count(bytes: text.utf8.count)
            set = CharacterSet(charactersIn: text)
        } else {
            throw object.refusal("A set of characters has no content.")
        }
        let isInverted = try object.flag("NSIsInverted") ?? object.flag("NSIsInverted2") ?? false
        return isInverted ? set.inverted : set
    }

    private static func characters(_ start: Int64, _ count: Int64) -> CharacterSet? {
        guard count > 0 else { return count == 0 ? CharacterSet() : nil }
        guard let first = UInt32(exactly: start).flatMap(Unicode.Scalar.init),
            let last = UInt32(exactly: start + count - 1).flatMap(Unicode.Scalar.init)
        else { return nil }
        return CharacterSet(charactersIn: first...last)
    }

    private static func set(of bitmap: Data, in object: CodedObject) throws -> CharacterSet {
        try object.count(bytes: bitmap.count)
        guard let set = CharacterSet(ofBitmap: bitmap) else {
            throw object.refusal("A set of characters has \(bitmap.count) bytes, which are no bitmap.")
        }
        return set
    }

    /// Decodes a set that the type's own code has encoded. The type's own decoding stops the program for some
    /// bitmaps, even for some that the type has encoded.
    package static func plainValue(of object: CodedObject) throws -> CharacterSet? {
        try set(of: try object.required("bitmap"), in: object)
    }

    /// The set of a bitmap: a bit for each character of the first plane, and then for each other plane its number and
    /// its bits. Returns nil if the data has another size, or planes that Unicode doesn't have.
    private init?(ofBitmap bitmap: Data) {
        let (plane, bytes) = (8192, [UInt8](bitmap))
        guard bytes.count >= plane, (bytes.count - plane) % (plane + 1) == 0, bytes.count <= 17 * (plane + 1) else {
            return nil
        }
        self.init()
        insert(bytes[..<plane], 0)
        for start in stride(from: plane, to: bytes.count, by: plane + 1) {
            guard 1...16 ~= bytes[start] else { return nil }
            insert(bytes[(start + 1)...start + plane], UInt32(bytes[start]) << 16)
        }
    }

    /// Inserts the characters of a plane that begins with the character `base`.
    private mutating func insert(_ bits: ArraySlice<UInt8>, _ base: UInt32) {
        var start: UInt32?
        var next = base
        func end(in set: inout CharacterSet) {
            guard let first = start else { return }
            start = nil
            // Surrogates are no characters: the range may end before them, begin after them, or both.
            for range in [first..<max(first, min(next, 0xD800)), max(first, 0xE000)..<max(next, 0xE000)]
            where !range.isEmpty {
                guard let first = Unicode.Scalar(range.lowerBound), let last = Unicode.Scalar(range.upperBound - 1)
                else { continue }
                set.insert(charactersIn: first...last)
            }
        }
        for byte in bits {
            if byte == 0, start == nil {
                next += 8
                continue
            }
            for bit in 0..<8 {
                if byte >> UInt8(bit) & 1 == 0 { end(in: &self) } else if start == nil { start = next }
                next += 1
            }
        }
        end(in: &self)
    }

    package var codedClass: CodedClass? { Self.characters }

    /// Encodes the set. A bitmap is a separate object under this key, but a part of the set's object under
    /// `NSBitmap`.
    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NSBitmapObject", bitmapRepresentation)
    }
}
