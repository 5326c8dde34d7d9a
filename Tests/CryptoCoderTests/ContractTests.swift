import CryptoCoder
import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("The contract that every format keeps")
struct ContractTests {
    /// A key of the program's, so that none of the thousands of damaged files costs a derivation.
    private static func contract(_ coder: CryptoCoder, _ options: ContractOptions = .few) -> FormatContract {
        var options = options
        options.comparablePart = { file in try KeyedArchive().encode(coder.decode(ModelNode.self, from: file)) }
        return FormatContract(coder, options: options)
    }

    @Test("With a key", arguments: FormatContract.checks)
    func withKey(_ check: ContractCheck) async throws {
        let key = try CryptoPassword(key: (0..<32).map { UInt8($0) })
        await Self.contract(CryptoCoder(key), ContractOptions()).check(check)
    }

    @Test("With a password", arguments: FormatContract.checks)
    func withPassword(_ check: ContractCheck) async {
        await Self.contract(.cheap("a password")).check(check)
    }

    @Test("In version 2, with a password", arguments: FormatContract.checks)
    func version2(_ check: ContractCheck) async {
        await Self.contract(.cheap("a password", writing: .insecureVersion2)).check(check)
    }
}
