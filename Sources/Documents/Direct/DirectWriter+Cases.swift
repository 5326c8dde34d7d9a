// Enums whose cases have values, written from memory.

extension DirectWriter where Self: ~Copyable {
    /// Writes the case of the enum at an address.
    @inlinable
    @inline(never)
    mutating func writeCase(_ place: UnsafeRawPointer, _ form: ValueForm, _ writing: inout DirectWriting) -> Bool {
        guard let cases = form.cases, unsafe form.isCoded(at: place) else { return writing.end(.valueWithCode) }
        var isKnown = false
        let isWritten = unsafe cases.access.withCase(at: place) { number, values in
            isKnown = true
            let own = cases.forms[number]
            // The values are a copy: more than one reference points to the objects in them.
            return unsafe write(values, own.kind, Unmanaged.passUnretained(own), isShared: true, &writing)
        }
        if isKnown { return isWritten }
        // The enum keeps the file's value of a case that it doesn't know.
        guard writing.hasParts,
            case .document(let document) = unsafe writing.encode(cases.code, place, mayRun: true)
        else { return false }
        return write(document, &writing)
    }
}
