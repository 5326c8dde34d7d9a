import Foundation
import KeyedArchive
import ModelCore
import PropertyListCodec
import TestSupport
import Testing

/// Archives that are read straight into memory.
@Suite("Archives without a document")
struct ArchiveDirectTests {
    @Test(
        "Of an archive with more than one value, none is read directly",
        arguments: [["root"], ["a", "root"], ["root", "a"]])
    func moreRoots(_ names: [String]) throws {
        var writer = BinaryPropertyListWriter()
        let arrayClass = writer.appendArchivedClass("NSArray")
        var objects = [writer.append("$null"), arrayClass]
        var top: [UInt32] = []
        for name in names {
            objects.append(writer.append("value of \(name)"))
            let elements = [writer.append(uid: objects.count - 1)]
            let entries = [
                writer.append("$class"), writer.append(uid: 1), writer.append("NS.objects"),
                writer.append(array: elements.span),
            ]
            objects.append(writer.append(dictionary: entries.span))
            top += [writer.append(name), writer.append(uid: objects.count - 1)]
        }
        let content = try writer.finish(
            top: writer.appendArchive(of: objects, top: writer.append(dictionary: top.span)))
        let direct = try KeyedArchive().decodeDirectly([String].self, from: content, as: .keyedArchive)
        #expect(direct == (names.count == 1 ? ["value of root"] : nil))
        let read = try? KeyedArchive().decode([String].self, from: content)
        #expect(read == (try? KeyedArchive().decodeByDocument([String].self, from: content)))
    }
}
