import Foundation
import ModelCore
import Testing

/// The names in keyed archives that no document contains.
@Suite("Names of archives") struct ArchiveNameTests {
    private func uid(_ number: Int) -> [String: Any] { ["CF$UID": number] }

    /// An archive in XML with values that were archived without keys, a nil, and these names for its outermost values.
    private func write(_ top: [String: Int], key: String = "$0", to file: URL) throws {
        let list: [String: Any] = [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": top.mapValues(uid),
            "$objects": [
                "$null", ["$class": uid(2), key: uid(3), "$1": 7, "nothing": uid(0)] as [String: Any],
                ["$classname": "Old", "$classes": ["Old", "NSObject"]] as [String: Any], "text", "other",
            ] as [Any],
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file)
    }

    @Test("An archive becomes an archive with all that it has")
    func kept() throws {
        let tool = try Tool()
        for top in [["root": 1], ["data": 1], ["a": 1, "b": 4], ["root": 1, "note": 4]] {
            try write(top, to: tool.file("a"))
            let result = try tool.run("convert", "a", "b", "--to", "keyedArchive")
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            #expect(try Data(contentsOf: tool.file("b")).starts(with: Data("bplist00".utf8)))
            #expect(try tool.run("convert", "b", "c", "--to", "keyedArchive").status == 0)
            for file in ["b", "c"] {
                let same = try tool.run("diff", "a", file, "--exact")
                #expect(same.status == 0, "\(same.text)")
                let list = unsafe try PropertyListSerialization.propertyList(
                    from: Data(contentsOf: tool.file(file)), format: nil) as? [String: Any]
                #expect((list?["$top"] as? [String: Any])?.keys.sorted() == top.keys.sorted())
                let object = (list?["$objects"] as? [Any])?[1] as? [String: Any]
                #expect(object?.keys.sorted() == ["$0", "$1", "$class", "nothing"])
            }
        }
    }

    @Test("What another format can't say is a loss")
    func lost() throws {
        let tool = try Tool()
        try write(["root": 1, "note": 4], to: tool.file("a"))
        let refused = try tool.run("convert", "a", "b", "--to", "fastCoding")
        #expect(
            refused.status == 1
                && refused.errors.contains("Would be lost: a name of the archive is left out: $top.note"),
            "\(refused.errors)")
        try write(["a": 1, "b": 4], to: tool.file("a"))
        #expect(try tool.run("convert", "a", "b", "--to", "hrCodedJSON").status == 0)
    }

    @Test("diff --exact tells the names apart, and nil from null")
    func differences() throws {
        let tool = try Tool()
        try write(["root": 1], to: tool.file("a"))
        try write(["data": 1], key: "$$0", to: tool.file("b"))
        #expect(try tool.run("diff", "a", "b").status == 0)
        let result = try tool.run("diff", "a", "b", "--exact")
        #expect(result.status == 1)
        #expect(
            result.lines == [
                #"- $top.root: "root""#, #"- $objects.$0: "$0""#, #"+ $top.data: "data""#, #"+ $objects.$$0: "$$0""#,
            ])
        for format in ["hrCodedJSON", "fastCoding"] {
            let converted = try tool.run("convert", "a", "c", "--to", format)
            #expect(
                converted.status == 0 && converted.errors.contains("In other terms: nil becomes null: nothing"),
                "\(converted.errors)")
            #expect(try tool.run("diff", "a", "c").status == 0)
            let exact = try tool.run("diff", "a", "c", "--exact")
            #expect(exact.text == "~ nothing: nil → null, in other terms\n")
        }
    }
}
