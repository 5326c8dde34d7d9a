import FormatSupport
import Foundation

// The least that encoding as JSON takes: code for these classes alone, which goes from property to property and writes
// bytes. It keeps no identity, finds no cycle, asks for no subclass, and has no limits.

extension People {
    func handWrittenJSON() -> Data {
        var buffer = ByteBuffer(capacity: 1 << 16)
        buffer.append("{\"people\":[")
        var separator: StaticString = "{\"name\":"
        for person in people {
            buffer.append(separator)
            person.append(to: &buffer)
            separator = ",{\"name\":"
        }
        buffer.append("]}")
        return buffer.takeData()
    }
}

extension Person {
    @inline(__always)
    fileprivate func append(to buffer: inout ByteBuffer) {
        buffer.append(json: name)
        buffer.append(",\"email\":")
        buffer.append(json: email)
        buffer.append(",\"age\":")
        buffer.appendText(Int64(age))
        buffer.append(",\"score\":")
        buffer.appendText(score)
        buffer.append(active ? ",\"active\":true,\"tags\":[" : ",\"active\":false,\"tags\":[")
        var isFirst = true
        for tag in tags {
            if !isFirst { buffer.append(UInt8(ascii: ",")) }
            isFirst = false
            buffer.append(json: tag)
        }
        buffer.append("]}")
    }
}

extension ByteBuffer {
    /// The people's texts need no escapes; that is checked all the same.
    @inline(__always)
    fileprivate mutating func append(json text: String) {
        var text = text
        text.withUTF8 { bytes in
            append(room: bytes.count + 2) { room in
                // There is room for all bytes and two quotes.
                unsafe room[0] = UInt8(ascii: "\"")
                var special: UInt8 = 0
                for index in 0..<bytes.count {
                    let byte = unsafe bytes[index]
                    special |= byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
                    unsafe room[index + 1] = byte
                }
                precondition(special == 0, "The made-up people need no escapes.")
                unsafe room[bytes.count + 1] = UInt8(ascii: "\"")
                return bytes.count + 2
            }
        }
    }
}
