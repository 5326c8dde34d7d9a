import Foundation
import ModelCore
import TestSupport
import Testing

#if Macros
    /// A struct that holds an array of itself.
    @Model struct DirectBox {
        var inner: [DirectBox] = []
        var leaf: DirectLeaf?
    }

    /// The direct way asks how much stack there is.
    @Suite("The direct way on small stacks")
    struct DirectStackTests {
        private static func chain(_ count: Int, through arrays: Bool) -> DirectNode {
            var chain = DirectNode()
            for _ in 1..<count {
                let outer = DirectNode()
                if arrays { outer.others = [chain] } else { outer.next = chain }
                chain = outer
            }
            return chain
        }

        private static func boxes(_ count: Int) -> DirectBox {
            (1..<count).reduce(DirectBox()) { inner, _ in DirectBox(inner: [inner]) }
        }

        /// The result, or the code of the error, which may only be one that says that the stack is too small.
        private static func tried<Result>(_ body: () throws -> Result) throws -> Result? {
            do {
                return try body()
            } catch let error as ModelError where error.code == .depthExceeded {
                return nil
            }
        }

        @Test("Chains on 64 KiB and more", .endsAtLast, arguments: DirectWayTests.Format.all)
        func chains(_ format: DirectWayTests.Format) async throws {
            for (size, counts) in [(64 << 10, [1, 20, 61, 200]), (128 << 10, [61, 250]), (1 << 19, [61, 250])] {
                for count in counts {
                    for arrays in [false, true] {
                        let content = try format.byDocument(Self.chain(count, through: arrays))
                        try await onThread(stackSize: size) {
                            let chain = Self.chain(count, through: arrays)
                            let written = try Self.tried { try format.provider.encode(chain, as: format.format) }
                            #expect(written == nil || written == content)
                            let back = try Self.tried {
                                try format.provider.decode(DirectNode.self, from: content, as: format.format)
                            }
                            // A thread with as much as this has room for what is usual.
                            if size > 128 << 10 { #expect(written != nil && back != nil) }
                        }
                    }
                }
            }
        }

        @Test("Structs in structs on 64 KiB and more", .endsAtLast, arguments: DirectWayTests.Format.all)
        func structs(_ format: DirectWayTests.Format) async throws {
            for size in [64 << 10, 128 << 10, 1 << 19] {
                for count in [1, 61, 120] {
                    let content = try format.byDocument(Self.boxes(count))
                    try await onThread(stackSize: size) {
                        let written = try Self.tried { try format.provider.encode(Self.boxes(count), as: format.format) }
                        #expect(written == nil || written == content)
                        _ = try Self.tried {
                            try format.provider.decode(DirectBox.self, from: content, as: format.format)
                        }
                    }
                }
            }
        }

        @Test("What is deep, but within the limits and the stack, goes directly", arguments: DirectWayTests.Format.all)
        func deep(_ format: DirectWayTests.Format) async throws {
            let content = try format.byDocument(Self.chain(200, through: false))
            try await onThread(stackSize: 8 << 20) {
                #expect(format.direct(Self.chain(200, through: false)) == content)
                #expect(format.direct(DirectNode.self, content) != nil)
            }
        }
    }
#endif
