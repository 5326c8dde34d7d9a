import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("The abstract class in files")
struct AbstractClassTests {
    /// A property of the abstract class itself, as lists of mixed models have.
    final class Shelf: BaseModel {
        var items: [BaseModel] = []
        override class var modelProperties: [ModelProperty] { [ModelProperty("items", \Shelf.items)] }
    }

    @Test("A file that names the abstract class is an error")
    func abstractClassInFile() throws {
        var classes = ClassRegistry()
        classes.add(Shelf.self, name: "Shelf")
        let object = ModelNode.object(ObjectNode(CodedClass(name: "BaseModel")))
        let shelf = ModelNode.object(ObjectNode(CodedClass(name: "Shelf"), [("items", .array(ArrayNode([object])))]))
        #expect(errorCode { try shelf.decoded(Shelf.self, classes: classes) } == .abstractClass)
        #expect(errorCode { try object.decoded(BaseModel.self) } == .abstractClass)
    }
}
