import Documents
import Testing

@Suite("Tables of addresses")
struct AddressTableTests {
    @Test("Each object is found under its number, however often the table has grown", arguments: [1, 7, 4097])
    func grown(_ distance: UInt) {
        var table = AddressTable()
        for round in 0..<2 {
            for number in 0..<1000 {
                let address = UInt(number + 1) * distance * 16
                let object = unsafe UnsafeRawPointer(bitPattern: address)!
                let known = unsafe table.findOrInsert(object, number)
                #expect(known == (round == 0 ? nil : number), "\(number)")
            }
        }
    }
}
