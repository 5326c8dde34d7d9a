import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

@Suite("Classes' own code")
struct UnbalancedCodingTests {
    /// Ends more than it began.
    final class Unbalanced: BaseModel {
        override func encode(with encoder: ModelEncoder) throws {
            for _ in 0..<4 { try encoder.end() }
        }
    }

    /// Asks for what is known of the class while that is worked out.
    final class Curious: BaseModel {
        var name = ""
        private static let isAsking = Atomic(false)
        override class var modelProperties: [ModelProperty] {
            if !isAsking.exchange(true, ordering: .relaxed) {
                _ = allPropertyKeys
                isAsking.store(false, ordering: .relaxed)
            }
            return [ModelProperty("name", \Curious.name)]
        }
    }

    @Test("Ends without a beginning")
    func unbalanced() {
        _ = try? ModelNode.of(Unbalanced())
        _ = try? KeyedArchive().encode(Unbalanced())
    }

    @Test("The list of properties may ask for itself", .endsAtLast)
    func curious() {
        #expect(Curious.allPropertyKeys == ["name"])
    }
}
