import DefaultsStore
import Foundation
import ModelCore
import Testing

/// The same in user defaults, whose files Foundation reads and writes too.
@Suite("Every value of every type in user defaults")
struct RangeDefaultsTests {
    private func check<Value: ModelValue & Hashable & Sendable & SendableMetatype>(_ values: [Value]) throws {
        let folder = NSTemporaryDirectory() + "WholeRange-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let format = FileFormat.userDefaults(suite: "range")
        try FormatRegistry.withFormats(FormatRegistry(stores: [UserDefaultsStore(folder: folder)])) {
            let list = RangeHolder<[Value]>()
            list.value = values
            try list.write(toStore: format)
            let back = try #require(try RangeHolder<[Value]>.load(fromStore: format).value)
            for (found, wanted) in zip(back, values) {
                #expect(RangeBits.text(found, payloads: false) == RangeBits.text(wanted, payloads: false))
            }
            #expect(back.count == values.count)
            // A property by itself, which has other code than an element. It isn't written over a list, which it can't read.
            try RangeHolder<[Value]>.removeContents(ofStore: format)
            for value in values.prefix(6) {
                let holder = RangeHolder<Value>()
                holder.value = value
                try holder.write(toStore: format)
                let back = try RangeHolder<Value>.load(fromStore: format).value
                #expect(RangeBits.text(back, payloads: false) == RangeBits.text(value, payloads: false))
            }
        }
    }

    @Test func numbers() throws {
        try check(RangeValues.doubles)
        try check(RangeValues.floats)
        try check([UInt64.max, 0, 1 << 63])
        try check([Int64.min, .max, -1])
        try check(RangeValues.decimals)
    }

    @Test func otherValues() throws {
        try check(RangeValues.strings.filter { $0.utf8.count < 1000 })
        try check(RangeValues.dates)
        try check(RangeValues.urls)
        try check(RangeValues.uuids)
        try check(RangeValues.data.filter { $0.count < 1000 })
        try check(RangeValues.indexSets)
        try check(RangeValues.points)
        try check(RangeValues.nsRanges)
    }
}
