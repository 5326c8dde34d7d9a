import ModelCore
import Testing

/// Expects that what may be refused for having too many values takes less than 30 seconds of this thread, and is
/// refused for nothing else.
public func expectQuick(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let seconds = threadSeconds {
        do {
            try body()
        } catch {
            #expect(
                (error as? ModelError)?.code == .nodesExceeded, "\(what): \(error)", sourceLocation: sourceLocation)
        }
    }
    #expect(seconds < 30, "\(what)", sourceLocation: sourceLocation)
}
