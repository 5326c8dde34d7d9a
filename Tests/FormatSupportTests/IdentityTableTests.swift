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
            let known = table.find(thing)
            #expect(known == nil)
            let entered = table.findOrInsert(thing, number)
            #expect(entered == nil)
        }
        for (number, thing) in things.enumerated() {
            let found = table.find(thing)
            #expect(found == number)
            let again = table.findOrInsert(thing, -5)
            #expect(again == number)
        }
        let stranger = table.find(Thing())
        #expect(stranger == nil)
    }

    @Test("A number can be changed")
    func update() {
        var table = IdentityTable()
        let thing = Thing()
        table.update(thing, 1)
        table.update(thing, 2)
        let found = table.find(thing)
        #expect(found == 2)
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
