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
        case "kind": print("value \(try store.document(for: arguments[0])?.root.kind.rawValue ?? "nil")")
        case "remove": try store.remove(arguments[0])
        case "remove-all": try store.removeAll()
        case "accounts": print("value \(try store.accounts)")
        case "label": print("value \(try store.label(of: arguments[0]) ?? "nil")")
        case "collections": print("value \(try store.collectionLabels)")
        case "check": try store.checkAvailability()
        case "save": try save(arguments)
        case "load": print("value \(try saved(ProbeLogin.self)?.summary ?? "nil")")
        case "forget": try ProbeLogin.removeContents(ofStore: .keychain)
        case "save-mail":
            let mail = ProbeMail()
            mail.password = arguments[0]
            try mail.write(toStore: .keychain)
        case "load-mail": print("value \(try saved(ProbeMail.self)?.password ?? "nil")")
        case "save-bulk": try saveBulk(text: arguments[0], count: Int(arguments[1]) ?? 0, size: Int(arguments[2]) ?? 0)
        case "load-bulk":
            let values = try saved(ProbeBulk.self)?.values ?? []
            print("value \(values.count) of \(Set(values.map { $0.prefix(1) }).sorted().joined(separator: ","))")
        case "load-many": try loadMany(Int(arguments[0]) ?? 0)
        case "save-threads": try saveInThreads(Int(arguments[0]) ?? 0)
        case "leak": try leak(Int(arguments[0]) ?? 0)
        default: fatalError("unknown command \(command)")
        }
        print("ok")
    }

    /// What is kept of a class; nil where nothing was saved.
    private func saved<Model: BaseModel>(_ type: Model.Type) throws -> Model? {
        do {
            return try type.load(fromStore: .keychain)
        } catch let error as ModelError where error.code == .fileMissing {
            return nil
        }
    }

    private func save(_ changes: [String]) throws {
        let login = try saved(ProbeLogin.self) ?? ProbeLogin()
        for change in changes { try login.change(change) }
        try login.write(toStore: .keychain)
    }

    private func saveBulk(text: String, count: Int, size: Int) throws {
        let bulk = ProbeBulk()
        bulk.values = Array(repeating: String(repeating: text, count: size), count: count)
        try bulk.write(toStore: .keychain)
    }

    /// Loads again and again while somebody else saves: prints each state that is neither whole.
    private func loadMany(_ times: Int) throws {
        for _ in 0..<times {
            let values = try saved(ProbeBulk.self)?.values ?? []
            if Set(values).count > 1 { print("torn \(Set(values.map { $0.prefix(1) }).sorted())") }
        }
    }

    /// Saves from several threads at once, and prints what is there at the end.
    private func saveInThreads(_ count: Int) throws {
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do {
                try saveBulk(text: String(index % 10), count: 4, size: 8)
                try store.set("\(index)", for: "thread\(index)")
            } catch {
                print("error \(error)")
            }
        }
        print("value \(try store.accounts.count { $0.hasPrefix("thread") })")
        try loadMany(1)
    }

    /// Reads and writes again and again, and prints how many descriptors and threads there are more than after the first time.
    private func leak(_ times: Int) throws {
        try store.set("x", for: "leak")
        let before = Self.used()
        for index in 0..<times {
            try store.set("x\(index)", for: "leak")
            _ = try store["leak"]
        }
        // Connections are closed a moment after their last use.
        usleep(300_000)
        let after = Self.used()
        print("value \(after.descriptors - before.descriptors) descriptors, \(after.threads - before.threads) threads")
        print("kilobytes \(after.kilobytes - before.kilobytes)")
    }

    private static func used() -> (descriptors: Int, threads: Int, kilobytes: Int) {
        let files = FileManager.default
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?.split(separator: " ")[1] ?? ""
        return (
            (try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0,
            (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0, Int(resident) ?? 0
        )
    }
}
