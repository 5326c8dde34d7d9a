import Foundation
import ModelCore
import Synchronization
import TestSupport
import Testing

/// Instances that wait for other threads while they are made.
@Suite("Shared instances that are made on several threads")
struct SharedMakingTests {
    /// Never saved.
    class Nowhere: BaseModel {
        override class var saveFile: String { "/nonexistent/" + super.saveFile }
    }

    final class Patient: Nowhere {
        override func setUp() { SharedMakingTests.wait { _ = try? Helper.shared } }
    }
    final class Helper: Nowhere {}

    /// Runs `body` on another thread and waits for it.
    private static func wait(for body: @escaping @Sendable () -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            isDone.signal()
        }
        #expect(isDone.wait(timeout: .now() + 60) == .success)
    }

    @Test("A setUp may wait for a thread that asks for another class's")
    func otherClass() throws {
        Self.wait { #expect(throws: Never.self) { try Patient.shared } }
        #expect(Helper.hasSharedInstance && Patient.hasSharedInstance)
    }

    /// Each asks for the next one's when all of the circle are being made.
    class Circle: Nowhere {
        static let arrived = Mutex<[ObjectIdentifier: Int]>([:])
        static let errors = Mutex<[ModelError]>([])
        class var circle: [Circle.Type] { [] }

        override func setUp() {
            let circle = Swift.type(of: self).circle
            let key = ObjectIdentifier(circle[0])
            Circle.arrived.withLock { $0[key, default: 0] += 1 }
            while Circle.arrived.withLock({ $0[key] ?? 0 }) < circle.count { usleep(500) }
            guard let own = circle.firstIndex(where: { $0 == Swift.type(of: self) }) else { return }
            do {
                _ = try circle[(own + 1) % circle.count].shared
            } catch {
                Circle.errors.withLock { $0.append(ModelError(wrapping: error)) }
            }
        }
    }
    class Pair: Circle { override class var circle: [Circle.Type] { [PairOne.self, PairTwo.self] } }
    final class PairOne: Pair {}
    final class PairTwo: Pair {}
    class Trio: Circle { override class var circle: [Circle.Type] { [TrioOne.self, TrioTwo.self, TrioThree.self] } }
    final class TrioOne: Trio {}
    final class TrioTwo: Trio {}
    final class TrioThree: Trio {}

    @Test("A circle of waiting threads is an error that names the classes, for the one that would close it", arguments: [2, 3])
    func circle(_ count: Int) throws {
        let types: [Circle.Type] = count == 2 ? [PairOne.self, PairTwo.self] : [TrioOne.self, TrioTwo.self, TrioThree.self]
        let isMade = onThreads(count) { index in (try? (count == 2 ? Pair.circle : Trio.circle)[index].shared) != nil }
        #expect(isMade.allSatisfy { $0 })
        let names = types.map { "\($0)" }
        let found = Circle.errors.withLock { $0.filter { error in names.contains { error.reason.contains($0) } } }
        let error = try #require(found.first)
        #expect(found.count == 1 && error.code == .cycle)
        for name in names { #expect(error.reason.contains(name), "\(error)") }
        for type in types { #expect(type.hasSharedInstance) }
    }

    final class Failing: BaseModel {
        static let path = Mutex("")
        static let asked = Atomic(0)
        override class var saveFile: String { path.withLock { $0 } }
        override class var saveFormat: FileFormat {
            // Called in the making: others have time to ask.
            while asked.load(ordering: .relaxed) < 8 { usleep(500) }
            usleep(20_000)
            return .keyedArchive
        }
    }

    @Test("Why it couldn't be made reaches all that asked")
    func failure() throws {
        let folder = try TemporaryFolder()
        Failing.path.withLock { $0 = folder.file("broken") }
        try BaseModel.write(Data("neither this nor that".utf8), toFile: folder.file("broken"))
        let codes = onThreads(8) { _ -> ModelError.Code? in
            Failing.asked.add(1, ordering: .relaxed)
            return errorCode { try Failing.shared }
        }
        #expect(codes == [ModelError.Code?](repeating: .unknownFormat, count: 8))
        #expect(!Failing.hasSharedInstance)
    }

    class Slow: Nowhere {
        class var isInSetUp: DispatchSemaphore { DispatchSemaphore(value: 0) }
        class var mayGoOn: DispatchSemaphore { DispatchSemaphore(value: 0) }
        static let first = Mutex<Set<ObjectIdentifier>>([])
        override func setUp() {
            let type = Swift.type(of: self)
            guard Slow.first.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return }
            type.isInSetUp.signal()
            #expect(type.mayGoOn.wait(timeout: .now() + 60) == .success)
        }
    }
    final class SetMeanwhile: Slow {
        static let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        override class var isInSetUp: DispatchSemaphore { one }
        override class var mayGoOn: DispatchSemaphore { two }
    }
    final class FreedMeanwhile: Slow {
        static let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        override class var isInSetUp: DispatchSemaphore { one }
        override class var mayGoOn: DispatchSemaphore { two }
    }

    @Test("One that is set while another is made is the one from then on")
    func setMeanwhile() throws {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            #expect(throws: Never.self) { try SetMeanwhile.shared }
            isDone.signal()
        }
        #expect(SetMeanwhile.isInSetUp.wait(timeout: .now() + 60) == .success)
        let other = SetMeanwhile()
        SetMeanwhile.setSharedInstance(other)
        #expect(try SetMeanwhile.shared === other)
        SetMeanwhile.mayGoOn.signal()
        #expect(isDone.wait(timeout: .now() + 60) == .success)
        #expect(try SetMeanwhile.shared === other)
    }

    @Test("What was begun before the shared one was freed isn't shared afterwards")
    func freedMeanwhile() throws {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            #expect(throws: Never.self) { try FreedMeanwhile.shared }
            isDone.signal()
        }
        #expect(FreedMeanwhile.isInSetUp.wait(timeout: .now() + 60) == .success)
        FreedMeanwhile.setSharedInstance(nil)
        FreedMeanwhile.mayGoOn.signal()
        #expect(isDone.wait(timeout: .now() + 60) == .success)
        #expect(!FreedMeanwhile.hasSharedInstance)
        _ = try FreedMeanwhile.shared
        #expect(FreedMeanwhile.hasSharedInstance)
    }
}
