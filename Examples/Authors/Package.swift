// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Authors",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "authors", targets: ["authors"])],
    dependencies: [
        .package(name: "BaseModel", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        .target(
            name: "AuthorsKit",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "Modelmatic", package: "BaseModel"),
            ],
            resources: [.copy("Resources")]
        ),
        .executableTarget(
            name: "authors",
            dependencies: ["AuthorsKit", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .testTarget(
            name: "AuthorsKitTests",
            dependencies: ["AuthorsKit", .product(name: "PlistFormat", package: "BaseModel")]),
    ]
)

for target in package.targets {
    target.swiftSettings = [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
