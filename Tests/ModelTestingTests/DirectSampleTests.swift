import Foundation
import Synchronization
import Testing

@testable import Documents
@testable import ModelCore
@testable import ModelTesting

/// The contract's samples reach the direct way of a format, so that a mistake there is noticed.
@Suite struct DirectSampleTests {
    @Test("Each sample is written and read directly but for those that are named", arguments: [false, true])
    func samples(keepsObjects: Bool) throws {
        let share = try FormatContract(SampleFormat(keepsObjects: keepsObjects)).directShare()
        #expect(share.samples.count >= 40 && Set(share.samples).count == share.samples.count)
        #expect(Set(share.unwritten) == SampleFormat.unwritten(keepsObjects: keepsObjects))
        #expect(Set(share.unread) == SampleFormat.unread(keepsObjects: keepsObjects))
        #expect(share.written > 0.7 && share.read > 0.7)
        #expect("\(share)".hasPrefix("Of \(share.samples.count) samples \(share.samples.count - share.unwritten.count) are"))
    }

    @Test("A sample that goes directly although the demand names it is a failure, and so is a name of no sample")
    func untrueNames() async throws {
        var options = ContractOptions.few
        options.direct = DirectDemand(
            exceptWriting: SampleFormat.unwritten(keepsObjects: false).union(["texts"]),
            exceptReading: SampleFormat.unread(keepsObjects: false).union(["no such sample"]))
        let failures = await FormatContract(SampleFormat(), options: options).failures(of: .directWay)
        #expect(failures.map(\.subject) == ["the sample \"texts\"", "the sample \"no such sample\""])
    }

    @Test("Each type of the direct way goes directly, in a property and in an array", arguments: [false, true])
    func types(keepsObjects: Bool) throws {
        func expectDirect<Value: ModelValue>(
            _ value: @autoclosure () -> Value, _ location: SourceLocation = #_sourceLocation
        ) throws {
            let probe = DirectProbe(base: SampleFormat(keepsObjects: keepsObjects))
            for content in [
                try probe.encodeBothWays(ContractHolder(value()), as: SampleFormat.format, .standard).content,
                try probe.encodeBothWays([value(), value()], as: SampleFormat.format, .standard).content,
            ] { #expect(!content.isEmpty) }
            let content = try probe.encode(ContractHolder(value()))
            _ = try probe.decode(ContractHolder<Value>.self, from: content)
            #expect(probe.written == 3 && probe.read == 1, "\(value())", sourceLocation: location)
        }
        try expectDirect(true)
        try expectDirect(Int8.min)
        try expectDirect(UInt8.max)
        try expectDirect(Int16.min)
        try expectDirect(UInt16.max)
        try expectDirect(Int32.min)
        try expectDirect(UInt32.max)
        try expectDirect(Int64.min)
        try expectDirect(UInt64(5))
        try expectDirect(Int.max)
        try expectDirect(UInt(5))
        try expectDirect(Float(0.1))
        try expectDirect(-0.1)
        try expectDirect("text")
        try expectDirect(Date(timeIntervalSinceReferenceDate: 0.5))
        try expectDirect([1, 2])
        try expectDirect([["a"], []])
        try expectDirect([Float(0.1)])
        try expectDirect([1, nil] as [Int?])
        try expectDirect(ContractPlain.Mood.wild)
        try expectDirect(ContractSite.Spot(code: 1, name: "n"))
        try expectDirect(ContractPair(1))
    }
}

/// Counts what a format writes and reads directly.
struct DirectProbe: FormatProvider {
    private final class Counts: Sendable {
        let written = Mutex(0)
        let read = Mutex(0)
    }

    let base: SampleFormat
    private let counts = Counts()
    var written: Int { counts.written.withLock { $0 } }
    var read: Int { counts.read.withLock { $0 } }

    init(base: SampleFormat) { self.base = base }

    var formats: [FileFormat] { base.formats }
    func capabilities(of format: FileFormat) -> FormatCapabilities { base.capabilities(of: format) }
    func detect(_ content: Data) -> FormatDetection? { base.detect(content) }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try base.parse(content, into: &builder, context: context)
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try base.serialize(&walker, context: context)
    }

    func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        let isRead = base.parse(content, into: target, context: context)
        if isRead { counts.read.withLock { $0 += 1 } }
        return isRead
    }

    func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        let data = base.serialize(source, context: context)
        if data != nil { counts.written.withLock { $0 += 1 } }
        return data
    }
}
