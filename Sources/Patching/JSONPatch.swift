import Documents
import FormatSupport

/// A change of a document as a sequence of operations: a JSON Patch, RFC 6902.
///
/// ```swift
/// let patch = JSONPatch([
///     .test("/items/0/title", "Soap"), .replace("/items/0/count", 3), .remove("/items/1"),
/// ])
/// try document.apply(patch)
/// ```
public struct JSONPatch: Patch, Sendable, Equatable {
    /// One change.
    public enum Operation: Sendable, Equatable {
        /// Inserts a value before an element of an array, or after the last element for the token `-`. In an object,
        /// sets the value of a key.
        case add(JSONPointer, ModelDocument)
        /// Removes a value, which must exist.
        case remove(JSONPointer)
        /// Replaces a value, which must exist.
        case replace(JSONPointer, ModelDocument)
        /// Removes a value, and adds it at another pointer, which must not be inside the value.
        case move(from: JSONPointer, to: JSONPointer)
        /// Adds a copy of a value elsewhere.
        case copy(from: JSONPointer, to: JSONPointer)
        /// Requires that a value is equal to this value. Numbers are compared by value, and objects in any order of
        /// their keys.
        case test(JSONPointer, ModelDocument)
    }

    /// The operations in their order.
    public var operations: [Operation]

    /// Creates a patch of these operations.
    public init(_ operations: [Operation] = []) { self.operations = operations }

    /// Reads a patch from the content of a file, or of a request.
    ///
    /// - Throws: The errors of the format, and of ``init(_:)-(ModelDocument)``.
    public init(from content: Data, as format: FileFormat = .json, limits: DecodingLimits = .standard) throws {
        try self.init(FormatRegistry.current.document(from: content, as: format, limits: limits))
    }

    // MARK: As a document

    /// Creates a patch from its document, an array of operations. Members that an operation doesn't need are ignored.
    ///
    /// - Throws: `typeMismatch`, `missingValue` or `invalidKey`, with the path in the patch.
    public init(_ document: ModelDocument) throws(ModelError) {
        guard document.root.kind == .array else {
            throw ModelError(.typeMismatch, expected: "an array of operations", found: document.root.kind.rawValue)
        }
        operations = []
        for (index, value) in document.root.elements.enumerated() {
            do throws(ModelError) {
                operations.append(try Operation(value))
            } catch {
                throw error.inOperation(index)
            }
        }
    }

    /// The patch as a document.
    public var document: ModelDocument { ModelDocument(elements: operations.map(\.document.root)) }

    var byteCount: Int {
        operations.reduce(0) { sum, operation in
            switch operation {
            case .add(_, let value), .replace(_, let value), .test(_, let value): sum + value.root.byteCount
            case .remove, .move, .copy: sum
            }
        }
    }

    // MARK: Carrying out

    func apply(to tree: DocumentTree, _ nils: NilKeys?) throws(ModelError) {
        for (index, operation) in operations.enumerated() {
            do throws(ModelError) {
                try operation.apply(to: tree, nils)
            } catch {
                throw error.inOperation(index)
            }
        }
    }
}

extension ModelDocument {
    /// Changes the document by a JSON patch: by all of its operations, or by none.
    ///
    /// The time of an operation is linear in the length of its path, in the number of elements after an inserted or
    /// removed element, and in the number of values that it copies or compares. Objects keep their classes. A
    /// container that several references point to is changed for all of them; a copy refers to copies.
    ///
    /// - Throws: `unknownProperty` if a pointer refers to nothing; `patchTestFailed` if a test fails; `invalidCoding`
    ///   if a value is moved into itself; `nodesExceeded`, `depthExceeded`, `bytesExceeded`, where copies count as
    ///   values. The error's path is the path of the operation in the patch. If it throws, nothing is changed.
    public mutating func apply(_ patch: JSONPatch, limits: DecodingLimits = .standard) throws(ModelError) {
        try revise(by: patch, limits)
    }
}

extension ModelError {
    /// The error with the path of the operation at an index before its own path.
    fileprivate func inOperation(_ index: Int) -> ModelError {
        var error = self
        error.path = ModelPath([.index(index)] + path.components)
        return error
    }
}
