import Foundation
import ModelCore
import TestSupport
import Testing

/// Depth costs memory, and no stack.
@Suite("Chains of models that are deeper than the stack")
struct DepthTests {
    final class Deep: BaseModel {
        var number = 0
        var next: Deep?
        weak var first: Deep?
        var others: [Deep] = []

        private static let ownModelClass = ModelClass(Deep.self, name: "Deep", overrides: [])
        override class var modelClass: ModelClass { ownModelClass }
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("number", \Deep.number), ModelProperty("next", \Deep.next, key: "following"),
                ModelProperty("first", \Deep.first),
                ModelProperty("others", \Deep.others, key: PropertyKey(path: "more.others")),
            ]
        }
    }

    private static let classes = {
        var classes = ClassRegistry()
        classes.add(Deep.self)
        return classes
    }()

    private static let limits = DecodingLimits(depth: .max)

    private static func chain(_ count: Int) -> Deep {
        let first = Deep()
        var last = first
        for number in 1..<count {
            let next = Deep()
            next.number = number
            // Through arrays, too.
            if number % 1000 == 0 { last.others = [next] } else { last.next = next }
            last = next
        }
        return first
    }

    private static func length(_ first: Deep) -> Int {
        var (count, last) = (1, first)
        while let next = last.next ?? last.others.first {
            guard next.number == count else { return -1 }
            count += 1
            last = next
        }
        return count
    }

    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    @Test("Written, read and freed on 512 KiB", .endsAtLast, arguments: GrowthTests.Format.all)
    func chains(_ format: GrowthTests.Format) async throws {
        // A million takes minutes.
        let count = ProcessInfo.processInfo.environment["CHAIN"].flatMap { Int($0) } ?? 20_000
        let length = try await onSmallStack {
            let content = try format.provider.encode(Self.chain(count), as: format.format, limits: Self.limits)
            let read = try ClassRegistry.withClasses(Self.classes) {
                try format.provider.decode(Deep.self, from: content, as: format.format, limits: Self.limits)
            }
            return Self.length(read)
        }
        #expect(length == count)
    }

    @Test("Shared parts and ways back stay what they are, wherever the stack ends")
    func graph() async throws {
        let isSame = try await onSmallStack {
            let chain = Self.chain(5000)
            var last = chain
            while let next = last.next ?? last.others.first {
                next.first = chain
                if next.number % 7 == 0 { next.others.append(last) }
                last = next
            }
            defer { Self.unlink(chain) }
            let document = try ModelDocument(encoding: chain, limits: Self.limits)
            let read: Deep = try ClassRegistry.withClasses(Self.classes) {
                try document.decode(limits: Self.limits)
            }
            defer { Self.unlink(read) }
            var (count, place) = (0, read)
            while let next = place.next ?? place.others.first {
                guard next.first === read, next.number % 7 != 0 || next.others.last === place else { return false }
                count += 1
                place = next
            }
            return try count == 4999 && ModelDocument(encoding: read, limits: Self.limits) == document
        }
        #expect(isSame)
    }

    private static func unlink(_ first: Deep) {
        var next: Deep? = first
        while let model = next {
            next = model.next ?? model.others.first
            model.next = nil
            model.others = []
        }
    }

    @Test("An error names the way to where it is")
    func errors() async throws {
        let (writing, reading) = try await onSmallStack {
            let chain = Self.chain(3000)
            var last = chain
            while let next = last.next ?? last.others.first { last = next }
            func error(_ body: () throws -> Void) -> ModelError? {
                do { try body() } catch { return error as? ModelError }
                return nil
            }
            let writing = error {
                _ = try KeyedArchive().encode(chain, limits: DecodingLimits(depth: 2500))
            }
            var document = try ModelDocument(encoding: chain, limits: Self.limits)
            let way = (1..<3000).flatMap { number -> [ModelPath.Component] in
                number % 1000 == 0 ? [.key("more"), .key("others"), .index(0)] : [.key("following")]
            }
            try document.set(.string("text"), at: ModelPath(way + [.key("number")]))
            let reading = error {
                _ = try ClassRegistry.withClasses(Self.classes) {
                    try document.decode(Deep.self, limits: Self.limits)
                }
            }
            return (writing, reading.map { ($0.code, $0.path.components == way + [.key("number")]) })
        }
        #expect(writing?.code == .depthExceeded)
        #expect(writing?.path.components.prefix(1001).suffix(3) == [.key("following"), .key("more"), .key("others")])
        #expect(reading?.0 == .typeMismatch && reading?.1 == true)
    }
}
