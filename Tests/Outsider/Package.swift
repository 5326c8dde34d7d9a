// swift-tools-version: 6.2
import PackageDescription

// An app that wants JSON and nothing else: no macros, so no swift-syntax.
let package = Package(
    name: "Outsider",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "BaseModel", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Outsider",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]
        )
    ]
)
