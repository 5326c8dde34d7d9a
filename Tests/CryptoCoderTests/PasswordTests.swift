import CryptoCoder
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Where the password comes from")
struct PasswordTests {
    private static let right = CryptoPassword("correct horse")

    private struct Cancelled: Error {}

    @Test("What a source of passwords throws isn't an error of the file")
    func failingSource() throws {
        let coder = CryptoCoder.cheap()
        let file = try CryptoCoder.withPassword(CryptoPassword("x")) { try coder.encode(CryptoDiary("x")) }
        let failing = CryptoCoder(cost: coder.cost) { _ in throw Cancelled() }
        for body in [{ _ = try failing.encode(CryptoDiary("x")) }, { _ = try failing.decode(CryptoDiary.self, from: file) }]
            as [() throws -> Void]
        {
            let error = #expect(throws: ModelError.self) { try body() }
            #expect(error?.code == .passwordMissing && error?.reason.contains("Cancelled") == true)
        }
    }

    @Test("From the class, which subclasses inherit")
    func fromClass() throws {
        try withCrypto {
            let coder = CryptoCoder.cheap()
            let trip = CryptoTravelDiary("day one")
            trip.place = "Rome"
            let file = try coder.encode(trip)
            let back = try coder.decode(CryptoDiary.self, from: file)
            #expect((back as? CryptoTravelDiary)?.place == "Rome")
            // Also for a tree that is written again.
            let tree = try CryptoCoder.cheap("correct horse").decode(ModelNode.self, from: file)
            #expect(tree["page"]?.stringValue == "day one")
            #expect(try coder.decode(CryptoDiary.self, from: coder.encode(tree)).page == "day one")
            #expect(
                try CryptoCoder.cheap("correct horse").decode(ModelNode.self, from: file)["place"]?.stringValue
                    == "Rome")
            #expect(
                errorCode { try CryptoCoder.cheap("other").decode(ModelNode.self, from: file) } == .authenticationFailed
            )
        }
    }

    @Test("The class's password opens nothing where no such class is expected: a file doesn't choose its password")
    func noClassExpected() throws {
        try withCrypto {
            let coder = CryptoCoder.cheap()
            let file = try coder.encode(CryptoDiary("x"))
            let bodies: [() throws -> Void] = [
                { _ = try coder.document(from: file) },
                { _ = try FormatRegistry.current.document(from: file) },
                { _ = try coder.decode(ModelDocument.self, from: file) },
                { _ = try coder.decode([CryptoDiary].self, from: file) },
                { _ = try coder.decode(from: file) { try $0.decode(CryptoDiary.self) } },
            ]
            for body in bodies {
                let error = #expect(throws: ModelError.self) { try body() }
                #expect(error?.code == .passwordMissing, "\(error as Any)")
            }
            // Where the class, one above it, or any class is expected, it does.
            #expect(try coder.decode(CryptoDiary?.self, from: file)?.page == "x")
            #expect(try coder.decode(BaseModel.self, from: file) is CryptoDiary)
            let right = CryptoCoder.cheap("correct horse")
            #expect(try right.document(from: file)["page"]?.stringValue == "x")
            let folder = try TemporaryFolder()
            try file.write(to: URL(fileURLWithPath: folder.file("a.plist")))
            #expect(try (BaseModel.object(contentsOfFile: folder.file("a.plist")) as? CryptoDiary)?.page == "x")
            #expect(try CryptoDiary.load(fromFile: folder.file("a.plist")).page == "x")
        }
    }

    @Test("A file that names an unrelated class is opened with the password of the class that is expected")
    func unrelatedClass() throws {
        try withCrypto {
            let moved = CryptoMovedDiary("x")
            let withItsOwn = try CryptoCoder.cheap().encode(moved)
            #expect(errorCode { try CryptoCoder.cheap().decode(CryptoDiary.self, from: withItsOwn) } == .authenticationFailed)
            // It can be opened; then the class is wrong.
            let withTheOthers = try CryptoCoder.cheap("correct horse").encode(moved)
            #expect(errorCode { try CryptoCoder.cheap().decode(CryptoDiary.self, from: withTheOthers) } == .classMismatch)
        }
    }

    @Test("The program's own goes before the class's, and the task's before both")
    func order() throws {
        try withCrypto {
            let diary = CryptoDiary("x")
            let option = try CryptoCoder.cheap("option").encode(diary)
            #expect(
                errorCode { try CryptoCoder.cheap().decode(CryptoDiary.self, from: option) } == .authenticationFailed)
            #expect(try CryptoCoder.cheap("option").decode(CryptoDiary.self, from: option).page == "x")
            try CryptoCoder.withPassword(CryptoPassword("task")) {
                let task = try CryptoCoder.cheap("option").encode(diary)
                #expect(try CryptoCoder.cheap().decode(CryptoDiary.self, from: task).page == "x")
            }
            #expect(try CryptoCoder.cheap("option").decode(CryptoDiary.self, from: option).page == "x")
        }
    }

    @Test("A task's password holds in what it waits for")
    func tasks() async throws {
        let file = try CryptoCoder.cheap("task").encode(ModelNode.scalar(.bool(true)))
        let node = try await CryptoCoder.withPassword(CryptoPassword("task")) {
            await Task.yield()
            return try CryptoCoder.cheap().decode(ModelNode.self, from: file)
        }
        #expect(node.scalar == .bool(true))
    }

    @Test("Who gives passwords is told what for, and may say no")
    func requests() throws {
        let asked = Requests()
        let coder = CryptoCoder(cost: .cheap) { request in
            asked.add(request)
            if request.className == "CryptoNote" { return CryptoPassword("for notes") }
            if request.className == "CryptoPlainSafe" { throw ModelError(.notSaveable, "The user cancelled.") }
            return nil
        }
        try withCrypto(coder) {
            let file = try coder.encode(CryptoNote("x"))
            _ = try coder.decode(CryptoNote.self, from: file)
            // Nil: the class is asked.
            _ = try CryptoCoder.cheap("correct horse").decode(CryptoDiary.self, from: coder.encode(CryptoDiary("y")))
            #expect(errorCode { try coder.encode(CryptoPlainSafe()) } == .notSaveable)
            #expect(errorCode { try coder.encode([1, 2]) } == .passwordMissing)
        }
        #expect(
            asked.all == [
                CryptoRequest(purpose: .writing, className: "CryptoNote"),
                CryptoRequest(purpose: .reading, className: "CryptoNote"),
                CryptoRequest(purpose: .writing, className: "CryptoDiary"),
                CryptoRequest(purpose: .writing, className: "CryptoPlainSafe"),
                CryptoRequest(purpose: .writing, className: "NSObject"),
            ])
    }

    @Test("Without one, or with an empty one, nothing is written or read")
    func missing() throws {
        try withCrypto {
            #expect(errorCode { try CryptoCoder.cheap().encode(CryptoNote("x")) } == .passwordMissing)
            #expect(errorCode { try CryptoCoder.cheap("").encode(CryptoNote("x")) } == .passwordMissing)
            let file = try CryptoCoder.cheap("p").encode(CryptoNote("x"))
            #expect(errorCode { try CryptoCoder.cheap().decode(CryptoNote.self, from: file) } == .passwordMissing)
            #expect(errorCode { try CryptoCoder.cheap("").decode(CryptoNote.self, from: file) } == .passwordMissing)
        }
    }

    @Test("Letters that Unicode has two forms of are one password")
    func unicode() throws {
        let file = try CryptoCoder.cheap("caf\u{E9}").encode(ModelNode.null)
        #expect(try CryptoCoder.cheap("cafe\u{301}").decode(ModelNode.self, from: file).kind == .null)
    }

    @Test("A key has 32 bytes")
    func keys() throws {
        for count in [0, 16, 31, 33, 64] {
            #expect(errorCode { try CryptoPassword(key: Data(count: count)) } == .outOfRange)
        }
        let coder = CryptoCoder(try CryptoPassword(key: Data(count: 32)))
        #expect(try coder.decode(Int.self, from: coder.encode(7)) == 7)
        let old = CryptoCoder(try CryptoPassword(key: Data(count: 32)), writing: .insecureVersion2)
        #expect(errorCode { try old.encode(7) } == .passwordMissing)
    }
}

/// What was asked, from any thread.
private final class Requests: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [CryptoRequest] = []

    func add(_ request: CryptoRequest) { lock.withLock { list.append(request) } }
    var all: [CryptoRequest] { lock.withLock { list } }
}
