import FormatSupport
import Testing

@Suite("Stacks")
struct StackTests {
    @Test("What was added last goes first, beyond the first room too")
    func order() {
        var stack = Stack<Int>()
        let nothing = (stack.isEmpty, stack.popLast(), stack.last)
        #expect(nothing == (true, nil, nil))
        for number in 0..<1000 { stack.append(number) }
        let ends = (stack.count, stack[0], stack[999])
        #expect(ends == (1000, 0, 999))
        stack[500] = -1
        for number in (0..<1000).reversed() {
            let last = stack.last
            let popped = stack.popLast()
            #expect(popped == (number == 500 ? -1 : number) && last == popped)
        }
        let isEmpty = stack.isEmpty
        #expect(isEmpty)
    }

    @Test("Cut, and looked at from an index on")
    func parts() {
        var stack = Stack<UInt32>()
        for number in 0..<100 as Range<UInt32> { stack.append(number) }
        let sum = stack.withValues(from: 98) { values in values.indices.reduce(0) { $0 + Int(values[$1]) } }
        #expect(sum == 98 + 99)
        let none = stack.withValues(from: 1000) { $0.count }
        let all = stack.withValues(from: -1) { $0.count }
        #expect(none == 0 && all == 100)
        stack.truncate(to: 200)
        stack.truncate(to: -1)
        let same = stack.count
        stack.truncate(to: 3)
        let cut = (stack.count, stack.last)
        #expect(same == 100 && cut == (3, 2))
    }

    @Test("A copy has memory of its own")
    func copies() {
        var stack = Stack<Int>()
        for number in 0..<100 { stack.append(number) }
        var copy = stack.copy()
        copy[0] = -1
        copy.append(100)
        let ends = (stack[0], stack.count, copy[0], copy[99], copy.count)
        #expect(ends == (0, 100, -1, 99, 101))
    }

    @Test("A table has its values from the start, and grows as any other")
    func tables() {
        // Of a size that memory of whole pages isn't a multiple of.
        var table = Stack(repeating: (1, 2, 3), count: 100_000)
        table[99_999] = (4, 5, 6)
        let ends = (table.count, table[0], table[99_998], table.last)
        #expect(ends.0 == 100_000 && ends.1 == (1, 2, 3) && ends.2 == (1, 2, 3))
        #expect(ends.3 ?? (0, 0, 0) == (4, 5, 6))
        for number in 0..<400_000 { table.append((number, number, number)) }
        let grown = (table.count, table[99_999], table[100_000], table[499_999])
        #expect(grown.0 == 500_000 && grown.1 == (4, 5, 6))
        #expect(grown.2 == (0, 0, 0) && grown.3 == (399_999, 399_999, 399_999))
        var none = Stack<Int>(repeating: 0, count: 0)
        none.append(7)
        let last = none.last
        #expect(last == 7)
    }

    @Test("What is kept for keys, in any order")
    func keys() {
        var table = KeyTable<UInt32>()
        let nothing = table[7]
        table[7] = 1
        table[2] = 2
        table[7] = 3
        let kept = (table[7], table[2], table[3], table[1000])
        #expect(nothing == nil && kept == (3, 2, nil, nil))
    }

    @Test("An index beyond the end stops the program, and reads nothing")
    func beyond() async {
        await #expect(processExitsWith: .failure) {
            var stack = Stack<Int>()
            stack.append(1)
            _ = stack.popLast()
            print(stack[0])
        }
    }
}
