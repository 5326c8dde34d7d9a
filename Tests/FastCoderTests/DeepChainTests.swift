import FastCoder
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("A chain of 100,000 objects", .endsAtLast)
struct DeepChainTests {
    private static let length = 100_000
    /// Those of threads that a program makes, and of the main thread.
    private static let stackSizes = [1 << 19, 1 << 23]

    /// A file whose objects stand in one another: each has a friend, and nothing else.
    private static let content: Data = {
        var content = Data("TSAF".utf8) + [3, 0, 3, 0] + Data(count: 12)
        // The definition of the class, with its one name. The count stands at an offset that is a multiple of four as it is.
        content += [29] + Data("Animal\0".utf8) + [1, 0, 0, 0] + Data("friend\0".utf8)
        for _ in 0..<length { content += [30, 0] as [UInt8] }
        return content + [0]
    }()

    @Test("Writing it is refused with the limit", arguments: stackSizes)
    func encode(stackSize: Int) async {
        let error = await thrown(stackSize) {
            let first = Animal("0")
            var last = first
            for index in 1..<Self.length {
                let next = Animal("\(index)")
                last.friend = next
                last = next
            }
            _ = try FastCoder().encode(first)
        }
        #expect(error?.code == .depthExceeded)
        #expect(error?.reason.contains(/[0-9]+ levels deep/) == true)
    }

    @Test("Reading it is refused with the limit, as a model and as a document; with a limit beyond it, it is read", arguments: stackSizes)
    func decode(stackSize: Int) async {
        for depth in [512, Int.max] {
            let limits = DecodingLimits(depth: depth)
            let errors = [
                await thrown(stackSize) {
                    try ClassRegistry.withClasses(.animals) {
                        var animal: Animal? = try FastCoder().decode(from: Self.content, limits: limits)
                        var length = 0
                        while let next = animal {
                            animal = next.friend
                            length += 1
                        }
                        #expect(length == Self.length)
                    }
                },
                await thrown(stackSize) { _ = try FastCoder().document(from: Self.content, limits: limits) },
            ]
            for error in errors {
                #expect(error?.code == (depth == 512 ? .depthExceeded : nil))
                #expect(depth == .max || error?.reason.contains(/[0-9]+ levels deep/) == true)
            }
        }
    }

    @Test("Passing over it needs no stack")
    func skip() async {
        let error = await thrown(1 << 19) {
            try FastCoder().decode(from: Self.content, limits: DecodingLimits(depth: .max)) { try $0.skipValue() }
        }
        #expect(error == nil)
    }

    /// What `body` throws on a thread with a stack of that size.
    private func thrown(_ stackSize: Int, _ body: @escaping @Sendable () throws -> Void) async -> ModelError? {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                do {
                    try body()
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error as? ModelError)
                }
            }
            thread.stackSize = stackSize
            thread.start()
        }
    }
}
