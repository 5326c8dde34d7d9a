import Foundation
import ModelCore

/// A small file of each well-known format.
///
/// The original libraries wrote the files (BaseModel 2.6.4 with HRCoder 1.3.3, FastCoding 3.3 and CryptoCoding 1.1.1,
/// by Nick Lockwood), on GNUstep libs-base 1.31.1, from to-do lists made for this project. They are in Base64.
enum WellKnownFiles {
    static let all: [ForeignFile] = [
        ForeignFile("no content", format: FileFormat("empty", fileExtension: nil, library: ""), content: Data()),
        ForeignFile("a keyed archive", format: .keyedArchive, content: bytes(keyedArchive)),
        ForeignFile("an XML property list", format: .xmlPropertyList, content: bytes(xmlPropertyList)),
        ForeignFile("a binary property list", format: .binaryPropertyList, content: bytes(binaryPropertyList)),
        ForeignFile("a JSON file", format: .json, content: bytes(json)),
        ForeignFile("an HRCoded XML file", format: .hrCodedXML, content: bytes(hrCodedXML)),
        ForeignFile("an HRCoded JSON file", format: .hrCodedJSON, content: bytes(hrCodedJSON)),
        ForeignFile("an HRCoded binary file", format: .hrCodedBinary, content: bytes(hrCodedBinary)),
        ForeignFile("a FastCoding file", format: .fastCoding, content: bytes(fastCoding)),
        ForeignFile("a CryptoCoding archive", format: .cryptoCoding, content: bytes(cryptoCoding)),
    ]

    private static func bytes(_ base64: String) -> Data {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }

    private static let keyedArchive = """
        YnBsaXN0MDDUAQIDBAUGBwhYJG9iamVjdHNZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3CvEBAJCgsMDQ4PEBESExQVFhcYXxAPTlNLZXllZEFyY2hp
        dmVyEgABhqDRGRpVJG51bGzSGxwdHtIbHyAh0yIbIyQlJlpEbyB3YXNoaW5nEADSJygpKtMiGyMrJSxYTW93IGxhd24QAdMiGyMtJSZfEBxXcml0
        ZSBhbiBvcGVuIHNvdXJjZSBsaWJyYXJ50yIbIy4lJlxGZWVkIHRoZSBjYXTSJygvMNInKDEyVHJvb3SAAVYkY2xhc3NVaXRlbXOAD4ACWk5TLm9i
        amVjdHOADqQzNDU2VWxhYmVsV2NoZWNrZWSABIAGgAVYJGNsYXNzZXNaJGNsYXNzbmFtZaMqNzhYVG9kb0l0ZW2ACIAJgAuADaMwOTheTlNNdXRh
        YmxlQXJyYXmjMjc4WFRvZG9MaXN0gAOAB4AKgAxZQmFzZU1vZGVsWE5TT2JqZWN0V05TQXJyYXkACAARABoAJAAtADIARQBXAFwAXwBlAGoAbwB2
        AIEAgwCIAI8AmACaAKEAwADHANQA2QDeAOMA5QDsAPIA9AD2AQEBAwEIAQ4BFgEYARoBHAElATABNAE9AT8BQQFDAUUBSQFYAVwBZQFnAWkBawFt
        AXcBgAAAAAAAAAIBAAAAAAAAADoAAAAAAAAAAAAAAAAAAAGI
        """

    private static let xmlPropertyList = """
        PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPCFET0NUWVBFIHBsaXN0IFBVQkxJQyAiLS8vQXBwbGUvL0RURCBQTElTVCAx
        LjAvL0VOIiAiaHR0cDovL3d3dy5hcHBsZS5jb20vRFREcy9Qcm9wZXJ0eUxpc3QtMS4wLmR0ZCI+CjxwbGlzdCB2ZXJzaW9uPSIxLjAiPgo8ZGlj
        dD4KICAgIDxrZXk+aXRlbXM8L2tleT4KICAgIDxhcnJheT4KCTxkaWN0PgoJICAgIDxrZXk+Y2hlY2tlZDwva2V5PgoJICAgIDxpbnRlZ2VyPjA8
        L2ludGVnZXI+CgkgICAgPGtleT5sYWJlbDwva2V5PgoJICAgIDxzdHJpbmc+RG8gd2FzaGluZzwvc3RyaW5nPgoJPC9kaWN0PgoJPGRpY3Q+Cgkg
        ICAgPGtleT5jaGVja2VkPC9rZXk+CgkgICAgPGludGVnZXI+MTwvaW50ZWdlcj4KCSAgICA8a2V5PmxhYmVsPC9rZXk+CgkgICAgPHN0cmluZz5N
        b3cgbGF3bjwvc3RyaW5nPgoJPC9kaWN0PgoJPGRpY3Q+CgkgICAgPGtleT5jaGVja2VkPC9rZXk+CgkgICAgPGludGVnZXI+MDwvaW50ZWdlcj4K
        CSAgICA8a2V5PmxhYmVsPC9rZXk+CgkgICAgPHN0cmluZz5Xcml0ZSBhbiBvcGVuIHNvdXJjZSBsaWJyYXJ5PC9zdHJpbmc+Cgk8L2RpY3Q+Cgk8
        ZGljdD4KCSAgICA8a2V5PmNoZWNrZWQ8L2tleT4KCSAgICA8aW50ZWdlcj4wPC9pbnRlZ2VyPgoJICAgIDxrZXk+bGFiZWw8L2tleT4KCSAgICA8
        c3RyaW5nPkZlZWQgdGhlIGNhdDwvc3RyaW5nPgoJPC9kaWN0PgogICAgPC9hcnJheT4KPC9kaWN0Pgo8L3BsaXN0Pg==
        """

    private static let binaryPropertyList = """
        YnBsaXN0MDDRAQJVaXRlbXOkAwQFBtIHCAkK0gcICwzSBwgJDdIHCAkOV2NoZWNrZWRVbGFiZWwQAFpEbyB3YXNoaW5nEAFYTW93IGxhd25fEBxX
        cml0ZSBhbiBvcGVuIHNvdXJjZSBsaWJyYXJ5XEZlZWQgdGhlIGNhdAgLERYbICUqMjg6RUdQbwAAAAAAAAEBAAAAAAAAAA8AAAAAAAAAAAAAAAAA
        AAB8
        """

    private static let json = """
        eyJpdGVtcyI6W3siY2hlY2tlZCI6MCwibGFiZWwiOiJEbyB3YXNoaW5nIn0seyJjaGVja2VkIjoxLCJsYWJlbCI6Ik1vdyBsYXduIn0seyJjaGVj
        a2VkIjowLCJsYWJlbCI6IldyaXRlIGFuIG9wZW4gc291cmNlIGxpYnJhcnkifSx7ImNoZWNrZWQiOjAsImxhYmVsIjoiRmVlZCB0aGUgY2F0In1d
        fQ==
        """

    private static let hrCodedXML = """
        PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPCFET0NUWVBFIHBsaXN0IFBVQkxJQyAiLS8vQXBwbGUvL0RURCBQTElTVCAx
        LjAvL0VOIiAiaHR0cDovL3d3dy5hcHBsZS5jb20vRFREcy9Qcm9wZXJ0eUxpc3QtMS4wLmR0ZCI+CjxwbGlzdCB2ZXJzaW9uPSIxLjAiPgo8ZGlj
        dD4KICAgIDxrZXk+JGNsYXNzPC9rZXk+CiAgICA8c3RyaW5nPlRvZG9MaXN0PC9zdHJpbmc+CiAgICA8a2V5Pml0ZW1zPC9rZXk+CiAgICA8YXJy
        YXk+Cgk8ZGljdD4KCSAgICA8a2V5PiRjbGFzczwva2V5PgoJICAgIDxzdHJpbmc+VG9kb0l0ZW08L3N0cmluZz4KCSAgICA8a2V5PmNoZWNrZWQ8
        L2tleT4KCSAgICA8aW50ZWdlcj4wPC9pbnRlZ2VyPgoJICAgIDxrZXk+bGFiZWw8L2tleT4KCSAgICA8c3RyaW5nPkRvIHdhc2hpbmc8L3N0cmlu
        Zz4KCTwvZGljdD4KCTxkaWN0PgoJICAgIDxrZXk+JGNsYXNzPC9rZXk+CgkgICAgPHN0cmluZz5Ub2RvSXRlbTwvc3RyaW5nPgoJICAgIDxrZXk+
        Y2hlY2tlZDwva2V5PgoJICAgIDxpbnRlZ2VyPjE8L2ludGVnZXI+CgkgICAgPGtleT5sYWJlbDwva2V5PgoJICAgIDxzdHJpbmc+TW93IGxhd248
        L3N0cmluZz4KCTwvZGljdD4KCTxkaWN0PgoJICAgIDxrZXk+JGNsYXNzPC9rZXk+CgkgICAgPHN0cmluZz5Ub2RvSXRlbTwvc3RyaW5nPgoJICAg
        IDxrZXk+Y2hlY2tlZDwva2V5PgoJICAgIDxpbnRlZ2VyPjA8L2ludGVnZXI+CgkgICAgPGtleT5sYWJlbDwva2V5PgoJICAgIDxzdHJpbmc+V3Jp
        dGUgYW4gb3BlbiBzb3VyY2UgbGlicmFyeTwvc3RyaW5nPgoJPC9kaWN0PgoJPGRpY3Q+CgkgICAgPGtleT4kY2xhc3M8L2tleT4KCSAgICA8c3Ry
        aW5nPlRvZG9JdGVtPC9zdHJpbmc+CgkgICAgPGtleT5jaGVja2VkPC9rZXk+CgkgICAgPGludGVnZXI+MDwvaW50ZWdlcj4KCSAgICA8a2V5Pmxh
        YmVsPC9rZXk+CgkgICAgPHN0cmluZz5GZWVkIHRoZSBjYXQ8L3N0cmluZz4KCTwvZGljdD4KICAgIDwvYXJyYXk+CjwvZGljdD4KPC9wbGlzdD4=
        """

    private static let hrCodedJSON = """
        eyJpdGVtcyI6W3sibGFiZWwiOiJEbyB3YXNoaW5nIiwiY2hlY2tlZCI6MCwiJGNsYXNzIjoiVG9kb0l0ZW0ifSx7ImxhYmVsIjoiTW93IGxhd24i
        LCJjaGVja2VkIjoxLCIkY2xhc3MiOiJUb2RvSXRlbSJ9LHsibGFiZWwiOiJXcml0ZSBhbiBvcGVuIHNvdXJjZSBsaWJyYXJ5IiwiY2hlY2tlZCI6
        MCwiJGNsYXNzIjoiVG9kb0l0ZW0ifSx7ImxhYmVsIjoiRmVlZCB0aGUgY2F0IiwiY2hlY2tlZCI6MCwiJGNsYXNzIjoiVG9kb0l0ZW0ifV0sIiRj
        bGFzcyI6IlRvZG9MaXN0In0=
        """

    private static let hrCodedBinary = """
        YnBsaXN0MDDSAQIDBFVpdGVtc1YkY2xhc3OkBQYHCFhUb2RvTGlzdNMJCgILDA3TCQoCDg8N0wkKAhAMDdMJCgIRDA1VbGFiZWxXY2hlY2tlZFpE
        byB3YXNoaW5nEABYVG9kb0l0ZW1YTW93IGxhd24QAV8QHFdyaXRlIGFuIG9wZW4gc291cmNlIGxpYnJhcnlcRmVlZCB0aGUgY2F0CA0TGh8oLzY9
        REpSXV9ocXOSAAAAAAAAAQEAAAAAAAAAEgAAAAAAAAAAAAAAAAAAAJ8=
        """

    private static let fastCoding = """
        VFNBRgMAAwAGAAAAAgAAAAQAAAAdVG9kb0xpc3QAAAABAAAAaXRlbXMAHgAZAAAABAAAAB1Ub2RvSXRlbQAAAAIAAABsYWJlbABjaGVja2VkAB4B
        CERvIHdhc2hpbmcALh4BCE1vdyBsYXduAC0eAQhXcml0ZSBhbiBvcGVuIHNvdXJjZSBsaWJyYXJ5AC4eAQhGZWVkIHRoZSBjYXQALg==
        """

    private static let cryptoCoding = """
        YnBsaXN0MDDUAQIDBAUGBwhYJG9iamVjdHNZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3CpCQoLDA0ODxARXxAPTlNLZXllZEFyY2hpdmVyEgABhqDR
        EhNVJG51bGzWFBUWFxgZGhscHR4f0hQgISLSIyQlJtIUICEn0hQgIShXQ0NTbWFsbCM/8AAAAAAAANIjJCkqVHJvb3SAAVYkY2xhc3NXdmVyc2lv
        blZjeXBoZXJZY2xhc3NOYW1lVHNhbHRSaXaACIAHgAWABoAEgAJXTlMuZGF0YYADTxAQEfZb0JbDZayOehT9gJzz51gkY2xhc3Nlc1okY2xhc3Nu
        YW1loyYrLF1OU011dGFibGVEYXRhSEwAIRFBjGXwTxDg8ADnirN07pdzea3JQOfVKaCxOacSX/yci6BmCN27byp4xJ+zlJ7nafW4P0ZjN4vPqZXm
        SqsvMLsLXIEWf+9VFJ7OgqqTh6SV6nPjc5fzr1tHl7nykCtKawIaTmgobFHF55g522I9K4d4/mB+6qdvtPP27OR6BkPFvWDNKsvJGDun142sfITg
        U/4Ws6cR7aZi9sPKVpVyYZJnMRVMsLnsOKEWmGqgZC0Un5TWNgbr3+MQLyJKfacldKLZDlJYckQhSq9Y/sMJjGAya8x8VTvprwdlYk2BPCtGr0wV
        q4H/i5OiKixdQ3J5cHRvQXJjaGl2ZVZOU0RhdGFYTlNPYmplY3QACAARABoAJAAtADIAPABOAFMAVgBcAGkAbgBzAHgAfQCFAI4AkwCYAJoAoQCp
        ALAAugC/AMIAxADGAMgAygDMAM4A1gDYAOsA9AD/AQMBEQEaAf0CAAIOAhUAAAAAAAACAQAAAAAAAAAtAAAAAAAAAAAAAAAAAAACHg==
        """
}

/// A small file of some format.
public struct ForeignFile: Sendable {
    /// The name of the file in messages.
    public var name: String
    /// The format of the file.
    public var format: FileFormat
    /// The bytes of the file.
    public var content: Data

    /// Creates a file with its name for messages.
    public init(_ name: String, format: FileFormat, content: Data) {
        self.name = name
        self.format = format
        self.content = content
    }
}
