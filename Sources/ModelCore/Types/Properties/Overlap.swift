import FormatSupport

/// A property that files store inside the value of another property. For example, `price` is stored at the key path
/// `pricing.retailPrice`, and the class also has a property `pricing`. The program then has two values where the file
/// has one.
struct Overlap: Sendable, Hashable {
    /// The name of the property that is stored inside. `key` is the key under which it is encoded.
    let property: String
    let key: String
    /// The name of the property around it. `way` is the key path inside the value of that property.
    let name: String
    let way: [String]

    /// The key isn't compared: formats may have other keys for the properties.
    static func == (left: Overlap, right: Overlap) -> Bool {
        left.property == right.property && left.name == right.name && left.way == right.way
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(property)
        hasher.combine(way)
    }
}

/// The values of a model's overlaps when it was read. This is a class, so that the runtime needn't know the
/// dictionary's type to describe the fields of a model.
final class ReadOverlaps: Sendable {
    let values: [Overlap: OverlapValues]

    init(_ values: [Overlap: OverlapValues]) { self.values = values }
}

/// Digests of the two values of an overlap, which keep no value alive. A digest is nil if its value can't be compared.
struct OverlapValues {
    let own: Int?
    let inner: Int?

    /// The digest of nil.
    fileprivate static let none = 0
}

/// Finds out which of the two values of an overlap the program has set.
struct OverlapJudge {
    /// The keys under which files store the properties of a class; nil if each key is the property's name.
    let keys: (BaseModel.Type) -> PropertyKeys?

    enum Verdict {
        /// `own`: the value of the property that is stored inside is written. `inner`: the value that the property
        /// around it contains is written.
        case own, inner
        /// Neither value was set, or both are equal. The value that the property around it contains is written. If
        /// that is nil, the value of the property that is stored inside is written.
        case either
    }

    /// The digests of the two current values.
    func values(of overlap: Overlap, in object: BaseModel) -> OverlapValues {
        OverlapValues(
            own: Self.digest(Self.read(overlap.property, of: object)),
            inner: Self.digest(place(of: overlap, in: object).value))
    }

    /// Decides which of the two values is written: the value that has changed since the object was read. An object
    /// that wasn't read is compared with a new instance. If both values have changed and one of them is nil, the value
    /// that isn't nil is written.
    ///
    /// - Throws: `unrepresentableValue` if both values have changed, and differ.
    func verdict(on overlap: Overlap, in object: BaseModel) throws(ModelError) -> Verdict {
        let now = values(of: overlap, in: object)
        if now.own != nil, now.own == now.inner { return .either }
        let then = object.readOverlaps?.values[overlap]
        let place = place(of: overlap, in: object)
        func isSet(_ now: Int?, since then: Int?, _ fresh: () -> Any?) -> Bool {
            guard let now else { return true }
            if now == then { return false }
            // A value that wasn't there may have been created since then, with its defaults.
            guard then == nil || then == OverlapValues.none else { return true }
            return now != Self.digest(fresh())
        }
        let isOwnSet = isSet(now.own, since: then?.own) { Self.read(overlap.property, of: type(of: object).init()) }
        let isInnerSet = isSet(now.inner, since: then?.inner) { place.inNewInstance.value }
        switch (isOwnSet, isInnerSet) {
        case (true, false): return .own
        case (false, true): return .inner
        case (false, false): return .either
        case (true, true) where now.inner == OverlapValues.none: return .own
        case (true, true) where now.own == OverlapValues.none: return .inner
        case (true, true):
            var error = ModelError(
                .unrepresentableValue,
                """
                The property \(overlap.property) and what \(overlap.name) holds stand here, both were set, and they \
                differ: give them the same value.
                """)
            error.path = ModelPath(([overlap.name] + overlap.way).map { .key($0) })
            throw error
        }
    }

    // MARK: The value inside

    /// A property of the innermost model on the key path. `way` is the rest of the key path, inside the value of this
    /// property.
    private struct Place {
        let holder: BaseModel
        let property: String
        let way: ArraySlice<String>

        var value: Any? { OverlapJudge.value(OverlapJudge.read(property, of: holder), way) }
        /// This property of a new instance of the innermost model's class.
        var inNewInstance: Place { Place(holder: type(of: holder).init(), property: property, way: way) }
    }

    private func place(of overlap: Overlap, in object: BaseModel) -> Place {
        var place = Place(holder: object, property: overlap.name, way: overlap.way[...])
        while !place.way.isEmpty, let value = Self.read(place.property, of: place.holder),
            let model = AnyValue.unwrapped(value).flatMap({ AnyValue.model($0) }),
            let next = property(at: place.way, of: model)
        {
            place = Place(holder: model, property: next.name, way: place.way.dropFirst(next.length))
        }
        return place
    }

    /// Returns the property of a model whose key path is the beginning of `way`, and the length of that key path.
    private func property(at way: ArraySlice<String>, of model: BaseModel) -> (name: String, length: Int)? {
        let keys = keys(type(of: model))
        for property in ModelClass.of(type(of: model)).properties {
            let place = keys?.entry(named: property.name)?.place ?? [property.name]
            if way.starts(with: place) { return (property.name, place.count) }
        }
        return nil
    }

    private static func read(_ property: String, of model: BaseModel) -> Any? {
        ModelClass.of(type(of: model)).property(named: property)?.read(model)
    }

    /// Returns the value at the end of a key path through dictionaries and structs. If the path can't be followed to
    /// its end, returns the value itself.
    private static func value(_ value: Any?, _ way: ArraySlice<String>) -> Any? {
        guard let key = way.first, let value = AnyValue.unwrapped(value) else { return AnyValue.unwrapped(value) }
        if AnyValue.model(value) != nil { return nil }
        if let dictionary = value as? [String: Any] { return self.value(dictionary[key], way.dropFirst()) }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct, let child = mirror.children.first(where: { $0.label == key }) else {
            return value
        }
        return self.value(child.value, way.dropFirst())
    }

    /// A number that equal values share. Nil for a value that can't be encoded.
    private static func digest(_ value: Any?) -> Int? {
        guard let value = AnyValue.unwrapped(value) else { return OverlapValues.none }
        if let model = AnyValue.model(value) { return ObjectIdentifier(model).hashValue }
        if let text = value as? String { return ExactText(text).hashValue }
        if let hashable = value as? any Hashable { return AnyHashable(hashable).hashValue }
        guard let document = try? ModelDocument(encoding: value as Any?) else { return nil }
        return try? DocumentDigest.of(document, limits: .standard)
    }
}

extension ModelEncoder {
    /// Decides for each overlap which of its two values is written.
    ///
    /// - Parameter number: The number of the object that is written. Nil for a dictionary of the program: its two
    ///   values have to be the same.
    func judge(_ overlaps: [Overlap], in object: BaseModel, number: Int?) throws {
        let judge = OverlapJudge { try? self.encodedClass(of: $0).keys }
        for overlap in overlaps {
            let verdict = try judge.verdict(on: overlap, in: object)
            if verdict == .either { continue }
            if let number { builder.nesting.decide(overlap.key, of: number, isOwn: verdict == .own) }
        }
    }
}

extension BaseModel {
    /// Keeps digests of the two values of each overlap, after the object was read.
    @inline(never)
    func noteRead(_ overlaps: [Overlap], keys: @escaping (BaseModel.Type) -> PropertyKeys?) {
        let judge = OverlapJudge(keys: keys)
        var read = readOverlaps?.values ?? [:]
        for overlap in overlaps { read[overlap] = judge.values(of: overlap, in: self) }
        readOverlaps = ReadOverlaps(read)
    }
}
