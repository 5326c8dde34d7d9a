import FormatSupport
import Testing

@Suite("The table of objects by identity")
struct IdentityTableTests {
    private final class Thing {}

    @Test("Each of 10,000 objects keeps its number, and none is taken for another")
    func find() {
        var table = IdentityTable(bits: 1)
        let things = (0..<10_000).map { _ in Thing() }
        for (number, thing) in things.enumerated() {
            let entered = table.findOrInsert(thing, number)
            #expect(entered == nil)
        }
        for (number, thing) in things.enumerated() {
            let found = table.findOrInsert(thing, -5)
            #expect(found == number)
        }
        let stranger = table.findOrInsert(Thing(), 1)
        #expect(stranger == nil)
    }

    private final class Counted {
        private let freed: Counter
        init(_ freed: Counter) { self.freed = freed }
        deinit { freed.value += 1 }
    }

    private final class Counter {
        var value = 0
    }

    @Test("Objects live as long as the table, and no longer")
    func lifetime() {
        let freed = Counter()
        let before = Self.freedWhileThereIsATable(freed)
        #expect(before == 0)
        #expect(freed.value == 100)
    }

    private static func freedWhileThereIsATable(_ freed: Counter) -> Int {
        var table = IdentityTable(bits: 1)
        for number in 0..<100 { _ = table.findOrInsert(Counted(freed), number) }
        return freed.value
    }
}
