import Foundation
import ModelCore
import SecretStore

/// What the probe can do.
struct Commands {
    let store: SecretStore

    func run(_ command: String, _ arguments: [String]) throws {
        switch command {
        case "set": try store.set(arguments[1], for: arguments[0], label: arguments.count > 2 ? arguments[2] : nil)
        case "set-data": try store.set(Data(base64Encoded: arguments[1]) ?? Data(), for: arguments[0])
        case "set-size": try store.set(String(repeating: "x", count: Int(arguments[1]) ?? 0), for: arguments[0])
        case "set-list": try store.set(Array(arguments.dropFirst()), for: arguments[0])
        case "get": print("value \(try store[arguments[0]].map { "\"\($0)\"" } ?? "nil")")
        case "get-data": print("value \(try store[arguments[0], as: Data.self]?.base64EncodedString() ?? "nil")")
        case "get-size": print("value \(try store[arguments[0]]?.utf8.count ?? -1)")
        case "get-list": print("value \(try store[arguments[0], as: [String].self] ?? [])")
        case "get-int": print("value \(try store[arguments[0], as: Int.self] ?? 0)")
        case "kind": print("value \(try store.node(for: arguments[0])?.kind.rawValue ?? "nil")")
        case "remove": try store.remove(arguments[0])
        case "remove-all": try store.removeAll()
        case "accounts": print("value \(try store.accounts)")
        case "label": print("value \(try store.label(of: arguments[0]) ?? "nil")")
        case "collections": print("value \(try store.collectionLabels)")
        case "check": try store.checkAvailability()
        default: fatalError("unknown command \(command)")
        }
        print("ok")
    }
}
