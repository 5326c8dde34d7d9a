import Foundation
import Records
import SQLiteStore

/// A model whose property is listed, so that the program is built without swift-syntax.
final class Account: BaseModel {
    var amount = 0

    private static let known = ModelClass(Account.self, name: "Account", overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] { [ModelProperty("amount", \Account.amount)] }
}

/// The program that the tests start several times at once, and kill.
@main
enum SQLiteProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        FormatRegistry.register(SQLiteStore(file: arguments[2], patience: 30))
        let accounts = ModelRecords<Account>(in: .sqlite)
        switch arguments[1] {
        case "count":
            for _ in 0..<(Int(arguments[3]) ?? 0) {
                try accounts.update(id: "count", makesMissing: true) { $0.amount += 1 }
            }
        case "transfer":
            // Each transaction moves 1 along ten accounts, and counts. The number is printed when it has returned.
            while true {
                let count = try accounts.transaction {
                    for number in 0..<10 {
                        try accounts.update(id: "\(number)", makesMissing: true) { $0.amount += number == 0 ? -9 : 1 }
                    }
                    return try accounts.update(id: "transfers", makesMissing: true) {
                        $0.amount += 1
                        return $0.amount
                    }
                }
                FileHandle.standardOutput.write(Data("\(count)\n".utf8))
            }
        case "hold":
            // Saves in a transaction that goes on until the input ends. Says so before, and when it is over.
            try accounts.transaction {
                try accounts.update(id: "count", makesMissing: true) { $0.amount += 1 }
                FileHandle.standardOutput.write(Data("held\n".utf8))
                _ = try FileHandle.standardInput.readToEnd()
            }
        case "read":
            // Reads as a user who owns nothing, if the program may become one. Prints if the file is read-only then,
            // and the amounts.
            if getuid() == 0 {
                guard setgid(65534) == 0, setuid(65534) == 0 else { exit(3) }
            }
            guard unsafe access(arguments[2], R_OK) == 0 else { exit(4) }
            let isWritable = unsafe access(arguments[2], W_OK) == 0
            let amounts = try accounts.load(.all.where("amount", in: 0...).sorted(by: "amount")).map(\.amount)
            print(isWritable ? "writable" : "read-only", amounts)
        default: exit(2)
        }
    }
}
