/// The key paths of all aliases, as a tree of their keys.
struct HRTrie {
    private(set) var children: [[String: Int]] = [[:]]

    /// The node of a path, which is added.
    mutating func node(of components: [String]) -> Int {
        var node = 0
        for component in components {
            if let known = children[node][component] {
                node = known
            } else {
                children.append([:])
                children[node][component] = children.count - 1
                node = children.count - 1
            }
        }
        return node
    }

    func hasChildren(_ node: Int) -> Bool { !children[node].isEmpty }

    func child(_ node: Int, _ key: String) -> Int? { children[node][key] }

    /// The node of a key that has full stops itself, as original files and coded collections have them in paths.
    func child(_ node: Int, byPartsOf key: String) -> Int? {
        guard key.utf8.contains(UInt8(ascii: ".")) else { return nil }
        var node = node
        for part in key.split(separator: ".", omittingEmptySubsequences: false) {
            guard let next = children[node][String(part)] else { return nil }
            node = next
        }
        return node
    }
}
