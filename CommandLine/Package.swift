// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CommandLine",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "basemodel", targets: ["basemodel"])],
    dependencies: [
        // No swift-syntax: nothing here declares a model.
        .package(name: "BaseModel", path: "..", traits: ["KeyedArchive"]),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        .target(
            name: "BaseModelTool",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "FormatSupport", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "PlistFormat", package: "BaseModel"),
                .product(name: "DefaultsFiles", package: "BaseModel"),
                .product(name: "FastCoder", package: "BaseModel"),
                .product(name: "HRCoder", package: "BaseModel"),
                .product(name: "CryptoCoder", package: "BaseModel"),
                .product(name: "SecretStore", package: "BaseModel"),
                .product(name: "JSONSchema", package: "BaseModel"),
                .product(name: "Modelmatic", package: "BaseModel"),
                .product(name: "TextKeeping", package: "BaseModel"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(name: "basemodel", dependencies: ["BaseModelTool"]),
        .testTarget(
            name: "BaseModelToolTests",
            dependencies: [
                "BaseModelTool", "basemodel",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "CryptoCoder", package: "BaseModel"),
                .product(name: "SecretStore", package: "BaseModel"),
                .product(name: "PlistFormat", package: "BaseModel"),
                .product(name: "DefaultsStore", package: "BaseModel"),
            ]),
    ]
)

for target in package.targets {
    target.swiftSettings = [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
