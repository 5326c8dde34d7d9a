import CryptoCoder
import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

/// How often a source of passwords is asked: it may ask a user.
@Suite(.ownKeys) struct AskingTests {
    /// A format whose source counts how often it is asked.
    private final class Counter: Sendable {
        let count = Mutex(0)

        /// - Parameter answer: The password; nil if the source knows none.
        func coder(_ answer: CryptoPassword? = CryptoPassword("once")) -> CryptoCoder {
            var coder = CryptoCoder.cheap()
            coder.password = { [self] _ in
                count.withLock { $0 += 1 }
                return answer
            }
            return coder
        }

        /// The number since the last call.
        func take() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    private let counter = Counter()

    @Test func onceForEachFile() throws {
        let coder = counter.coder()
        try withCrypto(coder) {
            let content = try coder.encode(CryptoNote("a", number: 1))
            #expect(counter.take() == 1)
            #expect(try coder.decode(CryptoNote.self, from: content).text == "a")
            #expect(counter.take() == 1)
            let folder = try TemporaryFolder()
            try CryptoNote("b").write(toFile: folder.file("b"), format: .cryptoCoding)
            #expect(counter.take() == 1)
            #expect(try CryptoNote.load(fromFile: folder.file("b")).text == "b")
            #expect(counter.take() == 1)
        }
    }

    @Test func onceForAFileThatIsReadByWayOfADocument() throws {
        let coder = counter.coder()
        try withCrypto(coder) {
            // A dictionary of the file stands for a model.
            let content = try coder.encode(["text": "a"])
            _ = counter.take()
            #expect(try coder.decodeDirectly(CryptoNote.self, from: content, as: .cryptoCoding) == nil)
            _ = counter.take()
            #expect(try coder.decode(CryptoNote.self, from: content).text == "a")
            #expect(counter.take() == 1)
            let folder = try TemporaryFolder()
            try content.write(to: URL(fileURLWithPath: folder.file("a")))
            #expect(try CryptoNote.load(fromFile: folder.file("a")).text == "a")
            #expect(counter.take() == 1)
        }
    }

    @Test func onceForAFileWithAWrongValue() throws {
        let coder = counter.coder()
        try withCrypto(coder) {
            let content = try coder.encode([["text": ["a"]]])
            _ = counter.take()
            let error = try #require(throws: ModelError.self) {
                try coder.decode([CryptoNote].self, from: content)
            }
            #expect(error.code == .typeMismatch)
            #expect(counter.take() == 1)
        }
    }

    @Test func onceWithoutAnAnswer() throws {
        let folder = try TemporaryFolder()
        let content = try withCrypto(counter.coder()) { try counter.coder().encode(CryptoNote("a")) }
        _ = counter.take()
        let coder = counter.coder(nil)
        try withCrypto(coder) {
            #expect(throws: ModelError.self) { try coder.encode(CryptoNote("a")) }
            #expect(counter.take() == 1)
            #expect(throws: ModelError.self) { try coder.decode(CryptoNote.self, from: content) }
            #expect(counter.take() == 1)
            try content.write(to: URL(fileURLWithPath: folder.file("a")))
            let error = try #require(throws: ModelError.self) { try CryptoNote.load(fromFile: folder.file("a")) }
            #expect(error.code == .passwordMissing)
            #expect(counter.take() == 1)
        }
    }

    @Test func notForAValueThatCantBeWritten() throws {
        let coder = counter.coder()
        try withCrypto(coder) {
            let error = try #require(throws: ModelError.self) { try coder.encode([CryptoFailingNote()]) }
            #expect(error.code == .unrepresentableValue)
            #expect(counter.take() == 0)
        }
    }

    @Test func anOptionalModelHasThePasswordOfItsClass() throws {
        try withCrypto {
            let folder = try TemporaryFolder()
            try CryptoDiary("a").write(toFile: folder.file("a"), format: .cryptoCoding)
            let found: CryptoDiary? = try Optional<CryptoDiary>.load(fromFile: folder.file("a"))
            #expect(found?.page == "a")
        }
    }
}

/// One that can't be written.
private final class CryptoFailingNote: BaseModel {
    override class var modelProperties: [ModelProperty] { [] }

    override func encode(with encoder: ModelEncoder) throws {
        throw ModelError(.unrepresentableValue, "it fails")
    }
}
