// swift-tools-version: 6.2
import PackageDescription

// An app that was written for an earlier state of the library, eead0c51: the samples of its documentation. It has the changes that CHANGELOG.md
// names under "Breaking", and no others. (The samples ask for `Macros`, a trait there.) A new break is made here, too, after it stands there.
let package = Package(
    name: "EarlierApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "BaseModel", path: "../..")],
    targets: [
        .testTarget(
            name: "EarlierAppTests",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "PlistFormat", package: "BaseModel"),
                .product(name: "CryptoCoder", package: "BaseModel"),
                .product(name: "ModelTesting", package: "BaseModel"),
                // What it needed no product for.
                .product(name: "DefaultsStore", package: "BaseModel"),
                .product(name: "FoundationValues", package: "BaseModel"),
                .product(name: "Records", package: "BaseModel"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety(), .define("Macros")])
    ]
)
