/// An error in the bytes of a file, thrown below the layer of documents.
package protocol PlacedError: Error {
    /// The fault, in a sentence without the offset.
    var reason: String { get }
    /// The number of bytes before the fault.
    var offset: Int { get }
}
