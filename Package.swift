// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

let package = Package(
    name: "BaseModel",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ModelCore", targets: ["ModelCore"]),
        .library(name: "Documents", targets: ["Documents"]),
        .library(name: "FormatSupport", targets: ["FormatSupport"]),
        .library(name: "Records", targets: ["Records"]),
        .library(name: "ModelTesting", targets: ["ModelTesting"]),
        .library(name: "FoundationValues", targets: ["FoundationValues"]),
        .library(name: "TextKeeping", targets: ["TextKeeping"]),
        .library(name: "Patching", targets: ["Patching"]),
        .library(name: "KeyedArchive", targets: ["KeyedArchive"]),
        .library(name: "JSONFormat", targets: ["JSONFormat"]),
        .library(name: "PlistFormat", targets: ["PlistFormat"]),
        .library(name: "FastCoder", targets: ["FastCoder"]),
        .library(name: "HRCoder", targets: ["HRCoder"]),
        .library(name: "CryptoCoder", targets: ["CryptoCoder"]),
        .library(name: "DefaultsFiles", targets: ["DefaultsFiles"]),
        .library(name: "DefaultsStore", targets: ["DefaultsStore"]),
        .library(name: "SecretStore", targets: ["SecretStore"]),
        .library(name: "JSONSchema", targets: ["JSONSchema"]),
        .library(name: "Modelmatic", targets: ["Modelmatic"]),
    ],
    traits: [
        .default(enabledTraits: ["Macros", "KeyedArchive"]),
        .trait(name: "Macros", description: "@Model and @FormatPlugin. Without it nothing here needs swift-syntax."),
        .trait(name: "KeyedArchive", description: "ModelCore links the format .keyedArchive, which classes have by default."),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")
    ],
    targets: [
        .target(name: "CBaseModel"),
        .target(name: "FormatSupport", dependencies: ["CBaseModel"]),
        // Shared by the formats that are property lists. No product: its names are the package's own.
        .target(name: "PropertyListCodec", dependencies: ["FormatSupport"]),
        .macro(
            name: "ModelMacros",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ]
        ),
        .target(
            name: "Documents",
            dependencies: [
                "CBaseModel",
                "FormatSupport",
                .target(name: "ModelMacros", condition: .when(traits: ["Macros"])),
            ]
        ),
        .target(
            name: "ModelCore",
            dependencies: [
                "CBaseModel",
                "Documents",
                "FormatSupport",
                .target(name: "KeyedArchive", condition: .when(traits: ["KeyedArchive"])),
                .target(name: "ModelMacros", condition: .when(traits: ["Macros"])),
            ]
        ),
        // Values that need whole Foundation.
        .target(name: "FoundationValues", dependencies: ["Documents", "FormatSupport", "ModelCore"]),
        .target(name: "Records", dependencies: ["ModelCore", "Documents", "FormatSupport"]),
        .target(name: "TextKeeping", dependencies: ["Documents", "FormatSupport", "PropertyListCodec"]),
        .target(name: "Patching", dependencies: ["Documents", "FormatSupport", "ModelCore"]),
        .target(
            name: "KeyedArchive", dependencies: ["Documents", "FormatSupport", "PropertyListCodec"],
            path: "Plugins/KeyedArchive"),
        .target(name: "ModelTesting", dependencies: ["ModelCore", "FormatSupport", "FoundationValues", "Records"]),
        .target(name: "JSONFormat", dependencies: ["Documents", "FormatSupport"], path: "Plugins/JSONFormat"),
        .target(
            name: "PlistFormat", dependencies: ["Documents", "FormatSupport", "PropertyListCodec"],
            path: "Plugins/PlistFormat"),
        .target(
            name: "DefaultsFiles", dependencies: ["Documents", "FormatSupport", "PlistFormat", "PropertyListCodec", "Records"],
            path: "Plugins/DefaultsFiles"),
        .target(name: "DefaultsStore", dependencies: ["DefaultsFiles"], path: "Plugins/DefaultsStore"),
        .target(name: "FastCoder", dependencies: ["Documents", "FormatSupport"], path: "Plugins/FastCoder"),
        .target(
            name: "HRCoder", dependencies: ["JSONFormat", "KeyedArchive", "PlistFormat", "Documents", "FormatSupport"],
            path: "Plugins/HRCoder"),
        // OpenSSL's library. Only programs that link CryptoCoder need it.
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // Normalization of Unicode, which FoundationEssentials lacks. SwiftPM warns of a flag that pkg-config has for it.
        .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(
            name: "CryptoCoder",
            dependencies: [
                "KeyedArchive", "ModelCore", "FormatSupport", "PropertyListCodec", "CLibCrypto",
                .target(name: "CUtf8proc", condition: .when(platforms: [.linux])),
            ],
            path: "Plugins/CryptoCoder"
        ),
        // The secret service's library. Only programs that link SecretStore need it. It is no system library: SwiftPM warns of the flags that
        // pkg-config has for it.
        .target(
            name: "CLibsecret",
            linkerSettings: ["secret-1", "gio-2.0", "gobject-2.0", "glib-2.0"].map { .linkedLibrary($0) }),
        .target(
            name: "SecretStore", dependencies: ["CLibsecret", "ModelCore", "FormatSupport", "PlistFormat", "PropertyListCodec", "Records"],
            path: "Plugins/SecretStore"),
        .target(name: "JSONSchema", dependencies: ["FormatSupport", "JSONFormat", "ModelCore"], path: "Plugins/JSONSchema"),
        // A parser of XML. Only programs that link Modelmatic need it.
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(
            name: "Modelmatic", dependencies: ["CExpat", "FormatSupport", "JSONFormat", "JSONSchema", "KeyedArchive", "ModelCore", "PlistFormat"],
            path: "Plugins/Modelmatic"),
        // Helpers of several targets' tests.
        .target(
            name: "TestSupport", dependencies: ["FoundationValues", "ModelCore", "ModelTesting", "PropertyListCodec", "Records"],
            path: "Tests/TestSupport"),
        .testTarget(name: "FormatSupportTests", dependencies: ["FormatSupport", "PropertyListCodec", "TestSupport"]),
        .testTarget(name: "PropertyListCodecTests", dependencies: ["PropertyListCodec", "FormatSupport", "TestSupport"]),
        .testTarget(
            name: "ModelTestingTests",
            dependencies: ["ModelTesting", "ModelCore", "TestSupport", "Documents", "FormatSupport"]),
        .testTarget(
            name: "ModelCoreTests",
            dependencies: [
                "ModelCore", "Documents", "JSONFormat", "KeyedArchive", "FormatSupport", "ModelTesting", "Records", "TestSupport",
                "CFaults",
            ]),
        .testTarget(name: "RecordsTests", dependencies: ["Records", "FormatSupport", "TestSupport"]),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "Documents", "FastCoder", "JSONFormat", "ModelCore", "KeyedArchive", "FormatSupport", "ModelTesting", "TestSupport",
                "CFaults",
            ]),
        .testTarget(
            name: "KeyedArchiveTests",
            dependencies: [
                "KeyedArchive", "Documents", "ModelCore", "FormatSupport", "ModelTesting", "PropertyListCodec", "TestSupport",
            ]),
        .testTarget(
            name: "TextKeepingTests",
            dependencies: ["TextKeeping", "Documents", "ModelCore", "FormatSupport", "ModelTesting", "TestSupport"]),
        .testTarget(
            name: "PatchingTests",
            dependencies: ["Patching", "Documents", "FastCoder", "FormatSupport", "JSONFormat", "KeyedArchive", "ModelCore", "TestSupport"]),
        // A program whose declarations belong to the main actor by default.
        .testTarget(
            name: "IsolationTests", dependencies: ["JSONFormat", "ModelCore"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "ModelMacrosTests",
            dependencies: [
                .target(name: "ModelMacros", condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
            ]
        ),
        .testTarget(
            name: "PlistFormatTests", dependencies: ["PlistFormat", "ModelCore", "FormatSupport", "ModelTesting", "PropertyListCodec", "TestSupport", "Documents", "KeyedArchive", "TextKeeping"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "DefaultsStoreTests",
            dependencies: [
                "DefaultsFiles", "DefaultsStore", "KeyedArchive", "ModelCore", "ModelTesting", "PlistFormat", "PropertyListCodec", "Records",
                "TestSupport",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "FastCoderTests", dependencies: ["FastCoder", "ModelCore", "FormatSupport", "ModelTesting", "TestSupport", "Documents"],
            resources: [.copy("Fixtures")]),
        // The program that SecretStore's tests start, each time in an environment of its own.
        .executableTarget(name: "secret-probe", dependencies: ["SecretStore", "ModelCore"], path: "Tests/SecretProbe"),
        .testTarget(
            name: "SecretStoreTests",
            dependencies: [
                "SecretStore", "CLibsecret", "ModelCore", "FormatSupport", "PlistFormat", "ModelTesting", "Records", "TestSupport",
                "secret-probe",
            ],
            exclude: ["Headers"], resources: [.copy("Fixtures")]),
        .testTarget(
            name: "ModelmaticTests", dependencies: ["Modelmatic", "JSONFormat", "ModelCore", "PlistFormat", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "JSONSchemaTests", dependencies: ["JSONSchema", "JSONFormat", "Modelmatic", "ModelCore", "TestSupport"]),
        .testTarget(
            name: "CryptoCoderTests", dependencies: ["CryptoCoder", "ModelCore", "FormatSupport", "ModelTesting", "TestSupport", "KeyedArchive"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "HRCoderTests",
            dependencies: ["HRCoder", "JSONFormat", "PlistFormat", "ModelCore", "FormatSupport", "ModelTesting", "TestSupport", "Documents", "TextKeeping"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "ConversionTests",
            dependencies: [
                "CryptoCoder", "DefaultsStore", "FastCoder", "HRCoder", "JSONFormat", "PlistFormat", "ModelCore", "FormatSupport", "ModelTesting", "Patching", "PropertyListCodec", "TestSupport", "Documents", "KeyedArchive", "TextKeeping",
            ],
            resources: [.copy("Fixtures")]),
        .target(
            name: "SwiftDataStandIn",
            dependencies: [.target(name: "ModelMacros", condition: .when(traits: ["Macros"]))],
            path: "Tests/SwiftDataStandIn"),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "CryptoCoder", "DefaultsStore", "FastCoder", "FoundationValues", "HRCoder", "JSONFormat", "JSONSchema", "Modelmatic", "PlistFormat", "SecretStore", "ModelCore", "ModelTesting", "SwiftDataStandIn", "TextKeeping", "Patching",
                "Documents", "FormatSupport", "Records",
            ]),
        // The program that the tests of saving start, with system calls that fail when they are told to.
        .target(name: "CFaults", path: "Tests/CFaults"),
        .executableTarget(
            name: "save-probe",
            dependencies: [
                "CFaults", "CryptoCoder", "DefaultsStore", "FastCoder", "HRCoder", "JSONFormat", "PlistFormat", "SecretStore",
                "ModelCore",
            ], path: "Tests/SaveProbe"),
        .testTarget(name: "SavingTests", dependencies: ["ModelCore", "save-probe", "TestSupport"]),
        .testTarget(
            name: "JSONFormatTests", dependencies: ["JSONFormat", "ModelCore", "FormatSupport", "ModelTesting", "TestSupport", "Documents", "TextKeeping"],
            exclude: ["Fixtures"]),
    ]
)

// One place for the settings of every target.
for target in package.targets
where target.type != .system && !["CBaseModel", "CLibsecret", "CFaults"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.swiftLanguageMode(.v6), .strictMemorySafety()]
    // The tests code so many values that optimizing the libraries pays. The tests themselves aren't optimized.
    let others = ["BaseModel", "JSONSchema", "ModelTesting", "Modelmatic", "SecretStore", "SwiftDataStandIn", "TestSupport"]
    if Context.environment["BASEMODEL_OPTIMIZED"] == "yes", target.type == .regular, !others.contains(target.name) {
        target.swiftSettings? += [.unsafeFlags(["-O"])]
    }
}

// The trial of types that `Scripts/trial.sh` makes. One thread has all of its state, in variables without protection.
if Context.environment["BASEMODEL_TRIAL"] == "yes" {
    package.targets.append(
        .executableTarget(
            name: "trial",
            dependencies: [
                "CryptoCoder", "Documents", "FastCoder", "FormatSupport", "FoundationValues", "HRCoder", "JSONFormat", "KeyedArchive", "ModelCore",
                "PlistFormat",
            ], path: "Tests/Trial/Program", swiftSettings: [.swiftLanguageMode(.v6)]))
}

// What is built where the environment asks for less, or for the macros' own tests: see CONTRIBUTING.md.
// - BASEMODEL_MACROS=no, with `--traits KeyedArchive`: the tests don't need swift-syntax either.
// - BASEMODEL_OPTIMIZED=yes: the libraries that code values are optimized, as in `make test`. Those that macros are built from aren't.
// - BASEMODEL_TESTS="JSONFormatTests ModelCoreTests": only these tests, and the targets that they need.
// - BASEMODEL_TRIAL=yes: also the program of the trial, above.
// - BASEMODEL_TESTS=ConcurrencyTests: of all tests only the files of that name, for ThreadSanitizer, with the targets that they need.
if Context.environment["BASEMODEL_MACROS"] == "no" {
    package.dependencies.removeAll()
    package.targets.removeAll { $0.name == "ModelMacros" || $0.name == "ModelMacrosTests" }
    for target in package.targets {
        target.dependencies.removeAll { if case .targetItem("ModelMacros", _) = $0 { true } else { false } }
    }
}
var tests = (Context.environment["BASEMODEL_TESTS"] ?? "").split(separator: " ").map(String.init)
if tests == ["ConcurrencyTests"] {
    let support = [
        "DefaultsFolder.swift", "DefaultsModels.swift", "Fixtures.swift", "SessionKeyring.swift", "Support.swift", "TestModels.swift",
    ]
    tests = []
    for target in package.targets where target.type == .test {
        let folder = "\(Context.packageDirectory)/Tests/\(target.name)"
        let files = (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".swift") }
        guard files.contains(where: { $0.hasSuffix("ConcurrencyTests.swift") }) else { continue }
        // Its system calls would replace those that the sanitizer watches.
        target.dependencies.removeAll { if case .byNameItem("CFaults", _) = $0 { true } else { false } }
        tests.append(target.name)
        target.exclude += files.filter { file in
            !file.hasSuffix("ConcurrencyTests.swift") && !support.contains { file == $0 || file.hasSuffix("/" + $0) }
        }
    }
}
if !tests.isEmpty {
    var wanted = Set(tests)
    var size = 0
    while size < wanted.count {
        size = wanted.count
        for target in package.targets where wanted.contains(target.name) {
            for case .targetItem(let name, _) in target.dependencies { wanted.insert(name) }
            for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
        }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { ($0 as? Product.Library)?.targets.allSatisfy(wanted.contains) == false }
} else {
    // Beside a test target that depends on a macro SwiftPM builds every other one, and all that they need, a second time, as tools.
    package.targets.removeAll { $0.name == "ModelMacrosTests" }
}
