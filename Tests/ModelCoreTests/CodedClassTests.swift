import ModelCore
import TestSupport
import Testing

/// Lists its properties by hand, and says that it overrides nothing.
private class Plain: BaseModel {
    var first = 1

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("first", \Plain.first)]
    }
    override class var modelClass: ModelClass { known }
    private static let known = ModelClass(Plain.self, overrides: [])
}

private final class PlainChild: Plain {
    var second = 2

    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("second", \PlainChild.second)]
    }
    override class var modelClass: ModelClass { known }
    private static let known = ModelClass(PlainChild.self, overrides: [])
}

/// Writes keys of its own, and doesn't say so.
private class CustomChild: Plain {
    override class var modelClass: ModelClass { known }
    private static let known = ModelClass(CustomChild.self)
    override func encode(with encoder: ModelEncoder) throws { try super.encode(with: encoder) }
}

private class CustomGrandchild: CustomChild {}

@Suite("The keys of a class's objects")
struct CodedClassTests {
    private func propertyNames(of model: BaseModel) throws -> [String]? {
        let node = try ModelNode(encoding: model)
        guard case .object(let object) = node else { return nil }
        return object.codedClass.propertyNames
    }

    @Test("They are known of a class that codes its properties and nothing else")
    func known() throws {
        #expect(try propertyNames(of: Plain()) == ["first"])
        #expect(try propertyNames(of: PlainChild()) == ["first", "second"])
        // The runtime tells it of a class without a description.
        #expect(try propertyNames(of: Item()) == ModelClass.of(Item.self).properties.map(\.name))
    }

    @Test("They aren't where a class, or its superclass, may write others")
    func unknown() throws {
        #expect(try propertyNames(of: CustomChild()) == nil)
        #expect(try propertyNames(of: CustomGrandchild()) == nil)
        #expect(CodedClass(name: "Foreign").propertyNames == nil)
    }
}
