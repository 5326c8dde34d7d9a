import Foundation
import JSONFormat
import ModelCore
import ModelTesting
import Patching

extension GoldenSample {
    static let all: [GoldenSample] = ContractSample.all.map {
        GoldenSample($0, in: $0.name == "values" ? [GoldenFormat.costly] : [])
    } + own

    #if Macros
        private static let own = values + classes + graphs + roots + [kept, keptDocument] + patched

        /// Values of each type.
        private static let values: [GoldenSample] = [
            GoldenSample("integers") { GoldenIntegers.sample() },
            GoldenSample("wideIntegers") { GoldenWideIntegers.sample() },
            GoldenSample("mediumIntegers") { GoldenWideIntegers.medium() },
            GoldenSample("fractions", hasStyles: true) { GoldenFractions.sample() },
            GoldenSample("nonFinite", hasStyles: true) { GoldenNonFinite.sample() },
            GoldenSample("decimals") { GoldenDecimals.sample() },
            GoldenSample("texts") { GoldenTexts.sample() },
            GoldenSample("controls") { GoldenControls.sample() },
            GoldenSample("awkwardKeys") { GoldenAwkwardKeys.sample() },
            GoldenSample("dates", hasStyles: true) { GoldenDates.sample() },
            GoldenSample("farDates", hasStyles: true) { GoldenFarDates.sample() },
            GoldenSample("dateStyles", hasStyles: true) { GoldenDateStyles.sample() },
            GoldenSample("identifiers") { GoldenIdentifiers.sample() },
            GoldenSample("geometry") { GoldenGeometry.sample() },
            GoldenSample("foundation") { GoldenFoundation.sample() },
            GoldenSample("collections", hasStyles: true) { GoldenCollections.sample() },
            GoldenSample("keyedTables", hasStyles: true) { GoldenKeyedTables.sample() },
            GoldenSample("composedKeys") { GoldenComposedKeys.sample() },
            GoldenSample("hashed") { GoldenHashed.sample() },
            GoldenSample("enums", hasStyles: true) { GoldenEnums.sample() },
            GoldenSample("structs", hasStyles: true) { GoldenStructs.sample() },
            GoldenSample("any", hasStyles: true) { GoldenAny.sample() },
            GoldenSample("everything") { GoldenAny.everything() },
        ]

        /// Classes of each kind.
        private static let classes: [GoldenSample] = [
            GoldenSample("keys", hasStyles: true) { GoldenKeys.sample() },
            GoldenSample("olderKeys", as: GoldenKeys.self, by: [GoldenOlderKeys.self], rewrites: true) { GoldenOlderKeys() },
            GoldenSample("note") { GoldenNoteModel.sample() },
            GoldenSample("memo", as: GoldenNoteModel.self, by: [GoldenMemo.self]) { GoldenMemo.sample() },
            GoldenSample("offer", rewrites: true) { GoldenOffer.sample() },
            GoldenSample("shipment", in: GoldenFormat.mapped) { GoldenShipment.sample() },
            GoldenSample("manyProperties", hasStyles: true) { GoldenManyProperties.sample() },
            GoldenSample("blocks", hasStyles: true, rewrites: true) { try GoldenPageOfBlocks.sample() },
            GoldenSample("shapes", rewrites: true) { try GoldenDrawing.sample() },
            GoldenSample("keeper", hasStyles: true, rewrites: true) { try GoldenKeeper.sample() },
            GoldenSample("presences", rewrites: true) { GoldenPresences.sample() },
            GoldenSample("asRead", hasStyles: true, rewrites: true) { try GoldenAsRead.sample() },
            GoldenSample("asReadNew", rewrites: true) { GoldenAsRead.new() },
            GoldenSample("omitting", hasStyles: true, rewrites: true) { GoldenOmitting.sample() },
            GoldenSample("feed", rewrites: true) { try GoldenFeed.sample() },
            GoldenSample("transforms", hasStyles: true, rewrites: true) { try GoldenTransforms.sample() },
            GoldenSample("person") { GoldenPersonModel.sample() },
            GoldenSample("firstPerson", as: GoldenPersonModel.self, by: [GoldenFirstPerson.self]) { GoldenFirstPerson.sample() },
            GoldenSample("floor") { GoldenFloor.sample() },
            GoldenSample("accessed", hasStyles: true) { GoldenOverriding.sample() },
            GoldenSample("observed") { GoldenObserved.sample() },
            GoldenSample("delivery", hasStyles: true) { GoldenDelivery.sample() },
            GoldenSample("author") { GoldenAuthor.sample() },
            GoldenSample("picture") { GoldenPicture.sample() },
            GoldenSample("codes") { GoldenCodes.sample() },
        ]

        /// Objects that refer to one another.
        private static let graphs: [GoldenSample] = [
            GoldenSample("tree", hasStyles: true) { GoldenNode.tree() },
            GoldenSample("shared") { GoldenNode.shared() },
            GoldenSample("cycle") { GoldenNode.cycle() },
            GoldenSample("chain") { GoldenNode.chain() },
            GoldenSample("writer", hasStyles: true) { GoldenWriter.sample() },
            GoldenSample("stage") { GoldenStage.sample() },
        ]

        /// Files that are something else than a model.
        private static let roots: [GoldenSample] = [
            GoldenSample("rootText") { "a text, é" },
            GoldenSample("rootNumber") { -5 },
            GoldenSample("rootDouble") { 0.1 },
            GoldenSample("rootFlag") { true },
            GoldenSample("rootDate") { Date(timeIntervalSinceReferenceDate: 0.5) },
            GoldenSample("rootData") { Data([1, 2, 3]) },
            GoldenSample("rootRect") { CGRect(x: 1, y: 2, width: 3, height: 4) },
            GoldenSample("rootNil") { Int?.none },
            GoldenSample("rootList") { [[1, 2], [], [3]] },
            GoldenSample("rootSet") { Set(["a", "b"]) },
            GoldenSample("rootTable") { ["a": [1: true], "b": [:]] },
            GoldenSample("rootModels") { [GoldenItem("a"), GoldenItem("b", 2)] },
            GoldenSample("rootNodes") { () -> [GoldenNode] in
                let leaf = GoldenLeaf("twice", 1)
                return [leaf, GoldenNode("once"), leaf]
            },
            GoldenSample("rootModelTable") { ["a": GoldenNode("a"), "b": GoldenLeaf("b", 1)] },
            GoldenSample("rootStruct") { GoldenStructs.sheet() },
            GoldenSample("rootStructs") { [GoldenSpot(code: 1, name: "a"), GoldenSpot(code: 2, name: "b", note: "n")] },
            GoldenSample("rootEnum") { GoldenMark.circle(radius: 3) },
            GoldenSample("rootEnums") { [GoldenMark.empty, .line(1, 2)] },
            GoldenSample("rootCodable") { GoldenPlace(latitude: 1.5, lines: ["l"], kind: .labelled("k", weight: 1)) },
            GoldenSample("rootDocument") { ["a": [1, .null, 2.5, ["b": false]], "c": [:]] as ModelDocument },
        ]

        // MARK: Files that were edited

        private static func edited() throws -> GoldenKeeper {
            let sample = try GoldenKeeper.sample()
            (sample.text, sample.number) = ("edited \u{1F600}", 6)
            let part = GoldenKeeper()
            part.text = "new"
            (sample.parts, sample.inner) = ([part] + sample.parts, nil)
            return sample
        }

        private static func older(_ format: GoldenFormat) throws -> Data {
            let comment: [String: (String, String)] = [
                "json5": ("{", "{ // A comment.\n\t"), "xmlPropertyList": ("<dict>", "<dict>\n<!-- A comment. -->"),
                "hrCodedXML": ("<dict>", "<dict>\n<!-- A comment. -->"), "hrCodedJSON": ("{", "{ /* A comment. */"),
                "json": ("{", "{ \n "),
            ]
            let content = try format.provider.encode(GoldenKeeper.sample(), as: format.format)
            guard let (old, new) = comment[format.name] else { return content }
            var text = String(decoding: content, as: UTF8.self)
            if let place = text.range(of: old) { text.replaceSubrange(place, with: new) }
            return Data(text.utf8)
        }

        /// A model, written into the text of an older file.
        private static let kept = GoldenSample("kept", in: files) {
            GoldenText.text(of: try edited())
        } write: { format in
            try format.provider.encode(edited(), as: format.format, keepingTextOf: older(format))
        } read: { content, format in
            [GoldenText.text(of: try format.provider.decode(GoldenKeeper.self, from: content, as: format.format))]
        }

        /// A document, written into the text of an older file.
        private static let keptDocument = GoldenSample("keptDocument", in: files) {
            GoldenText.text(of: try edited())
        } write: { format in
            let old = try older(format)
            var document = try format.provider.document(from: old, as: format.format)
            try document.set(.string("edited"), at: ["text"])
            try document.removeValue(at: ["tags"])
            return try format.provider.encode(document, as: format.format, keepingTextOf: old)
        } read: { content, format in
            [GoldenText.text(of: try format.provider.decode(GoldenKeeper.self, from: content, as: format.format))]
        }

        private static let files = (GoldenFormat.plain + GoldenFormat.styled.prefix(1)).filter { !$0.format.isStore }

        /// Patches that make one model of another.
        private static let patched: [GoldenSample] = [
            GoldenSample("patch", in: [GoldenFormat.patches[0]]) {
                GoldenText.text(of: try edited())
            } write: { _ in
                try JSONFormat().encode(JSONPatch(from: GoldenKeeper.sample(), to: edited()).document)
            } read: { content, _ in
                let model = try GoldenKeeper.sample()
                try model.apply(JSONPatch(from: content))
                return [GoldenText.text(of: model)]
            },
            GoldenSample("mergePatch", in: [GoldenFormat.patches[1]]) {
                GoldenText.text(of: try edited())
            } write: { _ in
                try JSONFormat().encode(MergePatch(from: GoldenKeeper.sample(), to: edited()).document)
            } read: { content, _ in
                let model = try GoldenKeeper.sample()
                try model.apply(MergePatch(from: content))
                return [GoldenText.text(of: model)]
            },
        ]
    #else
        private static let own: [GoldenSample] = []
    #endif
}
