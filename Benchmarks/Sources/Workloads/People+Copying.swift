import Foundation

// What any decoder has to do at the least: allocate the objects and their parts, and copy the bytes into them.

extension People {
    func copyOfEverything() -> People {
        let copy = People()
        copy.people.reserveCapacity(people.count)
        for person in people { copy.people.append(person.copyOfEverything()) }
        return copy
    }
}

extension Person {
    fileprivate func copyOfEverything() -> Person {
        let copy = Person()
        copy.name = name.copyOfBytes()
        copy.email = email.copyOfBytes()
        copy.age = age
        copy.score = score
        copy.active = active
        copy.tags.reserveCapacity(tags.count)
        for tag in tags { copy.tags.append(tag.copyOfBytes()) }
        return copy
    }
}

extension String {
    /// The same text in memory of its own, where it needs any.
    fileprivate func copyOfBytes() -> String {
        var text = self
        return text.withUTF8 { bytes in
            // Both buffers have room for all bytes, which are UTF-8.
            unsafe String(unsafeUninitializedCapacity: bytes.count) { unsafe $0.update(fromContentsOf: bytes) }
        }
    }
}

extension Data {
    /// The same bytes in memory of their own.
    static func copy(of data: Data) -> Data {
        // The pointer is good for the call, which copies all that it leads to.
        unsafe data.withUnsafeBytes { unsafe Data(bytes: $0.baseAddress!, count: $0.count) }
    }
}
