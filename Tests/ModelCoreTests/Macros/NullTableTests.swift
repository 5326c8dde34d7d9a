import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    @Model struct NullSpot { var x = 0 }

    @Model(readNulls: .asNil) final class NullNilClass: BaseModel {
        var number: Int = 5
        var text: String = "t"
        var list: [Int] = [1]
        var maybe: Int?
        var five: Int? = 5
        var spot: NullSpot?
        var any: Any?
        @Default(null: .asNil) var itsNil: Int = 1
        @Default(null: .asDefault) var itsDefault: Int? = 2
        @Default(null: .refuse) var refused: Int = 3
        @Default(written: .omitted) var written: Int = 4
        @Default(written: .all) var writtenToo: Int? = 6
    }
    @Model(readNulls: .asNil) struct NullNilStruct {
        var number: Int = 5
        var text: String = "t"
        var list: [Int] = [1]
        var maybe: Int?
        var five: Int? = 5
        var spot: NullSpot?
        var any: Any?
        @Default(null: .asNil) var itsNil: Int = 1
        @Default(null: .asDefault) var itsDefault: Int? = 2
        @Default(null: .refuse) var refused: Int = 3
        var written: Int = 4
        var writtenToo: Int? = 6
    }
    @Model(readNulls: .asNil) enum NullNilEnum {
        case values(number: Int = 5, text: String = "t", maybe: Int?, five: Int? = 5, list: [Int] = [1])
    }
    @Model(readNulls: .asDefault) final class NullDefaultClass: BaseModel {
        var number: Int = 5
        var text: String = "t"
        var list: [Int] = [1]
        var maybe: Int?
        var five: Int? = 5
        var spot: NullSpot?
        var any: Any?
        @Default(null: .asNil) var itsNil: Int = 1
        @Default(null: .asDefault) var itsDefault: Int? = 2
        @Default(null: .refuse) var refused: Int = 3
        @Default(written: .omitted) var written: Int = 4
        @Default(written: .all) var writtenToo: Int? = 6
    }
    @Model(readNulls: .asDefault) struct NullDefaultStruct {
        var number: Int = 5
        var text: String = "t"
        var list: [Int] = [1]
        var maybe: Int?
        var five: Int? = 5
        var spot: NullSpot?
        var any: Any?
        @Default(null: .asNil) var itsNil: Int = 1
        @Default(null: .asDefault) var itsDefault: Int? = 2
        @Default(null: .refuse) var refused: Int = 3
        var written: Int = 4
        var writtenToo: Int? = 6
    }
    @Model(readNulls: .asDefault) enum NullDefaultEnum {
        case values(number: Int = 5, text: String = "t", maybe: Int?, five: Int? = 5, list: [Int] = [1])
    }
    @Model(readNulls: .refuse) final class NullRefuseClass: BaseModel {
        var number: Int = 5
        var text: String = "t"
        var list: [Int] = [1]
        var maybe: Int?
        var five: Int? = 5
        var spot: NullSpot?
        var any: Any?
        @Default(null: .asNil) var itsNil: Int = 1
        @Default(null: .asDefault) var itsDefault: Int? = 2
        @Default(null: .refuse) var refused: Int = 3
        @Default(written: .omitted) var written: Int = 4
        @Default(written: .all) var writtenToo: Int? = 6
    }
    @Model(readNulls: .refuse) struct NullRefuseStruct {
        var number: Int = 5
        var text: String = "t"
        var list: [Int] = [1]
        var maybe: Int?
        var five: Int? = 5
        var spot: NullSpot?
        var any: Any?
        @Default(null: .asNil) var itsNil: Int = 1
        @Default(null: .asDefault) var itsDefault: Int? = 2
        @Default(null: .refuse) var refused: Int = 3
        var written: Int = 4
        var writtenToo: Int? = 6
    }
    @Model(readNulls: .refuse) enum NullRefuseEnum {
        case values(number: Int = 5, text: String = "t", maybe: Int?, five: Int? = 5, list: [Int] = [1])
    }
    @Model(writtenDefaults: .all, readNulls: .asNil) final class WrittenAllNil: BaseModel {
        var number = 5
        var maybe: Int?
        var five: Int? = 5
        @Default(written: .all) var always = 5
        @Default(written: .omitted) var omitted: Int? = 5
        @Default(written: .asRead) var asRead: Int? = 5
    }
    @Model(writtenDefaults: .all, readNulls: .asDefault) final class WrittenAllDefault: BaseModel {
        var number = 5
        var maybe: Int?
        var five: Int? = 5
        @Default(written: .all) var always = 5
        @Default(written: .omitted) var omitted: Int? = 5
        @Default(written: .asRead) var asRead: Int? = 5
    }
    @Model(writtenDefaults: .omitted, readNulls: .asNil) final class WrittenOmittedNil: BaseModel {
        var number = 5
        var maybe: Int?
        var five: Int? = 5
        @Default(written: .all) var always = 5
        @Default(written: .omitted) var omitted: Int? = 5
        @Default(written: .asRead) var asRead: Int? = 5
    }
    @Model(writtenDefaults: .omitted, readNulls: .asDefault) final class WrittenOmittedDefault: BaseModel {
        var number = 5
        var maybe: Int?
        var five: Int? = 5
        @Default(written: .all) var always = 5
        @Default(written: .omitted) var omitted: Int? = 5
        @Default(written: .asRead) var asRead: Int? = 5
    }
    @Model(writtenDefaults: .asRead, readNulls: .asNil) final class WrittenAsReadNil: BaseModel {
        var number = 5
        var maybe: Int?
        var five: Int? = 5
        @Default(written: .all) var always = 5
        @Default(written: .omitted) var omitted: Int? = 5
        @Default(written: .asRead) var asRead: Int? = 5
    }
    @Model(writtenDefaults: .asRead, readNulls: .asDefault) final class WrittenAsReadDefault: BaseModel {
        var number = 5
        var maybe: Int?
        var five: Int? = 5
        @Default(written: .all) var always = 5
        @Default(written: .omitted) var omitted: Int? = 5
        @Default(written: .asRead) var asRead: Int? = 5
    }

    @Suite("Policies of nulls and defaults in pairs, for each form of a type")
    struct NullTableTests {
        enum Nulls: CaseIterable, Sendable { case asNil, asDefault, refuse }

        /// A property of the tables: its default as JSON, whether it may be nil, and a policy of its own.
        private struct Property {
            let name: String
            let standard: String
            let isOptional: Bool
            var own: Nulls?
        }
        private static let properties = [
            Property(name: "number", standard: "5", isOptional: false), Property(name: "text", standard: #""t""#, isOptional: false),
            Property(name: "list", standard: "[1]", isOptional: false), Property(name: "maybe", standard: "null", isOptional: true),
            Property(name: "five", standard: "5", isOptional: true), Property(name: "spot", standard: "null", isOptional: true),
            Property(name: "any", standard: "null", isOptional: true),
            Property(name: "itsNil", standard: "1", isOptional: false, own: .asNil),
            Property(name: "itsDefault", standard: "2", isOptional: true, own: .asDefault),
            Property(name: "refused", standard: "3", isOptional: false, own: .refuse),
            Property(name: "written", standard: "4", isOptional: false),
            Property(name: "writtenToo", standard: "6", isOptional: true),
        ]

        /// What a null means, as the documentation says; nil if it is refused.
        private static func meaning(_ property: Property, _ nulls: Nulls) -> String? {
            switch property.own ?? nulls {
            case .asNil: property.isOptional ? "null" : property.standard
            case .asDefault: property.standard
            case .refuse: property.isOptional ? "null" : nil
            }
        }

        /// The value on each way of reading, in a list and alone: each with the path in front of the property's key.
        private static func readings<Value: ModelValue>(
            _ type: Value.Type, _ text: String
        ) -> [(prefix: String, result: Result<Value, any Error>)] {
            let list = Data("[\(text),\(text)]".utf8)
            return [
                ("", Result { try JSONFormat().decode(type, from: Data(text.utf8)) }),
                ("", Result { try JSONFormat().document(from: Data(text.utf8)).decode(type) }),
                ("[0].", Result { try JSONFormat().decode([Value].self, from: list)[1] }),
                ("[0].", Result { try JSONFormat().document(from: list).decode([Value].self)[1] }),
            ]
        }

        /// A value as JSON. What is omitted has its default.
        private static func text(_ values: ModelDocument.Value, _ property: Property) -> String {
            guard let value = values[property.name] else { return property.name == "written" ? property.standard : "null" }
            return (try? JSONFormat().encode(ModelDocument(value))).map { String(decoding: $0, as: UTF8.self) } ?? "?"
        }

        private func check<Value: ModelValue>(_ type: Value.Type, _ nulls: Nulls, _ key: String? = nil, count: Int = .max) {
            for property in Self.properties where key == nil || ["number", "text", "maybe", "five", "list"].contains(property.name) {
                let inner = #"{"\#(property.name)":null}"#
                let text = key.map { #"{"\#($0)":\#(inner)}"# } ?? inner
                let place = (key.map { $0 + "." } ?? "") + property.name
                for (prefix, result) in Self.readings(type, text) {
                    let what = "\(type) \(place) \(prefix)"
                    do {
                        let document = try ModelDocument(encoding: result.get())
                        let values = key.flatMap { document[$0] } ?? document.root
                        let found = Self.text(values, property)
                        #expect(found == Self.meaning(property, nulls), "\(what)")
                        // Nothing else is changed by it.
                        for other in Self.properties where other.name != property.name && (key == nil || values[other.name] != nil) {
                            #expect(Self.text(values, other) == other.standard, "\(what): \(other.name)")
                        }
                    } catch {
                        let error = ModelError(wrapping: error)
                        #expect(Self.meaning(property, nulls) == nil && error.code == .typeMismatch, "\(what): \(error)")
                        #expect(error.path.description == prefix + place, "\(what): \(error)")
                    }
                }
            }
        }

        @Test("A null means what the property's policy says, or else its type's, whatever its form and its other policies are")
        func nulls() {
            check(NullNilClass.self, .asNil)
            check(NullDefaultClass.self, .asDefault)
            check(NullRefuseClass.self, .refuse)
            check(NullNilStruct.self, .asNil)
            check(NullDefaultStruct.self, .asDefault)
            check(NullRefuseStruct.self, .refuse)
            check(NullNilEnum.self, .asNil, "values")
            check(NullDefaultEnum.self, .asDefault, "values")
            check(NullRefuseEnum.self, .refuse, "values")
        }

        enum Written: CaseIterable, Sendable { case all, omitted, asRead }

        /// What is written of a property whose default is `standard`, and which a file had so: nil for nothing.
        private static func written(
            _ policy: Written, standard: String, file: String?, value: String, isChanged: Bool, _ nulls: Nulls
        ) -> String? {
            let isDefault = value == standard
            // A nil is written only where its absence would mean something else.
            let usual = value == "null" && standard == "null" ? nil : value
            switch policy {
            case .all: return usual
            case .omitted: return isDefault ? nil : value
            case .asRead:
                if isChanged { return usual }
                guard let file else { return nil }
                return file == "null" ? "null" : usual
            }
        }

        private func check<Value: BaseModel>(_ type: Value.Type, _ policy: Written, _ nulls: Nulls, set: (Value, String, Int?) -> Void) {
            let properties: [(name: String, standard: String, isOptional: Bool, policy: Written)] = [
                ("number", "5", false, policy), ("maybe", "null", true, policy), ("five", "5", true, policy), ("always", "5", false, .all),
                ("omitted", "5", true, .omitted), ("asRead", "5", true, .asRead),
            ]
            for property in properties {
                for file in [nil, "null", "5", "7"] as [String?] {
                    for change in [nil, "5", "7", "8", "null"] as [String?] where change != "null" || property.isOptional {
                        let text = file.map { #"{"\#(property.name)":\#($0)}"# } ?? "{}"
                        for (_, result) in Self.readings(type, text) {
                            guard let model = try? result.get() else {
                                Issue.record("\(type) from \(text)")
                                continue
                            }
                            let read =
                                switch file {
                                case nil: property.standard
                                case "null": property.isOptional && nulls == .asNil ? "null" : property.standard
                                case let file?: file
                                }
                            if let change { set(model, property.name, Int(change)) }
                            let value = change ?? read
                            let expected = Self.written(
                                property.policy, standard: property.standard, file: file, value: value, isChanged: value != read, nulls)
                            for isDirect in [true, false] {
                                let data =
                                    isDirect
                                    ? try? JSONFormat().encode([model])
                                    : try? JSONFormat().encodeByDocument([model], as: .json)
                                let again = data.flatMap { try? JSONFormat().document(from: $0) }
                                let found = again?.root[0]?[property.name]?.description
                                #expect(found == expected, "\(type).\(property.name) from \(text), then \(change ?? "as it was")")
                            }
                        }
                    }
                }
            }
        }

        @Test("A property is written as its own policy says, or else its class's, whatever a file had and what a null meant")
        func written() {
            check(WrittenAllNil.self, .all, .asNil) { set($0, $1, $2) }
            check(WrittenAllDefault.self, .all, .asDefault) { set($0, $1, $2) }
            check(WrittenOmittedNil.self, .omitted, .asNil) { set($0, $1, $2) }
            check(WrittenOmittedDefault.self, .omitted, .asDefault) { set($0, $1, $2) }
            check(WrittenAsReadNil.self, .asRead, .asNil) { set($0, $1, $2) }
            check(WrittenAsReadDefault.self, .asRead, .asDefault) { set($0, $1, $2) }
        }

        private func set(_ model: BaseModel, _ name: String, _ value: Int?) {
            // As the program does it: nothing but the property changes.
            switch model {
            case let model as WrittenAllNil: Self.set(model, \.number, \.maybe, \.five, \.always, \.omitted, \.asRead, name, value)
            case let model as WrittenAllDefault: Self.set(model, \.number, \.maybe, \.five, \.always, \.omitted, \.asRead, name, value)
            case let model as WrittenOmittedNil: Self.set(model, \.number, \.maybe, \.five, \.always, \.omitted, \.asRead, name, value)
            case let model as WrittenOmittedDefault: Self.set(model, \.number, \.maybe, \.five, \.always, \.omitted, \.asRead, name, value)
            case let model as WrittenAsReadNil: Self.set(model, \.number, \.maybe, \.five, \.always, \.omitted, \.asRead, name, value)
            case let model as WrittenAsReadDefault: Self.set(model, \.number, \.maybe, \.five, \.always, \.omitted, \.asRead, name, value)
            default: Issue.record("\(model)")
            }
        }

        private static func set<Model: BaseModel>(
            _ model: Model, _ number: ReferenceWritableKeyPath<Model, Int>, _ maybe: ReferenceWritableKeyPath<Model, Int?>,
            _ five: ReferenceWritableKeyPath<Model, Int?>, _ always: ReferenceWritableKeyPath<Model, Int>,
            _ omitted: ReferenceWritableKeyPath<Model, Int?>, _ asRead: ReferenceWritableKeyPath<Model, Int?>, _ name: String, _ value: Int?
        ) {
            switch name {
            case "number": model[keyPath: number] = value ?? 0
            case "always": model[keyPath: always] = value ?? 0
            case "maybe": model[keyPath: maybe] = value
            case "five": model[keyPath: five] = value
            case "omitted": model[keyPath: omitted] = value
            default: model[keyPath: asRead] = value
            }
        }

        final class Listed: BaseModel {
            var first = 1
            var second: Int? = 2
            var third = 3
            override class var modelProperties: [ModelProperty] {
                [
                    ModelProperty("first", \Listed.first, isStored: true).withDefault(null: .refuse).withDefault(written: .omitted),
                    ModelProperty("second", \Listed.second, isStored: true).withDefault(written: .all).withDefault(null: .asDefault),
                    ModelProperty("third", \Listed.third, isStored: true).withDefault(written: .omitted).withDefault(written: .all),
                ]
            }
        }

        @Test("One policy of a property leaves its other one as it is")
        func listed() {
            expectJSON([Listed].self, "[{}]", #"[{"second":2,"third":3}]"#)
            expectJSON([Listed].self, #"[{"second":null,"third":null}]"#, #"[{"second":2,"third":3}]"#)
            expectJSON([Listed].self, #"[{},{"first":null}]"#, "typeMismatch at [1].first")
            expectJSON([Listed].self, #"[{"first":5}]"#, #"[{"first":5,"second":2,"third":3}]"#)
        }

        @Test("A dictionary without any key is a value that has all defaults")
        func empty() {
            expectJSON([NullSpot].self, "[{},{}]", #"[{"x":0},{"x":0}]"#)
            expectJSON([[String: NullSpot]].self, #"[{"k":{}}]"#, #"[{"k":{"x":0}}]"#)
            expectJSON([Plain].self, "[{},{}]", #"[{"number":5,"always":5},{"number":5,"always":5}]"#)
        }

        @Model final class Plain: BaseModel {
            var number = 5
            var maybe: Int?
            @Default(written: .all) var always = 5
        }

        @Test("What a format omits is a matter of each use of it")
        func formats() throws {
            for _ in 0..<2 {
                for omits in [false, true, true, false] {
                    for isDirect in [true, false] {
                        let format = JSONFormat(writtenDefaults: omits ? .omitted : .all)
                        let data = isDirect ? try format.encode([Plain()]) : try format.encodeByDocument([Plain()], as: .json)
                        #expect(String(decoding: data, as: UTF8.self) == (omits ? #"[{"always":5}]"# : #"[{"number":5,"always":5}]"#))
                    }
                }
            }
        }
    }
#endif
