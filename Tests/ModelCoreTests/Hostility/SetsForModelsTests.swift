import Foundation
import ModelCore
import TestSupport
import Testing

/// Casting a set of Swift's values to a class stops the program: Foundation's hash of them calls itself without end.
@Suite("Sets where models could be")
struct SetsForModelsTests {
    final class Holder: BaseModel {
        var value: Any?
        var next: Holder?

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty(any: "value", \Holder.value), ModelProperty("next", \Holder.next)]
        }
    }

    /// Of each kind that a file may hold.
    private static var elements: [AnyHashable] { [
        1, true, 1.5, "text", Data([1]), Date(), URL(filePath: "/"), UUID(), Decimal(1), CGPoint.zero, CGSize.zero, CGRect.zero,
        NSRange(location: 1, length: 1), IndexSet(integer: 1), Set<AnyHashable>([1, "x"]), [AnyHashable(1)], ["a": AnyHashable(1)],
        Float(1), UInt64.max, AffineTransform.identity,
    ] }

    private struct Key: Hashable {
        var number = 1
    }

    @Test("A set in a file in the place of a model is an error")
    func read() throws {
        let set = ModelNode.array(ArrayNode([.scalar(.uuid(UUID())), .scalar(.bool(true))], kind: .set))
        let content = try KeyedArchive().encode(set)
        #expect(throws: ModelError.self) { try KeyedArchive().decode(Holder.self, from: content) }
        #expect(throws: ModelError.self) { try Holder(object: Set<AnyHashable>([AnyHashable(UUID()), AnyHashable(Key())])) }
        #expect(throws: ModelError.self) { try Holder(object: Set(Self.elements)) }
        for element in Self.elements { #expect(throws: ModelError.self) { try Holder(object: Set([element, Self.elements[0]])) } }
    }

    @Test("A set of nulls in a set: on Linux, equal instances of NSNull have hashes of their own", .endsAtLast)
    func nulls() throws {
        let nulls = ModelNode.array(ArrayNode([.null, .null, .null], kind: .set))
        let one = ModelNode.array(ArrayNode([.null, .scalar(.bool(true))], kind: .set))
        let content = try KeyedArchive().encode(ModelNode.array(ArrayNode([nulls, one], kind: .set)))
        for _ in 0..<200 {
            let value = try KeyedArchive().decode(from: content) { try AnyValue.decode(from: $0) }
            let elements = try #require(value as? [Any])
            // What a set can't keep apart stays an array; as here, where that is no set's element.
            #expect((elements[0] as? [Any])?.count == 3)
            #expect((elements[1] as? Set<AnyHashable>)?.count == 2)
        }
    }

    @Test("A null beside sets: where their hashes meet, the null would be compared with them as Foundation's objects")
    func nullBesideSets() throws {
        func set(_ elements: [ModelNode]) -> ModelNode { .array(ArrayNode(elements, kind: .set)) }
        let sets = (0..<200).map { set([.scalar(.int64($0)), .scalar(.string("a"))]) }
        let content = try KeyedArchive().encode(set(sets + [.null]))
        let elements = try KeyedArchive().decode(from: content) { try AnyValue.decode(from: $0) }
        #expect((elements as? [Any])?.count == 201)
        // The null may be deeper, too: sets are compared with what is in them.
        let deep = try KeyedArchive().encode(set((0..<200).map { set([$0 % 2 == 0 ? .null : set([]), .scalar(.int64($0))]) }))
        #expect(try KeyedArchive().decode(from: deep) { try AnyValue.decode(from: $0) } is [Any])
        let keys = DictionaryNode((sets + [set([.null])]).map { ($0, .scalar(.bool(true))) })
        let dictionary = try KeyedArchive().encode(ModelNode.dictionary(keys))
        let error = #expect(throws: ModelError.self) {
            try KeyedArchive().decode(from: dictionary) { try AnyValue.decode(from: $0) }
        }
        #expect(error?.code == .typeMismatch)
    }

    @Test("Described, compared, sorted and written")
    func use() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let holder = Holder()
        holder.value = Set<AnyHashable>([AnyHashable(UUID()), AnyHashable(Key())])
        #expect(holder.debugDescription.contains("Holder"))
        #expect(throws: ModelError.self) { try holder.setValue(Set([Key()]), forKey: "next") }
        #expect(throws: ModelError.self) { try KeyedArchive().encode(holder) }
        let path = folder.appendingPathComponent("set.plist").path
        #expect(throws: ModelError.self) { try BaseModel.write(Set([Key()]), toFile: path) }
        try BaseModel.write(Set([UUID()]), toFile: path)
        #expect((try BaseModel.object(contentsOfFile: path) as? Set<AnyHashable>)?.count == 1)
    }
}
