#if Macros
    import Foundation
    import ModelCore
    import Testing

    class CodableBase: BaseModel, Codable {
        var id = 0
        override class var modelProperties: [ModelProperty] { [ModelProperty("id", \CodableBase.id)] }
    }
    @Model("DirectCodablePart") class CodablePart: CodableBase {
        @Key("n") var name = "none"
        var next: CodableList?
        convenience init(_ name: String) {
            self.init()
            self.name = name
        }
    }
    @Model("DirectCodableWheel") final class CodableWheel: CodablePart {
        var spokes = 8
    }
    @Model struct CodableMark: Equatable { @Key("c") var colour = "red" }
    // Where the macro doesn't see it, and doesn't warn.
    extension CodableMark: Codable {}
    struct CodableList: Codable {
        var mark = CodableMark()
        var parts: [CodablePart] = []
        var wheel: CodableWheel?
        var named: [String: CodablePart] = [:]
    }
    @Model("DirectCodableCar") final class CodableCar: BaseModel {
        var spare: CodablePart?
        var list = CodableList()
        var lists: [CodableList] = []
        var last: CodablePart?
        var count = 3
    }

    @Suite("Models in Codable types, in every format")
    struct DirectCodableTests {
        typealias Format = DirectWayTests.Format

        private func car(isGraph: Bool) -> CodableCar {
            let car = CodableCar()
            let (wheel, part) = (CodableWheel("w"), CodablePart("p"))
            (wheel.spokes, wheel.id, part.id) = (12, 7, 8)
            car.spare = wheel
            car.list = CodableList(mark: CodableMark(colour: "blue"), parts: [part, wheel], wheel: wheel, named: ["x": part])
            car.lists = [CodableList(), CodableList(parts: [part])]
            car.last = part
            if isGraph { part.next = CodableList(parts: [part, wheel]) }
            return car
        }

        @Test("They are written alike both ways, and keep subclass, keys and defaults", arguments: Format.all)
        func files(_ format: Format) throws {
            let car = car(isGraph: format.isGraph)
            let content = try format.provider.encode(car, as: format.format)
            #expect(try format.byDocument(car) == content)
            for read in [
                try format.provider.decode(CodableCar.self, from: content, as: format.format),
                try format.byDocument(CodableCar.self, content),
            ] {
                let wheel = try #require(read.list.parts.last as? CodableWheel)
                #expect(wheel.spokes == 12 && wheel.name == "w" && wheel.id == 7 && read.list.wheel?.spokes == 12)
                #expect(read.list.parts[0].name == "p" && read.list.parts[0].id == 8 && read.list.mark.colour == "blue")
                #expect(read.list.named["x"]?.name == "p" && read.lists[1].parts[0].id == 8 && read.count == 3)
                guard format.isGraph else { continue }
                #expect(read.spare === wheel && read.list.wheel === wheel && read.last === read.list.parts[0])
                #expect(read.list.named["x"] === read.last && read.lists[1].parts[0] === read.last)
                #expect(read.last?.next?.parts[0] === read.last && read.last?.next?.parts[1] === wheel)
            }
        }
    }
#endif
