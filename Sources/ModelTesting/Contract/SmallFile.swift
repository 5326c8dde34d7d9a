import Foundation
import ModelCore

/// A small value of some type, for checks that read damaged files of it.
struct SmallFile: Sendable {
    /// The bytes of the undamaged file.
    let encode: @Sendable (ContractRun) throws -> Data
    /// The fingerprint of what a damaged file holds.
    let read: @Sendable (ContractRun, Data) throws -> String

    init<Value: ModelValue & SendableMetatype>(_ make: @escaping @Sendable () -> Value) {
        encode = { try $0.encode(make()) }
        read = { run, content in
            let value = try run.decode(Value.self, from: content)
            defer { (value as? ContractLink)?.unlink() }
            return run.fingerprint(value)
        }
    }
}

extension ModelSamples {
    /// Small models, which use most of what a format has.
    static func smallFiles(_ run: ContractRun) -> [(name: String, file: SmallFile)] {
        let keepsIdentity = run.capabilities.contains(.identity)
        return [
            (
                "a drawing",
                SmallFile {
                    let drawing = ContractDrawing()
                    let circle = ContractCircle()
                    circle.name = "é\u{1F600}"
                    circle.area = 0.1
                    drawing.main = circle
                    drawing.named = ["k": ContractShape()]
                    drawing.anything =
                        [true, 300, -1.5, Data([1, 2]), Date(timeIntervalSinceReferenceDate: 1)] as [Any]
                    return drawing
                }
            ),
            (
                "links",
                SmallFile {
                    let link = ContractLink("a")
                    let shared = ContractLink("b")
                    link.next = shared
                    link.others = keepsIdentity ? [shared, ContractLink("a")] : [ContractLink("a")]
                    return link
                }
            ),
            ("numbers by text", SmallFile { ["one": [1, 2], "": [-1], "large": [.max, .min]] as [String: [Int]] }),
        ]
    }
}
