import ModelCore
import Testing

@Suite("Styles of keys, and paths")
struct KeyStyleTests {
    @Test("Capitals and digits", arguments: [
        ("firstName", "first_name"), ("imageURL", "image_url"), ("HTMLParser", "html_parser"), ("URL", "url"),
        ("line2", "line2"), ("utf8Text", "utf8_text"), ("x", "x"), ("aB", "a_b"), ("isOK", "is_ok"), ("ABTest", "ab_test"),
        ("_hidden", "_hidden"), ("first_name", "first_name"), ("trailing_", "trailing_"), ("größeÄndern", "größe_ändern"),
        ("md5Sum2", "md5_sum2"), ("iPhone", "i_phone"), ("", ""), ("_", "_"), ("__a", "__a"),
        ("genreIDs", "genre_ids"), ("imageURLs", "image_urls"), ("iOSVersion", "ios_version"),
        ("artworkURL600", "artwork_url600"), ("artworkURLs600", "artwork_urls600"), ("IDs", "ids"), ("URLsToLoad", "urls_to_load"),
        ("CDsAndDVDs", "cds_and_dvds"), ("mRNAs", "mrnas"), ("iOS", "ios"), ("iOSes", "i_o_ses"), ("aBTest", "a_b_test"),
        ("pHValue", "p_h_value"), ("macOSVersion", "mac_os_version"), ("isIDsList_x", "is_ids_list_x"), ("aBs", "a_bs"),
        ("OSspecific", "o_sspecific"), ("HTTPServer", "http_server"), ("thisIsASet", "this_is_a_set"), ("toDOs", "to_dos"),
    ])
    func snakeCase(_ name: String, _ key: String) {
        #expect(KeyStyle.snakeCase.key(for: name) == key)
        #expect(KeyStyle.kebabCase.key(for: name).replacing("-", with: "_") == key)
        #expect(KeyStyle.upperSnakeCase.key(for: name) == key.uppercased())
    }

    @Test("Others")
    func others() {
        #expect(KeyStyle.kebabCase.key(for: "firstName") == "first-name")
        #expect(KeyStyle.upperSnakeCase.key(for: "imageURL") == "IMAGE_URL")
        #expect(KeyStyle.pascalCase.key(for: "imageURL") == "ImageURL")
        #expect(KeyStyle.pascalCase.key(for: "genreIDs") == "GenreIDs")
        #expect(KeyStyle("reversed") { String($0.reversed()) }.key(for: "abc") == "cba")
    }

    @Test("Paths are read as they are written", arguments: [
        ["user", "city"], ["items", 3, "due"], ["a.b", "c"], ["x", "", "y"], ["q\"uote", "back\\slash", "[0]"],
        [0, 1], ["plain\\", "b.\\"], ["ä", "日本"],
    ] as [ModelPath])
    func paths(_ path: ModelPath) {
        #expect(ModelPath(path.description) == path, "\(path)")
    }

    @Test("What is no path", arguments: ["a..b", ".a", "a.", "a[", "a[x]", "a]b", "a[\"x\"", "a[-1]", "a[\"x\"y]", "[\"a\\"])
    func noPaths(_ text: String) {
        #expect(ModelPath(text) == nil)
    }
}
