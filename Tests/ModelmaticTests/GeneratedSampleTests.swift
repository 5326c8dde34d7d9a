#if Macros
    import Foundation
    import JSONFormat
    import ModelCore
    import Testing

    /// The classes that `basemodel generate` makes of samples: they are in `Generated`, each file in a type of its own,
    /// and the command line's tests see that it still makes the same.
    @Suite("Classes generated of samples")
    struct GeneratedSampleTests {
        private func content(_ name: String) throws -> Data {
            let path = Bundle.module.bundlePath + "/Fixtures/Samples/\(name).json"
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }

        /// Reads a sample as a type and writes it back.
        private func rewrite<Value: ModelValue>(_ name: String, as type: Value.Type) throws -> (Value, same: Bool) {
            let content = try content(name)
            let value = try JSONFormat().decode(type, from: content)
            let written = try JSONFormat().document(from: JSONFormat().encode(value))
            let (read, back) = (try JSONFormat().document(from: content), written)
            return (value, Self.plain(read.root) == Self.plain(back.root))
        }

        /// A value whose numbers are compared as numbers.
        private static func plain(_ value: ModelDocument.Value) -> AnyHashable? {
            switch value.kind {
            case .null: "null"
            case .array: value.elements.map(plain)
            case .dictionary, .object:
                Dictionary(
                    uniqueKeysWithValues: value.properties.compactMap { key, value in plain(value).map { (key, $0) } }
                )
                .merging(value.className.map { ["$class": $0] } ?? [:]) { $1 }
            case .integer, .real: value.doubleValue.map { AnyHashable($0) } ?? AnyHashable(value.scalar)
            default: value.scalar
            }
        }

        @Test("Blocks with a tag, in blocks with a tag")
        func slackMessage() throws {
            let (message, same) = try rewrite("SlackMessage", as: SlackMessageSample.Message.self)
            #expect(same && message.blocks.count == 8)
            let image = try #require(message.blocks[4] as? SlackMessageSample.ImageBlock)
            #expect(image.altText == "Times of builds" && image.blockId == "b5")
            let actions = try #require(message.blocks[6] as? SlackMessageSample.ActionsBlock)
            #expect(actions.elements[0] is SlackMessageSample.ButtonElement)
        }

        @Test("Identifiers that are expanded, sources of two classes")
        func stripeCharges() throws {
            let (list, same) = try rewrite("StripeCharges", as: StripeChargesSample.ChargeList.self)
            #expect(same && list.data.map(\.customer?.id) == ["cus_1", "cus_2", "cus_2"])
            #expect(list.data[1].customer?.model?.email == "bob@example.org" && list.data[0].refunds[0].id == "re_1")
            #expect(list.data[0].source is StripeChargesSample.CardSource && list.data[1].feeRate == 1.5)
        }

        @Test("Events whose payloads differ")
        func gitHubEvents() throws {
            let (events, same) = try rewrite("GitHubEvents", as: [GitHubEventsSample.Event].self)
            #expect(same && events.map(\.actor?.login) == ["ada", "bob", "bob", "ada", "ada"])
            #expect((events[0] as? GitHubEventsSample.PushEvent)?.payload?.commits[0].sha == "a1")
            let issue = (events[4] as? GitHubEventsSample.IssuesEvent)?.payload?.issue
            #expect(issue?.closedAt == Date(timeIntervalSince1970: 1_700_000_220))
            #expect(events[4].createdAt == Date(timeIntervalSince1970: 1_700_000_221))
        }

        @Test("Geometries of three depths")
        func places() throws {
            let (places, same) = try rewrite("Places", as: PlacesSample.Places.self)
            #expect(same && (places.features[1].geometry as? PlacesSample.LineStringGeometry)?.coordinates.count == 2)
            #expect(places.features[4].geometry == nil && places.features[0].properties?.floors == 3)
        }

        @Test("Values of several kinds, dictionaries, and keys that aren't names")
        func mixtures() throws {
            let (mixtures, same) = try rewrite("Mixtures", as: [MixturesSample.Mixture].self)
            #expect(same && mixtures.map(\.tags) == [["a", "b"], ["c"]])
            if case .bool(false)? = mixtures[0].owner {} else { Issue.record("The owner isn't false.") }
            #expect(mixtures[0].prices["2023-01-02"]?.close == 2.5 && mixtures[0].discount == nil)
        }

        @Test("Keys that aren't names, and names that have a meaning")
        func oddKeys() throws {
            let (odd, same) = try rewrite("OddKeys", as: OddKeysSample.Odd.self)
            #expect(same && odd.kvc_hash == 11 && odd.aB == 4 && odd.maps["2"] == [2])
        }

        @Test("Objects that name their classes")
        func todoList() throws {
            let (list, same) = try rewrite("TodoList", as: TodoListSample.TodoList.self)
            #expect(same && list.items[1] is TodoListSample.Reminder && list.things[1] is TodoListSample.Sound)
        }
    }
#endif
