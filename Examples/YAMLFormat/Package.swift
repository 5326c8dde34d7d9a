// swift-tools-version: 6.2
import PackageDescription

// A format in a package of its own: it knows BaseModel, and BaseModel doesn't know it. An app that links it loads and
// saves YAML.
let package = Package(
    name: "YAMLFormat",
    platforms: [.macOS(.v15)],
    products: [.library(name: "YAMLFormat", targets: ["YAMLFormat"])],
    dependencies: [
        .package(name: "BaseModel", path: "../.."),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.0"),
    ],
    targets: [
        .target(
            name: "YAMLFormat",
            dependencies: [
                .product(name: "Documents", package: "BaseModel"),
                .product(name: "FormatSupport", package: "BaseModel"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]
        ),
        .testTarget(
            name: "YAMLFormatTests",
            dependencies: [
                "YAMLFormat",
                .product(name: "ModelTesting", package: "BaseModel"),
                .product(name: "TextKeeping", package: "BaseModel"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]
        ),
    ]
)
