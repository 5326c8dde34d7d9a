#if Macros
import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Providers with @FormatPlugin")
struct FormatPluginMacroTests {
    @FormatPlugin
    private struct Silent: FormatProvider {
        static let format = FileFormat("silent", displayName: "Silent", fileExtension: nil, library: "Tests")
        let formats = [Silent.format]

        func detect(_ content: Data) -> FormatDetection? { nil }
        func capabilities(of format: FileFormat) -> FormatCapabilities { [] }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
            throw ModelError(.unrepresentableValue, "Silence.")
        }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            throw ModelError(.corruptData, "Silence.")
        }
    }

    @FormatPlugin
    private struct Forgetful: StoreProvider {
        static let format = FileFormat(store: "forgetful", library: "Tests")
        let formats = [Forgetful.format]
        func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {}
        func document(for record: StoreRecord) throws -> ModelDocument? { nil }
        func removeValues(in record: StoreRecord) throws {}
    }

    @Test("They are known though nobody registers them")
    func registered() throws {
        #expect(try FormatRegistry.default.provider(for: Silent.format) is Silent)
        #expect(try FormatRegistry.default.store(for: Forgetful.format) is Forgetful)
    }
}
#endif
