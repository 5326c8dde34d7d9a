/// The methods of a class as the runtime finds them: the words of the class's metadata, each of 8 bytes.
///
/// A class without `@Model` doesn't say which methods and properties it overrides, and the language has no way to
/// ask. A class's metadata begins with the members of its superclass, in the same order; an overridden member has
/// another address there. So the metadata of two classes are compared. The word with a method's address is found by
/// comparing two classes of this file that differ only in that method.
///
/// The layout is that of Swift's runtime without Objective-C ("Type Metadata", swift/docs/ABI/TypeMetadata.rst). The
/// layout is checked with the classes of this file before it is used. If the check fails, and on other systems,
/// nothing is known about a class, and the library calls the class's own methods.
@safe
struct MethodTable {
    /// The words of the class's metadata, which are never freed. The words of a superclass's members come first.
    @safe private let words: UnsafeBufferPointer<UInt>

    /// The index of the word with the superclass's address.
    private static let superclassWord = 1
    /// The number of words that describe the class itself.
    private static let headerWords = 7
    /// The offsets of the size of the metadata, and of the size of what precedes the address of the class, in bytes.
    private static let sizeOffsets = (whole: 32, preceding: 36)

    private init?(_ type: AnyClass) {
        #if os(Linux) && (arch(x86_64) || arch(arm64))
            guard let start = unsafe UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type))) else {
                return nil
            }
            let whole = unsafe start.load(fromByteOffset: Self.sizeOffsets.whole, as: UInt32.self)
            let preceding = unsafe start.load(fromByteOffset: Self.sizeOffsets.preceding, as: UInt32.self)
            guard whole > preceding, whole < 1 << 20, preceding < 64 else { return nil }
            words = unsafe UnsafeBufferPointer(
                start: start.assumingMemoryBound(to: UInt.self), count: Int(whole - preceding) / 8)
        #else
            return nil
        #endif
    }

    /// The indexes of the words that differ between two classes, among the members that both classes have.
    private func differences(_ other: MethodTable) -> Set<Int> {
        let count = min(words.count, other.words.count)
        return Set((Self.headerWords..<max(count, Self.headerWords)).filter { words[$0] != other.words[$0] })
    }

    // MARK: Questions

    /// The methods that change how a class is read or written, and that the class or a superclass overrides. Nil if
    /// the overridden methods can't be found.
    static func overrides(of type: BaseModel.Type) -> ModelClass.Overrides? {
        guard let methods, let base = methods.base, let own = MethodTable(type) else { return nil }
        var result: ModelClass.Overrides = []
        for (word, override) in methods.words where own.words[word] != base.words[word] {
            result.insert(override)
        }
        return result
    }

    /// True if a class itself may override a method or a property of the class `declaring`. False if the class
    /// certainly overrides none of them.
    static func mayOverride(_ type: BaseModel.Type, membersOf declaring: BaseModel.Type) -> Bool {
        guard methods != nil, let own = MethodTable(type),
            let parent = _getSuperclass(type).flatMap({ MethodTable($0) }),
            let declared = MethodTable(declaring),
            let inherited = _getSuperclass(declaring).flatMap({ MethodTable($0) }),
            inherited.words.count <= declared.words.count, declared.words.count <= parent.words.count,
            parent.words.count <= own.words.count
        else { return true }
        return (inherited.words.count..<declared.words.count).contains { own.words[$0] != parent.words[$0] }
    }

    // MARK: The places of methods

    private struct Methods: Sendable {
        let words: [Int: ModelClass.Overrides]
        var base: MethodTable? { MethodTable(Plain.self) }
    }

    /// The words with the addresses of the methods. Nil if the metadata of the classes below isn't as expected.
    private static let methods: Methods? = {
        guard let plain = MethodTable(Plain.self), let other = MethodTable(OtherPlain.self),
            plain.words.count > headerWords, plain.words[superclassWord] == address(of: BaseModel.self)
        else { return nil }
        // Each class has its own initializer.
        let usual = plain.differences(other)
        var words: [Int: ModelClass.Overrides] = [:]
        for (probed, override): (AnyClass, ModelClass.Overrides) in probes {
            guard let probe = MethodTable(probed), probe.words.count == plain.words.count else { return nil }
            let own = plain.differences(probe).subtracting(usual)
            guard own.count == 1, let word = own.first, words.updateValue(override, forKey: word) == nil else {
                return nil
            }
        }
        return Methods(words: words)
    }()

    private static func address(of type: AnyClass) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

    private static let probes: [(AnyClass, ModelClass.Overrides)] = [
        (Encoding.self, .encodeWithEncoder), (Decoding.self, .setWithDecoder), (Setting.self, .setWithDictionary),
        (Awaking.self, .awakeAfterDecoding),
    ]

    private class Plain: BaseModel {}
    private class OtherPlain: BaseModel {}
    private class Encoding: BaseModel { override func encode(with encoder: ModelEncoder) throws {} }
    private class Decoding: BaseModel { override func set(with decoder: ModelDecoder) throws {} }
    private class Setting: BaseModel { override func set(with dictionary: [String: Any]) throws {} }
    private class Awaking: BaseModel { override func awakeAfterDecoding() throws -> BaseModel { self } }
}
