import FormatSupport


/// A connection to the secret service or to the file backend, for one operation on one thread.
protocol SecretSession: AnyObject {
    /// Makes sure that the secrets can be read, with a prompt if prompts are allowed. If `forWriting` is true, it
    /// also makes sure that there is a collection or a file for new secrets.
    func unlock(forWriting: Bool) throws

    /// Begins the operation, after the lock was taken. All later reads return the result of the last save.
    func begin(service: String, forWriting: Bool) throws

    /// Returns the items of a service, or of one of its accounts. An account may have several items if other programs
    /// made them.
    func items(service: String, account: String?) throws -> [StoredItem]

    /// Returns the secrets of the items, in the same order.
    func contents(of items: [StoredItem]) throws -> [Data]

    /// Replaces the account's secret in one step. If the account has none and the service ends in the middle, an
    /// empty item may remain. If the label is nil, the old label is kept.
    func write(_ content: Data, service: String, account: String, label: String?) throws

    /// Removes all items of an account.
    func remove(service: String, account: String) throws
}

/// One item of a session, without its secret.
struct StoredItem {
    /// The identifier by which the session knows the item.
    var id: String
    var account: String
    var label: String
    /// The time when its secret was last changed, in seconds since 1970.
    var modified: UInt64
}
