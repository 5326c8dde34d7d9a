/// A query for models in a store: conditions that must all hold, an order, and the number of models.
///
/// ```swift
/// let query = ModelQuery<Book>.all
///     .where(\.year, in: 1960..<1970)
///     .where("author.name", equals: "Le Guin")
///     .sorted(by: \.title)
///     .limited(to: 10)
/// ```
///
/// A property is named by its Swift key path, or by its key path in the store, as text. A property that `Model`
/// inherits has another Swift key path in the superclass: name such a property by its key path in the store. Single
/// values are compared as the store contains them: numbers by value, texts by their UTF-8 bytes, dates by time, enums
/// by their raw values, and values with a transform by their encoded form. A value that is nil or missing is equal to
/// nil, is in no range, and comes first in an order. A property that the class omits because it has its default
/// counts as missing, too.
public struct ModelQuery<Model: BaseModel> {
    /// The steps that make the conditions and the order, with the keys of a format.
    private var steps: [(inout StoreQuery, FileFormat) throws -> Void] = []

    /// The query that finds all records, in the order of their identifiers.
    public static var all: ModelQuery { ModelQuery() }

    /// Returns a query that finds at most `count` records, after skipping the first `offset` records.
    public func limited(to count: Int, from offset: Int = 0) -> ModelQuery {
        adding { query, _ in (query.limit, query.offset) = (count, offset) }
    }

    /// Returns a query with an additional step.
    func adding(_ step: @escaping (inout StoreQuery, FileFormat) throws -> Void) -> ModelQuery {
        var copy = self
        copy.steps.append(step)
        return copy
    }

    /// The query with the keys of a format.
    ///
    /// - Throws: `unknownProperty` if no saved property has a key path; `invalidKey` for a text that isn't a key
    ///   path; `typeMismatch` for a value that isn't a single value.
    func query(for format: FileFormat) throws -> StoreQuery {
        var query = StoreQuery()
        for step in steps { try step(&query, format) }
        return query
    }
}

// MARK: Properties

extension ModelQuery {
    /// Returns a query that finds only records in which a property has a value. If the value is nil, it also finds
    /// records without the property.
    public func `where`<Value>(_ property: KeyPath<Model, Value>, equals value: Value) -> ModelQuery {
        self.where(property, isOneOf: [value])
    }

    /// Returns a query that finds only records in which a property has one of these values.
    public func `where`<Value>(
        _ property: KeyPath<Model, Value>, isOneOf values: [Value]
    ) -> ModelQuery {
        condition(property) { operand in .isOneOf(try values.map(operand)) }
    }

    /// Returns a query that finds only records in which a property is in a range.
    public func `where`<Value, Range: ModelQueryRange<Value>>(
        _ property: KeyPath<Model, Value>, in range: Range
    ) -> ModelQuery {
        range._queryLimits.reduce(self) { query, limit in
            query.condition(property) { operand in limit.test(try operand(limit.value)) }
        }
    }

    /// Returns a query that finds only records in which an optional property isn't nil and is in a range.
    public func `where`<Value, Range: ModelQueryRange<Value>>(
        _ property: KeyPath<Model, Value?>, in range: Range
    ) -> ModelQuery {
        range._queryLimits.reduce(self) { query, limit in
            query.condition(property) { operand in limit.test(try operand(limit.value)) }
        }
    }

    /// Returns a query whose records are sorted by a property. Records with equal values are in the order of the next
    /// property by which the query is sorted.
    public func sorted<Value>(by property: KeyPath<Model, Value>, descending: Bool = false) -> ModelQuery {
        adding { query, format in
            let path = try Self.path(of: try Self.name(of: property), in: format)
            query.order.append(StoreQuery.Order(path, isDescending: descending))
        }
    }

    /// - Parameter test: Makes the test. Its argument returns the store's representation of a value.
    private func condition<Value>(
        _ property: KeyPath<Model, Value>, _ test: @escaping ((Value) throws -> ModelScalar) throws -> StoreQuery.Test
    ) -> ModelQuery {
        adding { query, format in
            let name = try Self.name(of: property)
            let path = try Self.path(of: name, in: format)
            let made = try test { value in
                // A model applies transforms and encoded forms to the value.
                let model = try Model.instance()
                let isSet = ModelClass.of(Model.self).property(named: name)?.assign?(model, value) ?? false
                guard isSet else { return try Self.scalar(of: ModelDocument(encoding: value as Any?).root) }
                let document = try ModelDocument(of: model, expected: Model.self, format: format)
                guard let stored = document[path] else {
                    // Nil, or a default that is omitted.
                    if AnyValue.unwrapped(value) == nil { return .null }
                    return try Self.scalar(of: ModelDocument(encoding: value as Any?).root)
                }
                return try Self.scalar(of: stored)
            }
            query.conditions.append(StoreQuery.Condition(path, made))
        }
    }

    private static func name<Value>(of property: KeyPath<Model, Value>) throws -> String {
        guard let name = ModelClass.of(Model.self).name(of: property) else {
            throw ModelError(
                .unknownProperty,
                "\(Model.self) has no saved property at \(property). Name one that it inherits by its key, as text.")
        }
        return name
    }

    /// The key path of a property in files of a format.
    private static func path(of name: String, in format: FileFormat) throws -> ModelPath {
        let keys = try ModelClass.of(Model.self).keyPath(ofPropertyNamed: name, in: format)
        return ModelPath(keys.map { .key($0) })
    }
}

// MARK: Paths

extension ModelQuery {
    /// Returns a query that finds only records that have a value at a key path, such as `author.name`. If the value
    /// is nil, it also finds records without a value at the key path.
    public func `where`<Value: ModelValue>(_ path: String, equals value: Value) -> ModelQuery {
        self.where(path, isOneOf: [value])
    }

    /// Returns a query that finds only records that have one of these values at a key path.
    public func `where`<Value: ModelValue>(_ path: String, isOneOf values: [Value]) -> ModelQuery {
        adding { query, _ in
            let test = StoreQuery.Test.isOneOf(try values.map { try Self.scalar(of: $0) })
            query.conditions.append(StoreQuery.Condition(try Self.path(path), test))
        }
    }

    /// Returns a query that finds only records whose value at a key path is in a range.
    public func `where`<Range: ModelQueryRange>(_ path: String, in range: Range) -> ModelQuery
    where Range.Bound: ModelValue {
        adding { query, _ in
            for limit in range._queryLimits {
                let test = limit.test(try Self.scalar(of: limit.value))
                query.conditions.append(StoreQuery.Condition(try Self.path(path), test))
            }
        }
    }

    /// Returns a query whose records are sorted by the values at a key path: missing values first, then numbers, then
    /// texts.
    public func sorted(by path: String, descending: Bool = false) -> ModelQuery {
        adding { query, _ in query.order.append(StoreQuery.Order(try Self.path(path), isDescending: descending)) }
    }

    private static func path(_ text: String) throws -> ModelPath {
        guard let path = ModelPath(text), !path.components.isEmpty else {
            throw ModelError(.invalidKey, "\(text.debugDescription) is no path of keys, such as author.name.")
        }
        return path
    }

    private static func scalar<Value: ModelValue>(of value: Value) throws -> ModelScalar {
        try scalar(of: try ModelDocument(encoding: value).root)
    }

    private static func scalar(of value: ModelDocument.Value) throws -> ModelScalar {
        guard let scalar = value.scalar, scalar.isNull || StoreQuery.Value(scalar) != .missing else {
            throw ModelError(
                .typeMismatch, expected: "a single value that a query can compare", found: value.kind.rawValue)
        }
        return scalar
    }
}

extension ModelScalar {
    fileprivate var isNull: Bool { if case .null = self { true } else { false } }
}
