import Foundation
import ModelCore
import SQLiteStore

@Model final class Account: BaseModel {
    var amount = 0
}

/// The program that the tests start, several at once, and kill.
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
        default: exit(2)
        }
    }
}
