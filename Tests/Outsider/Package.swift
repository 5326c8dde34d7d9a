// swift-tools-version: 6.2
import PackageDescription

// An app that wants JSON and a third party's format: no macros, so no swift-syntax, and no keyed archives.
let package = Package(
    name: "Outsider",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "BaseModel", path: "../..", traits: [])],
    targets: [
        .target(
            name: "Bencode",
            dependencies: [.product(name: "Documents", package: "BaseModel")],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]
        ),
        .executableTarget(
            name: "Outsider",
            dependencies: [
                "Bencode",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]
        ),
        // Linked statically, it is as small as programs with this library can be.
        .executableTarget(
            name: "Small",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]
        ),
    ]
)
