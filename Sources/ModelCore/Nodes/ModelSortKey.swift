import Foundation

/// What models in sets and among keys are ordered by.
///
/// Not all that a model leads to, which may be the whole graph, and the set itself: its class, its single values, the first elements of
/// its arrays, and the same of the models that it refers to, but no further. No code of the program runs. Models that are
/// equal in all that come in no particular order.
enum ModelSortKey {
    private static let firstElements = 16

    static func key(of model: BaseModel, depth: Int) -> String {
        let modelClass = ModelClass.of(type(of: model))
        guard depth >= 0 else { return modelClass.name }
        let values = modelClass.properties.map { key(of: $0.read(model), depth: depth - 1) }
        return modelClass.name + "(" + values.joined(separator: ",") + ")"
    }

    private static func key(of value: Any?, depth: Int) -> String {
        guard let value = AnyValue.unwrapped(value) else { return "" }
        if let model = AnyValue.model(value) { return key(of: model, depth: depth) }
        return switch value {
        case _ where isSingle(value): (try? AnyValue.node(of: value))?.sortKey ?? ""
        case let raw as any RawRepresentable where isSingle(raw.rawValue): (try? AnyValue.node(of: raw.rawValue))?.sortKey ?? ""
        // Others have no order of their own.
        case let array as any RandomAccessCollection: elements(of: array, depth: depth)
        default: ""
        }
    }

    private static func elements(of array: some RandomAccessCollection, depth: Int) -> String {
        "[" + array.prefix(firstElements).map { key(of: $0, depth: min(depth, -1)) }.joined(separator: ",") + "]"
    }

    private static func isSingle(_ value: Any) -> Bool {
        switch value {
        case is String, is any BinaryInteger, is Double, is Float, is Bool, is Date, is UUID, is URL, is Data, is Decimal, is CGFloat: true
        default: false
        }
    }
}
