import Foundation
import Testing

/// The toolchain's archive. The tests run with the toolchain that built them.
private let archive: String = {
    let program = ["/usr/bin/env", "swiftc", "-print-target-info", "-static-stdlib"]
    let info = try? Tool().run(URL(fileURLWithPath: program[0]), Array(program.dropFirst())).output
    let object = try? JSONSerialization.jsonObject(with: info ?? Data()) as? [String: Any]
    let folder = (object?["paths"] as? [String: Any])?["runtimeResourcePath"] as? String
    return (folder ?? "/nowhere") + "/linux/lib_FoundationICU.a"
}()

/// The data of ICU's that the installed program has: see `Scripts/small-icu.py`.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: archive), "there is no static Foundation"))
struct SmallDataTests {
    @Test("It has a tenth of the data, in the format of ICU's packages, and the symbol that the linker looks for")
    func object() throws {
        let tool = try Tool()
        let script = Tool.modelTests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scripts/small-icu.py")
        let made = try tool.run(script, [archive, "data.o"])
        #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        let object = try Data(contentsOf: tool.file("data.o"))
        #expect((1_000_000..<4_000_000).contains(object.count))
        let symbols = try tool.run(URL(fileURLWithPath: "/usr/bin/env"), ["nm", "data.o"])
        #expect(symbols.text.wholeMatch(of: /[0-9a-f]+ R __wrap_icudt\d+_dat\n/) != nil, "\(symbols.text)")
        #expect(made.text.wholeMatch(of: /icudt\d+_dat\n/) != nil, "\(made.text)")
        for name in ["zoneinfo64.res", "root.res", "uts46.nrm", "nfkc.nrm"] {
            #expect(object.range(of: Data("/\(name)\0".utf8)) != nil, "\(name)")
        }
        for name in ["de.res", "cjdict.dict", "ibm-1252_P100-2000.cnv"] {
            #expect(object.range(of: Data("/\(name)\0".utf8)) == nil, "\(name)")
        }
        // A file that is no such archive is refused, with the reason.
        #expect(try tool.run(script, ["data.o", "other.o"]).status != 0)
    }
}
