import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

/// Every file beside the package, in every way: as a document, written again, and in every other format and back.
@Suite("Files beside the package", .enabled(if: SharedFixtures.arePresent, "shared/fixtures isn't beside the package"), .serialized)
struct FixtureTests {
    /// Larger ones are read and written again, and not put into other formats: they hold nothing that smaller ones don't.
    private static let largest = 20_000

    /// Files where another answer than the index's is right, and why.
    private static let otherAnswers: [(suffix: String, reason: String)] = [
        ("y_object_duplicated_key.json", "nobody knows which of the values is meant"),
        ("y_object_duplicated_key_and_value.json", "a key is there twice"),
        ("missingRoot.bin.plist", "the root is only named otherwise"),
        ("missingRoot.xml.plist", "the root is only named otherwise"),
        ("no_root_archive.plist", "the root is only named otherwise"),
    ]

    @Test("They are read or refused as expected, and don't change on the way through any format", .endsAtLast)
    func everything() throws {
        let files = try FixtureFile.all()
        #expect(files.count > 900)
        var table = FixtureTable()
        let start = ContinuousClock.now
        for file in files { check(file, &table) }
        print(table.text(seconds: (ContinuousClock.now - start).components.seconds))
        #expect(table.problems.isEmpty, "\(table.problems.joined(separator: "\n"))")
    }

    private func check(_ file: FixtureFile, _ table: inout FixtureTable) {
        let isOther = Self.otherAnswers.contains { file.path.hasSuffix($0.suffix) }
        let node: ModelNode
        do {
            node = try file.way.read(file.content)
        } catch {
            if !(error is ModelError) { table.fail(file, "threw \(error)") }
            // Values beyond what any program reads, and keys that are there twice.
            let isBeyond = file.kind == "json" && [.duplicateKey, .outOfRange].contains((error as? ModelError)?.code)
            table.count(file, isRight: file.expected != .valid || isOther || isBeyond, isRefused: true, "\(error)")
            return
        }
        defer { node.unlink() }
        table.count(file, isRight: file.expected != .invalid || isOther, isRefused: false, "opened")
        guard file.expected != .invalid || isOther else { return }
        let wanted = Fingerprint.text(of: node)
        pass(file, node, wanted, through: file.way.writing, &table)
        guard file.content.count <= Self.largest else { return table.skip(file) }
        for way in FixtureFile.Way.graphs + FixtureFile.Way.plain where way.format != file.way.writing.format {
            pass(file, node, wanted, through: way, &table)
        }
    }

    /// Writes a document in a format, and reads it back.
    private func pass(
        _ file: FixtureFile, _ node: ModelNode, _ wanted: String, through way: FixtureFile.Way, _ table: inout FixtureTable
    ) {
        let reasons = LostInFormat.reasons(node, in: way.format)
        do {
            let back = try way.read(way.write(node))
            defer { back.unlink() }
            guard Fingerprint.text(of: back) != wanted else { return }
            if reasons.isEmpty { table.fail(file, "unequal after \(way.format.rawValue)") }
            table.change(file, way.format, reasons)
        } catch let error as ModelError
            where !reasons.isEmpty && [.unrepresentableValue, .cycle, .duplicateKey].contains(error.code)
        {
            table.change(file, way.format, reasons)
        } catch {
            table.fail(file, "\(way.format.rawValue): \(error)")
        }
    }

    @Test("What opens with bytes changed can be written, and is the same then", .endsAtLast)
    func damaged() throws {
        var random = SeededRandom(state: 8)
        var opened = 0
        var problems: [String] = []
        for file in try FixtureFile.all() where file.content.count <= 2_000 && file.expected == .valid && file.way.format != .cryptoCoding {
            for _ in 0..<12 {
                var content = file.content
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let place = Int.random(in: content.indices, using: &random)
                    content[place] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : content.randomElement(using: &random) ?? 0
                }
                guard let node = try? file.way.read(content) else { continue }
                defer { node.unlink() }
                opened += 1
                do {
                    let written = try file.way.writing.write(node)
                    let back = try file.way.writing.read(written)
                    defer { back.unlink() }
                    if Fingerprint.text(of: back) != Fingerprint.text(of: node), LostInFormat.reasons(node, in: file.way.writing.format).isEmpty {
                        problems.append("\(file.path): unequal: \(content.base64EncodedString())")
                    }
                } catch {
                    // JSON5 has numbers that JSON hasn't.
                    let isExcused = (error as? ModelError)?.code == .unrepresentableValue && file.kind == "json5"
                    if !isExcused { problems.append("\(file.path): \(error): \(content.base64EncodedString())") }
                }
            }
        }
        #expect(opened > 1_000)
        #expect(problems.isEmpty, "\(problems.count) problems:\n\(problems.prefix(20).joined(separator: "\n"))")
    }

    private struct SeededRandom: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        }
    }
}

extension FixtureFile.Way {
    /// What is read in this way is written in this one: JSON5 as JSON, and the old text style, which may have typed values, as
    /// a binary property list.
    var writing: FixtureFile.Way { isOpenStep ? .binary : format == .json ? .json : self }
}

extension ModelNode {
    /// Takes a graph apart, so that its cycles end.
    func unlink() {
        var pending = [self]
        var met: Set<ObjectIdentifier> = []
        while let node = pending.popLast() {
            switch node {
            case .array(let array) where met.insert(ObjectIdentifier(array)).inserted:
                pending += array.elements
                array.elements = []
            case .dictionary(let dictionary) where met.insert(ObjectIdentifier(dictionary)).inserted:
                for entry in dictionary.entries { pending += [entry.key, entry.value] }
                dictionary.entries = []
            case .object(let object) where met.insert(ObjectIdentifier(object)).inserted:
                pending += object.properties.map(\.value)
                object.properties = []
            default: break
            }
        }
    }
}
