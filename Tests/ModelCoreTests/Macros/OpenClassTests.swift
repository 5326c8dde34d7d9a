#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Model(hashable: ["load"]) class OpenTruck: OpenVehicle {
    var load = 0
}

class OpenBus: OpenVehicle {
    var seats = 0
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("seats", \OpenBus.seats)]
    }
}

@Suite("Open classes")
struct OpenClassTests {
    private func copy<Vehicle: OpenVehicle>(_ vehicle: Vehicle) throws -> Vehicle {
        vehicle.plate = "B 1"
        vehicle.wheels = 6
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try vehicle.write(toFile: path)
        let copy = try Vehicle.load(fromFile: path)
        #expect(copy.plate == "B 1" && copy.wheels == 6)
        return copy
    }

    @Test("A class of another module has subclasses that are saved and read, with the macro or listed by hand")
    func subclasses() throws {
        let truck = OpenTruck()
        truck.load = 7
        #expect(try copy(truck).load == 7)
        let bus = OpenBus()
        bus.seats = 50
        #expect(try copy(bus).seats == 50)
    }
}
#endif
