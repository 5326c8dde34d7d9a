// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TodoList",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "todo", targets: ["todo"])],
    dependencies: [
        .package(name: "BaseModel", path: "../.."),
        .package(path: "../YAMLFormat"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        .target(
            name: "TodoKit",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.process("Resources")]
        ),
        // What the program links here is what it can read and write. No source imports a format, but for the one that has a password.
        .executableTarget(
            name: "todo",
            dependencies: [
                "TodoKit",
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "PlistFormat", package: "BaseModel"),
                .product(name: "DefaultsStore", package: "BaseModel"),
                .product(name: "FastCoder", package: "BaseModel"),
                .product(name: "HRCoder", package: "BaseModel"),
                .product(name: "CryptoCoder", package: "BaseModel"),
                .product(name: "SecretStore", package: "BaseModel"),
                .product(name: "YAMLFormat", package: "YAMLFormat"),
            ]
        ),
        .testTarget(
            name: "TodoKitTests",
            dependencies: [
                "TodoKit", "todo",
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "PlistFormat", package: "BaseModel"),
                .product(name: "DefaultsStore", package: "BaseModel"),
                .product(name: "FastCoder", package: "BaseModel"),
                .product(name: "HRCoder", package: "BaseModel"),
                .product(name: "CryptoCoder", package: "BaseModel"),
                .product(name: "SecretStore", package: "BaseModel"),
                .product(name: "YAMLFormat", package: "YAMLFormat"),
            ]
        ),
    ]
)

for target in package.targets {
    target.swiftSettings = [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
