#if Macros
import Foundation
import JSONFormat
import ModelCore
import Testing

/// Steps to a newer version know properties by their names, and files of a format may have those elsewhere.
@Suite("Migrated keys")
struct MigratedKeyTests {
    @Model(version: 2) final class Person: BaseModel {
        var fullName = ""
        @Key("mail", for: [.json]) var address = ""
        @Key(path: "home.phone") var phone = ""

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["name"], to: "fullName")
            if let address = object["a"]?.stringValue { try object.set(.string(address), at: ["address"]) }
            if let phone = object["p"]?.stringValue { try object.set(.string(phone), at: ["phone"]) }
        }
    }

    @Model("LateVehicle", version: 2) class Vehicle: BaseModel {
        var wheels = 0

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["tyres"], to: "wheels")
        }
    }

    @Model("LateTruck", unknownKeys: .refuse, version: 2) final class Truck: Vehicle {
        var load = 0

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.renameKey(at: ["weight"], to: "load")
        }
    }

    @Test("An object whose class isn't its first key goes through that class's steps")
    func lateClasses() throws {
        let text = #"[{"tyres":6,"weight":7,"$class":"LateTruck"},{"weight":1,"$class":"LateTruck","tyres":2}]"#
        for vehicle in try JSONFormat().read([Vehicle].self, text) {
            let truck = try #require(vehicle as? Truck)
            #expect(truck.wheels == 6 && truck.load == 7 || truck.wheels == 2 && truck.load == 1)
        }
        #expect { try JSONFormat().read([Vehicle].self, #"[{"odd":1,"tyres":6,"weight":7,"$class":"LateTruck"}]"#) } throws: {
            ($0 as? ModelError)?.code == .unknownKey
        }
    }

    @Test("So is one in a dictionary of the program's, which has no order")
    func dictionaries() throws {
        final class Garage: BaseModel {
            var vehicles: [Vehicle] = []
            private static let described = ModelClass(Garage.self)
            override class var modelClass: ModelClass { described }
            override class var modelProperties: [ModelProperty] { [ModelProperty("vehicles", \Garage.vehicles)] }
        }
        let truck: [String: Any] = ["$class": "LateTruck", "load": 5, "wheels": 8]
        let garage = try #require(try Garage.instance(with: ["vehicles": [truck, ["wheels": 4]]]))
        #expect((garage.vehicles[0] as? Truck)?.load == 5 && garage.vehicles[0].wheels == 8)
        #expect(type(of: garage.vehicles[1]) == Vehicle.self)
    }

    @Test("What a step puts under a property's name is found", arguments: [nil, .snakeCase] as [KeyStyle?])
    func names(_ style: KeyStyle?) throws {
        let format = JSONFormat(keys: style)
        let person = try format.read(Person.self, #"{"name":"Ada","a":"a@b","p":"7"}"#)
        #expect(person.fullName == "Ada" && person.address == "a@b" && person.phone == "7")
        let again = try format.read(Person.self, format.text(person))
        #expect(again.fullName == "Ada" && again.address == "a@b" && again.phone == "7")
    }

    @Test("What a step sets counts, also where the file has the property")
    func taken() throws {
        let person = try JSONFormat(keys: .snakeCase).read(Person.self, #"{"name":"Ada","full_name":"Grace"}"#)
        #expect(person.fullName == "Ada")
        let moved = try JSONFormat().read(Person.self, #"{"name":"x","a":"new","mail":"old","p":"7","home":{"phone":"1","fax":2}}"#)
        #expect(moved.address == "new" && moved.phone == "7")
        #expect(moved.unknownValues?[["home", "fax"]]?.intValue == 2)
    }

    @Test("So does what has another form in a mapping")
    func mapped() throws {
        var mapping = ModelMapping()
        try mapping.map(
            Person.self,
            [PropertyMapping("fullName", key: "who", with: ModelTransform(encode: { $0 + "!" }, decode: { String($0.dropLast()) }))])
        let format = JSONFormat().mapped(by: mapping)
        let person = try format.decode(Person.self, from: Data(#"{"name":"Ada!"}"#.utf8))
        #expect(person.fullName == "Ada")
    }
}
#endif
