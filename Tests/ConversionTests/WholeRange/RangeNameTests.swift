import Foundation
import ModelCore
import ModelTesting
import PlistFormat
import TestSupport
import Testing

/// Classes, properties and keys may have any name, and shared objects may be below them.
@Suite("Every name in every format")
struct RangeNameTests {
    private static let names =
        RangeValues.strings.filter { !$0.isEmpty && $0.utf8.count < 1000 } + [
            "$$class", "$$$class", "$utf8:a", "$$utf8:%00", "a.b[0]", "\u{1}.\u{2}[3]",
        ]

    private func object(_ name: String, _ properties: [(String, ModelNode)]) -> ModelNode {
        .object(ObjectNode(CodedClass(name: name), properties.map { (key: $0.0, value: $0.1) }))
    }

    /// Tells what came of it: nil where it is the same.
    private func difference(_ node: ModelNode, _ format: RangeFormat, mayRefuse: Bool) -> String? {
        let content: Data
        do {
            content = try format.encode(node)
        } catch {
            let code = (error as? ModelError)?.code
            return mayRefuse && (code == .unrepresentableValue || code == .duplicateKey) ? nil : "\(error)"
        }
        do {
            let (wanted, found) = (
                Fingerprint.text(of: node), Fingerprint.text(of: try format.decode(ModelNode.self, content))
            )
            return found == wanted ? nil : "\(found) instead of \(wanted)"
        } catch {
            return "\(error)"
        }
    }

    @Test("Class names", arguments: RangeFormat.all)
    func classNames(_ format: RangeFormat) {
        for name in Self.names {
            let objects = ModelNode.array(
                ArrayNode([object(name, [("a", .scalar(.int64(1)))]), object("Plain", []), object(name, [])]))
            let found = difference(
                objects, format, mayRefuse: format.gaps.contains(.controlsInKeys) && !RangeFormat.isXML(name))
            #expect(found == nil, "\(name.debugDescription): \(found ?? "")")
        }
    }

    @Test("Names of properties", arguments: RangeFormat.all)
    func propertyNames(_ format: RangeFormat) {
        for name in Self.names {
            let inner = object("Inner", [(name, .scalar(.string(name)))])
            let objects = ModelNode.array(
                ArrayNode([object("Outer", [(name, inner), ("other", .scalar(.bool(true)))])]))
            // Plain formats name the class under that key themselves.
            let isClass = name == "$class" && !format.keepsTypes
            let found = difference(
                objects, format, mayRefuse: isClass || format.gaps.contains(.controlsInKeys) && !RangeFormat.isXML(name)
            )
            #expect(found == nil, "\(name.debugDescription): \(found ?? "")")
        }
    }

    /// Swift takes them for the same, and files don't.
    @Test("Keys of other bytes that look the same", arguments: RangeFormat.all)
    func equivalentKeys(_ format: RangeFormat) throws {
        let keys = ["\u{E9}", "e\u{301}", "\u{E9}."]
        let values = keys.indices.map { ModelNode.array(ArrayNode([.scalar(.int64(Int64($0)))])) }
        let dictionary = ModelNode.dictionary(DictionaryNode(zip(keys, values).map { (.scalar(.string($0)), $1) }))
        let node = ModelNode.array(ArrayNode([dictionary, object("Accents", Array(zip(keys, values)))].suffix(format.keepsTypes ? 2 : 1)))
        let (wanted, found) = (
            Fingerprint.text(of: node), Fingerprint.text(of: try format.decode(ModelNode.self, format.encode(node)))
        )
        #expect(found.utf8.elementsEqual(wanted.utf8), "\(found) instead of \(wanted)")
    }

    @Test("Paths to shared objects", arguments: RangeFormat.all.filter(\.keepsTypes))
    func paths(_ format: RangeFormat) {
        for name in Self.names {
            let shared = object("Shared", [("x", .scalar(.int64(1)))])
            let dictionary = ModelNode.dictionary(
                DictionaryNode([(.scalar(.string(name)), .array(ArrayNode([shared])))]))
            let root = object("Root", [(name, dictionary), ("again", shared)])
            let found = difference(root, format, mayRefuse: false)
            #expect(found == nil, "\(name.debugDescription): \(found ?? "")")
        }
    }
}
