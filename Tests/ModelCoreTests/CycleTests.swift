import ModelCore
import TestSupport
import Testing

/// Cycles in formats that have no identity are errors whose path goes round once.
@Suite struct CycleTests {
    private func error(of root: Ring, limits: DecodingLimits = .standard) -> ModelError? {
        do {
            _ = try EchoFormat([]).encode(root, limits: limits)
            return nil
        } catch {
            return error as? ModelError
        }
    }

    /// Whatever object is the innermost when the limit is reached.
    @Test(arguments: 500...512)
    func innermostObjectIsNotPartOfTheCycle(depth: Int) {
        let first = Ring()
        let second = Ring()
        let third = Ring()
        first.others = [Ring(), second]
        second.next = third
        third.others = [first]
        defer { third.others = [] }
        let error = self.error(of: first, limits: DecodingLimits(depth: depth))
        #expect(error?.code == .cycle)
        #expect(error?.path.description == "others[1].next.others[0]")
    }

    @Test(arguments: 500...503)
    func cycleBehindTheRoot(depth: Int) {
        let outside = Ring()
        let ring = Ring()
        let end = Ring()
        outside.next = ring
        ring.next = end
        end.next = ring
        defer { end.next = nil }
        let error = self.error(of: outside, limits: DecodingLimits(depth: depth))
        #expect(error?.code == .cycle)
        #expect(error?.path.description == "next.next.next")
    }

    @Test func depthWithoutACycle() {
        let root = Ring()
        var last = root
        for _ in 0..<600 {
            let next = Ring()
            last.next = next
            last = next
        }
        #expect(error(of: root)?.code == .depthExceeded)
    }

    private final class Ring: BaseModel {
        var next: Ring?
        var others: [Ring] = []

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("next", \Ring.next), ModelProperty("others", \Ring.others)]
        }
    }
}
