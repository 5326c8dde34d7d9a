import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Shared instances of other classes")
struct ForeignSharedInstanceTests {
    final class Shelf: BaseModel {}
    final class Chain: BaseModel {}

    @Test("A shared instance is never of another class, however it is set")
    func foreignSharedInstance() {
        let type: BaseModel.Type = Shelf.self
        type.setSharedInstance(Chain())
        #expect(errorCode { try Shelf.shared } == .classMismatch)
        Shelf.setSharedInstance(nil)
    }
}
