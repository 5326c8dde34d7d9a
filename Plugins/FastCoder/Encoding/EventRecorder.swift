import FormatSupport
import ModelCore

/// Keeps an encoder's calls.
///
/// A class, so that the calls of a key may be moved about without a copy.
final class EventRecorder {
    /// True where one value is to be kept, which is a dictionary's key.
    let isKey: Bool

    private(set) var hasWeakReferences = false
    private(set) var events: [EncodingEvent] = []
    /// For each call that begins a container, the call that ends it; its own number for a mere reference.
    private(set) var ends: [Int] = []
    private var open: [Int] = []
    private var begins: [ObjectIdentifier: Int] = [:]

    init(isKey: Bool) {
        self.isKey = isKey
    }

    var isEmpty: Bool { events.isEmpty }
    /// True where all containers that were begun are ended.
    var isComplete: Bool { open.isEmpty && !events.isEmpty }

    func add(_ event: EncodingEvent) {
        if case .weak = event { hasWeakReferences = true }
        events.append(event)
        ends.append(events.count - 1)
    }

    /// The call that begins an object, where it is kept here.
    func begins(_ object: AnyObject) -> Int? { begins[ObjectIdentifier(object)] }

    /// Keeps the beginning of a container; returns false for one that was met before.
    func begin(_ event: EncodingEvent, _ identity: AnyObject?, in encoder: FastEncoder) -> Bool {
        add(event)
        if let identity {
            if begins[ObjectIdentifier(identity)] != nil || encoder.output.identities.find(identity) != nil {
                encoder.finishKey(self)
                return false
            }
            begins[ObjectIdentifier(identity)] = events.count - 1
        }
        open.append(events.count - 1)
        return true
    }

    func end(_ event: EncodingEvent) {
        add(event)
        if let begin = open.popLast() { ends[begin] = events.count - 1 }
    }
}
