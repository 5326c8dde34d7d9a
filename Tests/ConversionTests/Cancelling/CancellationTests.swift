import CryptoCoder
import FastCoder
import FormatSupport
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import ModelTesting
import PlistFormat
import TestSupport
import Testing
import TextKeeping

/// `CANCELLED_MEGABYTES=100` makes the files of ``ends(_:)`` that long. By default they take some hundredths of a second, or
/// more.
@Suite("Work in a cancelled task", .sandboxed, .serialized)
struct CancellationTests {
    typealias Format = GrowthTests.Format

    /// The number of people in a long file.
    private static let count: Int = {
        if let size = ProcessInfo.processInfo.environment["CANCELLED_MEGABYTES"].flatMap(Int.init) {
            return size * 7000
        }
        let few = CancelledPeople.make(1000)
        let seconds = threadSeconds { _ = try? JSONFormat().encode(few, as: .json) }
        return min(max(Int(20 / max(seconds, 1e-6)), 3000), 30_000)
    }()
    private static let people = Sent(CancelledPeople.make(count))
    private static let long = Sent(CancelledPeople.long(count * 100))
    private static let hashed = Sent(CancelledPeople.hashed(count * 2))
    /// A file that is just long enough for a checkpoint.
    private static let some = Sent(CancelledPeople.make(3000))

    /// Expects that work ends soon after it is cancelled, with nothing but that error.
    private func expectEnd(_ name: String, _ work: @escaping () throws -> Void) async throws {
        let (whole, late, error) = try await CancelledWork.stop(work)
        if let error { #expect(error is CancellationError, "\(name): \(error)") }
        // Long texts and data may be copied in one go, and the rest is short.
        if !name.contains("long") { #expect(await CancelledWork.error(of: work) is CancellationError, "\(name)") }
        // Without optimization, everything takes longer.
        #expect(late < max(0.05, whole / 4), "\(name)")
        if ProcessInfo.processInfo.environment["CANCELLED_MEGABYTES"] != nil {
            print(name, "takes", whole, "seconds; cancelled, it ends after", late)
        }
    }

    private func folder() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: BaseModel.applicationSupportDirectory.path).sorted()
    }

    @Test("It ends within 50 ms, in every format", arguments: Format.all)
    func ends(_ format: Format) async throws {
        for (name, model) in [("people", Self.people.value), ("long", Self.long.value), ("hashed", Self.hashed.value)] {
            let name = "\(format.name), \(name)"
            let (provider, kind) = (format.provider, format.format)
            try await expectEnd("\(name): encoding") { _ = try provider.encode(model, as: kind) }
            let content = try provider.encode(model, as: kind)
            try await expectEnd("\(name): decoding") {
                _ = try provider.decode(CancelledPeople.self, from: content, as: kind)
            }
            try await expectEnd("\(name): reading a document") { _ = try provider.document(from: content, as: kind) }
            let document = try provider.document(from: content, as: kind)
            try await expectEnd("\(name): writing a document") { _ = try provider.encode(document, as: kind) }
        }
    }

    @Test("A copy ends, and so do the making and the decoding of a document")
    func copies() async throws {
        let people = Self.people.value
        try await expectEnd("copy") { _ = try people.deepCopy() }
        let some = Self.some.value
        let document = try ModelDocument(encoding: some)
        // Functions that throw nothing but a ModelError wrap it.
        for work in [
            { _ = try ModelDocument(encoding: some) }, { _ = try document.decode(CancelledPeople.self) },
        ] as [() throws -> Void] {
            let error = await CancelledWork.error(of: work) as? ModelError
            #expect(error?.code == .underlying && error?.underlyingError is CancellationError)
        }
    }

    @Test("The old file stays, and nothing beside it", arguments: Format.all.map(\.format))
    func files(_ format: FileFormat) async throws {
        let some = Self.some.value
        try await CryptoCoder.withPassword(CryptoPassword("a password")) {
            let old = CancelledPeople()
            old.text = "old"
            try old.write(toFile: "people", format: format)
            let content = try BaseModel.content(ofFile: "people")
            let writing = await CancelledWork.error { try some.write(toFile: "people", format: format) }
            #expect(writing is CancellationError)
            #expect(try BaseModel.content(ofFile: "people") == content && folder() == ["people"])
            try some.write(toFile: "people", format: format)
            let reading = await CancelledWork.error { _ = try CancelledPeople.load(fromFile: "people") }
            #expect(reading is CancellationError)
            // Short work always ends.
            let short = await CancelledWork.error {
                old.text = "new"
                try old.write(toFile: "people", format: format)
                #expect(try CancelledPeople.load(fromFile: "people").text == "new")
            }
            #expect(short == nil)
        }
    }

    @Test(
        "A file that is kept as it is, and one of a Codable type, ends too",
        arguments: [FileFormat.json5, .xmlPropertyList])
    func otherFiles(_ format: FileFormat) async throws {
        let some = Self.some.value
        try some.write(toFile: "people", format: format)
        let content = try BaseModel.content(ofFile: "people")
        some.people[0].age += 1
        let kept = await CancelledWork.error { try some.write(toFile: "people", format: format.keepingText) }
        #expect(kept is CancellationError)
        #expect(try BaseModel.content(ofFile: "people") == content && folder() == ["people"])
        struct Coded: Codable { var name = "a name" }
        let coded = Array(repeating: Coded(), count: 10_000)
        let provider = try FormatRegistry.current.provider(for: format)
        #expect(await CancelledWork.error { _ = try provider.encode(coded, as: format) } is CancellationError)
        let codedContent = try provider.encode(coded, as: format)
        let decoding = await CancelledWork.error {
            _ = try provider.decode([Coded].self, from: codedContent, as: format)
        }
        #expect(decoding is CancellationError)
    }

    @Test("In the background")
    func background() async throws {
        let old = CancelledLater()
        try old.write(toFile: "numbers.json", format: .json)
        let content = try BaseModel.content(ofFile: "numbers.json")
        // Its own code cancels the task in the midst.
        let reading = CancellingValue.$cancels.withValue(true) {
            Task { _ = try await CancelledLater.loadInBackground(fromFile: "numbers.json") }
        }
        await #expect(throws: CancellationError.self) { try await reading.value }
        let writing = CancellingValue.$cancels.withValue(true) {
            Task {
                let new = CancelledLater()
                new.numbers.reverse()
                try await new.writeInBackground(toFile: "numbers.json")
            }
        }
        await #expect(throws: CancellationError.self) { try await writing.value }
        #expect(try BaseModel.content(ofFile: "numbers.json") == content && folder() == ["numbers.json"])
    }

    @Test("A shared instance isn't made of what was read in part, and the next task reads it")
    func shared() async throws {
        let old = try CancelledLater.shared
        try old.save()
        let reading = await CancelledWork.error { try CancelledLater.reloadSharedInstance() }
        #expect(try reading is CancellationError && CancelledLater.shared === old)
        // The file counts as seen.
        old.numbers.append(1)
        try old.save()
        CancelledLater.setSharedInstance(nil)
        let making = await CancelledWork.error { _ = try CancelledLater.shared }
        #expect(making is CancellationError && !CancelledLater.hasSharedInstance)
        #expect(try CancelledLater.shared.numbers.last == 1)
        let content = try BaseModel.content(ofFile: CancelledLater.saveFile)
        let saving = await CancelledWork.error { try CancelledLater.shared.save() }
        #expect(saving is CancellationError)
        #expect(try BaseModel.content(ofFile: CancelledLater.saveFile) == content)
        try CancelledLater.shared.save()
    }

    @Test("Code that goes on without what it can't read can't go on")
    func forgiving() async throws {
        let content = try JSONFormat().encode(["a": Array(0..<20_000)], as: .json)
        let decode = { try JSONFormat().decode([String: ForgivingNumbers].self, from: content, as: .json) }
        #expect(try decode()["a"]?.numbers.count == 20_000)
        #expect(await CancelledWork.error { _ = try decode() } is CancellationError)
    }

    @Test("A file that is overwritten in place is written to its end")
    func inPlace() async throws {
        let old = Data(repeating: 1, count: 1000)
        let new = Data(repeating: 2, count: 16 << 20)
        let path = BaseModel.applicationSupportDirectory.path + "/bytes"
        try FileStore.write(old, to: path)
        let atomic = await CancelledWork.error { try FileStore.write(new, to: path) } as? ModelError
        #expect(atomic?.code == .underlying && atomic?.underlyingError is CancellationError)
        #expect(try FileStore.read(path) == old && folder() == ["bytes"])
        #expect(await CancelledWork.error { try FileStore.write(new, to: path, atomically: false) } == nil)
        let reading = await CancelledWork.error { _ = try FileStore.read(path) } as? ModelError
        #expect(reading?.underlyingError is CancellationError)
        #expect(try FileStore.read(path) == new)
    }

    @Test("Outside of a task, nothing is cancelled, and neither is other work in the task's thread")
    func outside() async throws {
        let content = try JSONFormat().encode(Self.some.value, as: .json)
        let error = await CancelledWork.error {
            #expect(throws: CancellationError.self) {
                try JSONFormat().decode(CancelledPeople.self, from: content, as: .json)
            }
            _ = try JSONFormat().decode([Int].self, from: Data("[1]".utf8), as: .json)
        }
        #expect(error == nil)
        try await onThread(stackSize: 1 << 20) {
            let people = try JSONFormat().decode(CancelledPeople.self, from: content, as: .json).people
            #expect(people.count == 3000)
        }
    }
}
