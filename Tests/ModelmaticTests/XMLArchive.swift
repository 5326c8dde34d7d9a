import Foundation

/// A keyed archive in XML, in which very many objects may refer to one long text: writers repeat it.
struct XMLArchive {
    private var objects = ["<string>$null</string>"]
    private var classes: [String: String] = [:]

    /// Adds an object, and returns a reference to it.
    mutating func add(_ object: String) -> String {
        objects.append(object)
        return "<dict><key>CF$UID</key><integer>\(objects.count - 1)</integer></dict>"
    }

    /// Adds an object of a class.
    mutating func add(_ className: String, _ properties: [(key: String, value: String)]) -> String {
        let values = properties.map { "<key>\($0.key)</key>\($0.value)" }.joined()
        let ownClass = reference(toClass: className)
        return add("<dict><key>$class</key>\(ownClass)\(values)</dict>")
    }

    private mutating func reference(toClass name: String) -> String {
        if let known = classes[name] { return known }
        let names = "<array><string>\(name)</string><string>NSObject</string></array>"
        let added = add("<dict><key>$classname</key><string>\(name)</string><key>$classes</key>\(names)</dict>")
        classes[name] = added
        return added
    }

    /// A text that stands where it is used.
    static func text(_ text: String) -> String { "<string>\(text)</string>" }

    /// An array that stands where it is used.
    static func array(_ elements: [String]) -> String { "<array>\(elements.joined())</array>" }

    /// The archive of a model of one entity, `E`, that has these properties.
    mutating func model(_ properties: [String]) -> Data {
        let entity = add(
            "NSEntityDescription", [("NSEntityName", Self.text("E")), ("NSProperties", Self.array(properties))])
        let root = add("NSManagedObjectModel", [("NSEntities", Self.array([entity]))])
        let head = "<key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>"
        let top = "<key>$top</key><dict><key>root</key>\(root)</dict>"
        let all = "<key>$objects</key>\(Self.array(objects))"
        return Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(head)\(top)\(all)</dict></plist>".utf8)
    }
}
