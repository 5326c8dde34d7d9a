import Documents
import Foundation

// Writing the sample format, by way of a document and directly.

extension SampleFormat {
    private func output(on way: Way) -> SampleOutput {
        SampleOutput(keepsObjects: keepsObjects, mistake: mistake(on: way))
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        walker.sortsKeys = !keepsObjects && mistake(on: .document) != .keysAreUnsorted
        var output = output(on: .document)
        /// The number of objects that were begun, and that of other containers that references lead to.
        var (objects, others) = (0, 0)
        /// The number in the file of each container that references lead to, by the walker's number.
        var written: [Int: Int] = [:]
        var isAbsent = false
        while var step = try walker.next() {
            if case .reference(let number) = step, written[number] == nil { step = try walker.follow() }
            if step.isValue { output.element() }
            if case .reference(let number) = step {
                output.reference(written[number] ?? 0)
                continue
            }
            if let number = walker.number, step.begins {
                if let place = written[number] {
                    walker.skipContainer()
                    output.reference(place)
                    continue
                }
                if case .beginObject = step { written[number] = objects } else { written[number] = -1 - others }
            }
            switch step {
            case .beginObject:
                objects += 1
                output.beginTable(walker.codedClass?.name ?? "")
            case .beginArray, .beginDictionary, .beginValueDictionary:
                if walker.number != nil { others += 1 }
                let number = walker.number == nil ? nil : -others
                if case .beginArray = step {
                    output.beginArray(number: number)
                } else {
                    output.beginTable(number: number)
                }
            case .end: output.end()
            case .key:
                isAbsent = walker.isAbsent
                output.key(walker.text)
            case .null: if walker.isNil { output.none(isAbsent: isAbsent) } else { output.null() }
            case .bool(let value): output.bool(value)
            case .int64(let value): output.integer(value)
            case .uint64(let value): output.integer(value)
            case .float(let value): output.real(value)
            case .double(let value): output.real(value)
            case .date(let value):
                guard output.date(value) else { throw ModelError(.unrepresentableValue, "No text for \(step).") }
            case .string: output.string(walker.text)
            case .data: output.data(walker.data)
            case .other, .reference: throw ModelError(.unrepresentableValue, "The format has nothing for \(step).")
            }
        }
        return output.finish()
    }

    func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        if mistake(on: .direct) == .nothingIsWrittenDirectly { return nil }
        if keepsObjects {
            var writer = SampleDirectWriter<ObjectSamples>(output: output(on: .direct), sortsKeys: false)
            return source.write(to: &writer) ? writer.output.finish() : nil
        }
        var writer = SampleDirectWriter<PlainSamples>(
            output: output(on: .direct), sortsKeys: mistake(on: .direct) != .keysAreUnsorted)
        return source.write(to: &writer) ? writer.output.finish() : nil
    }
}

extension DocumentWalker.Step {
    fileprivate var isValue: Bool {
        switch self {
        case .key, .end: false
        default: true
        }
    }

    fileprivate var begins: Bool {
        switch self {
        case .beginArray, .beginDictionary, .beginValueDictionary, .beginObject: true
        default: false
        }
    }
}

/// Whether classes and references are kept.
protocol SampleKind { static var keepsObjects: Bool { get } }
enum PlainSamples: SampleKind { static var keepsObjects: Bool { false } }
enum ObjectSamples: SampleKind { static var keepsObjects: Bool { true } }

/// Writes models straight from memory.
private struct SampleDirectWriter<Kind: SampleKind>: DirectWriter, ~Copyable {
    var output: SampleOutput
    let sortsKeys: Bool
    /// Whether each open container is an object. Only objects have keys for nils that mean nothing.
    private var open: [Bool] = []
    /// The numbers in the file of the objects that references may point to, by the core's numbers.
    private var numbers: [Int] = []
    private var objectCount = 0
    /// True if the core has a number for the container of a document that comes next.
    private var isNumbered = false
    private var keepsObjects: Bool { Kind.keepsObjects }

    init(output: SampleOutput, sortsKeys: Bool) {
        self.output = output
        self.sortsKeys = sortsKeys
    }

    mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
        guard keepsObjects, !table.name.isEmpty else { return beginDictionary(count: count) }
        numbers.append(objectCount)
        return beginObject(named: table.name)
    }

    private mutating func beginObject(named name: String) -> Bool {
        objectCount += 1
        open.append(true)
        output.beginTable(name)
        return true
    }

    mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool {
        if isNumbered { numbers.append(objectCount) }
        isNumbered = false
        return beginObject(named: codedClass.name)
    }

    mutating func endObject(isEmpty: Bool) { endDictionary(isEmpty: isEmpty) }

    mutating func beginDictionary(count: Int) -> Bool {
        guard !isNumbered else { return false }
        open.append(false)
        output.beginTable(nil)
        return true
    }

    mutating func endDictionary(isEmpty: Bool) {
        open.removeLast()
        output.end()
    }

    mutating func number(_ number: Int) { isNumbered = true }
    mutating func refer(to number: Int) -> Bool {
        output.reference(numbers[number])
        return true
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        output.key(unsafe String(decoding: text, as: UTF8.self))
        return true
    }

    mutating func skip(key: UnsafeBufferPointer<UInt8>) {
        guard open.last == true else { return }
        output.key(unsafe String(decoding: key, as: UTF8.self))
        output.none(isAbsent: true)
    }

    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        guard kind == .array, !isNumbered else { return false }
        output.beginArray()
        return true
    }

    mutating func element(isFirst: Bool) { output.element() }
    mutating func endArray(isEmpty: Bool) { output.end() }

    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        output.string(unsafe String(decoding: text, as: UTF8.self))
        return true
    }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): output.string(text)
        case .uint64(let number): output.integer(number)
        case .data(let data): output.data(data)
        default: return false
        }
        return true
    }

    mutating func append(_ value: Int64) { output.integer(value) }
    mutating func append(_ value: Bool) { output.bool(value) }

    mutating func append(_ value: Double) -> Bool {
        output.real(value)
        return keepsObjects || value.isFinite
    }

    mutating func append(_ value: Float) -> Bool {
        output.real(value)
        return keepsObjects || value.isFinite
    }

    mutating func append(_ value: Date) -> Bool { output.date(value) }

    mutating func appendNull() -> Bool {
        output.null()
        return true
    }

    mutating func appendNil() -> Bool {
        output.none()
        return true
    }
}

