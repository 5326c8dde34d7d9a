import CGrind
import Foundation
import JSONFormat
import ModelCore
import Workloads

/// Counts what one feature more costs: the instructions to encode and decode people of a plain class, and of classes
/// with one thing more each. Run under callgrind; `Benchmarks/cliffs/table.py` reads its files.
@main
enum Cliffs {
    static let count = 150

    static func main() throws {
        guard cgrind_is_running() != 0 else {
            print("Run it as `Scripts/bench.sh cliffs`: under callgrind, which counts its instructions.")
            exit(2)
        }
        let wanted = Set(CommandLine.arguments.dropFirst())
        let people = PeopleRecord.generated(count: count)
        for (name, run) in unsafe variants where wanted.isEmpty || wanted.contains(name) || name == "base" {
            try run(name, people)
        }
    }

    /// Counts the instructions to encode and decode a root in each format.
    ///
    /// - Parameter change: Changes the JSON text before it is read: then only that is counted, in JSON.
    static func measure<Root: BaseModel>(_ name: String, _ root: Root, change: ((String) -> String)? = nil) throws {
        let formats: [BenchmarkFormat] =
            change == nil ? [.json, .fastCoding, .binaryPropertyList, .keyedArchive] : [.json]
        for format in formats {
            let data = try format.encode(root)
            if change == nil { try count("\(name)|\(format)|encode") { try format.encode(root) } }
            let content = change.map { Data($0(String(decoding: data, as: UTF8.self)).utf8) } ?? data
            precondition(change == nil || content != data, "The change of \(name) changes nothing.")
            let back = try format.decode(Root.self, from: content)
            if change == nil {
                let again = try format.encode(back)
                precondition(again == data, "\(name) came back as another value.")
            }
            try count("\(name)|\(format)|decode") { try format.decode(Root.self, from: content) }
        }
    }

    /// Counts the instructions of code that has run before.
    private static func count<Result>(_ label: String, _ body: () throws -> Result) rethrows {
        var results = [try body()]
        cgrind_begin()
        results.append(try body())
        unsafe cgrind_end("\(label)|\(count)")
        withExtendedLifetime(results) {}
    }
}

/// The JSON text with its people's members in another order.
func reordered(_ text: String, _ keys: [String]) -> String {
    guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]] else {
        return text
    }
    func value(_ value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
        return String(decoding: (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data(), as: UTF8.self)
    }
    let people = (root["people"] ?? []).map { person in
        "{" + keys.map { "\"\($0)\":\(value(person[$0] ?? 0))" }.joined(separator: ",") + "}"
    }
    return "{\"people\":[\(people.joined(separator: ","))]}"
}

/// The text with every *n*th occurrence of a part replaced.
func replacing(every step: Int, _ part: String, with other: String, in text: String) -> String {
    let pieces = text.components(separatedBy: part)
    return pieces.dropFirst().enumerated().reduce(pieces[0]) {
        $0 + (($1.offset + 1) % step == 0 ? other : part) + $1.element
    }
}
