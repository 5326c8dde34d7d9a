import FormatSupport

/// The key paths of all aliases, as a tree of their keys.
struct HRTrie {
    private(set) var children: [[ExactText: Int]] = [[:]]

    /// The node of a path, which is added.
    mutating func node(of components: [String]) -> Int {
        var node = 0
        for component in components {
            if let known = children[node][ExactText(component)] {
                node = known
            } else {
                children.append([:])
                children[node][ExactText(component)] = children.count - 1
                node = children.count - 1
            }
        }
        return node
    }

    func hasChildren(_ node: Int) -> Bool { !children[node].isEmpty }

    func child(_ node: Int, _ key: String) -> Int? { children[node][ExactText(key)] }

    /// The node of a key that has full stops itself, as original files and coded collections have them in paths.
    func child(_ node: Int, byPartsOf key: String) -> Int? {
        var node = node
        var rest = key.utf8[...]
        // Part by part, up to the first that isn't there: keys may be long, and met often.
        while let end = rest.firstIndex(of: UInt8(ascii: ".")) {
            guard let next = children[node][ExactText(String(Substring(rest[..<end])))] else { return nil }
            node = next
            rest = rest[rest.index(after: end)...]
        }
        guard rest.startIndex != key.startIndex else { return nil }
        return children[node][ExactText(String(Substring(rest)))]
    }
}
