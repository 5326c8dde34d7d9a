import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("A nil at a key path inside another property's value")
struct NilOnKeyPathTests {
    final class Overlaid: BaseModel {
        var info: [String: Int64] = ["x": 1]
        var x: Int64? = 5
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("info", \Overlaid.info),
                ModelProperty("x", \Overlaid.x, key: PropertyKey(path: "info.x")),
            ]
        }
    }

    @Test("It takes the place of the value that is there, if it was set")
    func replaces() throws {
        let format = EchoFormat([.null])
        let model = Overlaid()
        model.x = nil
        _ = try format.encode(model)
        #expect(format.document["info"]?.kind == .dictionary)
        #expect(format.document[["info", "x"]]?.intValue == nil)
        model.x = 7
        _ = try format.encode(model)
        #expect(format.document[["info", "x"]]?.intValue == 7)
    }
}
