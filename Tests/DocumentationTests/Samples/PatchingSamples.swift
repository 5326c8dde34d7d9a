#if Macros
    import JSONFormat
    import Testing

    // snippet.classes
    import Foundation
    import ModelCore
    import Patching

    @Model final class Contact: BaseModel {
        var name = ""
        var nickname: String?
        var phones: [Phone] = []
    }

    @Model final class Phone: BaseModel {
        var number = ""
        @Key("kind") var label = "home"
    }
    // snippet.end

    @Suite("Samples: patches")
    struct PatchingSamples {
        @Test("A model is patched, and patches are made of differences")
        func models() throws {
            let contact = Contact()
            contact.nickname = "Annie"
            contact.phones = ["1", "2"].map { number in
                let phone = Phone()
                phone.number = number
                return phone
            }
            let first = contact.phones[0]
            // snippet.apply
            let body = Data(#"{"name": "Ann", "nickname": null}"#.utf8)
            try contact.apply(MergePatch(from: body))
            try contact.apply(JSONPatch([.test("/phones/0/kind", "home"), .move(from: "/phones/0", to: "/phones/1")]))
            // snippet.end
            #expect(contact.name == "Ann" && contact.nickname == nil && contact.phones[1] === first)
            let edited = try JSONFormat().decode(Contact.self, from: JSONFormat().encode(contact))
            edited.phones[0].label = "work"
            // snippet.difference
            let patch = try MergePatch(from: contact, to: edited)
            let operations = try JSONPatch(from: contact, to: edited).operations
            // snippet.end
            #expect(patch.document.root.keys == ["phones"] && operations == [.replace("/phones/0/kind", "work")])
        }

        @Test("A document is patched")
        func documents() throws {
            // snippet.documents
            var document: ModelDocument = ["title": "Groceries", "items": [["name": "Soap"], ["name": "Milk"]]]
            try document.apply(["title": .null, "owner": ["name": "Ann"]])
            try document.apply(JSONPatch([.remove("/items/0"), .add("/items/-", ["name": "Eggs"])]))
            // snippet.end
            #expect(document == ["items": [["name": "Milk"], ["name": "Eggs"]], "owner": ["name": "Ann"]])
        }
    }
#endif
