#if Macros
    import Documents
    import FastCoder
    import Foundation
    import ModelCore
    import Patching
    import Testing

    @Model final class MovedAddress: BaseModel {
        var street = ""
        weak var owner: MovedContact?
    }
    @Model(version: 2) final class MovedContact: BaseModel {
        var home: MovedAddress?

        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.moveValue(at: ["address"], to: ["home"])
        }
    }
    @Model final class MovedList: BaseModel {
        var contacts: [MovedContact] = []
        var addresses: [MovedAddress] = []
    }

    @Suite("Values that a migration moves")
    struct MigrationMoveTests {
        @Test("They stay the ones that others refer to, and a reference back leads to the object")
        func shared() throws {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "MovedList"))
            try builder.key("contacts")
            try builder.beginArray()
            for number in 1...2 {
                try builder.beginObject(CodedClass(name: "MovedContact"), number: number)
                try builder.key("address")
                if number == 1 {
                    try builder.beginObject(CodedClass(name: "MovedAddress"), number: 0)
                    try builder.key("street")
                    try builder.append("Main St")
                    try builder.key("owner")
                    try builder.appendReference(to: 1, isWeak: true)
                    try builder.end()
                } else {
                    try builder.appendReference(to: 0)
                }
                try builder.end()
            }
            try builder.end()
            try builder.key("addresses")
            try builder.beginArray()
            try builder.appendReference(to: 0)
            try builder.end()
            try builder.end()
            let content = try FastCoder().encode(builder.finish(), as: .fastCoding)
            let list = try FastCoder().decode(MovedList.self, from: content)
            let address = try #require(list.addresses.first)
            #expect(list.contacts.count == 2 && list.contacts.allSatisfy { $0.home === address })
            #expect(address.street == "Main St" && address.owner === list.contacts[0])
        }
    }
#endif
