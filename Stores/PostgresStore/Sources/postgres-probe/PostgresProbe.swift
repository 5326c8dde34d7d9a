import Foundation
import PostgresStore
import Records

/// A model whose properties are listed, so that the program is built without swift-syntax.
final class Account: BaseModel {
    var amount = 0

    private static let known = ModelClass(Account.self, overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] {
        [ModelProperty("amount", \Account.amount, isStored: true)]
    }
}

/// The program that the tests start several times at once, and kill. Its first argument is its task, and the second
/// argument is the connection string.
@main
enum PostgresProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        FormatRegistry.register(PostgresStore(arguments[2], patience: 30))
        let accounts = ModelRecords<Account>(in: .postgres)
        switch arguments[1] {
        case "count":
            for _ in 0..<(Int(arguments[3]) ?? 0) {
                try accounts.update(id: "count", makesMissing: true) { $0.amount += 1 }
            }
        case "transfer":
            // Each transaction moves 1 along ten accounts, and counts. The number is printed when it has returned.
            while true {
                let count: Int
                do {
                    count = try transfer(accounts)
                } catch let error as ModelError where error.code == .outcomeUnknown || error.code == .fileUnwritable {
                    // The server was stopped.
                    continue
                }
                FileHandle.standardOutput.write(Data("\(count)\n".utf8))
            }
        default: exit(2)
        }
    }

    static func transfer(_ accounts: ModelRecords<Account>) throws -> Int {
        try accounts.transaction {
            for number in 0..<10 {
                try accounts.update(id: "\(number)", makesMissing: true) { $0.amount += number == 0 ? -9 : 1 }
            }
            return try accounts.update(id: "transfers", makesMissing: true) {
                $0.amount += 1
                return $0.amount
            }
        }
    }
}
