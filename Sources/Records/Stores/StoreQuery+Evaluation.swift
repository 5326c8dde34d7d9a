import FormatSupport

// Answers to queries by reading the records, for stores without indexes, and for conditions that a store can't
// translate.

extension StoreQuery {
    /// True if all conditions hold for a record.
    public func matches(_ document: ModelDocument) -> Bool {
        conditions.allSatisfy { $0.test.holds(for: Value(at: $0.path, in: document)) }
    }

    /// True if all conditions hold for a record. Also true for a record that can't be read.
    public func matches(_ record: StoredRecord) -> Bool { record.fault != nil || matches(record.document) }

    /// True if the first record comes before the second one.
    public func areInOrder(_ first: StoredRecord, _ second: StoredRecord) -> Bool {
        for order in order {
            let (left, right) = (Value(at: order.path, in: first.document), Value(at: order.path, in: second.document))
            if left != right { return order.isDescending ? right < left : left < right }
        }
        return ExactText(first.id) < ExactText(second.id)
    }

    /// The answer to the query, if `records` are all records.
    public func selection(from records: some Sequence<StoredRecord>) -> [StoredRecord] {
        var found: [(record: StoredRecord, values: [Value])] = []
        for record in records where matches(record) {
            found.append((record, order.map { Value(at: $0.path, in: record.document) }))
        }
        found.sort { first, second in
            for (order, (left, right)) in zip(order, zip(first.values, second.values)) where left != right {
                return order.isDescending ? right < left : left < right
            }
            return ExactText(first.record.id) < ExactText(second.record.id)
        }
        return found.dropFirst(max(offset, 0)).prefix(max(limit ?? .max, 0)).map(\.record)
    }
}

extension StoreQuery.Test {
    /// True if the test holds for a value.
    func holds(for value: StoreQuery.Value) -> Bool {
        switch self {
        case .isOneOf(let scalars): scalars.contains { StoreQuery.Value($0) == value }
        case .isAtLeast(let scalar): value.isComparable(to: .init(scalar)) && value >= .init(scalar)
        case .isAtMost(let scalar): value.isComparable(to: .init(scalar)) && value <= .init(scalar)
        case .isAbove(let scalar): value.isComparable(to: .init(scalar)) && value > .init(scalar)
        case .isBelow(let scalar): value.isComparable(to: .init(scalar)) && value < .init(scalar)
        }
    }
}
