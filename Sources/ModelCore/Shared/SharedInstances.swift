import Foundation

/// The shared instances of all classes.
///
/// Each class's is made by itself, by the thread that asks first; others that ask for it wait. The lock is never held
/// while code of the program's runs. Threads that wait for each other in a circle would do so for ever: who would close
/// it gets an error.
final class SharedInstances: @unchecked Sendable {
    static let all = SharedInstances()

    /// An instance that is being made.
    private final class Making {
        let type: BaseModel.Type
        let thread: ObjectIdentifier
        /// True once another instance was set meanwhile, or none: then what is made isn't shared any more.
        var isReplaced = false
        var isOver = false
        var error: (any Error)?

        init(_ type: BaseModel.Type, on thread: ObjectIdentifier) {
            self.type = type
            self.thread = thread
        }
    }

    // Everything below is only touched while the lock is held.
    private let lock = NSCondition()
    private var instances: [ObjectIdentifier: BaseModel] = [:]
    private var makings: [ObjectIdentifier: Making] = [:]
    /// What threads wait for.
    private var waiting: [ObjectIdentifier: Making] = [:]

    func find(_ type: BaseModel.Type) -> BaseModel? {
        lock.withLock { instances[ObjectIdentifier(type)] }
    }

    /// The instance of a class, made by `make` where there is none: once, however many ask. An error reaches all that
    /// wait. What `make` doesn't ``share(_:as:)`` is returned to its caller alone.
    func findOrMake(_ type: BaseModel.Type, _ make: () throws -> BaseModel) throws -> BaseModel {
        if let known = find(type) { return known }
        let key = ObjectIdentifier(type)
        let own = Making(type, on: ObjectIdentifier(Thread.current))
        let known = try lock.withLock { () -> BaseModel? in
            while true {
                if let known = instances[key] { return known }
                guard let other = makings[key] else {
                    makings[key] = own
                    return nil
                }
                try wait(for: other, on: own.thread)
            }
        }
        if let known { return known }
        let result = Result { try make() }
        return try lock.withLock {
            makings[key] = nil
            own.isOver = true
            defer { lock.broadcast() }
            // Another one may have been set meanwhile.
            if let known = instances[key] { return known }
            switch result {
            case .success(let made): return made
            case .failure(let error):
                own.error = error
                throw error
            }
        }
    }

    /// Makes what was made for a class its shared instance. Returns false where another one was set meanwhile, or none.
    func share(_ made: BaseModel, as type: BaseModel.Type) -> Bool {
        lock.withLock {
            let key = ObjectIdentifier(type)
            guard instances[key] == nil, makings[key]?.isReplaced == false else { return false }
            instances[key] = made
            return true
        }
    }

    /// Returns when it is worth to look again. Throws what the making threw, and `cycle` where it would never end.
    private func wait(for making: Making, on thread: ObjectIdentifier) throws {
        var circle = [making.type]
        var next = making
        while next.thread != thread {
            guard let further = waiting[next.thread] else {
                waiting[thread] = making
                while !making.isOver, instances[ObjectIdentifier(making.type)] == nil { lock.wait() }
                waiting[thread] = nil
                // What went wrong before another one was set, or none, says nothing of what comes now.
                if let error = making.error, !making.isReplaced { throw error }
                return
            }
            circle.append(further.type)
            next = further
        }
        if circle.count == 1 {
            throw ModelError(.cycle, "The shared instance of \(making.type) is asked for while it is being made.")
        }
        let names = circle.map { "\($0)" }.joined(separator: ", ")
        throw ModelError(
            .cycle, "Threads that make shared instances wait for each other's in a circle: \(names).")
    }

    /// Puts an instance in the place of the old one, which is returned.
    func replace(_ type: BaseModel.Type, with instance: BaseModel?) -> BaseModel? {
        lock.withLock {
            let key = ObjectIdentifier(type)
            let old = instances[key]
            instances[key] = instance
            makings[key]?.isReplaced = true
            lock.broadcast()
            return old
        }
    }
}
