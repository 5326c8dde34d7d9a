import Foundation
import ModelCore

extension ContractCheck {
    /// The check of the samples that are written and read directly.
    package static let directWay = ContractCheck(
        "direct way", "The samples that the options demand, and no others, are written and read directly."
    ) { run in
        let share = try run.directShare()
        print("\(run.format): \(share)")
        guard let demand = run.options.direct else { return }
        run.compare(share.unwritten, demand.unwritten, of: share.samples, "written")
        run.compare(share.unread, demand.unread, of: share.samples, "read")
    }
}

extension ContractRun {
    /// The samples that are written or read directly. A sample that the format can't represent doesn't count.
    func directShare() throws -> DirectShare {
        var share = DirectShare()
        for sample in ContractSample.stored(capabilities) + ContractSample.all {
            let value = sample.make()
            defer { (value as? ContractTwins)?.unlink() }
            func write<Value: ModelValue>(_ value: Value) throws -> (Data, isDirect: Bool)? {
                do {
                    let (content, byDocument) = try provider.encodeBothWays(value, as: format, .standard)
                    return (content, byDocument != nil)
                } catch let error as ModelError where error.code == .unrepresentableValue || error.code == .cycle {
                    return nil
                }
            }
            guard let (content, isDirect) = try write(value) else { continue }
            share.samples.append(sample.name)
            if !isDirect {
                share.unwritten.append(sample.name)
                share.count((try? provider.documentReasons(writing: value, as: format)) ?? [])
            }
            if try !sample.isReadDirectly(content, provider, format) {
                share.unread.append(sample.name)
                share.count((try? sample.readingReasons(content, provider, format)) ?? [])
            }
        }
        return share
    }

    fileprivate func compare(_ found: [String], _ demanded: Set<String>, of samples: [String], _ verb: String) {
        for name in samples {
            let isDirect = !found.contains(name)
            expect(
                isDirect != demanded.contains(name), "the sample \"\(name)\"",
                expected: isDirect ? "that it is \(verb) by way of a document" : "that it is \(verb) directly",
                found: isDirect ? "that it is \(verb) directly" : "that it is \(verb) by way of a document")
        }
        for name in demanded.subtracting(samples).sorted() {
            fail("the sample \"\(name)\"", expected: "a sample that is \(verb)", found: "none of this name")
        }
    }
}
