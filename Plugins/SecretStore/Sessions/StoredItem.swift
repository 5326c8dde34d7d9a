/// One item of a session, without its secret.
struct StoredItem {
    /// What the session knows it by.
    var id: String
    var account: String
    var label: String
    /// When its secret was last changed, in seconds since 1970.
    var modified: UInt64
}
