import Foundation
import FoundationValues
import ModelCore
import Synchronization
import Testing

@Suite("Notifications where nobody serves the main queue")
struct SharedNotificationTests {
    final class Counted: BaseModel {
        static let alive = Atomic(0)
        var content = Data(count: 10_000)
        override func setUp() { Self.alive.add(1, ordering: .relaxed) }
        override func tearDown() { Self.alive.subtract(1, ordering: .relaxed) }
    }

    @Test("Instances are freed all the same; the last replacement, and those whose old instance is in use, are told in the end")
    func blocked() async {
        // The main queue is the whole process's, so the process is another.
        await #expect(processExitsWith: .success) {
            let (isBlocked, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            DispatchQueue.main.async {
                isBlocked.signal()
                mayGoOn.wait()
            }
            let told = Mutex<[(new: ObjectIdentifier, old: ObjectIdentifier?)]>([])
            let token = NotificationCenter.default.addObserver(
                forName: BaseModel.sharedInstanceDidChange, object: nil, queue: nil
            ) { note in
                guard let new = note.object as? Counted else { return }
                let old = note.userInfo?[BaseModel.oldInstanceKey] as? Counted
                told.withLock { $0.append((ObjectIdentifier(new), old.map { ObjectIdentifier($0) })) }
            }
            let inUse = await withCheckedContinuation { done in
                Thread.detachNewThread {
                    isBlocked.wait()
                    let inUse = InUse()
                    for round in 0..<2_000 { Counted.setSharedInstance(round == 1_000 ? inUse.held : Counted()) }
                    Counted.setSharedInstance(inUse.last)
                    // Those two, and the one that the last replaced.
                    #expect(Counted.alive.load(ordering: .relaxed) <= 4)
                    done.resume(returning: inUse)
                }
            }
            mayGoOn.signal()
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            let all = told.withLock { $0 }
            #expect(all.count == 2)
            #expect(all.first?.old == ObjectIdentifier(inUse.held) && all.last?.new == ObjectIdentifier(inUse.last))
            NotificationCenter.default.removeObserver(token)
        }
    }

    final class First: BaseModel {}
    final class Second: BaseModel {}
    final class Third: BaseModel {}

    @Test("Of several classes in turn, the last replacement of each is told, and no other")
    func severalClasses() async throws {
        await #expect(processExitsWith: .success) {
            let (isBlocked, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            DispatchQueue.main.async {
                isBlocked.signal()
                mayGoOn.wait()
            }
            let told = Mutex<[ObjectIdentifier]>([])
            let token = NotificationCenter.default.addObserver(
                forName: BaseModel.sharedInstanceDidChange, object: nil, queue: nil
            ) { note in
                guard let new = note.object as? BaseModel else { return }
                told.withLock { $0.append(ObjectIdentifier(new)) }
            }
            await withCheckedContinuation { done in
                Thread.detachNewThread {
                    isBlocked.wait()
                    for round in 0..<100 {
                        First.setSharedInstance(First())
                        Second.setSharedInstance(Second())
                        if round < 3 { Third.setSharedInstance(Third()) }
                    }
                    done.resume()
                }
            }
            mayGoOn.signal()
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            let last = [try First.shared, try Second.shared, try Third.shared] as [BaseModel]
            #expect(told.withLock { $0.count } == 3)
            #expect(Set(told.withLock { $0 }) == Set(last.map { ObjectIdentifier($0) }))
            NotificationCenter.default.removeObserver(token)
        }
    }

    /// What the program holds. Used by one thread at a time.
    private struct InUse: @unchecked Sendable {
        let held = Counted()
        let last = Counted()
    }
}
