import FormatSupport
import Foundation
import ModelCore

// What is done once an object is complete.

extension JSONWriter {
    /// Throws where two of the object's keys are equal: no reader could tell which one counts.
    ///
    /// Quadratic for small objects, else *n* log *n*; linear where keys were written in order, as dictionaries are.
    @inline(never)
    func checkKeys() throws {
        let own = keys[frame.firstKey...]
        let repeated: KeyRange? = unsafe buffer.withBytes { bytes in
            if own.count <= 32 {
                for (offset, key) in own.enumerated() {
                    for other in own.dropFirst(offset + 1) where unsafe Self.areEqual(key, other, bytes) { return other }
                }
                return nil
            }
            if zip(own, own.dropFirst()).allSatisfy({ unsafe Self.order($0, $1, bytes) < 0 }) { return nil }
            let sorted = own.sorted { unsafe Self.order($0, $1, bytes) < 0 }
            return zip(sorted, sorted.dropFirst()).first { unsafe Self.order($0, $1, bytes) == 0 }?.1
        }
        guard let repeated else { return }
        let text = unsafe buffer.withBytes { unsafe String(decoding: $0[repeated.start..<repeated.end], as: UTF8.self) }
        throw ModelError(.duplicateKey, "The key \(text) is written twice in one object.")
    }

    /// Puts the object's members in the order of their keys. *n* log *n*, and a copy of the object.
    @inline(never)
    mutating func sortMembers() {
        let own = Array(keys[frame.firstKey...])
        guard let first = own.first else { return }
        let separator = isPretty ? 2 + outer.count * 2 : 1
        let end = buffer.count
        let data: Data? = unsafe buffer.withBytes { bytes in
            let order = own.indices.sorted { unsafe Self.order(own[$0], own[$1], bytes) < 0 }
            guard order != Array(own.indices) else { return nil }
            var data = Data(capacity: end - first.start)
            for (place, index) in order.enumerated() {
                if place > 0 {
                    data.append(UInt8(ascii: ","))
                    if separator > 1 {
                        data.append(UInt8(ascii: "\n"))
                        data.append(contentsOf: repeatElement(0x20, count: separator - 2))
                    }
                }
                let stop = index + 1 < own.count ? own[index + 1].start - separator : end
                unsafe data.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[own[index].start..<stop]))
            }
            return data
        }
        guard let data else { return }
        buffer.truncate(to: first.start)
        buffer.append(data)
    }

    /// Keys were written into the buffer before, so their ranges lie within it.
    private static func order(_ left: KeyRange, _ right: KeyRange, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        // Without the closing quotes, so that a key comes before those that it begins.
        let leftCount = left.end - left.start - 1
        let rightCount = right.end - right.start - 1
        guard let base = bytes.baseAddress else { return 0 }
        let result = unsafe memcmp(base + left.start, base + right.start, min(leftCount, rightCount))
        return result != 0 ? Int(result) : leftCount - rightCount
    }

    private static func areEqual(_ left: KeyRange, _ right: KeyRange, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe left.end - left.start == right.end - right.start && order(left, right, bytes) == 0
    }
}
