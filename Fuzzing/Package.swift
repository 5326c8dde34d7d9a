// swift-tools-version: 6.2
import PackageDescription

// A package of its own, and without macros: whoever uses BaseModel builds nothing of it, and it needs no swift-syntax.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "BaseModel", path: "..", traits: ["KeyedArchive"])],
    targets: [
        .target(name: "CFuzzing", linkerSettings: [.linkedLibrary("crypto")]),
        .target(
            name: "Fuzzing",
            dependencies: ["CFuzzing"]
                + [
                    "ModelCore", "ModelTesting", "JSONFormat", "PlistFormat", "DefaultsStore", "FastCoder", "HRCoder", "CryptoCoder",
                    "TextKeeping",
                ]
                .map { .product(name: $0, package: "BaseModel") }
        ),
        .executableTarget(name: "fuzz", dependencies: ["Fuzzing", "CFuzzing"]),
    ]
)

// Linked against libFuzzer, which brings the main function: Scripts/fuzz.sh builds it with -sanitize=fuzzer.
if Context.environment["GUIDED"] != nil {
    package.products.append(.executable(name: "guided", targets: ["guided"]))
    package.targets.append(
        .executableTarget(name: "guided", dependencies: ["Fuzzing"], swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

for target in package.targets where target.name != "CFuzzing" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
