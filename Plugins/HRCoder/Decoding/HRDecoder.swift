import Foundation
import ModelCore

/// Reads classes, references and coded values with a plain format's decoder.
final class HRDecoder: ModelDecoder {
    let context: DecodingContext
    let convertsText: Bool
    let hasNumerals: Bool
    let base: any SeekingDecoder
    /// Nil where nothing but classes in the first place marks anything.
    let map: HRMap?
    /// True where numerals without a mark are doubles, though the plain format took them for decimals.
    let readsDoubles: Bool

    var frame = HRFrame(kind: .root)
    var outer: [HRFrame] = []
    /// What was found at the container that was looked at last, and its class. Nothing changes it. In parts, because a class within an
    /// enum costs references to be counted at every look.
    private var lookPosition = -1
    private var lastLook = Look.plain
    private(set) var lookClass: CodedClass?
    private var knownClass: CodedClass?
    private var knownLook = Look.plain
    private var lastEntry: (position: Int, entry: HRMap.Entry?)?
    /// The scalar that the coded object at a position stands for.
    var lastScalar: (position: Int, scalar: ModelScalar?)?
    /// What aliases led to that is no container, and as data: read once, however many aliases there are.
    var aliasedScalars: [Int: ModelScalar] = [:]
    var aliasedData: [Int: Data] = [:]

    /// What a container is.
    enum Look {
        /// What the plain format says: an array, or a dictionary.
        case plain
        /// An object of the program's. The class is the `lookClass`.
        case object
        /// A value of one of Foundation's classes. The class is the `lookClass`.
        case foundation(ModelKind)
        /// Data without a class.
        case data
        case alias(Int)
    }

    init(_ base: any SeekingDecoder, map: HRMap?, readsDoubles: Bool, context: DecodingContext) {
        self.base = base
        self.map = map
        self.readsDoubles = readsDoubles
        self.context = context
        convertsText = base.convertsText
        hasNumerals = base.hasNumerals
    }

    var location: ModelLocation? { base.location }

    // MARK: Looking

    /// What the container at the position is.
    @inline(__always)
    func look() throws -> Look {
        let position = base.valuePosition
        if position != lookPosition {
            lastLook = try look(at: position)
            lookPosition = position
        }
        return lastLook
    }

    private func look(at position: Int) throws -> Look {
        if map != nil, let entry = entry(at: position) {
            switch entry.mark {
            case .none: break
            case .alias(let index): return .alias(index)
            case .object(let codedClass): return look(for: codedClass)
            case .data: return .data
            }
        }
        guard let codedClass = try base.peekClass() else { return .plain }
        guard codedClass.name.utf8.first == UInt8(ascii: "$") else { return look(for: codedClass) }
        return look(for: CodedClass(name: HRKeys.unescaped(codedClass.name)))
    }

    @inline(__always)
    private func look(for codedClass: CodedClass) -> Look {
        // An object without a class is a dictionary: so it would be written, and read again.
        if codedClass.name.isEmpty { return .plain }
        lookClass = codedClass
        if knownClass !== codedClass {
            knownClass = codedClass
            knownLook = FoundationForm.kind(ofClass: codedClass.name).map { .foundation($0) } ?? .object
        }
        return knownLook
    }

    private func entry(at position: Int) -> HRMap.Entry? {
        if let lastEntry, lastEntry.position == position { return lastEntry.entry }
        let entry = map?.entries[position]
        lastEntry = (position, entry)
        return entry
    }

    var reference: Int? {
        guard let map, base.isAtContainer, let entry = entry(at: base.valuePosition) else { return nil }
        guard case .alias(let index) = entry.mark else { return entry.reference }
        return map.aliases[index].target.flatMap { map.entries[$0]?.reference }
    }

    func peekKind() throws -> ModelKind {
        guard base.isAtContainer else {
            let kind = try base.peekKind()
            return kind == .decimal && readsDoubles ? try kindOfDecimal() : kind
        }
        switch try look() {
        case .plain:
            let kind = try base.peekKind()
            return kind == .object ? .dictionary : kind
        case .object: return .object
        case .data: return .data
        case .alias(let index):
            try base.beginDetour(to: try target(of: index))
            let kind = try peekKind()
            try base.endDetour()
            return kind
        case .foundation(let kind):
            switch kind {
            case .array, .set, .orderedSet, .dictionary: return kind
            default: return try scalarAtPosition()?.kind ?? .object
            }
        }
    }

    /// Where an alias leads.
    func target(of index: Int) throws -> Int {
        guard let map else { throw error(.corruptData, "There is no alias.") }
        guard let target = map.aliases[index].target else { throw map.error(index).at(location) }
        return target
    }

    // MARK: Consumed values

    /// To be called when a value was consumed: behind an entry's key comes its value.
    @inline(__always)
    func consumed() throws {
        if frame.isAtKey, frame.open == 0 { try moveToEntryValue() }
    }

    func skipValue() throws {
        try base.skipValue()
        try consumed()
    }

    func embeddedArchive() throws -> (any ModelDecoder)? {
        guard let archive = try base.embeddedArchive() else { return nil }
        try consumed()
        return archive
    }

    func finish() throws { try base.finish() }
}
