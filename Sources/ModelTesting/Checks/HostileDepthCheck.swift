import Foundation
import ModelCore

extension ContractCheck {
    /// The check of files that are nested too deeply for any stack.
    package static let hostileDepth = ContractCheck(
        "hostileDepth", "A file nested very deeply is an error, on a small stack and with any limit."
    ) { run in
        let depth = run.options.hostileDepth
        // The files are written on a stack that is large enough. If a format refuses to write one, there is nothing to
        // read.
        let content = await onThread(stackSize: 1 << 29) {
            try run.encode(nestedArray(depth), limits: DecodingLimits(depth: .max))
        }
        let ignored = await onThread(stackSize: 1 << 29) {
            let object = SampleValue.object("ContractLink", [("ignored", nestedArray(depth)), ("label", "behind")])
            return try run.encode(object, limits: DecodingLimits(depth: .max))
        }
        let arrays = "\(depth) arrays in one another"
        for limit in [DecodingLimits.standard.depth, Int.max] {
            let limits = DecodingLimits(depth: limit)
            if case .success(let content) = content {
                run.announce("\(arrays), of which \(limit) are allowed")
                await onThread(stackSize: 1 << 19) {
                    if limit == DecodingLimits.standard.depth {
                        run.expectError(arrays, codes: [.depthExceeded], reading: content) {
                            try run.decode(ModelDocument.self, from: content, limits: limits)
                        }
                    } else {
                        _ = try? run.decode(ModelDocument.self, from: content, limits: limits)
                    }
                }
            }
            if case .success(let content) = ignored {
                run.announce("\(arrays) that nobody asks for, of which \(limit) are allowed")
                await onThread(stackSize: 1 << 19) {
                    // Skipping the value may need no stack at all: then the value after it is read.
                    guard let link = try? run.decode(ContractLink.self, from: content, limits: limits) else { return }
                    run.expect(
                        link.label == "behind", "a deep value that nobody asks for", expected: "the value behind it",
                        found: link.label)
                }
            }
        }
    }

    /// Runs `body` on a separate thread with a stack of the given size in bytes.
    @discardableResult
    private static func onThread<Value: Sendable>(
        stackSize: Int, _ body: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: Result(catching: body)) }
            thread.stackSize = stackSize
            thread.start()
        }
    }
}
