import Foundation
import ModelCore
import Synchronization
import TestSupport

// Formats with defects of their own kind.

/// The toy format, but for what it says itself.
protocol ToyVariant: FormatProvider {}

extension ToyVariant {
    var formats: [FileFormat] { ToyFormat().formats }
    func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

    func detect(_ content: Data) -> FormatDetection? { ToyFormat().detect(content) }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try ToyFormat().serialize(&walker, context: context)
    }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try ToyFormat().parse(content, into: &builder, context: context)
    }
}

/// Reads a number as zero where something else stands.
struct LenientFormat: TreeFormat {
    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        try ToyFormat().node(from: content, context: context).changing(objects: { object in
            // Text under a key that is a number's.
            for index in object.properties.indices where object.properties[index].key == "int" {
                if object.properties[index].value.stringValue != nil {
                    object.properties[index].value = .scalar(.int64(0))
                }
            }
        })
    }
}

/// Claims identity, and writes copies.
struct CopyingFormat: TreeFormat {

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        let node = try ToyFormat().node(from: content, context: context)
        return node.changing(objects: { object in
            for index in object.properties.indices {
                guard case .array(let array) = object.properties[index].value else { continue }
                array.elements = array.elements.map { element in
                    if case .object(let object) = element {
                        .object(ObjectNode(object.codedClass, object.properties))
                    } else {
                        element
                    }
                }
            }
        })
    }
}

/// Takes what it can't read for an empty object.
struct ForgivingFormat: ToyVariant {
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var own = DocumentBuilder(limits: context.limits)
        do {
            try ToyFormat().parse(content, into: &own, context: context)
            var walker = DocumentWalker(try own.finish(), limits: context.limits)
            try walker.copy(into: &builder)
        } catch {
            try builder.beginDictionary()
            try builder.end()
        }
    }
}

/// Writes how often it was called.
struct CountingFormat: TreeFormat {
    private static let calls = Mutex(0)

    func detect(_ content: Data) -> FormatDetection? { ToyFormat().detect(content) }

    func data(from node: ModelNode) throws -> Data {
        let number = Self.calls.withLock { calls in
            calls = (calls + 1) % 200
            return calls
        }
        return try ToyFormat().data(from: node) + Data([UInt8(number)])
    }

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        try ToyFormat().node(from: content.dropLast(), context: context)
    }
}

/// Throws errors that name another format.
struct MisnamingFormat: TreeFormat {

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        do {
            return try ToyFormat().node(from: content, context: context)
        } catch {
            var error = ModelError(wrapping: error)
            error.format = .json
            throw error
        }
    }
}

/// Throws errors of another code, or at a place that no file has.
struct MisplacingFormat: TreeFormat {
    let code: ModelError.Code
    /// Of the place from the file's end.
    let offset: Int

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        do {
            return try ToyFormat().node(from: content, context: context)
        } catch {
            throw ModelError(code, "Damaged.").at(ModelLocation(byteOffset: content.count + offset))
        }
    }
}

/// Stops the process where much is nested, as a reader that calls itself does.
struct DyingFormat: ToyVariant {
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        if content.range(of: Data(String(repeating: "A0:", count: 1000).utf8)) != nil { _exit(7) }
        try ToyFormat().parse(content, into: &builder, context: context)
    }
}

/// Has a limit of its own besides those that it is given.
struct ShallowFormat: TreeFormat {
    func data(from node: ModelNode) throws -> Data {
        guard Self.depth(of: node) < 15 else { throw ModelError(.depthExceeded, "Too deep for this format.") }
        return try ToyFormat().data(from: node)
    }

    /// How deeply arrays are nested.
    private static func depth(of node: ModelNode) -> Int {
        guard case .array(let array) = node else { return 0 }
        return 1 + (array.elements.map(depth).max() ?? 0)
    }
}

/// Hesitates before it refuses one damaged file, each time.
struct SlowFormat: TreeFormat {
    private static let hesitatesAt = Mutex<Data?>(nil)

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        do {
            return try ToyFormat().node(from: content, context: context)
        } catch {
            let hesitates = Self.hesitatesAt.withLock { first in
                first = first ?? content
                return first == content
            }
            if hesitates { Thread.sleep(forTimeInterval: 0.3) }
            throw error
        }
    }
}

/// Hands out the file that was written before, every seventh time.
struct LeakingFormat: TreeFormat {
    private static let last = Mutex((count: 0, content: Data()))

    func detect(_ content: Data) -> FormatDetection? { ToyFormat().detect(content) }

    func data(from node: ModelNode) throws -> Data {
        let content = try ToyFormat().data(from: node)
        return Self.last.withLock { last in
            defer { last = (last.count + 1, content) }
            return last.count % 7 == 6 ? last.content : content
        }
    }

    func node(from content: Data, context: FormatContext) throws -> ModelNode {
        try ToyFormat().node(from: content, context: context)
    }
}
