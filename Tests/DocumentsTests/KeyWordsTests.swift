import Documents
import Testing

@Suite("Words of keys")
struct KeyWordsTests {
    @Test(
        "A word behind an acronym may go on with an s, which isn't the plural's",
        arguments: [
            ("isURLAssigned", "is_url_assigned"), ("URLsAssigned", "urls_assigned"), ("imageURLs", "image_urls"),
        ])
    func acronyms(_ name: String, _ key: String) {
        #expect(KeyStyle.snakeCase.key(for: name) == key)
    }
}
