import CLibsecret

extension String {
    /// Text that GLib keeps; nil where it gave none.
    @safe
    init?(lent text: UnsafePointer<CChar>?) {
        guard let text = unsafe text else { return nil }
        self = unsafe String(cString: text)
    }

    /// Text that GLib gave away, which is freed; nil where it gave none.
    @safe
    init?(taking text: UnsafeMutablePointer<CChar>?) {
        guard let text = unsafe text else { return nil }
        defer { unsafe g_free(text) }
        self = unsafe String(cString: text)
    }
}
