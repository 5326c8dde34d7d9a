// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that only programs that keep records in SQLite compile GRDB.
let package = Package(
    name: "SQLiteStore",
    platforms: [.macOS(.v15)],
    products: [.library(name: "SQLiteStore", targets: ["SQLiteStore"])],
    traits: [
        .trait(name: "Tests", description: "What all of the tests need of BaseModel: @Model and the keyed archive.")
    ],
    dependencies: [
        // Neither swift-syntax nor the keyed archive is built because of the store. A program that uses BaseModel
        // itself names the traits that it wants there.
        .package(
            name: "BaseModel", path: "../..",
            traits: [
                .trait(name: "Macros", condition: .when(traits: ["Tests"])),
                .trait(name: "KeyedArchive", condition: .when(traits: ["Tests"])),
            ]),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "SQLiteStore",
            dependencies: [
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "Records", package: "BaseModel"),
                .product(name: "FormatSupport", package: "BaseModel"),
                .product(name: "JSONFormat", package: "BaseModel"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        // The program that the tests start and kill.
        .executableTarget(
            name: "sqlite-probe",
            dependencies: ["SQLiteStore", .product(name: "Records", package: "BaseModel")]
        ),
        // The figures in README.md.
        .executableTarget(
            name: "sqlite-figures",
            dependencies: [
                "SQLiteStore",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "Records", package: "BaseModel"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "SQLiteStore", "sqlite-probe",
                .product(name: "ModelCore", package: "BaseModel"),
                .product(name: "Records", package: "BaseModel"),
                .product(name: "ModelTesting", package: "BaseModel"),
                // Fixtures have a point, which JSON has as an archive.
                .product(name: "KeyedArchive", package: "BaseModel"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")]
        ),
    ]
)

for target in package.targets {
    target.swiftSettings = [.swiftLanguageMode(.v6), .strictMemorySafety()]
}
