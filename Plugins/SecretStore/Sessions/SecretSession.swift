import Foundation

/// One connection to a place that keeps secrets, for the length of one operation, on one thread.
protocol SecretSession: AnyObject {
    /// Makes sure that the secrets can be read, by a prompt where that is allowed. `forWriting`: that there is a place
    /// for new ones too.
    func unlock(forWriting: Bool) throws

    /// Called once the lock is held: what is read from here on is what the last save left.
    func begin(service: String, forWriting: Bool) throws

    /// The items of a service, or of one of its accounts; an account may have several, where other programs made them.
    func items(service: String, account: String?) throws -> [StoredItem]

    /// The items' secrets, in their order.
    func contents(of items: [StoredItem]) throws -> [Data]

    /// Puts a secret in the place of the account's old one, in one step; where it has none, an item may be there that
    /// is still empty when the service ends in the middle. A label of nil keeps the old one's.
    func write(_ content: Data, service: String, account: String, label: String?) throws

    /// Removes all items of an account.
    func remove(service: String, account: String) throws
}

/// One item of a session, without its secret.
struct StoredItem {
    /// What the session knows it by.
    var id: String
    var account: String
    var label: String
    /// When its secret was last changed, in seconds since 1970.
    var modified: UInt64
}
