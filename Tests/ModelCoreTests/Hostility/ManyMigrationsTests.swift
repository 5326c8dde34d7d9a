#if Macros
import ModelCore
import TestSupport
import Testing

/// Archives and FastCoding files have a number for each object: a step that changes its class mustn't look through the
/// file for what leads to it.
@Suite("Migrations of very many objects")
struct ManyMigrationsTests {
    private static let shape = CodedClass(name: "ManyMigrationsShape")
    private static let round = CodedClass(name: "ManyMigrationsRound")

    @Model("ManyMigrationsShape", version: 2) class Shape: BaseModel {
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.setClass(ManyMigrationsTests.round, at: [])
        }
    }

    @Model("ManyMigrationsRound") final class Round: Shape {
        var radius = 0.0
    }

    @Test("Each gets another class", .endsAtLast, arguments: [false, true])
    func classes(areShared: Bool) throws {
        let count = 50_000
        var builder = DocumentBuilder()
        try builder.beginArray()
        try builder.beginArray()
        for number in 0..<count {
            try builder.beginObject(Self.shape, number: number)
            try builder.key("radius")
            try builder.append(2.0)
            try builder.end()
        }
        try builder.end()
        try builder.beginArray()
        if areShared { for number in 0..<count { try builder.appendReference(to: number) } }
        try builder.end()
        try builder.end()
        let document = try builder.finish()
        var shapes: [[Shape]] = []
        let seconds = try threadSeconds { shapes = try document.decode([[Shape]].self) }
        #expect(seconds < 5)
        #expect(shapes[0].count == count && shapes[1].count == (areShared ? count : 0))
        #expect(shapes[0].allSatisfy { ($0 as? Round)?.radius == 2 })
        #expect(zip(shapes[0], shapes[1]).allSatisfy { $0 === $1 })
    }
}
#endif
