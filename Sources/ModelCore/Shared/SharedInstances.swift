import Foundation

/// The shared instances of all classes.
///
/// One lock for all: instances that need each other's while they are made can't wait for each other. It is recursive, so a
/// class may ask for another's while its own is made.
final class SharedInstances: @unchecked Sendable {
    static let all = SharedInstances()

    // Everything below is only touched while the lock is held.
    private let lock = NSRecursiveLock()
    private var instances: [ObjectIdentifier: BaseModel] = [:]
    private var making: Set<ObjectIdentifier> = []
    /// Classes whose save file was read or written by this process, so that it is known to be theirs.
    private var verifiedFiles: [ObjectIdentifier: String] = [:]

    func find(_ type: BaseModel.Type) -> BaseModel? {
        lock.withLock { instances[ObjectIdentifier(type)] }
    }

    /// The instance of a class, made by `make` where there is none: once, however many threads ask.
    func findOrMake(_ type: BaseModel.Type, _ make: () throws -> BaseModel) throws -> BaseModel {
        let key = ObjectIdentifier(type)
        return try lock.withLock {
            if let known = instances[key] { return known }
            guard making.insert(key).inserted else {
                throw ModelError(.cycle, "The shared instance of \(type) is asked for while it is being made.")
            }
            defer { making.remove(key) }
            let made = try make()
            // Making it may have set one.
            if let known = instances[key] { return known }
            instances[key] = made
            return made
        }
    }

    /// Puts an instance in the place of the old one, which is returned.
    func replace(_ type: BaseModel.Type, with instance: BaseModel?) -> BaseModel? {
        lock.withLock {
            let old = instances[ObjectIdentifier(type)]
            instances[ObjectIdentifier(type)] = instance
            return old
        }
    }

    func isVerified(_ path: String, for type: BaseModel.Type) -> Bool {
        lock.withLock { verifiedFiles[ObjectIdentifier(type)] == path }
    }

    func setVerified(_ path: String?, for type: BaseModel.Type) {
        lock.withLock { verifiedFiles[ObjectIdentifier(type)] = path }
    }
}
