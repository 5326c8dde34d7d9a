#if Macros
import Foundation
import ModelCore
// snippet.contract
import ModelTesting
import Testing

@Test func contract() async { await FormatContract(LineFormat()).check() }
// snippet.end
// snippet.oneByOne
@Test(arguments: FormatContract.checks)
func contract(_ check: ContractCheck) async {
    await FormatContract(LineFormat()).check(check)
}
// snippet.end

@Test("The text of lines is kept")
func lines() throws {
    let old = Data("lines 1\ndictionary\ntext a\ninteger 007\ntext b\narray\ninteger 1\nend\nend\n".utf8)
    var document = try LineFormat().document(from: old)
    try document.insert(ModelDocument(.int64(2)), at: ["b", 1])
    try document.set(ModelDocument(encoding: ["d": [true]]), at: ["c"])
    let new = try LineFormat().encode(document, keepingTextOf: old)
    #expect(
        String(decoding: new, as: UTF8.self)
            == "lines 1\ndictionary\ntext a\ninteger 007\ntext b\narray\ninteger 1\ninteger 2\nend\n"
            + "text c\ndictionary\ntext d\narray\ntrue\nend\nend\nend\n")
}
#endif
