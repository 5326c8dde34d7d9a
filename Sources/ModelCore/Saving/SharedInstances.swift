import FormatSupport

/// The shared instances of all classes.
///
/// The instance of a class is made by the first thread that requests it. Other threads that request it wait. The lock
/// is never held while the program's code runs. Threads that wait for each other in a circle would wait for ever. So
/// the thread that would close the circle gets an error.
package final class SharedInstances: @unchecked Sendable {
    private static let ofProgram = SharedInstances()

    /// The shared instances of the task's sandbox, or else of the program.
    static var all: SharedInstances { ModelSandbox.current?.instances ?? ofProgram }

    /// An instance that a thread is making.
    private final class PendingInstance {
        let type: BaseModel.Type
        let thread: UInt
        /// True if another instance, or nil, was set meanwhile. Then the new instance won't be the shared instance.
        var isReplaced = false
        var isOver = false
        var error: (any Error)?

        init(_ type: BaseModel.Type, on thread: UInt) {
            self.type = type
            self.thread = thread
        }
    }

    // Everything below is only touched while the lock is held.
    private let lock = Monitor()
    private var instances: [ObjectIdentifier: BaseModel] = [:]
    private var pendingInstances: [ObjectIdentifier: PendingInstance] = [:]
    /// For each waiting thread: the pending instance for which it waits.
    private var waiting: [UInt: PendingInstance] = [:]

    package func find(_ type: BaseModel.Type) -> BaseModel? {
        lock.withLock { instances[ObjectIdentifier(type)] }
    }

    /// The shared instance of a class. If there is none, `make` is called once, however many threads request the
    /// instance. All waiting threads throw the error of `make`. An instance that `make` doesn't ``share(_:as:)`` is
    /// returned only to the thread that called `make`.
    func findOrMake(_ type: BaseModel.Type, _ make: () throws -> BaseModel) throws -> BaseModel {
        if let known = find(type) { return known }
        let key = ObjectIdentifier(type)
        let own = PendingInstance(type, on: ThreadIdentity.current)
        let known = try lock.withLock { () -> BaseModel? in
            while true {
                if let known = instances[key] { return known }
                guard let other = pendingInstances[key] else {
                    pendingInstances[key] = own
                    return nil
                }
                try wait(for: other, on: own.thread)
            }
        }
        if let known { return known }
        let result = Result { try make() }
        return try lock.withLock {
            pendingInstances[key] = nil
            own.isOver = true
            defer { lock.broadcast() }
            // Another instance may have been set meanwhile.
            if let known = instances[key] { return known }
            switch result {
            case .success(let made): return made
            case .failure(let error):
                // The task is cancelled, but those of the threads that wait needn't be: one of them tries again.
                if !(error is CancellationError) { own.error = error }
                throw error
            }
        }
    }

    /// Makes an instance the shared instance of a class. Returns false if another instance, or nil, was set
    /// meanwhile.
    func share(_ made: BaseModel, as type: BaseModel.Type) -> Bool {
        lock.withLock {
            let key = ObjectIdentifier(type)
            guard instances[key] == nil, pendingInstances[key]?.isReplaced == false else { return false }
            instances[key] = made
            return true
        }
    }

    /// Waits until the pending instance is made, or the class has an instance. Throws the error of making it, and
    /// `cycle` if the wait would never end.
    private func wait(for making: PendingInstance, on thread: UInt) throws {
        var circle = [making.type]
        var next = making
        while next.thread != thread {
            guard let further = waiting[next.thread] else {
                waiting[thread] = making
                while !making.isOver, instances[ObjectIdentifier(making.type)] == nil { lock.wait() }
                waiting[thread] = nil
                // If another instance, or nil, was set after the error, a new attempt may succeed.
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

    /// Replaces the shared instance of a class. Returns the old instance.
    func replace(_ type: BaseModel.Type, with instance: BaseModel?) -> BaseModel? {
        lock.withLock {
            let key = ObjectIdentifier(type)
            let old = instances[key]
            instances[key] = instance
            pendingInstances[key]?.isReplaced = true
            lock.broadcast()
            return old
        }
    }
}
