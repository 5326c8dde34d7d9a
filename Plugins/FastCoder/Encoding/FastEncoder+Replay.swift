import FormatSupport
import ModelCore

extension FastEncoder {
    /// How deeply objects are written at weak references to them; below, an offset leads to them.
    private static let inlineDepth = 32

    /// Repeats kept calls.
    ///
    /// A weak reference to an object that is only met later writes it there, and an alias where it was met: the form that the original
    /// writes. Not where that would nest objects in objects without end.
    func replay(_ recorder: EventRecorder) throws {
        let events = recorder.events
        // Where to go on when the calls of an object that was written earlier than it came are through.
        var jumps: [(end: Int, resume: Int)] = []
        var position = 0
        while true {
            if let jump = jumps.last, position == jump.end {
                jumps.removeLast()
                position = jump.resume
                continue
            }
            guard position < events.count else { return }
            var isOpen = true
            switch events[position] {
            case .key(let key): try encodeKey(key)
            case .unset(let key, let isDefault): try encodeNil(forKey: key, isDefault: isDefault)
            case .scalar(let scalar): try encode(scalar)
            case .array(let kind, let count, let identity):
                isOpen = try beginArray(kind, count: count, identity: identity)
            case .dictionary(let keys, let count, let identity):
                isOpen = try beginDictionary(keys: keys, count: count, identity: identity)
            case .object(let object, let codedClass):
                isOpen = try beginObject(object, class: codedClass, isExpected: false)
            case .endArray: try endArray()
            case .endDictionary: try endDictionary()
            case .endObject: try endObject()
            case .weak(let object, let key):
                if finalEvents === recorder, output.identities.find(object) == nil, jumps.count < Self.inlineDepth,
                    let begin = recorder.begins(object)
                {
                    try encodeKey(key)
                    jumps.append((recorder.ends[begin] + 1, position + 1))
                    position = begin
                    continue
                }
                try encodeReference(to: object, forKey: key)
            }
            position = isOpen ? position + 1 : recorder.ends[position] + 1
        }
    }
}
